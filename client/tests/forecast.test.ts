import { describe, expect, test } from "vitest";
import { placeFor } from "../src/scene/input/forecast";

const stage = { width: 400, height: 300 };
const size = { w: 120, h: 30 };
const rect = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });

describe("what a move would earn", () => {
  const box = rect(180, 130, 40, 40);

  test("is written above it", () => {
    expect(placeFor(box, size, [], stage)).toEqual({ side: "above", x: 200, y: 122 });
  });

  test("covers no piece if there is room elsewhere", () => {
    const line = rect(0, 80, 400, 44);
    expect(placeFor(box, size, [line], stage).side).toBe("below");
    expect(placeFor(box, size, [line, rect(0, 176, 400, 44)], stage).side).toBe("right");
    expect(placeFor(box, size, [line, rect(0, 176, 400, 44), rect(225, 130, 40, 40)], stage).side).toBe(
      "left",
    );
  });

  test("covers as little as possible where it has to cover something", () => {
    const things = [
      rect(0, 0, 400, 128),
      rect(0, 172, 400, 128),
      rect(0, 0, 170, 300),
      rect(330, 0, 70, 300),
    ];
    expect(placeFor(box, size, things, stage).side).toBe("right");
  });

  test("stays on the stage", () => {
    expect(placeFor(rect(0, 0, 40, 40), size, [], stage)).toEqual({ side: "below", x: 60, y: 48 });
    expect(placeFor(rect(360, 260, 40, 40), size, [], stage)).toEqual({ side: "above", x: 340, y: 252 });
  });
});
