// The keys that work wherever somebody plays on a stage.

import type { Key } from "../../keys";
import { fillSeats } from "../../parts/seat-names";
import type { Button } from "../../protocol";
import { texts } from "../../texts";
import type { Selection } from "./selection";

/** Enter and the arrows go to the stage, which then moves between its targets by itself. */
export const toStageKeys: readonly Key[] = ["Enter", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map(
  (key) => ({
    key,
    words: texts.table.keyArrows,
    unlisted: key !== "ArrowLeft",
    press: () => document.querySelector<HTMLElement>('.stage [tabindex="0"]')?.focus(),
  }),
);

/** The keys of a scene's buttons. */
export const buttonKeys = (
  buttons: readonly Button[],
  selection: Selection,
  names: readonly string[],
): Key[] =>
  buttons.flatMap((button) =>
    button.key
      ? [
          {
            key: button.key,
            words: fillSeats(button.label, names),
            press: () => {
              if (selection.alive(button.id)) selection.press(button.id);
            },
          },
        ]
      : [],
  );
