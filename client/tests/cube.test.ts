import { describe, expect, test } from "vitest";
import { facesAfter, sides } from "../src/scene/draw/cube";

const faces = { top: 6, front: 5, right: 3 };
const rounded = (numbers: number[]) => numbers.map((value) => Math.round(value * 1000) / 1000 + 0);

describe("a die", () => {
  test("at rest shows exactly its three visible faces", () => {
    const seen = sides(faces);
    expect(new Map(seen.map(({ light, number }) => [light, number]))).toEqual(
      new Map([
        ["top", 6],
        ["front", 5],
        ["right", 3],
      ]),
    );
  });

  test("opposite faces add up to seven, whichever way it tips", () => {
    expect(facesAfter(faces, 1, 0)).toEqual({ top: 4, front: 5, right: 6 });
    expect(facesAfter(faces, -1, 0)).toEqual({ top: 3, front: 5, right: 1 });
    expect(facesAfter(faces, 0, 1)).toEqual({ top: 2, front: 6, right: 3 });
    expect(facesAfter(faces, 0, -1)).toEqual({ top: 5, front: 1, right: 3 });
  });

  test.each([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ])("having tipped over towards %i %i looks like the die at rest one side further", (dx, dy) => {
    const side = (seen: ReturnType<typeof sides>, light: string) => seen.find((each) => each.light === light);
    const tipped = sides(faces, dx, dy, 1);
    const rest = sides(facesAfter(faces, dx, dy));
    for (const light of ["top", "front", "right"]) {
      expect(side(tipped, light)?.number).toBe(side(rest, light)?.number);
      const shape = side(rest, light)?.matrix ?? [];
      expect(rounded((side(tipped, light)?.matrix ?? []).slice(0, 4))).toEqual(rounded(shape.slice(0, 4)));
    }
  });
});
