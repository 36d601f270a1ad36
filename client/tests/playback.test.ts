import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Scene } from "../src/protocol";
import { Teller } from "../src/scene/motion/playback";

const heard = vi.hoisted(() => [] as string[]);
vi.mock("../src/sound", () => ({ play: (sound: string) => heard.push(sound) }));
vi.mock("../src/settings", () => ({ pace: (milliseconds: number) => milliseconds, still: () => false }));

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false });
  vi.useFakeTimers();
  heard.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const scene: Scene = { areas: [{ id: "wall", role: "board", label: "", w: 1, h: 1, seat: 0 }] };
const beats = [1, 2, 3, 4].map((points) => ({ words: "", points, seat: 0 }));

/** A teller in the midst of counting points. */
async function counting(): Promise<Teller> {
  const teller = new Teller();
  teller.set({ scene, scores: [0], turn: 0 });
  teller.tell({ scene, beats, scores: [10], turn: 0, foreign: false });
  await vi.advanceTimersByTimeAsync(700);
  return teller;
}

test("points are counted one after the other, to be seen and heard", async () => {
  const teller = await counting();
  expect(teller.scores.value).toEqual([3]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(teller.scores.value).toEqual([10]);
  expect(teller.busy.value).toBe(false);
  expect(heard).toHaveLength(4);
});

test("who has left the table hears nothing more of it", async () => {
  const teller = await counting();
  const before = heard.length;
  teller.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard).toHaveLength(before);
  expect(teller.busy.value).toBe(false);
});
