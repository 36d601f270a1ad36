import { expect, test, vi } from "vitest";
import type { Scene } from "../src/protocol";
import { type Answer, Selection } from "../src/scene/input/selection";

vi.mock("../src/sound", () => ({ play: () => undefined }));

const scene = {
  areas: [],
  buttons: [{ id: "go", label: "Go" }],
  choices: [
    { action: "a b", words: "A to b.", path: ["a", "b"] },
    { action: "c", words: "C.", path: ["c"] },
  ],
} as Scene;

/** Returns a selection with that scene, what it asked of the table, and a function that answers its last question. */
function asking(shown: Scene = scene) {
  const answers: ((answer: Answer) => void)[] = [];
  const asked: string[] = [];
  const selection = new Selection({
    play: ({ action }) => asked.push(action),
    undo: ({ undoes, action }) => asked.push(`undo ${undoes} ${action}`),
    undoAll: () => asked.push("undo all"),
    ask: () => new Promise((resolve) => answers.push(resolve)),
  });
  selection.show(shown);
  return {
    selection,
    asked,
    answer: (text: string) => answers.shift()?.({ text }),
    explain: (text: string) => answers.shift()?.({ text: "", explanation: { text } }),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a click that leads nowhere gets a reason", async () => {
  const { selection, answer } = asking();
  selection.press("x");
  answer("Because.");
  await settled();
  expect(selection.complaint.value).toEqual({ id: "x", text: "Because." });
});

test("a reason that arrives after the next click is not shown", async () => {
  const { selection, answer } = asking();
  selection.press("x");
  selection.press("a");
  answer("Because.");
  await settled();
  expect(selection.complaint.value).toBeUndefined();
  expect(selection.picked.value).toEqual(["a"]);
});

test("nor is one that arrives after the position has changed", async () => {
  const { selection, answer } = asking();
  selection.press("x");
  selection.show(scene);
  answer("Because.");
  await settled();
  expect(selection.complaint.value).toBeUndefined();
});

const casting = {
  areas: [],
  buttons: [{ id: "cast", label: "Cast" }],
  choices: [
    { action: "red 1", words: "Choose red 1.", path: ["r1"] },
    { action: "cast a", words: "Cast at a.", path: ["a", "cast"], odds: 0.5 },
    { action: "cast b", words: "Cast at b.", path: ["b", "cast"], odds: 0 },
  ],
} as Scene;

test("where a path ends with a button, nothing is played before it is pressed", async () => {
  const { selection, asked, explain } = asking(casting);
  selection.press("a");
  explain("You need a 6.");
  await settled();
  expect(selection.explanation.value?.text).toBe("You need a 6.");
  expect([...selection.reachable.value.keys()].sort()).toEqual(["b", "cast", "r1"]);
  expect(selection.decisive.value.get("b")?.odds).toBe(0);
  selection.press("b");
  expect(selection.picked.value).toEqual(["b"]);
  selection.press("b");
  expect(selection.picked.value).toEqual([]);
  expect(asked).toEqual([]);
  selection.press("a");
  selection.press("cast");
  expect(asked).toEqual(["cast a"]);
});

test("what was picked stays when something else is chosen by one click", () => {
  const { selection, asked } = asking(casting);
  selection.press("a");
  selection.press("r1");
  expect(asked).toEqual(["red 1"]);
  selection.show(casting);
  expect(selection.picked.value).toEqual(["a"]);
  selection.press("cast");
  selection.show(casting);
  expect(selection.picked.value).toEqual([]);
});

test("what leads nowhere yet can be picked if the server explains it", async () => {
  const { selection, asked, explain } = asking({ ...casting, choices: casting.choices?.slice(0, 1) });
  selection.press("a");
  explain("Choose a card first.");
  await settled();
  expect(selection.picked.value).toEqual(["a"]);
  selection.press("r1");
  selection.show(casting);
  expect(asked).toEqual(["red 1"]);
  expect(selection.picked.value).toEqual(["a"]);
});

test("what was chosen before is taken back by a click, and all of it by Escape", () => {
  const { selection, asked } = asking();
  const chosen = {
    ...scene,
    takebacks: [
      { id: "x", undoes: "red 1" },
      { id: "y", undoes: "red 1", action: "red 2" },
    ],
  };
  for (const id of ["x", "y"]) {
    selection.show(chosen);
    selection.press(id);
  }
  selection.show(chosen);
  selection.press("a");
  expect(selection.back()).toBe(true);
  expect(asked).toEqual(["undo red 1 undefined", "undo red 1 red 2"]);
  expect(selection.back()).toBe(true);
  expect(asked.at(-1)).toBe("undo all");
  selection.show(scene);
  expect(selection.back()).toBe(false);
});
