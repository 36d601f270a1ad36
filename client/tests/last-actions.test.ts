import { expect, test } from "vitest";
import type { Beat, LogLine, StepLook } from "../src/protocol";
import { lastActions, readableLines, touched } from "../src/table/last-actions";

const step = (seat: number, turn: number, beats: Beat[], by: StepLook["by"] = "bot"): StepLook => ({
  seat,
  turn,
  text: "",
  words: "",
  by,
  beats,
});
const moved = (id: string, becomes: string): Beat => ({
  words: "",
  ids: [becomes],
  moves: [{ id, becomes }],
});

test("what an action moved is marked, not what followed from it", () => {
  const battle = { words: "", ids: ["c", "d"] };
  const loss = { words: "", ids: ["d"], moves: [{ id: "d" }], points: -1, seat: 1 };
  expect(touched(step(0, 1, [moved("a", "b"), battle, loss]))).toEqual(["b"]);
  expect(touched(step(0, 1, [{ words: "", ids: ["tile"] }, battle]))).toEqual(["tile"]);
  expect(touched(step(0, 1, []))).toEqual([]);
});

test("a piece that goes on within the step is marked where it ends", () => {
  const wall = { ...moved("line-1", "wall-3"), points: 2, seat: 0 };
  expect(touched(step(0, 1, [moved("mine-1", "line-1"), wall]))).toEqual(["wall-3"]);
  expect(touched(step(0, 1, [moved("e1", "e3"), moved("e3", "e5")]))).toEqual(["e5"]);
});

test("every opponent's last turn since the viewer's own is marked with its seat", () => {
  const steps = [
    step(1, 0, [moved("x", "old")]),
    step(0, 1, [moved("a", "mine")], "person"),
    step(1, 2, [moved("b", "b2")]),
    step(2, 3, [moved("c", "c2")]),
    step(2, 3, [moved("d", "d2")]),
  ];
  expect([...lastActions(steps, 0)]).toEqual([
    ["d2", 2],
    ["c2", 2],
    ["b2", 1],
  ]);
  expect(lastActions([...steps, step(0, 4, [moved("e", "e2")], "person")], 0).size).toBe(0);
});

test("what the AI played for the viewer is marked, and a spectator sees the last turn of each seat", () => {
  const steps = [
    step(0, 0, [moved("a", "a2")], "stand-in"),
    step(1, 1, [moved("b", "b2")]),
    step(0, 2, [moved("c", "c2")], "stand-in"),
  ];
  expect([...lastActions(steps, 0).keys()]).toEqual(["c2", "b2"]);
  expect([...lastActions(steps, null).keys()]).toEqual(["c2", "b2"]);
});

test("the log says nothing that has not been shown, but people can talk", () => {
  const line = (kind: LogLine["kind"], at?: number) => ({ at: 0, kind, text: "", step: at }) as LogLine;
  const lines = [line("step", 0), line("step", 1), line("chat"), line("step", 2), line("table")];
  expect(readableLines(lines, 3)).toEqual(lines);
  expect(readableLines(lines, 1)).toEqual([lines[0], lines[2]]);
});
