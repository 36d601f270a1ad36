import { describe, expect, test } from "vitest";
import type { Area, Scene } from "../src/protocol";
import { inRows, sizeInRows } from "../src/scene/geometry";
import { bubbleAt } from "../src/scene/input/targets";
import { arrange, FINGER, type Frame, fiddly, groups, laidOut, type Rect } from "../src/scene/layout";

const area = (id: string, role: Area["role"], w: number, h: number, seat?: number): Area => ({
  id,
  role,
  w,
  h,
  seat,
  label: id,
});

const four: Scene = {
  areas: [
    area("middle", "shared", 9, 8),
    ...[0, 1, 2, 3].map((seat) => area(`board-${seat}`, "board", 11, 7.5, seat)),
    area("hand-2", "hand", 6, 1.5, 2),
  ],
};

const inside = (frame: Rect, w: number, h: number) =>
  frame.x >= -0.01 && frame.y >= -0.01 && frame.x + frame.w <= w + 0.01 && frame.y + frame.h <= h + 0.01;

const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe("on a wide screen", () => {
  const layout = arrange(four, 960, 640, 2, false);
  const frames = [...layout.frames.values()];

  test("everything has its place, inside the screen and beside the others", () => {
    expect(layout.frames.size).toBe(four.areas.length);
    expect(frames.every((frame) => inside(frame, 960, 640))).toBe(true);
    frames.forEach((a, i) => {
      for (const b of frames.slice(i + 1)) expect(overlap(a, b)).toBe(false);
    });
  });

  test("every area is drawn within its background", () => {
    for (const { x, y, w, h, panel } of frames) {
      expect(panel).toBeDefined();
      if (panel) expect(inside({ x: x - panel.x, y: y - panel.y, w, h }, panel.w, panel.h)).toBe(true);
    }
  });

  test("no board is larger than the viewer's own", () => {
    const own = layout.frames.get("board-2")?.scale ?? 0;
    for (const seat of [0, 1, 3]) expect(layout.frames.get(`board-${seat}`)?.scale).toBeLessThanOrEqual(own);
  });
});

describe("on a phone", () => {
  const layout = arrange(four, 374, 600, 2, true);

  test("the shared area and the viewer's own are in one column, no wider than the screen", () => {
    expect([...layout.frames.keys()]).toEqual(["middle", "board-2", "hand-2"]);
    for (const frame of layout.frames.values()) expect(frame.x >= -0.01 && frame.w <= 374.01).toBe(true);
  });

  test("the others are folded away", () => {
    expect(layout.folded.map(({ id }) => id)).toEqual(["board-3", "board-0", "board-1"]);
  });
});

test("the other seats come in order of play after the viewer", () => {
  expect(groups(four, 1).others.map((areas) => areas[0]?.seat)).toEqual([2, 3, 0]);
});

describe("areas too small for a finger", () => {
  const large: Scene = { areas: [area("board", "shared", 20, 20), area("hand-0", "hand", 12, 1.4, 0)] };

  test("are recognised, and a hand never is one: it scrolls instead", () => {
    const { frames } = arrange(large, 374, 600, 0, true);
    const [board, hand] = [frames.get("board"), frames.get("hand-0")];
    expect(fiddly(large.areas[0] as Area, board?.scale ?? 0)).toBe(true);
    expect(hand?.scale).toBeGreaterThanOrEqual(FINGER);
    expect(hand?.window?.w).toBe(374);
  });

  test("grow within their place, and scroll only as far as they reach", () => {
    const place = arrange(large, 374, 600, 0, true).frames.get("board")?.panel as Rect;
    const zoom = { enlarged: "board", moved: { board: { x: 100, y: 9999 } } };
    const frame = arrange(large, 374, 600, 0, true, zoom).frames.get("board") as Frame;
    expect(frame.scale).toBeGreaterThanOrEqual(FINGER);
    expect(frame.window).toEqual(place);
    expect(frame.x).toBe(-100);
    expect(frame.y + frame.h).toBeCloseTo(place.y + place.h);
  });
});

describe("a text bubble", () => {
  const stage = { width: 390, height: 500 };
  const thing = (x: number, y: number) => ({ id: "", label: "", about: "", x, y, w: 40, h: 40 });

  test("goes to the preferred side if there is room, otherwise to the other side", () => {
    expect(bubbleAt(thing(200, 200), stage, "above")).toMatchObject({ side: "above", y: 192 });
    expect(bubbleAt(thing(200, 10), stage, "above")).toMatchObject({ side: "below", y: 58 });
    expect(bubbleAt(thing(200, 200), stage, "below")).toMatchObject({ side: "below", y: 248 });
    expect(bubbleAt(thing(200, 450), stage, "below")).toMatchObject({ side: "above", y: 442 });
  });

  test("stays on the stage at its edges", () => {
    expect(bubbleAt(thing(0, 200), stage, "above").x).toBe(125);
    expect(bubbleAt(thing(380, 200), stage, "above").x).toBe(265);
  });
});

