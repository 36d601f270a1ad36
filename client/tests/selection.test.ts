import { expect, test, vi } from "vitest";
import type { Scene } from "../src/protocol";
import { Picker } from "../src/scene/input/selection";

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
  const picker = new Picker(
    () => undefined,
    () => new Promise((resolve) => answers.push(resolve)),
  );
  picker.show(scene);
  return { picker, answer: (text: string) => answers.shift()?.(text) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a click that leads nowhere is answered beside it", async () => {
  const { picker, answer } = asking();
  picker.press("x");
  answer("Because.");
  await settled();
  expect(picker.complaint.value).toEqual({ id: "x", text: "Because." });
});

test("an answer that comes after the next click is not shown any more", async () => {
  const { picker, answer } = asking();
  picker.press("x");
  picker.press("a");
  answer("Because.");
  await settled();
  expect(picker.complaint.value).toBeUndefined();
  expect(picker.picked.value).toEqual(["a"]);
});

test("nor is one that comes after the position has changed", async () => {
  const { picker, answer } = asking();
  picker.press("x");
  picker.show(scene);
  answer("Because.");
  await settled();
  expect(picker.complaint.value).toBeUndefined();
});
