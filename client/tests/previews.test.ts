import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Preview, Scene } from "../src/protocol";
import { Previews } from "../src/scene/input/previews";
import { Selection } from "../src/scene/input/selection";

vi.mock("../src/sound", () => ({ play: () => undefined }));

const scene = {
  areas: [],
  choices: [
    { action: "a b", words: "", path: ["a", "b"] },
    { action: "a c", words: "", path: ["a", "c"] },
  ],
} as Scene;

function pointing() {
  const asked: string[] = [];
  const selection = new Selection({
    play: () => undefined,
    undo: () => undefined,
    undoAll: () => undefined,
    ask: async () => ({ text: "" }),
  });
  selection.show(scene);
  const previews = new Previews(selection, async (action): Promise<Preview> => {
    asked.push(action);
    return { points: [action] };
  });
  return { selection, previews, asked };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const soon = () => vi.advanceTimersByTimeAsync(100);

test("pointing at the last thing of a choice shows what it would do", async () => {
  const { selection, previews, asked } = pointing();
  previews.pointed.value = "a";
  await soon();
  expect(asked).toEqual([]);
  selection.press("a");
  previews.pointed.value = "b";
  await soon();
  expect(previews.shown.value).toEqual({ points: ["a b"] });
  previews.pointed.value = undefined;
  expect(previews.shown.value).toBeUndefined();
});

test("what is only passed over is not asked for, and nothing is asked for twice", async () => {
  const { selection, previews, asked } = pointing();
  selection.press("a");
  previews.pointed.value = "b";
  previews.pointed.value = "c";
  await soon();
  previews.pointed.value = "b";
  await soon();
  previews.pointed.value = "c";
  expect(previews.shown.value).toEqual({ points: ["a c"] });
  expect(asked).toEqual(["a c", "a b"]);
});

test("in a new position everything is asked for again", async () => {
  const { selection, previews, asked } = pointing();
  selection.press("a");
  previews.pointed.value = "b";
  await soon();
  selection.show({ ...scene, choices: [...(scene.choices ?? [])] });
  selection.press("a");
  await soon();
  expect(asked).toEqual(["a b", "a b"]);
});
