import { expect, test } from "vitest";
import { curve } from "../src/home/curve";
import { texts } from "../src/texts";

test("the curve of wins goes from the left to the right, and is high where all were won", () => {
  const form = [0, 1, 0.5].map((share, at) => ({ at, share }));
  expect(curve(form)).toBe("M0 120L300 0L600 60");
});

test("wins are told with the number of matches", () => {
  expect(texts.player.share(3, 4)).toBe("3 of 4");
  expect(texts.player.beatenOf(0, 2)).toBe("won 0 of 2");
  expect(texts.scores.people(1)).toBe("1 person");
});
