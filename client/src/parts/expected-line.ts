// How a search expects a match to go on: the rest of the turn that it begins with, and what others may do then.

import type { ExpectedStep } from "../protocol";
import { texts } from "../texts";
import { fillSeats } from "./seat-names";

/** How many expected steps are shown: what is further away is hardly more than a guess. */
const FORESEEN = 3;

/** Returns what a line expects in the turn that it begins with, after the first action. */
export const restOfTurn = (line: readonly ExpectedStep[], names: readonly string[]): string =>
  line
    .slice(1)
    .filter(({ turn }) => turn === 0)
    .map(({ sentence }) => fillSeats(sentence, names))
    .join(" ");

/** Returns what a line expects after the turn that it begins with. */
export const laterTurns = (line: readonly ExpectedStep[]): ExpectedStep[] =>
  line.filter(({ turn }) => turn > 0);

/** Returns the first of the expected steps, each with who is expected to take it. */
export const foreseen = (steps: readonly ExpectedStep[], names: readonly string[]): string =>
  steps
    .slice(0, FORESEEN)
    .map(({ seat, sentence }) => texts.replay.step(names[seat] ?? "", fillSeats(sentence, names)))
    .join(" ");