/** A piece or more of a hand, side by side. */
const hand = (seat: number, slots: number, pitch: number, back = false): Area => ({
  ...area(`hand-${seat}`, "hand", 0.6 + pitch * (slots - 1) + 1, 1.8, seat),
  pitch,
  pieces: Array.from({ length: slots }, (_, slot) => ({
    id: `card-${seat}-${slot}`,
    kind: "card",
    symbol: "",
    x: 0.3 + slot * pitch,
    y: 0.4,
    look: back ? "back" : "",
    label: "a card",
  })),
});

/** Tables like those of our games, by their areas. */
const tables: Record<string, Scene> = {
  "a lone board": { areas: [area("board", "shared", 7.8, 7.8)] },
  "a map and two hands": { areas: [area("map", "shared", 7.2, 8), hand(0, 8, 1), hand(1, 8, 0.5, true)] },
  "a growing board and two hands": {
    areas: [{ ...area("board", "shared", 9.8, 8.5), grows: true }, hand(0, 6, 1.1), hand(1, 6, 0.8, true)],
  },
  "a growing board and six hands": {
    areas: [
      { ...area("board", "shared", 9.8, 8.5), grows: true },
      hand(0, 6, 1.1),
      ...[1, 2, 3, 4, 5].map((seat) => hand(seat, 6, 0.8, true)),
    ],
  },
  "mines and two boards": {
    areas: [
      area("middle", "shared", 10.2, 9.8),
      area("b-0", "board", 12, 7.8, 0),
      area("b-1", "board", 12, 7.8, 1),
    ],
  },
  "mines and four boards": {
    areas: [
      area("middle", "shared", 13.5, 10.4),
      ...[0, 1, 2, 3].map((seat) => area(`b-${seat}`, "board", 12, 7.8, seat)),
    ],
  },
};

/** The room for the table on a small and a large desktop, and on a tablet held either way. */
const rooms: [number, number][] = [
  [948, 632],
  [1108, 732],
  [1588, 912],
  [804, 920],
  [848, 652],
];

const cases = Object.entries(tables).flatMap(([name, scene]) =>
  rooms.map(([width, height]) => ({ name, scene, width, height })),
);

describe.each(cases)("$name on $width × $height", ({ scene, width, height }) => {
  const { frames, rows } = arrange(scene, width, height, 0, false);
  const all = [...frames.values()].map((frame) => frame.panel ?? frame);
  const room = width * height;

  test("nothing overlaps or leaves the screen", () => {
    expect(frames.size).toBe(scene.areas.length);
    for (const [index, a] of all.entries()) {
      expect(inside(a, width, height)).toBe(true);
      for (const b of all.slice(index + 1)) expect(overlap(a, b)).toBe(false);
    }
  });

  test("the screen is used, and most of it by what matters", () => {
    const lone = scene.areas.length === 1;
    const used = all.reduce((sum, { w, h }) => sum + w * h, 0);
    expect(used / room).toBeGreaterThan(lone ? 0.4 : 0.7);
    const hero = scene.areas.find((each) => each.role === "shared") as Area;
    const { w, h } = frames.get(hero.id)?.panel ?? (frames.get(hero.id) as Frame);
    const boards = scene.areas.some((each) => each.role === "board");
    expect((w * h) / room).toBeGreaterThan(boards ? 0.18 : 0.4);
    // It is as large as the screen allows, or at least two thirds of that.
    const most = Math.min(width / hero.w, height / hero.h);
    if (!boards) expect(frames.get(hero.id)?.scale).toBeGreaterThan(Math.min(most, 118) * 0.66);
  });

  test("hands of others are slim, and one's own is easy to hit", () => {
    for (const each of scene.areas.filter(({ role }) => role === "hand")) {
      const frame = frames.get(each.id) as Frame;
      if (each.seat === 0) expect(frame.scale).toBeGreaterThanOrEqual(FINGER);
      else expect(frame.h).toBeLessThan(0.12 * height);
      const size = sizeInRows(each, rows?.get(each.id) ?? 1);
      expect(frame.w).toBeCloseTo(size.w * frame.scale);
    }
  });
});

