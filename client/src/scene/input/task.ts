// What to do next, in the words of the game.

import { fillSeats } from "../../parts/seat-names";
import type { Scene, Task } from "../../protocol";

/** Returns the task after what was picked last; "" if the game has none for it. */
export function taskAfter(
  scene: Scene | undefined,
  picked: readonly string[],
  names: readonly string[],
): string {
  const { areas = [], tasks = [] } = scene ?? {};
  const last = picked.at(-1);
  const fits = ({ after }: Task) => (last === undefined ? !after : after && last.startsWith(after));
  const task = tasks.find(fits) ?? tasks.find(({ after }) => last !== undefined && after === "*");
  const things = areas.flatMap(({ spots = [], pieces = [] }) => [...spots, ...pieces]);
  const label = things.find(({ id }) => id === last)?.label ?? "";
  return fillSeats((task?.words ?? "").replace("{picked}", label), names);
}
