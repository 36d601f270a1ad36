// The review of a match as it is being made, and a try at one of its mistakes.

import { batch, signal } from "@preact/signals";
import { get, RequestError, remove } from "../api";
import type { ReviewBody, ReviewedDecision } from "../protocol";
import { isMistake } from "./review-data";
import { lineAddress, SideLine } from "./side-line";

/** Milliseconds between two requests for the progress of the review. */
const ASK_EVERY = 700;

/** A try at a decision of the match. */
export interface Try {
  /** The step of the match that it is about, from 1. */
  step: number;
  /** What was tried; undefined until something is. */
  action?: string;
  verdict?: ReviewedDecision;
}

export class ReviewModel {
  readonly body = signal<ReviewBody | undefined>(undefined);
  /** Why there is no review. */
  readonly problem = signal("");
  readonly cancelled = signal(false);
  readonly line: SideLine;
  readonly trying = signal<Try | undefined>(undefined);
  /** Mistakes that the review does not explain, because others cost more, as they were explained later; by step. */
  readonly explained = signal<ReadonlyMap<number, ReviewedDecision>>(new Map());
  /** The step whose mistake is being explained. */
  readonly explaining = signal<number | undefined>(undefined);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly address: string;

  constructor(private readonly id: string) {
    this.address = `/api/replay/${encodeURIComponent(id)}/review`;
    this.line = new SideLine(id);
    this.line.onPlay = (action) => void this.attempt(action);
  }

  /** Asks for the review until it is whole. */
  async ask(): Promise<void> {
    this.cancelled.value = false;
    this.problem.value = "";
    clearTimeout(this.timer);
    try {
      const body = await get<ReviewBody>(this.address);
      if (this.closed || this.cancelled.value) return;
      // A review that starts over has less to show at first.
      this.body.value = { ...body, review: body.review ?? this.body.value?.review ?? null };
      if (body.review?.complete) return;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (this.closed) return;
      this.problem.value = error.message;
      if (!error.temporary) return;
    }
    this.timer = setTimeout(() => void this.ask(), ASK_EVERY);
  }

  /** Stops the review, unless it is whole. */
  cancel(): void {
    clearTimeout(this.timer);
    if (this.body.value?.review?.complete) return;
    this.cancelled.value = true;
    remove(this.address).catch(() => undefined);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.line.stop();
  }

  /** Finds out why a step was a mistake, if the review does not say so. */
  async explain(step: number): Promise<void> {
    const reviewed = this.body.value?.review?.steps[step - 1];
    const { decision } = reviewed ?? {};
    if (!reviewed || !decision || decision.reason || !isMistake(decision.grade)) return;
    if (this.explaining.value === step || this.explained.value.has(step)) return;
    this.explaining.value = step;
    try {
      const { action } = reviewed;
      const found = await get<ReviewedDecision>(lineAddress(this.id, "/verdict", step - 1, [], { action }));
      this.explained.value = new Map([...this.explained.value, [step, found]]);
    } catch (error) {
      // It can be asked for again. Without a reason, the mistake is still shown.
      if (!(error instanceof RequestError)) throw error;
    }
    if (this.explaining.value === step) this.explaining.value = undefined;
  }

  /** Sets up the position before a step, for the seat that played it; with `show`, the best action is marked. */
  async tryAgain(step: number, show = false): Promise<void> {
    const reviewed = this.body.value?.review?.steps[step - 1];
    if (!reviewed) return;
    this.trying.value = { step };
    await this.line.open(step - 1, [], reviewed.seat);
    const best = reviewed.decision?.candidates[0];
    if (show && best && this.trying.value?.step === step) this.line.selection.hint(best.action);
  }

  /** Marks the best action on the board. */
  hint(): void {
    const { step = 0, verdict } = this.trying.value ?? {};
    const decision = verdict ?? this.body.value?.review?.steps[step - 1]?.decision;
    const best = decision?.candidates[0];
    if (best) this.line.selection.hint(best.action);
  }

  leave(): void {
    if (!this.trying.value) return;
    batch(() => {
      this.trying.value = undefined;
      this.line.close();
    });
  }

  /** Plays the action, and asks what it is worth. */
  private async attempt(action: string): Promise<void> {
    const { step } = this.trying.value ?? {};
    if (step === undefined || !(await this.line.play(action))) return;
    // One try at a time: there is nothing to choose until the next.
    this.line.selection.show(undefined);
    const mine = { step, action };
    this.trying.value = mine;
    try {
      const verdict = await get<ReviewedDecision>(lineAddress(this.id, "/verdict", step - 1, [], { action }));
      if (this.trying.value === mine) this.trying.value = { ...mine, verdict };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (this.trying.value === mine) this.line.problem.value = error.message;
    }
  }
}
