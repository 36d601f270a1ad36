// Plays steps at a pace that people can follow: one after the other, beat by beat. A click skips
// to the end. If somebody's time is waiting, everything moves faster.

import { batch, signal } from "@preact/signals";
import type { Beat, Scene } from "../../protocol";
import { hurry, motionOff, pace } from "../../settings";
import { play } from "../../sound";
import { type Snapshot, splitStep } from "./beats";
import { reuseObjects } from "./reuse";

export interface Step {
  scene: Scene;
  beats: readonly Beat[];
  scores: readonly number[];
  /** Whose turn it is afterwards. */
  turn: number;
  /** Whether somebody else made the step: then what moves is highlighted first. */
  foreign: boolean;
  /** How many steps of the match have been played with it. */
  count?: number;
}

/** How fast steps have to be shown. */
export interface Haste {
  /** How many times faster than usual everything moves at least, and at most. */
  least: number;
  most: number;
  /** When everything should have been shown, by this device's clock. */
  until?: number;
  /** Whether to skip what cannot be shown until then. */
  skips: boolean;
}

const NO_HASTE: Haste = { least: 1, most: 1, skips: false };

const PIECE = 260;
const LOOK = 420;
const BEAT = 430;
const SCORING = 620;
/** If more steps than this are waiting, skip to the last one. */
const MAX_QUEUE = 6;

const timeOf = (beat: Beat | undefined) => (beat?.points ? SCORING : beat?.moves?.length ? PIECE + 60 : BEAT);

/** Returns how long it takes to show a step at the usual speed, in milliseconds. The server expects the same. */
export const showTime = ({ beats, foreign }: Pick<Step, "beats" | "foreign">): number =>
  beats.reduce((sum, beat) => sum + timeOf(beat), PIECE + (foreign ? LOOK : 0));

export class Playback {
  readonly snapshot = signal<Snapshot>({ scene: { areas: [] }, renamed: new Map(), lit: [] });
  readonly scores = signal<readonly number[]>([]);
  /** Whose turn it is in the scene that is being shown. */
  readonly turn = signal(0);
  readonly busy = signal(false);
  /** How many steps of the match have been shown, with the one that is being shown. */
  readonly count = signal(0);
  /** How fast steps have to be shown. */
  haste = NO_HASTE;
  /** Milliseconds that the rest of the current step takes at the usual speed. */
  private rest = 0;
  /** Whether the step being shown is somebody else's. Then a click only skips it; otherwise it also counts as a click. */
  foreign = false;
  private queue: Step[] = [];
  private running = false;
  private skipping = false;
  private wake: (() => void) | undefined;
  /** Counts calls of `stop`. A step that was started before the last one is abandoned. */
  private generation = 0;

  /** Shows that scene at once, and forgets the queue. */
  set(to: Pick<Step, "scene" | "scores" | "turn" | "count">): void {
    this.stop();
    this.showAtOnce(to);
  }

  /** Stops showing steps and playing sounds. */
  stop(): void {
    this.generation++;
    this.queue = [];
    this.skip();
  }

  private showAtOnce(to: Pick<Step, "scene" | "scores" | "turn" | "count"> | undefined): void {
    if (!to) return;
    batch(() => {
      this.count.value = to.count ?? this.count.value;
      this.snapshot.value = { scene: to.scene, renamed: new Map(), lit: [] };
      this.scores.value = to.scores;
      this.turn.value = to.turn;
    });
  }

  /** Shows a step after those that are waiting. */
  enqueue(step: Step): void {
    this.queue.push(step);
    // In a hidden tab keep only the last step and the one before, where it starts.
    if (document.hidden) this.queue.splice(0, this.queue.length - 2);
    else if (this.queue.length > MAX_QUEUE) this.skip();
    if (!this.running) void this.run();
  }

  /** Skips to the end of all waiting steps. */
  skip(): void {
    this.skipping = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    this.skipping = false;
    this.busy.value = true;
    let step: Step | undefined;
    try {
      while (this.queue.length > 0) {
        if (document.hidden) await this.untilVisible();
        step = this.queue.shift();
        this.foreign = step?.foreign ?? false;
        if (step) await this.show(step);
      }
    } catch (error) {
      // A step that cannot be shown must not block the table.
      this.showAtOnce(this.queue.at(-1) ?? step);
      this.queue = [];
      reportError(error);
    } finally {
      this.running = false;
      this.skipping = false;
      this.haste = NO_HASTE;
      hurry.by = 1;
      this.busy.value = false;
    }
  }

  private async show(given: Step): Promise<void> {
    const { generation } = this;
    const before = this.snapshot.value.scene;
    const step = { ...given, scene: reuseObjects(before, given.scene) };
    this.rest = showTime(step);
    this.count.value = step.count ?? this.count.value;
    if (before.areas.length > 0 && !this.skipping && !motionOff()) {
      const snapshots = splitStep(before, step.scene, step.beats, this.scores.value);
      if (step.foreign) await this.announce(before, step.beats);
      if (generation !== this.generation) return;
      for (const snapshot of snapshots.slice(0, -1)) {
        if (this.skipping) break;
        this.showSnapshot(snapshot);
        this.setPace();
        await this.wait(timeOf(snapshot.beat));
      }
    }
    if (generation !== this.generation) return;
    this.showAtOnce(step);
    if (this.queue.length > 0 && !this.skipping) await this.wait(PIECE);
  }

  /** Highlights what somebody else is about to move. */
  private async announce(scene: Scene, beats: readonly Beat[]): Promise<void> {
    const first = beats[0];
    const lit = [...(first?.moves?.map((move) => move.id) ?? []), ...(first?.ids ?? [])];
    if (lit.length === 0) return;
    this.setPace();
    // Show its words, but nothing that has not happened yet.
    const beat = first && { ...first, points: undefined, roll: undefined, moves: undefined };
    this.snapshot.value = { scene: { ...scene, choices: [] }, renamed: new Map(), lit, beat };
    await this.wait(LOOK);
  }

  private showSnapshot(snapshot: Snapshot): void {
    batch(() => {
      this.snapshot.value = snapshot;
      const { seat, points } = snapshot.beat ?? {};
      if (seat != null && points) {
        this.scores.value = this.scores.value.map((score, index) =>
          index === seat ? score + points : score,
        );
      }
    });
    if (snapshot.beat?.moves?.length || snapshot.beat?.points) play("place");
  }

  /** Waits until the page is visible, or the person skips. */
  private untilVisible(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        if (document.hidden && !this.skipping) return;
        document.removeEventListener("visibilitychange", done);
        this.wake = undefined;
        // Jump over all steps but the last.
        if (this.queue.length > 1) this.showAtOnce(this.queue.splice(0, this.queue.length - 1).at(-1));
        resolve();
      };
      document.addEventListener("visibilitychange", done);
      this.wake = done;
    });
  }

  /** Lets everything move as fast as it must to be shown in time. */
  private setPace(): void {
    const { least, most, until, skips } = this.haste;
    hurry.by = 1;
    const needed = pace(this.queue.reduce((sum, step) => sum + showTime(step), this.rest));
    const room = until === undefined ? needed : Math.max(1, until - performance.now());
    hurry.by = Math.min(most, Math.max(least, needed / room));
    if (skips && needed > most * room) this.skip();
  }

  private wait(milliseconds: number): Promise<void> {
    this.rest -= milliseconds;
    if (this.skipping) return Promise.resolve();
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
