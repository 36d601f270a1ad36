// Small helpers for components.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Refused } from "../api";

export interface Asked<T> {
  value?: T;
  error?: string;
}

/** Milliseconds after which a server that did not answer is asked again. */
const AGAIN = 2_500;

/** Asks, and goes on asking as long as the server does not answer. Returns how to stop that. */
export function untilAnswered<T>(
  ask: () => Promise<T>,
  answered: (value: T) => void,
  failed: (why: string) => void,
): () => void {
  let current = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const attempt = () =>
    ask().then(
      (value) => {
        if (current) answered(value);
      },
      (error: unknown) => {
        if (!current) return;
        failed(error instanceof Error ? error.message : String(error));
        if (error instanceof Refused && error.passing) retry = setTimeout(attempt, AGAIN);
      },
    );
  void attempt();
  return () => {
    current = false;
    clearTimeout(retry);
  };
}

/** What a promise brings, asked for anew whenever `on` changes, and as long as the server does not answer. */
export function useAsked<T>(ask: () => Promise<T>, on: readonly unknown[]): Signal<Asked<T>> {
  const asked = useSignal<Asked<T>>({});
  useEffect(
    () =>
      untilAnswered(
        ask,
        (value) => {
          asked.value = { value };
        },
        (error) => {
          asked.value = { ...asked.value, error };
        },
      ),
    on,
  );
  return asked;
}

/** Counts up every so many milliseconds, as long as somebody can see the page; up to the given number at most. */
export function useBeat(every: number, most = Number.POSITIVE_INFINITY): number {
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
