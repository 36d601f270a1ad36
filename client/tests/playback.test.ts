import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Scene } from "../src/protocol";
import { Playback, showTime } from "../src/scene/motion/playback";

const sounds = vi.hoisted(() => [] as string[]);
vi.mock("../src/sound", () => ({ play: (sound: string) => sounds.push(sound) }));
const { hurry } = vi.hoisted(() => ({ hurry: { by: 1 } }));
vi.mock("../src/settings", () => ({
  hurry,
  pace: (milliseconds: number) => milliseconds / hurry.by,
  motionOff: () => false,
}));

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false });
  vi.useFakeTimers();
  sounds.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const scene: Scene = { areas: [{ id: "wall", role: "board", label: "", w: 1, h: 1, seat: 0 }] };
const beats = [1, 2, 3, 4].map((points) => ({ words: "", points, seat: 0 }));

/** Returns a playback that is counting points. */
async function counting(): Promise<Playback> {
  const playback = new Playback();
  playback.set({ scene, scores: [0], turn: 0 });
  playback.enqueue({ scene, beats, scores: [10], turn: 0, foreign: false });
  await vi.advanceTimersByTimeAsync(700);
  return playback;
}

test("points are counted one after the other, with a sound each", async () => {
  const playback = await counting();
  expect(playback.scores.value).toEqual([3]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(playback.scores.value).toEqual([10]);
  expect(playback.busy.value).toBe(false);
  expect(sounds).toHaveLength(4);
});

test("after leaving the table there are no more sounds", async () => {
  const playback = await counting();
  const before = sounds.length;
  playback.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sounds).toHaveLength(before);
  expect(playback.busy.value).toBe(false);
});

test("a step that cannot be shown does not block the table", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const playback = new Playback();
  playback.set({ scene, scores: [0], turn: 0 });
  playback.enqueue({ scene, beats: [null as never], scores: [5], turn: 1, foreign: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(report).toHaveBeenCalledOnce();
  expect(playback.busy.value).toBe(false);
  expect(playback.scores.value).toEqual([5]);
});

const step = { scene, beats, scores: [10], turn: 1, foreign: true };

test("when somebody's time waits, all that is left to show is shown until it starts", async () => {
  const playback = new Playback();
  playback.set({ scene, scores: [0], turn: 0 });
  for (let more = 0; more < 3; more++) playback.enqueue({ ...step });
  playback.haste = { least: 1, most: 8, until: performance.now() + 2_000, skips: true };
  const usual = 3 * showTime(step);
  expect(usual).toBeGreaterThan(6_000);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(playback.busy.value).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(playback.busy.value).toBe(false);
  expect(playback.scores.value).toEqual([10]);
  expect(hurry.by).toBe(1);
});

test("what cannot be shown in time is skipped only where time is very short", async () => {
  for (const skips of [true, false]) {
    const playback = new Playback();
    playback.set({ scene, scores: [0], turn: 0 });
    playback.enqueue({ ...step });
    playback.haste = { least: 1, most: 2, until: performance.now() + 100, skips };
    await vi.advanceTimersByTimeAsync(700);
    expect(playback.busy.value).toBe(!skips);
    await vi.advanceTimersByTimeAsync(5_000);
  }
});

test("a step counts from when it begins to be shown", async () => {
  const playback = new Playback();
  playback.set({ scene, scores: [0], turn: 0, count: 3 });
  playback.enqueue({ ...step, count: 4 });
  playback.enqueue({ ...step, count: 5 });
  expect(playback.count.value).toBe(4);
  await vi.advanceTimersByTimeAsync(showTime(step) + 100);
  expect(playback.count.value).toBe(5);
  playback.skip();
  await vi.advanceTimersByTimeAsync(100);
  expect(playback.busy.value).toBe(false);
});
