// Choosing an opponent among the characters who play at the levels of the AI, by face and sentence.

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { levels } from "../api";
import type { LevelBody } from "../protocol";
import { texts } from "../texts";
import { Face } from "./face";
import { useFetched } from "./hooks";

/** Until the server has named them. */
const NAMELESS: LevelBody[] = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
  number,
  name: "",
  saying: "",
  words: "",
}));

interface LevelSelectProps {
  value: number;
  change: (level: number) => void;
  /** Whether all faces are shown from the start. Where several are to be chosen, a button shows them. */
  open?: boolean;
}

export function LevelSelect({ value, change, open = false }: LevelSelectProps) {
  const group = useId();
  const opened = useSignal(false);
  const everybody = useFetched(levels, []).value.value ?? NAMELESS;
  const chosen = everybody.find(({ number }) => number === value);
  const name = chosen?.name ? texts.level.full(chosen.name, value) : texts.level.unnamed(value);
  const words = (
    <span class="level-words">
      <strong>{name}</strong>
      <span class="saying">{chosen?.saying && texts.level.saying(chosen.saying)}</span>
    </span>
  );
  const shown = open || opened.value;
  return (
    <div class="level">
      {open ? (
        <div class="level-chosen" title={chosen?.words}>
          <Face level={value} size={64} />
          {words}
        </div>
      ) : (
        <button
          type="button"
          class="level-chosen"
          aria-expanded={shown}
          aria-label={texts.level.change(name)}
          title={chosen?.words}
          onClick={() => {
            opened.value = !opened.value;
          }}
        >
          <Face level={value} size={40} />
          {words}
        </button>
      )}
      {shown && (
        <fieldset class="faces">
          <legend class="unseen">{texts.level.label}</legend>
          {everybody.map((level) => (
            <label
              key={level.number}
              title={level.name ? texts.level.described(level.name, level.words) : undefined}
            >
              <input
                type="radio"
                name={group}
                value={String(level.number)}
                checked={level.number === value}
                aria-label={
                  level.name ? texts.level.full(level.name, level.number) : texts.level.unnamed(level.number)
                }
                onChange={() => change(level.number)}
              />
              <Face level={level.number} size={44} />
              <span aria-hidden="true">{level.number}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
