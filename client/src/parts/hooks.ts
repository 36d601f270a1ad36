// Hooks for components: fetching with retries, timers, media queries, the page title.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { RequestError } from "../api";

export interface Fetched<T> {
  value?: T;
  error?: string;
}

/** Milliseconds before a request that got no answer is sent again. */
const RETRY_AFTER = 2_500;

/** Calls `load` until the server answers. Returns a function that stops it. */
export function retryUntilAnswered<T>(
  load: () => Promise<T>,
  answered: (value: T) => void,
  failed: (why: string) => void,
): () => void {
  let current = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const attempt = () =>
    load().then(
      (value) => {
        if (current) answered(value);
      },
      (error: unknown) => {
        if (!current) return;
        failed(error instanceof Error ? error.message : String(error));
        if (error instanceof RequestError && error.temporary) retry = setTimeout(attempt, RETRY_AFTER);
      },
    );
  void attempt();
  return () => {
    current = false;
    clearTimeout(retry);
  };
}

/** Returns what `load` resolves to. Loads again when `on` changes, and until the server answers. */
export function useFetched<T>(load: () => Promise<T>, on: readonly unknown[]): Signal<Fetched<T>> {
  const fetched = useSignal<Fetched<T>>({});
  useEffect(
    () =>
      retryUntilAnswered(
        load,
        (value) => {
          fetched.value = { value };
        },
        (error) => {
          fetched.value = { ...fetched.value, error };
        },
      ),
    on,
  );
  return fetched;
}

/** Counts up once in `every` milliseconds while the page is visible, up to `most`. */
export function useTicker(every: number, most = Number.POSITIVE_INFINITY): number {
  const count = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) count.value++;
      if (count.value >= most) clearInterval(timer);
    }, every);
    return () => clearInterval(timer);
  }, [every, most]);
  return count.value;
}

/** Whether a media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  const matches = useSignal(matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = () => {
      matches.value = media.matches;
    };
    change();
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, [query]);
  return matches.value;
}

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tilora` : "Tilora";
  }, [title]);
}

/** Phones get a layout of one column. */
export const PHONE = "(max-width: 720px)";

/** On phones and upright tablets, a table has no room for a column of players and log beside it. */
export const UPRIGHT = `${PHONE}, (max-width: 1000px) and (orientation: portrait)`;

/** Devices that are pointed at with a finger. */
export const COARSE = "(pointer: coarse)";
