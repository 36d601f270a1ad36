// Where pieces and spots are in their area, in units of length.

import type { Piece, Spot } from "../protocol";

/** Whether the middle of the piece lies on the spot. */
export function liesOn(piece: Piece, spot: Spot): boolean {
  const [x, y] = [piece.x + (piece.w ?? 1) / 2, piece.y + (piece.h ?? 1) / 2];
  return x >= spot.x && y >= spot.y && x <= spot.x + (spot.w ?? 1) && y <= spot.y + (spot.h ?? 1);
}
