import { expect, test } from "vitest";
import { fillSeats } from "../src/parts/seat-names";

test("placeholders become the names of those who sit there", () => {
  expect(fillSeats("{seat:1} takes it; line 3 of {seat:0} is full.", ["Ann", "Ben"])).toBe(
    "Ben takes it; line 3 of Ann is full.",
  );
});

test("a seat without a name keeps its number, with a capital where a sentence begins", () => {
  expect(fillSeats("{seat:2} has line 1 of {seat:0}. {seat:1} begins.", ["", "Ben"])).toBe(
    "Seat 3 has line 1 of seat 1. Ben begins.",
  );
  expect(fillSeats("Round 2! {seat:0} begins.", [])).toBe("Round 2! Seat 1 begins.");
});

test("prose and names that look like placeholders stay as they are", () => {
  expect(fillSeats("Seat 1 and {seat} and {seat:0}", ["{seat:1}", "Ben"])).toBe(
    "Seat 1 and {seat} and {seat:1}",
  );
});

test("a name with an article has no capital within a sentence", () => {
  const names = ["The Glazier", "Ann"];
  expect(fillSeats("{seat:0} begins. {seat:0} wins.", names)).toBe("The Glazier begins. The Glazier wins.");
  expect(fillSeats("{seat:1} takes a tile from {seat:0}.", names)).toBe("Ann takes a tile from the Glazier.");
});
