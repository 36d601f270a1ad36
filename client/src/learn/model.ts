// The state of a lesson on this page. The server keeps nothing: each request says what was played so far.

import { batch, computed, signal } from "@preact/signals";
import { get, RequestError } from "../api";
import type { LessonBody, PathWhy } from "../protocol";
import { type Answer, Selection } from "../scene/input/selection";
import { Playback } from "../scene/motion/playback";
import { play as playSound } from "../sound";
import { keepPlayed, playedSoFar } from "./progress";

/** Where the person is: at a step, at what is said after one, or at the end. */
export type Phase = "step" | "done" | "end";

export class LessonModel {
  readonly body = signal<LessonBody | undefined>(undefined);
  readonly phase = signal<Phase>("step");
  /** What is said to somebody who chose something else. */
  readonly instead = signal("");
  /** Why the server has not answered. */
  readonly problem = signal("");
  readonly playback = new Playback();
  readonly selection = new Selection({
    play: (choice) => void this.play(choice.action),
    undo: () => undefined,
    undoAll: () => undefined,
    ask: (path) => this.why(path),
  });
  /** The current step; undefined while something is said after the previous one, and at the end. */
  readonly task = computed(() =>
    this.phase.value === "step" ? (this.body.value?.task ?? undefined) : undefined,
  );
  private readonly playedSignal = signal<readonly string[]>([]);
  /** Counts requests: an answer that comes after a newer question is ignored. */
  private question = 0;

  constructor(readonly game: string) {}

  /** Continues where this device left the lesson. Rejects if the server does not answer, or has no lesson. */
  async open(): Promise<void> {
    const played = playedSoFar(this.game);
    try {
      await this.jump(played);
    } catch (error) {
      // The lesson may be another one by now.
      if (!(error instanceof RequestError) || error.temporary || played.length === 0) throw error;
      await this.jump([]);
    }
  }

  /** Plays an action, and shows what follows from it, or that it is not what the step asks for. */
  async play(action: string): Promise<void> {
    const played = [...this.played, action];
    const body = await this.attempt(() => this.ask(played));
    if (!body) {
      this.selection.show(this.task.value?.position.scene);
      return;
    }
    if (body.instead) {
      playSound("illegal");
      batch(() => {
        this.instead.value = body.instead;
        this.selection.show(this.task.value?.position.scene);
      });
      return;
    }
    this.keep(played);
    for (const { position, beats, seat } of body.moves)
      if (position.scene)
        this.playback.enqueue({ ...position, scene: position.scene, beats, foreign: seat !== body.seat });
    if (body.moves.length > 0) playSound("place");
    batch(() => {
      this.body.value = body;
      this.instead.value = "";
      if (body.done) this.pause("done");
      else this.begin(false);
    });
  }

  /** Continues to the next step, after something was said or from a step with nothing to do. */
  async next(): Promise<void> {
    const body = this.body.value;
    if (this.phase.value === "done" && body) {
      if (body.task) this.begin(true);
      else this.pause("end");
    } else if (body?.task && !body.task.example) await this.play("");
  }

  /** Does what the step asks for. */
  async skip(): Promise<void> {
    const example = this.task.value?.example;
    this.playback.skip();
    if (example) await this.play(example);
    else await this.next();
  }

  /** Points at what the step asks for. */
  hint(): void {
    const example = this.task.value?.example;
    if (example) this.selection.hint(example);
  }

  /** What was played so far, with "" for each step with nothing to do. */
  get played(): readonly string[] {
    return this.playedSignal.value;
  }

  /** Goes back by one action, or to the previous step. */
  async back(): Promise<void> {
    await this.attempt(() => this.jump(this.played.slice(0, -1)));
  }

  async restart(): Promise<void> {
    await this.attempt(() => this.jump([]));
  }

  close(): void {
    this.playback.stop();
  }

  /** Shows a point of the lesson at once. */
  private async jump(played: readonly string[]): Promise<void> {
    const body = await this.ask(played);
    if (!body) return;
    this.keep(played);
    batch(() => {
      this.body.value = body;
      this.instead.value = "";
      if (body.task) this.begin(true);
      else this.pause("end");
    });
  }

  /** Begins the current step. */
  private begin(atOnce: boolean): void {
    const position = this.body.value?.task?.position;
    if (!position?.scene) {
      this.pause("end");
      return;
    }
    if (atOnce || this.body.value?.moves.length === 0)
      this.playback.set({ ...position, scene: position.scene });
    this.selection.show(position.scene);
    this.phase.value = "step";
  }

  /** Lets the person read. */
  private pause(phase: Phase): void {
    const last = this.body.value?.moves.at(-1)?.position;
    // After a jump to the end, there is nothing to watch.
    if (phase === "end" && last?.scene && this.playback.snapshot.value.scene.areas.length === 0)
      this.playback.set({ ...last, scene: last.scene });
    this.selection.show(undefined);
    this.phase.value = phase;
  }

  private keep(played: readonly string[]): void {
    this.playedSignal.value = played;
    keepPlayed(this.game, played);
  }

  private address(about: string, lists: Record<string, readonly string[]>): string {
    const query = Object.entries(lists).flatMap(([name, list]) =>
      list.map((each) => `${name}=${encodeURIComponent(each)}`),
    );
    return `/api/games/${encodeURIComponent(this.game)}/${about}?${query.join("&")}`;
  }

  /** Returns where these actions lead; undefined if something newer was asked meanwhile. */
  private async ask(played: readonly string[]): Promise<LessonBody | undefined> {
    const question = ++this.question;
    const body = await get<LessonBody>(this.address("lesson", { played }));
    this.problem.value = "";
    return question === this.question ? body : undefined;
  }

  /** Does something that needs the server, and shows why if that fails. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.problem.value = error.message;
      return undefined;
    }
  }

  private async why(path: string[]): Promise<Answer> {
    const { text, explanation } = await get<PathWhy>(
      this.address("lesson/why", { played: this.played, path }),
    );
    return { text, ...(explanation ? { explanation } : {}) };
  }
}
