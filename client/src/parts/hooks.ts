// Small helpers for components.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { RequestError } from "../api";

export interface Fetched<T> {
  value?: T;
  error?: string;
}

/** Milliseconds after which a server that did not answer is asked again. */
const RETRY_AFTER = 2_500;

/** Asks, and goes on asking as long as the server does not answer. Returns how to stop that. */
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

/** What a promise brings, asked for anew whenever `on` changes, and as long as the server does not answer. */
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

/** Counts up every so many milliseconds, as long as somebody can see the page; up to the given number at most. */
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

/** Whether a media query holds, kept up to date. */
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

/** The title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tilora` : "Tilora";
  }, [title]);
}

/** On a phone things are arranged in one column. */
export const PHONE = "(max-width: 720px)";
