// How strong an AI is, in words.

import { levels } from "../api";
import { useAsked } from "./hooks";

const USUAL = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ number, words: "" }));

export function LevelPick({ value, change }: { value: number; change: (level: number) => void }) {
  const known = useAsked(levels, []).value.value ?? USUAL;
  return (
    <select
      class="level"
      aria-label="Level of the AI"
      value={String(value)}
      onChange={(event) => change(Number(event.currentTarget.value))}
    >
      {known.map((level) => (
        <option key={level.number} value={String(level.number)}>
          {level.words ? `${level.number}: ${level.words}` : `Level ${level.number}`}
        </option>
      ))}
    </select>
  );
}
