import { expect, test, vi } from "vitest";

// What the modules need of a browser when they are loaded.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("document", {
  documentElement: { dataset: {} },
  addEventListener: () => undefined,
  querySelectorAll: () => [],
});
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("location", { pathname: "/", search: "", origin: "http://here" });
vi.stubGlobal("addEventListener", () => undefined);

const { withStart, breakdownOf } = await import("../src/table/result-sheet");
const { nextLevel } = await import("../src/table/next-steps");
const { comparison } = await import("../src/table/coach");

const seats = (...levels: (number | undefined)[]) =>
  levels.map((level) => ({ kind: level === undefined ? "person" : "bot", level })) as unknown as Parameters<
    typeof nextLevel
  >[0];

test("after a win the next opponent is one level up, after a loss one down", () => {
  expect(nextLevel(seats(undefined, 4), [0], true)).toBe(5);
  expect(nextLevel(seats(3, undefined, 4), [1], false)).toBe(3);
});

test("there is no next opponent beyond the levels, nor against people", () => {
  expect(nextLevel(seats(undefined, 8), [0], true)).toBeUndefined();
  expect(nextLevel(seats(undefined, 1), [0], false)).toBeUndefined();
  expect(nextLevel(seats(undefined, undefined), [0], true)).toBeUndefined();
  expect(nextLevel(seats(undefined, undefined), [0, 1], true)).toBeUndefined();
  expect(nextLevel(seats(4, 4), [], true)).toBeUndefined();
});

test("points earned and points at the start add up to the score", () => {
  expect(withStart([{ source: "dice lost", points: [-3, -2] }], [4, 5])).toEqual([
    { source: "at the start", points: [7, 7] },
    { source: "dice lost", points: [-3, -2] },
  ]);
  expect(withStart([{ source: "lines", points: [4, 5] }], [4, 5])).toHaveLength(1);
});

test("points are summed by source", () => {
  const step = { beats: [{ words: "", seat: 1, points: 3, source: "lines" }] };
  const steps = [step, step] as unknown as Parameters<typeof breakdownOf>[0];
  expect(breakdownOf(steps, 2)).toEqual([{ source: "lines", points: [0, 6] }]);
});

test("the coach compares moves in words, and says nothing where ratings are all or nothing", () => {
  expect(comparison(0.6, 0.59)).toBe("Other moves are just as good.");
  expect(comparison(0.6, 0.52)).toContain("a little better");
  expect(comparison(0.6, 0.3)).toContain("much better");
  expect(comparison(0.99, 0.98)).toBe("Other moves are just as good.");
  expect(comparison(0.99, 0)).toBe("");
});
