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

/** A picker before that scene, and how to let the server say why the last click led nowhere. */
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

test("a click that leads nowhere is answered beside it", async () => {
  const { selection, answer } = asking();
  selection.press("x");
  answer("Because.");
  await settled();
  expect(selection.complaint.value).toEqual({ id: "x", text: "Because." });
});

test("an answer that comes after the next click is not shown any more", async () => {
  const { selection, answer } = asking();
  selection.press("x");
  selection.press("a");
  answer("Because.");
  await settled();
  expect(selection.complaint.value).toBeUndefined();
  expect(selection.picked.value).toEqual(["a"]);
});

test("nor is one that comes after the position has changed", async () => {
  const { selection, answer } = asking();
  selection.press("x");
  selection.show(scene);
  answer("Because.");
  await settled();
  expect(selection.complaint.value).toBeUndefined();
});
