import { expect, test } from "vitest";
import type { Scene } from "../src/protocol";
import { reuseObjects } from "../src/scene/motion/reuse";

const scene = (x: number): Scene => ({
  areas: [
    {
      id: "board",
      role: "shared",
      label: "board",
      w: 3,
      h: 1,
      pieces: [
        { id: "a", kind: "tile", symbol: "blue", x: 0, y: 0 },
        { id: "b", kind: "tile", symbol: "red", x, y: 0 },
      ],
    },
  ],
});

test("equal objects are reused, changed ones are new", () => {
  const [before, after] = [scene(1), scene(2)];
  const shared = reuseObjects(before, after);
  expect(shared).toEqual(after);
  expect(shared.areas[0]?.pieces?.[0]).toBe(before.areas[0]?.pieces?.[0]);
  expect(shared.areas[0]?.pieces?.[1]).toBe(after.areas[0]?.pieces?.[1]);
});