describe("a hand in two rows", () => {
  const eight = hand(0, 8, 1);
  const laid = inRows(eight, 2);

  test("has its pieces below each other, none on another, within a smaller area", () => {
    expect(laid.w).toBeCloseTo(eight.w - 4);
    const places = laid.pieces?.map(({ x, y }) => ({ x, y, w: 1, h: 1 })) ?? [];
    for (const [index, a] of places.entries()) {
      expect(inside(a, laid.w, laid.h)).toBe(true);
      for (const b of places.slice(index + 1)) expect(overlap(a, b)).toBe(false);
    }
    expect(new Set(places.map(({ y }) => y)).size).toBe(2);
    for (const column of [0, 1, 2, 3]) expect(places[column + 4]?.x).toBeCloseTo(places[column]?.x ?? 0);
  });

  test("is the same object again as long as the hand is the same, and one row is the hand itself", () => {
    expect(inRows(eight, 2)).toBe(laid);
    expect(inRows(eight, 1)).toBe(eight);
  });

  test("keeps its place when cards are gone", () => {
    const scene = tables["a map and two hands"] as Scene;
    const first = arrange(scene, 948, 632, 0, false);
    const fewer = scene.areas.map((each) => ({ ...each, pieces: each.pieces?.slice(0, 3) }));
    expect(arrange({ areas: fewer }, 948, 632, 0, false).frames).toEqual(first.frames);
    expect(laidOut(scene, first).areas[1]?.h).toBeGreaterThan(eight.h);
  });
});

test.each([
  ["a wide screen", 960, 640, false],
  ["a phone", 374, 600, true],
])("on %s, a board that grows does not move or resize the hand", (_, width, height, phone) => {
  const sizes = new Map();
  const table = (w: number, h: number): Scene => ({
    areas: [
      { ...area("board", "shared", w, h), grows: true },
      area("hand-0", "hand", 7, 1.8, 0),
      area("hand-1", "hand", 5, 1.3, 1),
    ],
  });
  const show = (w: number, h: number) =>
    arrange(table(w, h), width, height, 0, phone, { moved: {} }, sizes).frames;
  const first = show(9.6, 8.4);
  for (const [w, h] of [
    [12.6, 8.4],
    [12.6, 14.4],
    [20.6, 9.4],
  ] as const) {
    const frames = show(w, h);
    expect(frames.get("hand-0")).toEqual(first.get("hand-0"));
    const board = frames.get("board") as Frame;
    expect(inside(board, width, height)).toBe(true);
    expect(board.w / board.h).toBeCloseTo(w / h);
    for (const [id, frame] of frames) expect(id === "board" || !overlap(board, frame)).toBe(true);
  }
  expect(show(9.6, 8.4).get("board")).toEqual(first.get("board"));
  // Somebody who comes later sees it in the same place.
  const later = arrange(table(12.6, 14.4), width, height, 0, phone).frames;
  expect(later.get("hand-0")).toEqual(first.get("hand-0"));
  expect(later.get("board")?.panel).toEqual(first.get("board")?.panel);
});

describe("a board that may be turned", () => {
  const wideBoard: Scene = {
    areas: [
      {
        ...area("board", "shared", 12, 6),
        turns: true,
        spots: [{ id: "a1", x: 1, y: 2 }],
        pieces: [{ id: "stone", kind: "token", symbol: "", x: 10, y: 1, w: 0.8, h: 0.8 }],
        texts: [{ x: 3, y: 1, text: "c" }],
      },
    ],
  };

  test("lies upright on a phone, and nowhere else", () => {
    const upright = arrange(wideBoard, 374, 600, 0, true);
    expect(upright.turned?.has("board")).toBe(true);
    const wide = arrange(wideBoard, 374, 600, 0, true, undefined, new Map());
    expect(wide.frames.get("board")?.scale).toBeCloseTo(Math.min(374 / 6, 600 / 12));
    expect(arrange(wideBoard, 960, 640, 0, false).turned?.has("board")).toBe(false);
  });

  test("has its spots turned, and its pieces and texts upright in their new places", () => {
    const laid = laidOut(wideBoard, arrange(wideBoard, 374, 600, 0, true)).areas[0];
    expect([laid?.w, laid?.h]).toEqual([6, 12]);
    expect(laid?.spots?.[0]).toMatchObject({ x: 3, y: 1, turn: 90 });
    const stone = laid?.pieces?.[0];
    expect([stone?.x, stone?.y]).toEqual([expect.closeTo(4.2), expect.closeTo(10)]);
    expect(stone?.turn).toBeUndefined();
    expect(laid?.texts?.[0]).toMatchObject({ x: 5, y: 3 });
  });
});
