import { expect, test } from "vitest";
import { nextHorizontal, nextVertical } from "../src/parts/arrow-keys";

const box = (name: string, left: number, top: number, w: number, h: number) => ({
  name,
  left,
  top,
  right: left + w,
  bottom: top + h,
});

const cards = [box("a", 0, 0, 100, 100), box("b", 110, 0, 100, 100), box("c", 0, 110, 100, 100)];
const form = [
  box("wide", 0, 0, 400, 40),
  box("left", 0, 60, 100, 40),
  box("right", 300, 60, 100, 40),
  box("send", 300, 120, 100, 40),
];
const [a, b, c] = cards as [(typeof cards)[0], (typeof cards)[0], (typeof cards)[0]];
const [wide, left, right, send] = form as [typeof a, typeof a, typeof a, typeof a];

test("arrow keys go from card to card", () => {
  expect(nextHorizontal(cards, a, 1)?.name).toBe("b");
  expect(nextHorizontal(cards, b, -1)?.name).toBe("a");
  expect(nextVertical(cards, a, 1)?.name).toBe("c");
  expect(nextVertical(cards, b, 1)?.name).toBe("c");
  expect(nextVertical(cards, c, -1)?.name).toBe("a");
  expect(nextHorizontal(cards, c, 1)).toBeUndefined();
});

test("in a form, up and down go row by row and skip nothing", () => {
  expect(nextVertical(form, wide, 1)?.name).toMatch(/left|right/);
  expect(nextVertical(form, send, -1)?.name).toBe("right");
  expect(nextVertical(form, left, 1)?.name).toBe("send");
  expect(nextVertical(form, right, -1)?.name).toBe("wide");
  expect(nextVertical(form, wide, -1)).toBeUndefined();
});

test("a small box inside a large one can be reached from it", () => {
  const corner = box("rules", 60, 70, 30, 25);
  expect(nextVertical([...cards, corner], a, 1)?.name).toBe("rules");
  expect(nextVertical(cards, corner, 1)?.name).toBe("c");
  expect(nextVertical(cards, corner, -1)?.name).toBe("a");
});
