// Finds what a finger or a mouse points at.

import type { Selection } from "./selection";
import { distance, type Target } from "./targets";

/** A finger also hits what can be clicked within this many pixels. */
const FINGER = 22;

function under(stage: HTMLElement, x: number, y: number): string[] {
  const ids: string[] = [];
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest<SVGElement>("[data-id]")?.dataset.id;
    if (id !== undefined && stage.contains(element) && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** Returns the id of what the pointer means: first what can be clicked, for fingers also nearby, then anything with a label. */
export function hitTest(
  stage: HTMLElement,
  event: MouseEvent,
  selection: Selection,
  all: ReadonlyMap<string, Target>,
): string | undefined {
  const ids = under(stage, event.clientX, event.clientY);
  const alive = ids.find((id) => selection.reachable.value.has(id)) ?? ids.find((id) => selection.alive(id));
  if (alive !== undefined) return alive;
  if (event instanceof PointerEvent && event.pointerType === "touch") {
    const box = stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best: { id: string; far: number } | undefined;
    for (const id of selection.reachable.value.keys()) {
      const thing = all.get(id);
      if (!thing || thing.hidden) continue;
      const far = distance(thing, x, y);
      if (far <= FINGER && (!best || far < best.far)) best = { id, far };
    }
    if (best) return best.id;
  }
  return ids.find((id) => all.get(id)?.label) ?? ids[0];
}
