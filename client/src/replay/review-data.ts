// What the page makes of a review: the mistakes to jump to, and the sum of luck and play for one seat against another.

import type { Review, ReviewedDecision } from "../protocol";

export type Grade = ReviewedDecision["grade"];
/** Results are shares of opponents beaten, shown out of 100; points are those of the game. */
export type Unit = "result" | "points";

export const isMistake = (grade: Grade | undefined): boolean =>
  grade === "inaccuracy" || grade === "mistake" || grade === "blunder";

/** Returns the grade of each step that was a decision. */
export const gradesOf = (review: Review): (Grade | undefined)[] =>
  review.steps.map(({ decision }) => decision?.grade);

/** Returns the numbers of the steps, from 1, that were mistakes of the seat. */
export const mistakesOf = (review: Review, seat: number): number[] =>
  review.steps.flatMap((step, index) =>
    step.seat === seat && isMistake(step.decision?.grade) ? [index + 1] : [],
  );

/** Returns the next mistake after a step, or the last one before it; from the other end if there is none. */
export function mistakeFrom(mistakes: readonly number[], now: number, by: 1 | -1): number | undefined {
  return by > 0
    ? (mistakes.find((step) => step > now) ?? mistakes[0])
    : (mistakes.findLast((step) => step < now) ?? mistakes.at(-1));
}

/** Returns what would have been better, to the end of the turn if it has several actions; seats are placeholders. */
export function betterTurn({ line, candidates }: ReviewedDecision): string {
  const turn = line.filter((step) => step.turn === 0).map(({ sentence }) => sentence);
  return turn.join(" ") || (candidates[0]?.sentence ?? "");
}

/** How somebody got their result: start, luck, own play and that of the others add up to the end. */
export interface Parts {
  start: number;
  luck: number;
  own: number;
  others: number;
  end: number;
}

/** Returns the seat to be compared with: the one that did best apart from this one. */
export function rivalOf(review: Review, seat: number): number {
  const others = review.seats.map((_, index) => index).filter((index) => index !== seat);
  const end = (index: number) => review.seats[index]?.result.end ?? 0;
  return others.reduce((best, other) => (end(other) > end(best) ? other : best), others[0] ?? 0);
}

/** Returns the unit in which the match is summed up: points if they decided it, as far as the two seats are concerned. */
export function unitOf(review: Review, seat: number): Unit {
  const [mine, theirs] = [review.seats[seat], review.seats[rivalOf(review, seat)]];
  // What points would have become is not known after somebody gave up.
  if (!mine || !theirs || review.forfeit) return "result";
  const points = mine.points.end - theirs.points.end;
  const result = mine.result.end - theirs.result.end;
  const scored = review.seats.some((each) => each.points.end !== 0);
  return scored && Math.sign(points) === Math.sign(result) ? "points" : "result";
}

/** Returns how the seat got ahead of its rival, or fell behind, in points. */
export function marginOf(review: Review, seat: number): Parts {
  const rival = rivalOf(review, seat);
  const lead = (bySeat: readonly number[] | null | undefined) =>
    (bySeat?.[seat] ?? 0) - (bySeat?.[rival] ?? 0);
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
  const play = (mine: boolean) =>
    sum(review.steps.filter((step) => (step.seat === seat) === mine).map((step) => lead(step.points_play)));
  const [start, end] = [
    lead(review.seats.map(({ points }) => points.start)),
    lead(review.seats.map(({ points }) => points.end)),
  ];
  const luck = lead(review.points_opening) + sum(review.steps.map((step) => lead(step.points_luck)));
  const own = play(true);
  return { start, luck, own, others: play(false), end };
}

/** Returns how the seat got its result, out of 100. */
export function resultOf(review: Review, seat: number): Parts {
  const { start = 0, luck = 0, own_play = 0, others_play = 0, end = 0 } = review.seats[seat]?.result ?? {};
  return {
    start: 100 * start,
    luck: 100 * luck,
    own: 100 * own_play,
    others: 100 * others_play,
    end: 100 * end,
  };
}

/** Returns whole numbers that still add up: the part that is rounded worst makes up for it. */
export function wholeParts(parts: Parts): Parts {
  const names = ["start", "luck", "own", "others"] as const;
  const whole: Parts = {
    start: Math.round(parts.start),
    luck: Math.round(parts.luck),
    own: Math.round(parts.own),
    others: Math.round(parts.others),
    end: Math.round(parts.end),
  };
  for (;;) {
    const missing = whole.end - whole.start - whole.luck - whole.own - whole.others;
    if (missing === 0) return whole;
    const by = Math.sign(missing);
    const worst = names.reduce((one, other) =>
      by * (parts[other] - whole[other]) > by * (parts[one] - whole[one]) ? other : one,
    );
    whole[worst] += by;
  }
}
