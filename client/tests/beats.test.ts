import { describe, expect, test } from "vitest";
import type { Beat, Piece, Scene } from "../src/protocol";
import type { Layout } from "../src/scene/layout";
import { shift, splitStep } from "../src/scene/motion/beats";
import { planTravel } from "../src/scene/motion/travel";

const piece = (id: string, x: number, y = 0): Piece => ({ id, kind: "tile", symbol: "blue", x, y });
const scene = (mine: Piece[], board: Piece[] = [], w = 5): Scene => ({
  areas: [
    { id: "mines", role: "shared", label: "mines", w: 4, h: 1, pieces: mine },
    { id: "board", role: "board", seat: 0, label: "board", w, h: 1, pieces: board },
  ],
});
const layout: Layout = {
  width: 100,
  height: 100,
  folded: [],
  frames: new Map([
    ["mines", { x: 0, y: 0, scale: 10, w: 40, h: 10 }],
    ["board", { x: 0, y: 20, scale: 10, w: 50, h: 10 }],
  ]),
};
const ids = (shown: Scene, area: number) => shown.areas[area]?.pieces?.map(({ id }) => id);

describe("splitting a step into beats", () => {
  const before = scene([piece("m1", 0), piece("m2", 1)]);
  const after = scene([piece("m2", 1)], [piece("l1", 0)]);
  const beats: Beat[] = [{ words: "Took it", moves: [{ id: "m1", becomes: "l1" }], ids: ["l1"] }];

  test("a piece whose id changes travels as one piece", () => {
    const [first, last] = splitStep(before, after, beats);
    expect(first?.renamed.get("l1")).toBe("m1");
    expect(first && ids(first.scene, 1)).toEqual(["l1"]);
    expect(last?.scene).toBe(after);
    const shown = { scene: first?.scene ?? after, layout };
    const { flights } = planTravel({ scene: before, layout }, shown, first?.renamed ?? new Map());
    expect(flights[0]).toMatchObject({ id: "l1", from: { x: 0, y: 0 }, to: { x: 0, y: 20 } });
  });

  test("pieces that no beat mentions stay in place until the end", () => {
    const ending = scene([], [piece("l1", 0), piece("m2", 3)]);
    const [first] = splitStep(before, ending, beats);
    expect(first && ids(first.scene, 0)).toEqual(["m2"]);
  });

  test("a piece can stop on its way, and its ids chain over the beats", () => {
    const chain: Beat[] = [
      { words: "Tipped", moves: [{ id: "m1", becomes: "half", area: "mines", x: 3 }] },
      { words: "Jumped", moves: [{ id: "half", becomes: "l1" }] },
    ];
    const [first, second] = splitStep(before, after, chain);
    expect(first?.scene.areas[0]?.pieces?.find(({ id }) => id === "half")?.x).toBe(3);
    expect(second && ids(second.scene, 1)).toEqual(["l1"]);
  });

  test("a piece that the next scene does not have leaves the table", () => {
    const gone = splitStep(before, scene([piece("m2", 1)]), [{ words: "Lost", moves: [{ id: "m1" }] }]);
    expect(gone[0] && ids(gone[0].scene, 0)).toEqual(["m2"]);
  });
});

test("a board that grows to the left shifts its pieces, which then do not travel", () => {
  const before = scene([], [piece("a", 0), piece("b", 1)]);
  const after = scene([], [piece("a", 1), piece("b", 2), piece("c", 0)], 6);
  const [then, now] = [before.areas[1], after.areas[1]];
  expect(then && now && shift(then, now)).toEqual([1, 0]);
  const planned = planTravel({ scene: before, layout }, { scene: after, layout }, new Map());
  expect(planned.flights).toEqual([]);
  expect(planned.arriving).toEqual(["c"]);
  expect(planned.glides).toEqual([{ area: "board", x: -10, y: 0, scale: 1 }]);
});

test("a hand that closes a gap has not shifted", () => {
  const hand = (pieces: Piece[]) => ({
    id: "hand",
    role: "hand" as const,
    label: "hand",
    w: 6,
    h: 1,
    pieces,
  });
  const before = hand([piece("a", 0), piece("b", 1), piece("c", 2), piece("d", 3)]);
  const after = hand([piece("a", 0), piece("c", 1), piece("d", 2)]);
  expect(shift(before, after)).toEqual([0, 0]);
});

test("a piece that goes to a folded area travels in its direction", () => {
  const frames = new Map(layout.frames);
  frames.delete("board");
  const away = new Map([["board", { x: 10, y: -60, scale: 5, w: 25, h: 5 }]]);
  const folded = { ...layout, frames, away };
  const before = { scene: scene([piece("m1", 0)], [piece("b", 1)]), layout: folded };
  const after = { scene: scene([], [piece("m1", 0), piece("b", 2)]), layout: folded };
  const { flights, leaving } = planTravel(before, after, new Map());
  expect(flights.map(({ id, to }) => [id, to.x, to.y])).toEqual([["m1", 10, -60]]);
  expect(leaving).toEqual([]);
});

test("a score that is written on a board counts along, and no other number does", () => {
  const board = (points: string): Scene => ({
    areas: [
      {
        id: "board",
        role: "board",
        seat: 0,
        label: "",
        w: 1,
        h: 1,
        texts: [
          { text: points, x: 0, y: 0, role: "score", seat: 0 },
          { text: "4", x: 0, y: 1 },
        ],
      },
    ],
  });
  const beats: Beat[] = [
    { words: "One", seat: 0, points: 1 },
    { words: "Two more", seat: 0, points: 2 },
  ];
  const snapshots = splitStep(board("4"), board("7"), beats, [4]);
  const written = snapshots.map(({ scene: shown }) => shown.areas[0]?.texts?.map(({ text }) => text));
  expect(written).toEqual([
    ["5", "4"],
    ["7", "4"],
    ["7", "4"],
  ]);
});
