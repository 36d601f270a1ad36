// Keyboard shortcuts. Components declare theirs with `useKeys`; the shortcuts sheet lists them.

import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Key {
  /** As in `KeyboardEvent.key`: "u", "Escape", "?". */
  key: string;
  words: string;
  press: () => void;
  /** Whether the shortcuts sheet leaves it out. */
  unlisted?: boolean;
}

interface Layer {
  rank: number;
  keys: readonly Key[];
}

const layers = signal<readonly Layer[]>([]);

/** Returns the shortcuts that work now. */
export const listedKeys = () => layers.value.flatMap((layer) => layer.keys).filter((key) => !key.unlisted);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement);

/** Whether the browser handles the key itself: Enter and Space press the focused button or link. */
const isNativePress = ({ key, target }: KeyboardEvent): boolean =>
  (key === "Enter" || key === " ") && target instanceof Element && target.matches("a[href], button");

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") (event.target as HTMLElement).blur();
    return;
  }
  if (isNativePress(event)) return;
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  for (const layer of [...layers.value].sort((a, b) => b.rank - a.rank)) {
    const found = layer.keys.find((key) => key.key.toLowerCase() === event.key.toLowerCase());
    if (found) {
      event.preventDefault();
      found.press();
      return;
    }
  }
});

/** Makes these keys work while the component is mounted. If two components use the same key, the higher rank wins. */
export function useKeys(keys: readonly Key[], rank = 0): void {
  useLayoutEffect(() => {
    const layer = { rank, keys };
    layers.value = [...layers.value, layer];
    return () => {
      layers.value = layers.value.filter((other) => other !== layer);
    };
  });
}
