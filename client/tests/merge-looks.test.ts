import { describe, expect, test } from "vitest";
import type { LogLine, Look, PositionLook, SceneChange, StepLook, TableLook } from "../src/protocol";
import { addEarlierLines, mergeLook, timeLeft } from "../src/table/merge-looks";

const table = { game: "toy", title: "Toy" } as TableLook;
const position = { turn: 0, scores: [0, 0] } as PositionLook;
const step = (text: string) => ({ text }) as StepLook;
const line = (text: string) => ({ text }) as LogLine;
const look = (what: Partial<Look>): Look => ({
  kind: "look",
  seat: 0,
  version: 1,
  moment: 1,
  kept: 0,
  steps: [],
  lines: [],
  lines_total: 0,
  clock: null,
  ...what,
});

const first = mergeLook(
  undefined,
  look({ table, position, steps: [step("a"), step("b")], lines: [line("x")], lines_total: 1 }),
  0,
);

describe("catching up", () => {
  test("what a look leaves out has not changed", () => {
    const later = mergeLook(first, look({ version: 2, kept: 2, steps: [step("c")], lines_total: 1 }), 0);
    expect(later?.table).toBe(table);
    expect(later?.position).toBe(position);
    expect(later?.steps.map(({ text }) => text)).toEqual(["a", "b", "c"]);
    expect(later?.lines).toHaveLength(1);
  });

  test("steps that were undone are gone", () => {
    const later = mergeLook(first, look({ kept: 1, lines_total: 1 }), 0);
    expect(later?.steps.map(({ text }) => text)).toEqual(["a"]);
  });

  test("lines about steps that were taken back stay, but describe no step any more", () => {
    const told = [0, 1].map((number) => ({ text: "played", step: number }) as LogLine);
    const before = mergeLook(
      undefined,
      look({ table, steps: [step("a"), step("b")], lines: told, lines_total: 2 }),
      0,
    );
    const later = mergeLook(before, look({ kept: 1, lines: [line("taken back")], lines_total: 3 }), 0);
    expect(later?.lines.map((each) => each.step)).toEqual([0, null, undefined]);
  });

  test("a look that builds on something missing is rejected", () => {
    expect(mergeLook(first, look({ kept: 5, lines_total: 1 }), 0)).toBeUndefined();
    expect(mergeLook(undefined, look({}), 0)).toBeUndefined();
  });

  test("of a very long log only the end is sent, and earlier lines can be added", () => {
    const later = mergeLook(first, look({ kept: 2, lines: [line("z")], lines_total: 9 }), 0);
    expect([later?.firstLine, later?.lines.map(({ text }) => text)]).toEqual([8, ["z"]]);
    const next = later && mergeLook(later, look({ kept: 2, lines: [line("zz")], lines_total: 10 }), 0);
    const whole = next && addEarlierLines(next, { first: 6, lines: [line("x"), line("y")] });
    expect([whole?.firstLine, whole?.lines.map(({ text }) => text)]).toEqual([6, ["x", "y", "z", "zz"]]);
    expect(whole && addEarlierLines(whole, { first: 0, lines: [line("a")] })).toBe(whole);
    const resent = whole && mergeLook(whole, look({ table, lines: [line("zz")], lines_total: 10 }), 0);
    expect(resent?.lines.map(({ text }) => text)).toEqual(["x", "y", "z", "zz"]);
  });

  test("for another seat everything is new", () => {
    const other = mergeLook(first, look({ seat: 1, table, position, steps: [step("q")] }), 0);
    expect(other?.steps.map(({ text }) => text)).toEqual(["q"]);
    expect(other?.lines).toEqual([]);
  });
});

describe("a scene that changes", () => {
  const piece = (id: string) => ({ id, kind: "tile" as const, symbol: "t", x: 0, y: 0 });
  const choice = (action: string) => ({ action, words: action, path: [action] });
  const area = { id: "board", role: "shared" as const, label: "Board", w: 1, h: 1 };
  const whole = mergeLook(
    undefined,
    look({
      table,
      position: {
        ...position,
        scene: {
          areas: [{ ...area, pieces: ["a", "b", "c"].map(piece) }],
          choices: ["1", "2", "3"].map(choice),
        },
      },
    }),
    0,
  );
  const change = (before: typeof whole, scene_change: SceneChange) =>
    mergeLook(before, look({ position: { ...position, scene_change } }), 0);

  test("takes things from the old lists, as they were or changed, between new ones", () => {
    const later = change(whole, {
      areas: { board: { h: 2, pieces: [[1, 1], [2, { symbol: "u" }], piece("d"), [0, 1]] } },
    });
    const [board] = later?.position?.scene?.areas ?? [];
    expect(board?.pieces?.map(({ id }) => id)).toEqual(["b", "c", "d", "a"]);
    expect(board?.pieces?.map(({ symbol }) => symbol)).toEqual(["t", "u", "t", "t"]);
    expect(board?.h).toBe(2);
    expect(later?.position?.scene?.choices).toHaveLength(3);
    expect(later?.position?.scene_change).toBeUndefined();
  });

  test("remembers the choices of the last turn", () => {
    const between = change(whole, { choices: [] });
    expect(between?.position?.scene?.choices).toEqual([]);
    const again = change(between, { choices: [[0, 1], choice("4"), [2, 1]] });
    expect(again?.position?.scene?.choices?.map(({ action }) => action)).toEqual(["1", "4", "3"]);
    const few = change(again, { choices: [[0, 1]] });
    const many = change(few, { choices: [[0, 3]] });
    expect(many?.position?.scene?.choices?.map(({ action }) => action)).toEqual(["1", "4", "3"]);
  });

  test("is rejected without the scene before", () => {
    expect(change(first, {})).toBeUndefined();
  });
});

describe("the clock", () => {
  const clock = { now: 5_000_000, running: 1, left: [8_000, 9_000, null], compensated: 0 };
  const seen = mergeLook(undefined, look({ table, clock }), 100);

  test("runs by this device's clock, for the seat to move", () => {
    expect(seen && timeLeft(seen, 1, 2_100)).toBe(7_000);
    expect(seen && timeLeft(seen, 0, 2_100)).toBe(8_000);
    expect(seen && timeLeft(seen, 1, 60_000)).toBe(0);
  });

  test("is absent in a match without a clock", () => {
    expect(seen && timeLeft(seen, 2, 0)).toBeNull();
  });
});
