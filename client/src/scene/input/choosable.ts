// The kinds of things that can be chosen next, so that the page can say "choose a tile".

import type { Piece, Scene, Spot } from "../../protocol";
import type { Choosable } from "../../texts";

/** Whether the middle of the piece lies on the spot. */
export function liesOn(piece: Piece, spot: Spot): boolean {
  const [x, y] = [piece.x + (piece.w ?? 1) / 2, piece.y + (piece.h ?? 1) / 2];
  return x >= spot.x && y >= spot.y && x <= spot.x + (spot.w ?? 1) && y <= spot.y + (spot.h ?? 1);
}

/**
 * The kinds of things with these ids, each once, in the order of the scene. A spot counts as what lies on it when
 * something is to be picked up, and as a place when something is to be put down.
 */
export function choosable(scene: Scene, ids: ReadonlySet<string>, pickingUp: boolean): Choosable[] {
  const kinds = new Set<Choosable>();
  for (const { spots = [], pieces = [] } of scene.areas) {
    for (const piece of pieces) if (ids.has(piece.id)) kinds.add(piece.kind);
    for (const spot of spots) {
      if (!ids.has(spot.id)) continue;
      const there = pickingUp ? pieces.filter((piece) => liesOn(piece, spot)) : [];
      if (there.length === 0) kinds.add("place");
      for (const piece of there) kinds.add(piece.kind);
    }
  }
  return [...kinds];
}
