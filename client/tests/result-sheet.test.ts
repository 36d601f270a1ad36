import { expect, test, vi } from "vitest";

// What the modules need of a browser when they are loaded.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("document", { documentElement: { dataset: {} }, addEventListener: () => undefined });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("location", { pathname: "/", search: "", origin: "http://here" });
vi.stubGlobal("addEventListener", () => undefined);

const { withStart, breakdownOf } = await import("../src/table/result-sheet");

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
