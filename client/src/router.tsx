// The router: which page an address shows, and how to go to another one without reloading.

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

/** Goes to another page of the app. With `replace`, the browser's history forgets the current one. */
export function navigate(to: string, replace = false): void {
  if (to === address.value) return;
  try {
    if (replace) history.replaceState(history.state, "", to);
    else history.pushState({ from: address.value }, "", to);
  } catch {
    // Some browsers limit changes of the address, and a replay may exceed that. The page is shown all the same.
  }
  const samePage = new URL(to, location.origin).pathname === new URL(address.value, location.origin).pathname;
  address.value = to;
  if (!samePage) scrollTo(0, 0);
}

/** Goes back to the previous page of the app; to the home page if there is none. */
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

/** A link to another page of the app. */
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
