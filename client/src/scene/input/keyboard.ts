// Keyboard control of the stage: one tab stop, arrow keys to move, Enter to click.

import type { Signal } from "@preact/signals";
import { type Direction, nextInOrder, nextTowards, type Point } from "./focus-order";
import type { Selection } from "./selection";
import type { Target } from "./targets";

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

function points(selection: Selection, all: ReadonlyMap<string, Target>): Point[] {
  const found: Point[] = [];
  for (const thing of all.values()) {
    if (selection.alive(thing.id))
      found.push({ id: thing.id, x: thing.x + thing.w / 2, y: thing.y + thing.h / 2 });
  }
  return found;
}

/** Whether the stage was last used by keyboard. Then the focus returns to it for the next decision. */
export const byKeyboard = { current: false };

/** Handles keys on the stage. Returns a function that stops it. */
export function enableKeyboard(
  stage: HTMLElement,
  selection: Selection,
  all: () => ReadonlyMap<string, Target>,
  focus: Signal<string | undefined>,
): () => void {
  const at = (event: Event) => (event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id;

  const goTo = (id: string | undefined) => {
    if (id === undefined) return;
    focus.value = id;
    // The element becomes focusable with the next render.
    requestAnimationFrame(() => stage.querySelector<SVGElement>(`[data-id="${CSS.escape(id)}"]`)?.focus());
  };

  const key = (event: KeyboardEvent) => {
    byKeyboard.current = true;
    const id = at(event);
    const direction = DIRECTIONS[event.key];
    if (direction) {
      event.preventDefault();
      const found = points(selection, all());
      goTo(id === undefined ? found[0]?.id : (nextTowards(found, id, direction) ?? id));
    } else if ((event.key === "Enter" || event.key === " ") && id !== undefined) {
      event.preventDefault();
      // A key that is held down counts once: it must not play turn after turn.
      if (event.repeat) return;
      const before = new Set(selection.reachable.value.keys());
      selection.press(id);
      // Move on if the next choice is among other items; stay if more of the same can be chosen.
      const after = selection.reachable.value;
      const fresh = [...all().keys()].find((each) => after.has(each));
      if (![...after.keys()].some((each) => before.has(each))) goTo(fresh);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      goTo(nextInOrder(points(selection, all()), id, event.key === "PageDown" ? 1 : -1));
    }
  };

  const focused = (event: FocusEvent) => {
    const id = at(event);
    if (id !== undefined && focus.value !== id) focus.value = id;
  };

  const pointed = () => {
    byKeyboard.current = false;
  };

  stage.addEventListener("keydown", key);
  stage.addEventListener("pointerdown", pointed);
  stage.addEventListener("focusin", focused);
  return () => {
    stage.removeEventListener("keydown", key);
    stage.removeEventListener("pointerdown", pointed);
    stage.removeEventListener("focusin", focused);
  };
}
