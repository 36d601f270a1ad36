import { expect, test } from "vitest";
import { fullName } from "../src/parts/face";
import { texts } from "../src/texts";

test("a bot is called with its level, a person is not", () => {
  expect(fullName({ kind: "bot", name: "The Glazier", level: 5 })).toBe("The Glazier · level 5");
  expect(fullName({ kind: "person", name: "Ann", level: null })).toBe("Ann");
});

test("bots of old matches keep the name that they were given", () => {
  expect(fullName({ kind: "bot", name: "AI, level 5", level: 5 })).toBe("AI, level 5");
});

test("a result names its winners", () => {
  expect(texts.result.wins(["The Glazier"])).toBe("The Glazier wins");
  expect(texts.result.wins(["Ann", "The Glazier"])).toBe("Ann and the Glazier win");
  expect(texts.result.youBeat("The Glazier")).toBe("You beat the Glazier");
});
