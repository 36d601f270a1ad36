import { describe, expect, test } from "vitest";
import type { Choice } from "../src/protocol";
import { click, completed, next } from "../src/scene/input/paths";

const choice = (path: string, free = false): Choice => ({
  action: path,
  words: path,
  path: path.split(" "),
  free,
});

describe("clicking a path in order", () => {
  const choices = [choice("mine-1 line-1"), choice("mine-1 line-2"), choice("mine-2 line-1")];

  test("at first, the beginning of any path can be clicked", () => {
    expect([...next(choices, []).keys()]).toEqual(["mine-1", "mine-2"]);
  });

  test("after a click, only its continuations are left, each with the choice it completes", () => {
    const found = next(choices, ["mine-1"]);
    expect([...found.keys()]).toEqual(["line-1", "line-2"]);
    expect(found.get("line-2")?.action).toBe("mine-1 line-2");
  });

  test("the last click makes the choice", () => {
    expect(click(choices, ["mine-1"], "line-2")).toMatchObject({
      kind: "taken",
      choice: { action: "mine-1 line-2" },
    });
  });

  test("clicking another beginning starts over", () => {
    expect(click(choices, ["mine-1"], "mine-2")).toEqual({ kind: "picked", picked: ["mine-2"] });
  });

  test("clicking a selected item unselects it", () => {
    expect(click(choices, ["mine-1"], "mine-1")).toEqual({ kind: "picked", picked: [] });
  });

  test("a click that leads nowhere returns the whole path, so that the server can explain it", () => {
    expect(click(choices, ["mine-1"], "line-5")).toEqual({ kind: "nowhere", path: ["mine-1", "line-5"] });
  });
});

describe("a path that is the beginning of a longer one", () => {
  const choices = [choice("e1 e2"), choice("e1 e2 e4")];

  test("is complete, but waits for a confirmation", () => {
    expect(click(choices, ["e1"], "e2")).toEqual({ kind: "picked", picked: ["e1", "e2"] });
    expect(completed(choices, ["e1", "e2"])?.action).toBe("e1 e2");
  });
});

describe("a free path", () => {
  const choices = [choice("card-1 card-2 tile-a", true), choice("card-1 tile-a", true)];

  test("may be clicked in any order", () => {
    expect(click(choices, ["tile-a", "card-2"], "card-1")).toMatchObject({ kind: "taken" });
  });

  test("lets single items be unselected, whatever came after them", () => {
    expect(click(choices, ["card-2", "card-1"], "card-2")).toEqual({ kind: "picked", picked: ["card-1"] });
  });
});
