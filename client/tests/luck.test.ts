import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commit, evidenceOf, keepHead, missingSeats, nonceFor, openTable } from "../src/luck";
import type { TableLook } from "../src/protocol";
import { sha256 } from "../src/sha256";

vi.mock("../src/api", () => ({
  nonce: () => `nonce-number-${++made}`,
  post: async (path: string, body: unknown) => {
    sent.push([path, body]);
    return { id: "T1", link: "", draw: path === "/api/tables" ? answered : undefined };
  },
}));

let made = 0;
let answered = "";
let sent: [string, unknown][] = [];

beforeEach(() => {
  sent = [];
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  vi.stubGlobal(
    "localStorage",
    new Proxy(methods, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

test("a nonce is kept under its commitment, and is revealed in one draw only", () => {
  const commitment = commit();
  const nonce = nonceFor(commitment, "A", "draw-1") ?? "";
  expect(sha256(nonce)).toBe(commitment);
  expect(nonceFor(commitment, "A", "draw-1")).toBe(nonce);
  expect(nonceFor(commitment, "A", "draw-2")).toBeUndefined();
  expect(evidenceOf("A")?.draw).toBe("draw-1");
});

test("nothing is revealed before the draw, or for a seat taken on another device", () => {
  expect(nonceFor(commit(), "B", "")).toBeUndefined();
  expect(nonceFor(sha256("of somebody else"), "B", "draw-1")).toBeUndefined();
});

test("the last head that was seen is kept as evidence", () => {
  const commitment = commit();
  nonceFor(commitment, "C", "draw-1");
  keepHead(commitment, "head-1");
  keepHead(commitment, "head-2");
  expect(evidenceOf("C")).toMatchObject({ draw: "draw-1", head: "head-2" });
  expect(evidenceOf("D")).toBeUndefined();
});

test("without storage, a match still has its evidence until the page is closed", () => {
  vi.stubGlobal("localStorage", undefined);
  const commitment = commit();
  expect(nonceFor(commitment, "E", "draw-1")).toBeDefined();
  expect(evidenceOf("E")?.draw).toBe("draw-1");
});

test("old evidence is forgotten", () => {
  const first = commit();
  for (let count = 0; count < 250; count++) commit();
  expect(nonceFor(first, "F", "draw-1")).toBeUndefined();
});

test("whoever plays against the AI reveals their nonce with the opening of the table", async () => {
  answered = "draw-1";
  expect(await openTable({ game: "toy", places: [{ kind: "bot", level: 3 }, { kind: "me" }] })).toBe("T1");
  const [opening, reveal] = sent as [
    string,
    { commitment: string; seat: number; nonce: string; places: { commitment: string }[] },
  ][];
  expect(opening?.[1].places[0]).not.toHaveProperty("commitment");
  expect(reveal?.[0]).toBe("/api/tables/T1/commands");
  expect(reveal?.[1].seat).toBe(1);
  expect(sha256(reveal?.[1].nonce ?? "")).toBe(opening?.[1].places[1]?.commitment);
});

test("with an open seat, the nonce stays secret", async () => {
  answered = "";
  await openTable({ game: "toy", places: [{ kind: "me" }, { kind: "open" }] });
  expect(sent.length).toBe(1);
});

test("seats are missing in the draw until they have revealed their nonces", () => {
  const seats = [
    { commitment: "a", revealed: true },
    { commitment: "b", revealed: false },
    { commitment: "", revealed: false },
  ];
  expect(missingSeats({ seats, drawing: true } as TableLook)).toEqual([1]);
  expect(missingSeats({ seats, drawing: false } as TableLook)).toEqual([]);
});
