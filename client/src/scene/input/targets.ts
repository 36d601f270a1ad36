// Everything in a scene that can be pointed at, with its position on the screen.

import type { Piece, Scene, Spot } from "../../protocol";
import type { Layout, Rect } from "../layout";

export interface Target {
  id: string;
  label: string;
  about: string;
  piece?: Piece;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Whether it is scrolled out of view, in an area that is larger than its frame. */
  hidden?: boolean;
}

const within = (rect: Rect, x: number, y: number) =>
  x >= rect.x && y >= rect.y && x <= rect.x + rect.w && y <= rect.y + rect.h;

/** Returns targets by id, in reading order: area by area, top to bottom, left to right. */
export function targetsOf(scene: Scene, layout: Layout): Map<string, Target> {
  const found: [number, Target][] = [];
  scene.areas.forEach((area, index) => {
    const frame = layout.frames.get(area.id);
    if (!frame) return;
    const add = (thing: Spot | Piece, piece?: Piece) => {
      const [x, y] = [frame.x + thing.x * frame.scale, frame.y + thing.y * frame.scale];
      const [w, h] = [(thing.w ?? 1) * frame.scale, (thing.h ?? 1) * frame.scale];
      const { window } = frame;
      const hidden = window && !within(window, x + w / 2, y + h / 2);
      found.push([
        index,
        { id: thing.id, label: thing.label ?? "", about: thing.about ?? "", piece, x, y, w, h, hidden },
      ]);
    };
    for (const spot of area.spots ?? []) add(spot);
    for (const piece of area.pieces ?? []) add(piece, piece);
  });
  found.sort(([i, a], [j, b]) => i - j || Math.round((a.y - b.y) / 12) || a.x - b.x);
  return new Map(found.map(([, thing]) => [thing.id, thing]));
}

/** Size of a text bubble in pixels: half its width, and its height. */
const BUBBLE = { half: 125, height: 64 };

/** Returns where a bubble about a target goes: above or below it, and within the stage. */
export function bubbleAt(
  thing: Target,
  stage: { width: number; height: number },
  preferred: "above" | "below",
) {
  const fits =
    preferred === "above" ? thing.y >= BUBBLE.height : thing.y + thing.h + BUBBLE.height <= stage.height;
  const side = fits ? preferred : preferred === "above" ? "below" : "above";
  const middle = Math.min(
    Math.max(thing.x + thing.w / 2, BUBBLE.half),
    Math.max(BUBBLE.half, stage.width - BUBBLE.half),
  );
  return { side, x: middle, y: side === "above" ? thing.y - 8 : thing.y + thing.h + 8 };
}

/** Returns the distance of a point from a target; 0 inside it. */
export function distance(thing: Target, x: number, y: number): number {
  const dx = Math.max(thing.x - x, 0, x - thing.x - thing.w);
  const dy = Math.max(thing.y - y, 0, y - thing.y - thing.h);
  return Math.hypot(dx, dy);
}
