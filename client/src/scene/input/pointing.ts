// What somebody points at: with the mouse or a finger, or by the keyboard focus.

import type { Signal } from "@preact/signals";
import { hitTest } from "./hit-test";
import { byKeyboard } from "./keyboard";
import type { Selection } from "./selection";
import type { Target } from "./targets";

/** Keeps `pointed` at the id of what is pointed at on the stage. Returns a function that stops it. */
export function enablePointing(
  stage: HTMLElement,
  selection: Selection,
  all: () => ReadonlyMap<string, Target>,
  pointed: Signal<string | undefined>,
): () => void {
  const point = (event: PointerEvent) => {
    const id = hitTest(stage, event, selection, all());
    pointed.value = id !== undefined && selection.alive(id) ? id : undefined;
  };
  const over = (event: PointerEvent) => {
    if (event.pointerType === "mouse") point(event);
  };
  // While something is dragged, the stage gets all events, and nothing else is entered or left.
  const move = (event: PointerEvent) => {
    if (event.buttons !== 0) point(event);
  };
  const away = () => {
    pointed.value = undefined;
  };
  const up = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") away();
  };
  const focus = (event: FocusEvent) => {
    if (byKeyboard.current)
      pointed.value = (event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id;
  };

  const listeners: [string, (event: never) => void][] = [
    ["pointerover", over],
    ["pointerdown", point],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", away],
    ["pointerleave", away],
    ["focusin", focus],
    ["focusout", away],
  ];
  for (const [name, listener] of listeners) stage.addEventListener(name, listener as EventListener);
  return () => {
    for (const [name, listener] of listeners) stage.removeEventListener(name, listener as EventListener);
  };
}
