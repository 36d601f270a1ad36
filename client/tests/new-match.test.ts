import { afterEach, expect, test, vi } from "vitest";
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
