// What decisions cost over several matches, and where matches stand on a chart.

import type { ProgressPoint } from "../protocol";
import { WIDE } from "./curve";

/** Returns what a decision cost on average over these matches, out of 100. */
export function meanLoss(matches: readonly ProgressPoint[]): number {
  const decisions = matches.reduce((sum, each) => sum + each.decisions, 0);
  const lost = matches.reduce((sum, each) => sum + each.loss * each.decisions, 0);
  return decisions > 0 ? (100 * lost) / decisions : 0;
}

/** Returns the places of matches on a chart, from left to right. */
export const placesOf = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * WIDE) / Math.max(1, count)));
