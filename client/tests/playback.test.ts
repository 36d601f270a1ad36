import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Scene } from "../src/protocol";
import { Playback } from "../src/scene/motion/playback";

const sounds = vi.hoisted(() => [] as string[]);
vi.mock("../src/sound", () => ({ play: (sound: string) => sounds.push(sound) }));
vi.mock("../src/settings", () => ({ pace: (milliseconds: number) => milliseconds, motionOff: () => false }));

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
