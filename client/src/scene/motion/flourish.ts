// The end of a match: what won it lights up, one thing after another, each game in its own material.

import type { Ending } from "../../protocol";
import { motionOff, pace } from "../../settings";

/** How long each thing takes, and how long it takes until the last one begins. */
const EACH = 720;
const ALL = 900;
const APART = 90;

const GLAZE: Keyframe[] = [
  { filter: "none", transform: "none" },
  { filter: "brightness(1.6) saturate(1.25)", transform: "scale(1.07)", offset: 0.4 },
  { filter: "none", transform: "none" },
];
const TUMBLE: Keyframe[] = [
  { transform: "none" },
  { transform: "translateY(-34px) rotate(200deg) scale(1.1)", offset: 0.45 },
  { transform: "translateY(0) rotate(360deg)", offset: 0.8 },
  { transform: "translateY(-7px) rotate(360deg)", offset: 0.9 },
  { transform: "translateY(0) rotate(360deg)" },
];
const TINT: Keyframe[] = [{ fillOpacity: 0 }, { fillOpacity: 0.65, offset: 0.5 }, { fillOpacity: 0.34 }];

/** Returns what lights up at the end, with the seat that won with it. */
export function wonThings(ending: Ending | null | undefined): Map<string, number> {
  return new Map(
    (ending?.won ?? []).flatMap(({ seat, ids }) => ids.map((id): [string, number] => [id, seat])),
  );
}

/** Milliseconds that a flourish takes; 0 without motion. */
export function lengthOf(ending: Ending | null | undefined): number {
  if (!ending || motionOff()) return 0;
  return pace(EACH + Math.min(ALL, APART * (wonThings(ending).size - 1)));
}

/** Starts the flourish on the stage. Returns the function that ends it. */
export function celebrate(stage: HTMLElement, ending: Ending): () => void {
  const { flourish } = ending;
  const ids = [...wonThings(ending).keys()];
  const apart = Math.min(APART, ALL / Math.max(1, ids.length - 1));
  const begun = ids.flatMap((id, index) => {
    const thing = stage.querySelector(`[data-id="${CSS.escape(id)}"]`);
    const part = thing?.querySelector(flourish === "tint" ? ":scope > .ring" : ":scope > .lift");
    if (!part) return [];
    const frames = { glaze: GLAZE, tumble: TUMBLE, tint: TINT }[flourish];
    const timing = { duration: pace(EACH), delay: pace(apart * index), easing: "ease-out" };
    return [part.animate(frames, { ...timing, fill: flourish === "tint" ? "backwards" : "none" })];
  });
  return () => {
    for (const animation of begun) animation.finish();
  };
}
