import { expect, test } from "vitest";
import { goesOn, named } from "../src/parts/seat-names";

test("seats in the texts of games get the names of those who sit there", () => {
  expect(named("Seat 2 takes it; line 3 of seat 1 is full.", ["Ann", "Ben"])).toBe(
    "Ben takes it; line 3 of Ann is full.",
  );
});

test("a seat that is not there, or has no name, keeps its number", () => {
  expect(named("seat 3, seat 1", ["", "Ben"])).toBe("seat 3, seat 1");
});

test("what a step says goes on from who did it", () => {
  expect(`Ben ${goesOn("Took two tiles from Seat 1.")}`).toBe("Ben took two tiles from Seat 1.");
});
