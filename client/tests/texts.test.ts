import { expect, test } from "vitest";
import { texts } from "../src/texts";

const sources = Object.entries(
  import.meta.glob<string>(["../src/**/*.{ts,tsx}", "!../src/protocol.ts", "!../src/texts/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).map(([path, code]): [string, string] => [path.replace("../src/", ""), code]);

test("every text of the page is in texts/", () => {
  const attribute = /\b(?:aria-label|title|placeholder|alt|label|words)(?:=|: )"[A-Z][^"]*"/g;
  const content = /(?<=>|^\s+)[A-Z][a-z]+(?: [\w’']+)*[.?!…]?(?=<|\n\s*<\/)/gm;
  const found = sources.flatMap(([name, code]) =>
    [...(code.match(attribute) ?? []), ...(code.match(content) ?? [])].map((text) => `${name}: ${text}`),
  );
  expect(found).toEqual(['parts/icons.tsx: words: "M4 7h16M4 12h10M4 17h13"', "shell/header.tsx: Tilora"]);
});

test("every text in texts/ is used", () => {
  const code = sources.map(([, text]) => text).join("\n");
  const unused = Object.entries(texts).flatMap(([part, entries]) =>
    typeof entries === "string"
      ? []
      : Object.keys(entries)
          .filter((key) => !new RegExp(`\\b${part}\\.${key}\\b`).test(code))
          .map((key) => `${part}.${key}`),
  );
  expect(unused).toEqual([]);
});

test("counts agree with their nouns", () => {
  expect(texts.home.players(2, 2)).toBe("2 players");
  expect(texts.home.players(2, 4)).toBe("2–4 players");
  expect(texts.home.freeSeats(1)).toBe("1 free seat");
  expect(texts.time.summary({ kind: "clock", seconds: 60, increment: 5 })).toBe(
    "1 minute per player, plus 5 seconds per turn.",
  );
});

test("captions name what can be chosen", () => {
  expect(texts.caption.choose(["tile"])).toBe("Choose a highlighted tile.");
  expect(texts.caption.chooseNext(["brick", "place"])).toBe("Now choose a highlighted brick or place.");
  expect(texts.caption.choose([])).toBe("Choose a highlighted item.");
});
