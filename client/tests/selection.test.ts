import { expect, test, vi } from "vitest";
import type { Scene } from "../src/protocol";
import { Selection } from "../src/scene/input/selection";

vi.mock("../src/sound", () => ({ play: () => undefined }));

const scene = {
  areas: [],
  choices: [
    { action: "a b", words: "A to b.", path: ["a", "b"] },
    { action: "c", words: "C.", path: ["c"] },
  ],
} as Scene;

/** Returns a selection with that scene, and a function that answers why the last click led nowhere. */
function asking() {
  const answers: ((text: string) => void)[] = [];
  const selection = new Selection(
    () => undefined,
    () => new Promise((resolve) => answers.push(resolve)),
  );
  selection.show(scene);
  return { selection, answer: (text: string) => answers.shift()?.(text) };
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
