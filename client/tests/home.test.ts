import { afterEach, expect, test, vi } from "vitest";
import { yourTurnFirst } from "../src/home/miniatures";
import { describe, initialSetup, isNewcomer, openMatch } from "../src/home/setup";
import { lessonOf } from "../src/home/shelf";
import type { GameBody, Setup } from "../src/protocol";

vi.mock("../src/router", () => ({ navigate: () => undefined, Link: () => undefined }));
vi.mock("../src/settings", () => ({
  settings: { value: {} },
  dark: { value: false },
  motionOff: () => true,
}));
const opened: Setup[] = [];
vi.mock("../src/luck", () => ({
  openTable: async (setup: Setup) => {
    opened.push(setup);
    return "t1";
  },
}));
afterEach(() => vi.unstubAllGlobals());

const nobody = () => undefined;

const game = { name: "toy", title: "Toy", seats: [3, 2], options: [], learning: 2 } as unknown as GameBody;

/** A localStorage that lasts for one test. */
function device(): void {
  vi.stubGlobal(
    "localStorage",
    new Proxy({} as Record<string, string>, {
      get: (all, key: string) =>
        ({
          getItem: (name: string) => all[name] ?? null,
          setItem: (name: string, value: string) => {
            all[name] = value;
          },
        })[key] ?? all[key],
    }),
  );
}

test("a quick start repeats the last match of the game on this device", async () => {
  device();
  expect(isNewcomer()).toBe(true);
  const first = initialSetup(game);
  expect(describe(first, nobody)).toBe("2 AIs, level 3");
  const chosen = {
    ...first,
    places: [{ kind: "here" as const, name: "Bea" }, { kind: "me" as const }],
    time: { kind: "bullet" as const, seconds: 12, increment: 0 },
  };
  expect(await openMatch(game, chosen)).toBe("t1");
  expect(isNewcomer()).toBe(false);
  expect(initialSetup(game)).toEqual(chosen);
  await openMatch(game, initialSetup(game));
  expect(opened.at(-1)).toEqual(opened.at(-2));
  expect(opened.at(-1)).toMatchObject({
    game: "toy",
    public: false,
    time: { kind: "bullet" },
    places: [{ kind: "here", name: "Bea" }, { kind: "me" }],
  });
});

test("what a quick start does is said in a few words", () => {
  device();
  const usual = initialSetup(game);
  const described = (...places: ReturnType<typeof initialSetup>["places"]) =>
    describe({ ...usual, places }, nobody);
  expect(described({ kind: "me" }, { kind: "bot", level: 7 })).toBe("AI, level 7");
  const named = { ...usual, places: [{ kind: "me" as const }, { kind: "bot" as const, level: 7 }] };
  expect(describe(named, (level) => `The Player ${level}`)).toBe("the Player 7");
  expect(described({ kind: "me" }, { kind: "bot", level: 7 }, { kind: "bot", level: 1 })).toBe("2 AIs");
  expect(described({ kind: "me" }, { kind: "open" }, { kind: "here" })).toBe(
    "1 friend here, 1 friend online",
  );
});

test("matches where it is the person's turn come first, and the others keep their order", () => {
  const rows = ["a", "b", "c", "d"].map((id) => ({ id }));
  const seen = new Map([
    ["a", { mine: false }],
    ["c", { mine: true }],
  ]);
  expect(yourTurnFirst(rows, seen).map(({ id }) => id)).toEqual(["c", "a", "b", "d"]);
});

test("only a game with a lesson links to it", () => {
  expect(lessonOf(game)).toBeUndefined();
  expect(lessonOf({ ...game, lesson: true })).toBe("/learn/toy");
});
