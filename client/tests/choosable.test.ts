import { expect, test } from "vitest";
import type { Piece, Scene, Spot } from "../src/protocol";
import { choosable } from "../src/scene/input/choosable";

const piece = (id: string, kind: Piece["kind"], x: number): Piece => ({ id, kind, symbol: "", x, y: 0 });
const spot = (id: string, x: number): Spot => ({ id, x, y: 0 });
const scene: Scene = {
  areas: [
    {
      id: "board",
      role: "shared",
      label: "",
      w: 9,
      h: 1,
      spots: [spot("mine", 0), spot("empty", 3)],
      pieces: [piece("a", "tile", 0), piece("b", "die", 6)],
    },
  ],
};

test("a spot is what lies on it when something is picked up, and a place when it is put down", () => {
  expect(choosable(scene, new Set(["mine"]), true)).toEqual(["tile"]);
  expect(choosable(scene, new Set(["mine"]), false)).toEqual(["place"]);
  expect(choosable(scene, new Set(["empty"]), true)).toEqual(["place"]);
});

test("kinds come once, and buttons are none", () => {
  expect(choosable(scene, new Set(["a", "mine", "b", "pass"]), true)).toEqual(["tile", "die"]);
  expect(choosable(scene, new Set(["pass"]), true)).toEqual([]);
});
