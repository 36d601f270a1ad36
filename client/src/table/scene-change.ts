// Applies what is new in a scene to the scene before. A list is written as a row of new items and of runs
// of the old list: [[0, 12], {…}, [13, 4]].

import type { Area, AreaChange, Choice, Scene, SceneChange } from "../protocol";

function rewrite<T extends object>(
  old: readonly T[] | undefined,
  written: ([number, number] | T)[] | undefined,
): T[] | undefined {
  if (!written) return old as T[] | undefined;
  return written.flatMap((item) =>
    Array.isArray(item) ? (old ?? []).slice(item[0], item[0] + item[1]) : [item],
  );
}

function changedArea(area: Area, { spots, pieces, texts, ...rest }: AreaChange): Area {
  return {
    ...area,
    ...rest,
    spots: rewrite(area.spots, spots),
    pieces: rewrite(area.pieces, pieces),
    texts: rewrite(area.texts, texts),
  };
}

/** Returns the scene after a change. `choices` are the last ones that were not empty. */
export function applyChange(before: Scene, choices: readonly Choice[], change: SceneChange): Scene {
  const areas = before.areas.map((area) => {
    const changed = change.areas?.[area.id];
    return changed ? changedArea(area, changed) : area;
  });
  return {
    areas,
    buttons: change.buttons ?? before.buttons,
    choices: change.choices ? rewrite(choices, change.choices) : before.choices,
  };
}
