// Reuses the objects of the scene before where nothing has changed, so that items can skip rendering.

import type { Area, Scene } from "../../protocol";

function reuseItems<T extends { id: string }>(
  before: readonly T[] | undefined,
  after: T[] | undefined,
): T[] | undefined {
  if (!before || !after) return after;
  const then = new Map(before.map((thing) => [thing.id, thing]));
  return after.map((thing) => {
    const old = then.get(thing.id);
    return old && JSON.stringify(old) === JSON.stringify(thing) ? old : thing;
  });
}

/** Returns the scene after, with the objects of the scene before wherever they are equal. */
export function reuseObjects(before: Scene, after: Scene): Scene {
  const then = new Map(before.areas.map((area) => [area.id, area]));
  const areas = after.areas.map((area): Area => {
    const old = then.get(area.id);
    if (!old) return area;
    return { ...area, spots: reuseItems(old.spots, area.spots), pieces: reuseItems(old.pieces, area.pieces) };
  });
  return { ...after, areas };
}
