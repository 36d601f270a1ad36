import { afterEach, expect, test, vi } from "vitest";
import { resize } from "../src/home/new-match";
import { initialSetup } from "../src/home/setup";
import type { GameBody } from "../src/protocol";

vi.mock("../src/router", () => ({ navigate: () => undefined }));
afterEach(() => vi.unstubAllGlobals());

const game = {
  name: "toy",
  seats: [2, 3],
  options: [{ name: "wall", words: "Wall", choices: ["plain", "free"] }],
} as unknown as GameBody;

const chosenBefore = (options: Record<string, string>) =>
  vi.stubGlobal("localStorage", {
    getItem: () => JSON.stringify({ places: [{ kind: "me" }, { kind: "here" }], options }),
  });

test("the sheet starts with the last setup", () => {
  chosenBefore({ wall: "free" });
  expect(initialSetup(game)).toMatchObject({
    options: { wall: "free" },
    places: [{ kind: "me" }, { kind: "here" }],
  });
});

test("options that the game no longer offers are dropped", () => {
  chosenBefore({ wall: "round", depth: "9" });
  expect(initialSetup(game).options).toEqual({});
});

test("the AIs at a larger table are different characters", () => {
  const levels = resize([{ kind: "me" }, { kind: "bot", level: 3 }], 6).map(({ level }) => level);
  expect(new Set(levels.slice(1)).size).toBe(5);
  expect(levels[1]).toBe(3);
});
