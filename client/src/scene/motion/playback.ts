// Shows what happens at the pace at which people can follow: one step after the other, beat by beat. Whoever is in a
// hurry skips to the end.

import { batch, signal } from "@preact/signals";
import type { Beat, Scene } from "../../protocol";
import { pace, still } from "../../settings";
import { play } from "../../sound";
import { type Chapter, told as chaptersOf } from "./beats";
import { reusing } from "./reuse";

export interface Step {
  scene: Scene;
  beats: readonly Beat[];
  scores: readonly number[];
  /** Whose turn it is afterwards. */
  turn: number;
  /** Somebody else's: shown before it is done. */
  foreign: boolean;
}

const PIECE = 260;
const LOOK = 420;
const BEAT = 430;
const SCORING = 620;
/** Who comes back after a long while sees the end of it, not every step. */
const MOST_WAITING = 6;

export class Teller {
  readonly chapter = signal<Chapter>({ scene: { areas: [] }, renamed: new Map(), lit: [] });
  readonly scores = signal<readonly number[]>([]);
  /** Whose turn it is in what is being shown. */
  readonly turn = signal(0);
  readonly busy = signal(false);
  /** Whether what is being shown is somebody else's: a click then only skips it. One's own next click is meant. */
  foreign = false;
  private queue: Step[] = [];
  private running = false;
  private hurry = false;
  private wake: (() => void) | undefined;
  /** Counts how often everything was set anew: what was being told before that is not told to its end. */
  private era = 0;

  /** Everything is as in that scene, at once. */
  set(to: Pick<Step, "scene" | "scores" | "turn">): void {
    this.stop();
    this.finish(to);
  }

  /** Nobody looks any more: nothing else is shown, and nothing is heard. */
  stop(): void {
    this.era++;
    this.queue = [];
    this.skip();
  }

  private finish(to: Pick<Step, "scene" | "scores" | "turn"> | undefined): void {
    if (!to) return;
    batch(() => {
      this.chapter.value = { scene: to.scene, renamed: new Map(), lit: [] };
      this.scores.value = to.scores;
      this.turn.value = to.turn;
    });
  }

  /** Show a step after those that are being shown. */
  tell(step: Step): void {
    this.queue.push(step);
    // Whoever looks elsewhere is shown the last step when they come back: the one before is where it begins.
    if (document.hidden) this.queue.splice(0, this.queue.length - 2);
    else if (this.queue.length > MOST_WAITING) this.skip();
    if (!this.running) void this.run();
  }

  /** To the end of all that is being told. */
  skip(): void {
    this.hurry = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    this.hurry = false;
    this.busy.value = true;
    while (this.queue.length > 0) {
      if (document.hidden) await this.attention();
      const step = this.queue.shift();
      this.foreign = step?.foreign ?? false;
      if (step) await this.show(step);
    }
    this.running = false;
    this.hurry = false;
    this.busy.value = false;
  }

  private async show(told: Step): Promise<void> {
    const { era } = this;
    const before = this.chapter.value.scene;
    const step = { ...told, scene: reusing(before, told.scene) };
    if (before.areas.length > 0 && !this.hurry && !still()) {
      const chapters = chaptersOf(before, step.scene, step.beats, this.scores.value);
      if (step.foreign) await this.announce(before, step.beats);
      if (era !== this.era) return;
      for (const chapter of chapters.slice(0, -1)) {
        if (this.hurry) break;
        this.turnTo(chapter);
        await this.wait(chapter.beat?.points ? SCORING : chapter.beat?.moves?.length ? PIECE + 60 : BEAT);
      }
    }
    if (era !== this.era) return;
    this.finish(step);
    if (this.queue.length > 0 && !this.hurry) await this.wait(PIECE);
  }

  /** What somebody else is about to move lights up first. */
  private async announce(scene: Scene, beats: readonly Beat[]): Promise<void> {
    const first = beats[0];
    const lit = [...(first?.moves?.map((move) => move.id) ?? []), ...(first?.ids ?? [])];
    if (lit.length === 0) return;
    // Told in words too, but nothing of it has happened yet.
    const beat = first && { ...first, points: undefined, roll: undefined, moves: undefined };
    this.chapter.value = { scene: { ...scene, choices: [] }, renamed: new Map(), lit, beat };
    await this.wait(LOOK);
  }

  private turnTo(chapter: Chapter): void {
    batch(() => {
      this.chapter.value = chapter;
      const { seat, points } = chapter.beat ?? {};
      if (seat != null && points) {
        this.scores.value = this.scores.value.map((score, index) =>
          index === seat ? score + points : score,
        );
      }
    });
    if (chapter.beat?.moves?.length || chapter.beat?.points) play("place");
  }

  /** Somebody looks at the page, or is in a hurry. */
  private attention(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        if (document.hidden && !this.hurry) return;
        document.removeEventListener("visibilitychange", done);
        this.wake = undefined;
        // All but the last is over by now.
        if (this.queue.length > 1) this.finish(this.queue.splice(0, this.queue.length - 1).at(-1));
        resolve();
      };
      document.addEventListener("visibilitychange", done);
      this.wake = done;
    });
  }

  private wait(milliseconds: number): Promise<void> {
    if (this.hurry) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, pace(milliseconds));
      const self = this;
      function done() {
        clearTimeout(timer);
        self.wake = undefined;
        resolve();
      }
      this.wake = done;
    });
  }
}
