// Hints of the AI at a table, given step by step: which piece, where to, and why. And what the coach recommends.

import { batch, signal } from "@preact/signals";
import { RequestError } from "../api";
import type { Hint } from "../protocol";
import type { Connection } from "./connection";
import type { TableModel } from "./model";

export type HintStep = "piece" | "move" | "why";

export class Hints {
  readonly shown = signal<Hint | undefined>(undefined);
  /** How much of the hint is shown. */
  readonly step = signal<HintStep>("piece");
  /** Why its move is better than the next best; "" if points don't explain it, undefined until that is known. */
  readonly why = signal<string | undefined>(undefined);
  /** What the coach recommends. */
  readonly advice = signal<Hint | undefined>(undefined);
  readonly thinking = signal(false);

  constructor(
    private readonly table: TableModel,
    private readonly send: Connection["ask"],
  ) {}

  /** Forgets the hint, because the position has changed. */
  forget(): void {
    this.shown.value = undefined;
  }

  /** Asks the AI for a hint, and shows its first step; if there is one already, its next step. */
  async ask(): Promise<void> {
    const seat = this.table.acting.value;
    if (seat === undefined || this.thinking.value) return;
    if (this.shown.value) {
      this.showMore();
      return;
    }
    const known = this.advice.value;
    if (known && known.moment === this.table.seen.value?.moment) {
      this.show(known);
      return;
    }
    this.thinking.value = true;
    try {
      const answer = await this.send({ kind: "hint", seat });
      if (answer.kind === "hint" && answer.moment === this.table.seen.value?.moment) this.show(answer);
    } catch (error) {
      if (error instanceof RequestError) this.table.notice.value = error.message;
    } finally {
      this.thinking.value = false;
    }
  }

  private show(hint: Hint): void {
    const choices = this.table.seen.value?.position?.scene?.choices ?? [];
    const { length = 0 } = choices.find(({ action }) => action === hint.action)?.path ?? [];
    batch(() => {
      this.shown.value = hint;
      this.why.value = undefined;
      // A move of one click has no first half.
      this.step.value = length > 1 ? "piece" : "move";
      this.table.selection.hint(hint.action, length > 1 ? 1 : undefined);
    });
  }

  private showMore(): void {
    const hint = this.shown.value;
    if (!hint || this.step.value === "why") return;
    this.table.selection.hint(hint.action);
    if (this.step.value === "piece") this.step.value = "move";
    else {
      this.step.value = "why";
      void this.askWhy(hint);
    }
  }

  private async askWhy(hint: Hint): Promise<void> {
    const { seat, action, alternatives } = hint;
    const instead = alternatives.find(({ text }) => text !== action)?.text;
    if (instead === undefined) return;
    const answer = await this.send({ kind: "hint-why", seat, action, instead }).catch(() => undefined);
    if (this.shown.value === hint) this.why.value = answer?.kind === "hint-why" ? answer.text : "";
  }

  /** Asks the AI for a good move, for the coach. It is fine if there is none. */
  async askAdvice(): Promise<void> {
    const seat = this.table.acting.value;
    if (seat === undefined) return;
    const answer = await this.send({ kind: "hint", seat }).catch(() => undefined);
    if (answer?.kind === "hint") this.advice.value = answer;
  }

  /** Removes the hint. Returns false if there is none. */
  dismiss(): boolean {
    const shown = this.shown.value !== undefined;
    this.shown.value = undefined;
    this.table.selection.hinted.value = [];
    return shown;
  }
}
