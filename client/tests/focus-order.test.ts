import { expect, test } from "vitest";
import { joinTarget } from "../src/home/join-target";
import { nextInOrder, nextTowards } from "../src/scene/input/focus-order";

const points = [
  { id: "a", x: 0, y: 0 },
  { id: "b", x: 10, y: 1 },
  { id: "c", x: 9, y: 10 },
  { id: "d", x: 0, y: 12 },
];

test("an arrow key prefers what lies straight ahead to what is nearer but to the side", () => {
  expect(nextTowards(points, "a", "right")).toBe("b");
  expect(nextTowards(points, "a", "down")).toBe("d");
  expect(nextTowards(points, "d", "right")).toBe("c");
  expect(nextTowards(points, "a", "left")).toBeUndefined();
});

test("the order wraps around", () => {
  expect(nextInOrder(points, "d", 1)).toBe("a");
  expect(nextInOrder(points, "a", -1)).toBe("d");
  expect(nextInOrder([], "a", 1)).toBeUndefined();
});

test("a link, an address and a code all lead to a table", () => {
  const here = "http://here:1";
  expect(joinTarget(" abc-def ", here)).toEqual({ table: "abc-def" });
  expect(joinTarget("http://here:1/t/xyz", here)).toEqual({ table: "xyz" });
  expect(joinTarget("http://there:2/t/xyz", here)).toEqual({ away: "http://there:2/t/xyz" });
  expect(joinTarget("192.168.1.5:8420", here)).toEqual({ away: "http://192.168.1.5:8420/" });
  expect(joinTarget("  ", here)).toBeUndefined();
  for (const typed of ["BCDFGH", " bcd fgh ", "bcd-fgh"])
    expect(joinTarget(typed, here)).toEqual({ code: "BCDFGH" });
  expect(joinTarget("bcdfg2", here)).toEqual({ table: "bcdfg2" });
  expect(joinTarget("bcdfghjkmnpq", here)).toEqual({ table: "bcdfghjkmnpq" });
});
