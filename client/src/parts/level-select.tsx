// Choosing the level of an AI.

import { levels } from "../api";
import { texts } from "../texts";
import { useFetched } from "./hooks";

const DEFAULTS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ number, words: "" }));

export function LevelSelect({ value, change }: { value: number; change: (level: number) => void }) {
  const allLevels = useFetched(levels, []).value.value ?? DEFAULTS;
  return (
    <select
      class="level"
      aria-label={texts.level.label}
      value={String(value)}
      onChange={(event) => change(Number(event.currentTarget.value))}
    >
      {allLevels.map((level) => (
        <option key={level.number} value={String(level.number)}>
          {level.words ? texts.level.named(level.number, level.words) : texts.level.unnamed(level.number)}
        </option>
      ))}
    </select>
  );
}
