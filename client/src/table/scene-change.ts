// Applies what is new in a scene to the scene before. A list is written as a row of new items and of
// references to the old list: [[0, 12], {…}, [12, {"label": "…"}], [13, 4]].

import type { Area, AreaChange, Choice, Scene, SceneChange } from "../protocol";

type Old = [number, number | Record<string, unknown>];

function rewrite<T extends object>(
  old: readonly T[] = [],
  written: readonly (Old | T)[] | undefined,
): T[] | undefined {
  return written?.flatMap((item): T[] => {
    if (!Array.isArray(item)) return [item as T];
    const [where, what] = item as Old;
    if (typeof what === "number") return old.slice(where, where + what);
    return [{ ...(old[where] as T), ...what }];
  });
}

function changedArea(area: Area, { spots, pieces, texts, ...rest }: AreaChange): Area {
  return {
    ...area,
    ...rest,
    spots: rewrite(area.spots, spots) ?? area.spots,
    pieces: rewrite(area.pieces, pieces) ?? area.pieces,
    texts: rewrite(area.texts, texts) ?? area.texts,
  };
}

/** Returns the scene after a change. `choices` are those that the change refers to. */
export function applyChange(before: Scene, choices: readonly Choice[], change: SceneChange): Scene {
  const areas = before.areas.map((area) => {
    const changed = change.areas?.[area.id];
    return changed ? changedArea(area, changed) : area;
  });
  return {
    areas,
    buttons: change.buttons ?? before.buttons,
    choices: rewrite(choices, change.choices) ?? before.choices,
    takebacks: change.takebacks ?? before.takebacks,
    tasks: change.tasks ?? before.tasks,
    ending: change.ending === undefined ? before.ending : change.ending,
  };
}
