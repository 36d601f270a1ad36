// The kinds of things that can be chosen next, so that the page can say "choose a tile".

import type { Scene } from "../../protocol";
import type { Choosable } from "../../texts";
import { liesOn } from "../geometry";

/**
 * The kinds of things with these ids, each once, places last. A spot counts as what lies on it when
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
  const places = kinds.delete("place");
  return places ? [...kinds, "place"] : [...kinds];
}
