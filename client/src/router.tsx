// Addresses: which page is shown, and how to get to another one without loading everything again.

import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { decodePart } from "./parts/uri";

const address = signal(location.pathname + location.search);

addEventListener("popstate", () => {
  address.value = location.pathname + location.search;
});

export interface Route {
  /** The parts of the path: ["t", "abcd"]. */
  path: string[];
  query: URLSearchParams;
}

export const route = computed<Route>(() => {
  const url = new URL(address.value, location.origin);
  return { path: url.pathname.split("/").filter(Boolean).map(decodePart), query: url.searchParams };
});

/** Go to another page of ours. With `replace`, the way back skips the present one. */
export function navigate(to: string, replace = false): void {
  if (to === address.value) return;
  try {
    if (replace) history.replaceState(history.state, "", to);
    else history.pushState({ from: address.value }, "", to);
  } catch {
    // Some browsers allow a hundred addresses in a few seconds, and a replay has more steps: it is shown all the same.
  }
  const samePage = new URL(to, location.origin).pathname === new URL(address.value, location.origin).pathname;
  address.value = to;
  if (!samePage) scrollTo(0, 0);
}

/** Back to where one came from, if that was a page of ours; else to the first one. */
export function back(): void {
  const { from } = (history.state ?? {}) as { from?: string };
  if (from === undefined) navigate("/", true);
  else history.back();
}

interface LinkProps {
  to: string;
  class?: string;
  title?: string;
  target?: string;
  "aria-label"?: string;
  children: ComponentChildren;
}

/** A link to another page of ours. */
export function Link({ to, children, ...rest }: LinkProps) {
  const open = (event: MouseEvent) => {
    if (rest.target || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} onClick={open} {...rest}>
      {children}
    </a>
  );
}
