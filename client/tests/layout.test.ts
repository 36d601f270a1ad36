import { describe, expect, test } from "vitest";
import type { Area, Scene } from "../src/protocol";
import { bubbleAt } from "../src/scene/input/targets";
import { arrange, FINGER, type Frame, fiddly, groups } from "../src/scene/layout";

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

const inside = (frame: Frame, w: number, h: number) =>
  frame.x >= -0.01 && frame.y >= -0.01 && frame.x + frame.w <= w + 0.01 && frame.y + frame.h <= h + 0.01;

const overlap = (a: Frame, b: Frame) =>
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
    const fitting = arrange(large, 374, 600, 0, true).frames.get("board") as Frame;
    const zoom = { enlarged: "board", moved: { board: { x: 100, y: 9999 } } };
    const frame = arrange(large, 374, 600, 0, true, zoom).frames.get("board") as Frame;
    expect(frame.scale).toBeGreaterThanOrEqual(FINGER);
    expect(frame.window).toMatchObject({ x: 0, y: fitting.y, w: 374, h: fitting.h });
    expect(frame.x).toBe(-100);
    expect(frame.y + frame.h).toBeCloseTo(fitting.y + fitting.h);
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

test.each([
  ["a wide screen", 960, 640, false],
  ["a phone", 374, 600, true],
])("on %s, a board that grows does not move or resize the hand", (_, width, height, phone) => {
  const sizes = new Map();
  const table = (w: number, h: number): Scene => ({
    areas: [
      area("board", "shared", w, h),
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
});
