import { describe, expect, test } from "vitest";
import { foreseen, laterTurns, restOfTurn } from "../src/parts/expected-line";
import type { ExpectedStep, Review, ReviewedStep, SeatReview } from "../src/protocol";
import {
  betterTurn,
  marginOf,
  mistakeFrom,
  mistakesOf,
  rivalOf,
  unitOf,
  wholeParts,
} from "../src/replay/review-data";
import { summaryOf } from "../src/replay/summary";

const account = (start: number, luck: number, own_play: number, others_play: number) => ({
  start,
  luck,
  own_play,
  others_play,
  end: start + luck + own_play + others_play,
});
const seat = (result: SeatReview["result"], points: SeatReview["points"]): SeatReview => ({
  result,
  points,
  decisions: 2,
  loss: 0.1,
  grades: {},
  played_like: null,
});
type Grade = NonNullable<ReviewedStep["decision"]>["grade"];
const step = (
  by: number,
  points_play: number[],
  points_luck: number[] | null,
  grade?: Grade,
): ReviewedStep => ({
  seat: by,
  turn: 0,
  action: "x",
  sentence: "X.",
  play: points_play.map(() => 0),
  points_play,
  luck: points_luck,
  points_luck,
  decision: grade
    ? { grade, loss: 0.1, points_loss: 1, doubt: 0.01, candidates: [], line: [], instead: [], reason: null }
    : null,
});

/** Seat 0 ends with 20 points and seat 1 with 27. */
const review: Review = {
  format: 1,
  game: "g",
  version: 1,
  network: "",
  settings: "",
  complete: true,
  seats: [
    seat(account(0.5, -0.2, -0.2, -0.1), account(25, -4, -5, 4)),
    seat(account(0.5, 0.2, 0.2, 0.1), account(25, 5, -3, 0)),
  ],
  opening: [0, 0],
  points_opening: [-1, 1],
  steps: [
    step(0, [-5, 0], null, "blunder"),
    step(1, [4, -3], [-3, 4], "mistake"),
    step(0, [0, 0], null, "best"),
    step(0, [0, 0], null, "inaccuracy"),
  ],
  curve: [],
  points_curve: [],
  forfeit: null,
  points_forfeit: null,
};

describe("the sum of a match", () => {
  test("says by how much somebody lost, and what luck and play were worth, so that it adds up", () => {
    const parts = marginOf(review, 0);
    expect(parts).toEqual({ start: 0, luck: -9, own: -5, others: 7, end: -7 });
    expect(summaryOf(review, 0, ["Ann", "The Glazier"], true)).toEqual([
      "You lost by 7: luck cost you 9, your play cost you 5, the Glazier's play gave you 7.",
      "With average luck, you would have won by 2.",
    ]);
    expect(summaryOf(review, 1, ["Ann", "The Glazier"], false)[0]).toBe(
      "The Glazier won by 7: luck gave them 9, their play cost them 7, Ann's play gave them 5.",
    );
  });

  test("is told in chances where points did not decide it, or somebody gave up", () => {
    const forfeited = { ...review, forfeit: [-1, 1] };
    expect(unitOf(review, 0)).toBe("points");
    expect(unitOf(forfeited, 0)).toBe("result");
    expect(summaryOf(forfeited, 0, ["Ann", "Bob"], true)[0]).toBe(
      "You lost: luck cost you 20, your play cost you 20, Bob's play cost you 10.",
    );
  });

  test("compares with whoever did best apart from oneself", () => {
    const third = seat(account(0.5, 0.4, 0, 0), account(25, 3, 0, 0));
    const three = { ...review, seats: [...review.seats, third] };
    expect(rivalOf(three, 0)).toBe(1);
    expect(rivalOf(three, 1)).toBe(2);
  });

  test("has whole numbers that still add up", () => {
    const whole = wholeParts({ start: 0.4, luck: 0.4, own: 0.4, others: -0.2, end: 1 });
    expect(whole.start + whole.luck + whole.own + whole.others).toBe(whole.end);
    expect(whole.end).toBe(1);
  });
});

describe("mistakes", () => {
  test("are those of one seat, by step", () => {
    expect(mistakesOf(review, 0)).toEqual([1, 4]);
    expect(mistakesOf(review, 1)).toEqual([2]);
  });

  test("are reached one after the other, and again from the other end", () => {
    expect(mistakeFrom([1, 4], 0, 1)).toBe(1);
    expect(mistakeFrom([1, 4], 1, 1)).toBe(4);
    expect(mistakeFrom([1, 4], 4, 1)).toBe(1);
    expect(mistakeFrom([1, 4], 1, -1)).toBe(4);
    expect(mistakeFrom([], 1, 1)).toBeUndefined();
  });
});

describe("what would have been better", () => {
  const expected = (seat: number, sentence: string, turn: number): ExpectedStep => ({
    seat,
    action: "x",
    sentence,
    turn,
  });
  const decision = step(0, [0, 0], null, "mistake").decision as NonNullable<ReviewedStep["decision"]>;
  const candidates = [{ action: "x", sentence: "Choose red 9.", value: 0.6, points: 3 }];
  const line = [
    expected(0, "Choose red 9.", 0),
    expected(0, "Cast at c4.", 0),
    expected(1, "Block {seat:0}.", 1),
  ];

  test("is told to the end of the turn", () => {
    expect(betterTurn({ ...decision, candidates, line })).toBe("Choose red 9. Cast at c4.");
  });

  test("is the best action alone where nobody knows how it goes on", () => {
    expect(betterTurn({ ...decision, candidates })).toBe("Choose red 9.");
  });

  test("goes on with who is expected to do what", () => {
    expect(restOfTurn(line, [])).toBe("Cast at c4.");
    expect(foreseen(laterTurns(line), ["Ada", "Bob"])).toBe("Bob: Block Ada.");
    const many = [1, 2, 3, 4, 5].map((turn) => expected(1, "Pass.", turn));
    expect(foreseen(many, ["Ada", "Bob"])).toBe("Bob: Pass. Bob: Pass. Bob: Pass.");
  });
});
