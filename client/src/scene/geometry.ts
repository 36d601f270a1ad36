// Where pieces and spots are in their area, in units of length; and rectangles.

import type { Area, Piece, Spot } from "../protocol";

export interface Size {
  w: number;
  h: number;
}

export interface Rect extends Size {
  x: number;
  y: number;
}

/** Whether the middle of the piece lies on the spot. */
export function liesOn(piece: Piece, spot: Spot): boolean {
  const [x, y] = [piece.x + (piece.w ?? 1) / 2, piece.y + (piece.h ?? 1) / 2];
  return x >= spot.x && y >= spot.y && x <= spot.x + (spot.w ?? 1) && y <= spot.y + (spot.h ?? 1);
}

/** Whether a drawing, such as a wooden board, covers all of an area. Then it needs no background. */
export const covered = ({ spots, w, h }: Area): boolean =>
  (spots ?? []).some(
    (spot) =>
      spot.shape === "none" &&
      spot.symbol &&
      spot.x <= 0 &&
      spot.y <= 0 &&
      (spot.w ?? 1) >= w &&
      (spot.h ?? 1) >= h,
  );

const turnedAreas = new WeakMap<Area, Area>();

/** Returns an area turned by a quarter, clockwise. The same area gives the same object again. */
export function turned(area: Area): Area {
  const known = turnedAreas.get(area);
  if (known) return known;
  const made = {
    ...area,
    w: area.h,
    h: area.w,
    spots: area.spots?.map((spot) => ({ ...turnedThing(spot, area), turn: (spot.turn ?? 0) + 90 })),
    pieces: area.pieces?.map((piece) => turnedThing(piece, area)),
    texts: area.texts?.map((text) => ({ ...text, x: area.h - text.y, y: text.x })),
  };
  turnedAreas.set(area, made);
  return made;
}

/** Returns a piece or a spot where it lies once its area is turned. It stays upright. */
export function turnedThing<T extends Piece | Spot>(thing: T, area: Size): T {
  const [w, h] = [thing.w ?? 1, thing.h ?? 1];
  return { ...thing, x: area.h - thing.y - h / 2 - w / 2, y: thing.x + w / 2 - h / 2 };
}

/** How the pieces of a hand lie: side by side, and, if it is laid in rows, below each other. */
interface Grid {
  /** How many have room side by side. */
  slots: number;
  /** From the edge to the first piece. */
  margin: number;
  /** From row to row. */
  step: number;
}

function gridOf({ w, h, pitch = 0, pieces }: Area): Grid {
  const slots = pitch > 0 ? Math.floor(w / pitch) : 1;
  const wide = pieces?.[0]?.w ?? 1;
  const margin = (w - pitch * (slots - 1) - wide) / 2;
  return { slots, margin, step: h - 2 * margin + pitch - wide };
}

/** Returns how many pieces have room side by side in a hand; 1 if it cannot be laid in rows. */
export const slotsOf = (area: Area): number => gridOf(area).slots;

/** Returns the size of a hand that is laid in that many rows. */
export function sizeInRows(area: Area, rows: number): Size {
  if (rows <= 1) return { w: area.w, h: area.h };
  const { slots, step } = gridOf(area);
  const columns = Math.ceil(slots / rows);
  return { w: area.w - (slots - columns) * (area.pitch ?? 0), h: area.h + (rows - 1) * step };
}

const laid = new WeakMap<Area, Map<number, Area>>();

/** Returns a hand with its pieces in that many rows. The same hand gives the same object again. */
export function inRows(area: Area, rows: number): Area {
  if (rows <= 1) return area;
  const known = laid.get(area) ?? new Map<number, Area>();
  laid.set(area, known);
  const found = known.get(rows) ?? broken(area, rows);
  known.set(rows, found);
  return found;
}

function broken(area: Area, rows: number): Area {
  const { pitch = 0 } = area;
  const { slots, margin, step } = gridOf(area);
  const columns = Math.ceil(slots / rows);
  const move = <T extends { x: number; y: number }>(thing: T): T => {
    const row = Math.floor(Math.round((thing.x - margin) / pitch) / columns);
    return row > 0 ? { ...thing, x: thing.x - row * columns * pitch, y: thing.y + row * step } : thing;
  };
  return {
    ...area,
    ...sizeInRows(area, rows),
    spots: area.spots?.map(move),
    pieces: area.pieces?.map(move),
  };
}
