// A hint in words, as far as it is shown: which piece, where to, and why.

import { fillSeats } from "../parts/seat-names";
import type { Hint } from "../protocol";
import { texts } from "../texts";
import type { TableModel } from "./model";

/** Returns what the move of a hint begins with, in the words of the game; "" if it has none. */
export function beginsWith(model: TableModel, { action }: Hint): string {
  const { areas = [], buttons = [], choices = [] } = model.seen.value?.position?.scene ?? {};
  const first = choices.find((choice) => choice.action === action)?.path[0];
  const things = areas.flatMap(({ spots = [], pieces = [] }) => [...spots, ...pieces]);
  const label = [...things, ...buttons].find(({ id }) => id === first)?.label ?? "";
  return fillSeats(label, model.names.value);
}

/** Returns the reason of the hint that is shown, or what is known instead. */
export function reasonOf(model: TableModel): string {
  const hint = model.hints.shown.value;
  if (!hint || model.hints.step.value !== "why") return "";
  if (!hint.alternatives.some(({ text }) => text !== hint.action)) return texts.hint.noComparison;
  const why = model.hints.why.value;
  if (why === undefined) return texts.hint.findingReason;
  return why ? texts.hint.because(fillSeats(why, model.names.value)) : texts.hint.noReason;
}

/** Returns the hint as far as it is shown. */
export function hintInWords(model: TableModel, hint: Hint): string {
  const words = fillSeats(hint.alternatives[0]?.words ?? hint.line.join(" "), model.names.value);
  const first = model.hints.step.value === "piece" ? beginsWith(model, hint) : "";
  if (first) return texts.hint.piece(first);
  const reason = reasonOf(model);
  return reason ? texts.hint.withReason(words, reason) : words;
}
