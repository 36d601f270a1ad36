// Plans which pieces travel from one scene to the next, by their positions on the screen. No drawing.

import type { Faces, Piece, Scene } from "../../protocol";
import type { Frame, Layout } from "../layout";
import { shift } from "./beats";

export interface PlacedPiece {
  piece: Piece;
  area: string;
  x: number;
  y: number;
  w: number;
  h: number;
  scale: number;
  /** Whether its area is folded away. */
  away: boolean;
}

export interface Flight {
  id: string;
  from: PlacedPiece;
  to: PlacedPiece;
  /** For a die that tips: what it showed before, and the direction. */
  tip?: { faces: Faces; dx: number; dy: number };
}

/** An area whose contents move together, because it has grown or the layout has changed. */
export interface Glide {
  area: string;
  /** The position of its contents before, relative to now. */
  x: number;
  y: number;
  scale: number;
}

export interface TravelPlan {
  flights: Flight[];
  glides: Glide[];
  arriving: string[];
  leaving: PlacedPiece[];
}

/** A scene and its layout on the screen. */
export interface Shown {
  scene: Scene;
  layout: Layout;
}

function placed(piece: Piece, area: string, frame: Frame, away: boolean): PlacedPiece {
  const [w, h] = [(piece.w ?? 1) * frame.scale, (piece.h ?? 1) * frame.scale];
  return {
    piece,
    area,
    x: frame.x + piece.x * frame.scale,
    y: frame.y + piece.y * frame.scale,
    w,
    h,
    scale: frame.scale,
    away,
  };
}

/** Returns every piece with its position on the screen, also of folded areas. */
export function placedPieces(scene: Scene, layout: Layout): Map<string, PlacedPiece> {
  const found = new Map<string, PlacedPiece>();
  for (const area of scene.areas) {
    const frame = layout.frames.get(area.id) ?? layout.away?.get(area.id);
    if (!frame) continue;
    const away = !layout.frames.has(area.id);
    for (const piece of area.pieces ?? []) found.set(piece.id, placed(piece, area.id, frame, away));
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

/** Returns how far the contents of each area have shifted within it, for areas that are in both scenes. */
function shifts(before: Shown, after: Shown): Map<string, [number, number]> {
  const then = new Map(before.scene.areas.map((area) => [area.id, area]));
  const found = new Map<string, [number, number]>();
  for (const area of after.scene.areas) {
    const old = then.get(area.id);
    if (old) found.set(area.id, old === area ? [0, 0] : shift(old, area));
  }
  return found;
}

function glides(before: Shown, after: Shown, by: Map<string, [number, number]>): Glide[] {
  const found: Glide[] = [];
  for (const [area, [sx, sy]] of by) {
    const [old, now] = [before.layout.frames.get(area), after.layout.frames.get(area)];
    if (!old || !now) continue;
    const x = old.x - now.x - sx * old.scale;
    const y = old.y - now.y - sy * old.scale;
    const scale = old.scale / now.scale;
    if (differs(x, 0) || differs(y, 0) || Math.abs(scale - 1) > 0.005) found.push({ area, x, y, scale });
  }
  return found;
}

/** Returns what moves, appears and disappears. `renamed` maps new ids of pieces to their earlier ones. */
export function planTravel(before: Shown, after: Shown, renamed: ReadonlyMap<string, string>): TravelPlan {
  const flights: Flight[] = [];
  const arriving: string[] = [];
  const by = shifts(before, after);
  const gone = placedPieces(before.scene, before.layout);
  const then = new Map(gone);
  const taken = new Set(renamed.values());
  for (const [id, to] of placedPieces(after.scene, after.layout)) {
    const name = renamed.get(id) ?? (taken.has(id) ? undefined : id);
    const from = name === undefined ? undefined : then.get(name);
    if (name === undefined || !from) {
      arriving.push(id);
      continue;
    }
    gone.delete(name);
    if (from.away && to.away) continue;
    const tip = tipOf(from.piece, to.piece);
    const [sx, sy] = by.get(to.area) ?? [0, 0];
    const [dx, dy] = [to.piece.x - from.piece.x - sx, to.piece.y - from.piece.y - sy];
    const carried = from.area === to.area && Math.abs(dx) < 0.02 && Math.abs(dy) < 0.02;
    if (!carried || tip) flights.push({ id, from, to, tip });
  }
  const leaving = [...gone.values()].filter((each) => !each.away);
  return { flights, glides: glides(before, after, by), arriving, leaving };
}
