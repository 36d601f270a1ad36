import { expect, test } from "vitest";
import type { StepLook } from "../src/protocol";
import { type Branch, withLine } from "../src/replay/branches";

const step = (text: string): StepLook => ({ seat: 0, turn: 0, text, words: `${text}!`, by: "person" });
const add = (tree: readonly Branch[], ...line: string[]) => withLine(tree, line, line.map(step));
const shape = (tree: readonly Branch[]): string =>
  tree.map(({ action, next }) => (next.length > 0 ? `${action}(${shape(next)})` : action)).join(" ");

test("lines that begin alike share their beginning, and branch where they differ", () => {
  let tree = add([], "a", "b");
  tree = add(tree, "a", "c", "d");
  tree = add(tree, "e");
  expect(shape(tree)).toBe("a(b c(d)) e");
  expect(tree[0]?.words).toBe("a!");
});

test("going back along a line changes nothing", () => {
  const tree = add([], "a", "b");
  expect(add(tree, "a")).toBe(tree);
  expect(add(tree, "a", "b")).toBe(tree);
  expect(add(tree)).toBe(tree);
});
