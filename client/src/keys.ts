// The map of keys: pages say what their keys do; the help sheet lists them.

import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Key {
  /** As the browser names it: "u", "Escape", "?". */
  key: string;
  words: string;
  press: () => void;
  /** Pressed, but not told of. */
  unlisted?: boolean;
}

interface Layer {
  rank: number;
  keys: readonly Key[];
}

const layers = signal<readonly Layer[]>([]);

/** All keys that work now. */
export const listedKeys = () => layers.value.flatMap((layer) => layer.keys).filter((key) => !key.unlisted);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement);

/** Whether the browser itself does something with that key where the focus is: buttons and links are pressed by it. */
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

/** These keys work as soon as, and as long as, the component is there. Where two want the same key, the higher rank gets it. */
export function useKeys(keys: readonly Key[], rank = 0): void {
  useLayoutEffect(() => {
    const layer = { rank, keys };
    layers.value = [...layers.value, layer];
    return () => {
      layers.value = layers.value.filter((other) => other !== layer);
    };
  });
}
