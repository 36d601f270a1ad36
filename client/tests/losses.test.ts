import { expect, test } from "vitest";
import { meanLoss, placesOf } from "../src/home/losses";

const match = (loss: number, decisions: number) => ({
  id: "t",
  at: 0,
  loss,
  decisions,
  luck: 0,
  level: null,
});

test("the mean loss counts every decision once, however long its match was", () => {
  expect(meanLoss([match(0.1, 10), match(0.01, 80)])).toBeCloseTo(2);
  expect(meanLoss([])).toBe(0);
});

test("matches stand side by side from left to right", () => {
  expect(placesOf(1)).toEqual([300]);
  expect(placesOf(3)).toEqual([100, 300, 500]);
});
