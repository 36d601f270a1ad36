// Small helpers for components.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export interface Asked<T> {
  value?: T;
  error?: string;
}

/** What a promise brings, asked for anew whenever `on` changes. */
export function useAsked<T>(ask: () => Promise<T>, on: readonly unknown[]): Signal<Asked<T>> {
  const asked = useSignal<Asked<T>>({});
  useEffect(() => {
    let current = true;
    ask().then(
      (value) => {
        if (current) asked.value = { value };
      },
      (error: unknown) => {
        if (current)
          asked.value = { ...asked.value, error: error instanceof Error ? error.message : String(error) };
      },
    );
    return () => {
      current = false;
    };
  }, on);
  return asked;
}

/** Counts up every so many milliseconds, as long as somebody can see the page. */
export function useBeat(every: number): number {
  const count = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) count.value++;
    }, every);
    return () => clearInterval(timer);
  }, [every]);
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
