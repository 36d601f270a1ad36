// Which pieces travel from one scene to the next, by where they are on the screen. Pure: drawing is up to others.

import type { Faces, Piece, Scene } from "../protocol";
import type { Frame, Layout } from "./layout";

export interface Spotted {
  piece: Piece;
  area: string;
  x: number;
  y: number;
  w: number;
  h: number;
  scale: number;
}

export interface Flight {
  id: string;
  from: Spotted;
  to: Spotted;
  /** Of a die that tips: what it showed, and the direction in which it falls. */
  tip?: { faces: Faces; dx: number; dy: number };
}

export interface Plan {
  flights: Flight[];
  arriving: string[];
  leaving: Spotted[];
}

function spotted(piece: Piece, area: string, frame: Frame): Spotted {
  const [w, h] = [(piece.w ?? 1) * frame.scale, (piece.h ?? 1) * frame.scale];
  return {
    piece,
    area,
    x: frame.x + piece.x * frame.scale,
    y: frame.y + piece.y * frame.scale,
    w,
    h,
    scale: frame.scale,
  };
}

/** Every piece that is in sight, with its place on the screen. */
export function spots(scene: Scene, layout: Layout): Map<string, Spotted> {
  const found = new Map<string, Spotted>();
  for (const area of scene.areas) {
    const frame = layout.frames.get(area.id);
    if (!frame) continue;
    for (const piece of area.pieces ?? []) found.set(piece.id, spotted(piece, area.id, frame));
  }
  return found;
}

const differs = (a: number, b: number) => Math.abs(a - b) > 0.6;

function tipOf(before: Piece, after: Piece): Flight["tip"] {
  const [old, now] = [before.faces, after.faces];
  if (!old || !now) return undefined;
  if (old.top === now.top && old.front === now.front && old.right === now.right) return undefined;
  const [dx, dy] = [after.x - before.x, after.y - before.y];
  return Math.abs(dx) >= Math.abs(dy)
    ? { faces: old, dx: Math.sign(dx), dy: 0 }
    : { faces: old, dx: 0, dy: Math.sign(dy) };
}

/** What moves, comes and goes. `renamed` gives the earlier names of pieces that have a new one. */
export function plan(
  before: Map<string, Spotted>,
  after: Map<string, Spotted>,
  renamed: ReadonlyMap<string, string>,
): Plan {
  const flights: Flight[] = [];
  const arriving: string[] = [];
  const gone = new Map(before);
  const taken = new Set(renamed.values());
  for (const [id, to] of after) {
    const name = renamed.get(id) ?? (taken.has(id) ? undefined : id);
    const from = name === undefined ? undefined : before.get(name);
    if (name === undefined || !from) {
      arriving.push(id);
      continue;
    }
    gone.delete(name);
    const tip = tipOf(from.piece, to.piece);
    if (differs(from.x, to.x) || differs(from.y, to.y) || differs(from.w, to.w) || tip)
      flights.push({ id, from, to, tip });
  }
  return { flights, arriving, leaving: [...gone.values()] };
}
