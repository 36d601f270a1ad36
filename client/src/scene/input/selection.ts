// What somebody has clicked so far, and what that leads to. The page's only way to make an action.

import { computed, signal } from "@preact/signals";
import type { Choice, Scene } from "../../protocol";
import { play } from "../../sound";
import { click, completed, next } from "./paths";

export interface Complaint {
  id: string;
  text: string;
}

export class Selection {
  readonly choices = signal<readonly Choice[]>([]);
  readonly picked = signal<readonly string[]>([]);
  /** Why the last click led nowhere. */
  readonly complaint = signal<Complaint | undefined>(undefined);
  /** What was advised: the ids of its path. */
  readonly hinted = signal<readonly string[]>([]);
  readonly reachable = computed(() => next(this.choices.value, this.picked.value));
  /** The action that would be complete now, though more could follow. */
  readonly finishable = computed(() => completed(this.choices.value, this.picked.value));
  private question = 0;

  constructor(
    private readonly take: (choice: Choice) => void,
    private readonly why: (path: string[]) => Promise<string>,
  ) {}

  /** A new position: what was clicked in the old one is forgotten. */
  show(scene: Scene | undefined): void {
    this.choices.value = scene?.choices ?? [];
    this.picked.value = [];
    this.clearComplaint();
    this.hinted.value = [];
  }

  /** What was wrong is not said any more, nor is what the server may still answer. */
  private clearComplaint(): void {
    this.question++;
    this.complaint.value = undefined;
  }

  /** Whether a click on it does something other than being explained. */
  alive(id: string): boolean {
    return this.reachable.value.has(id) || this.picked.value.includes(id);
  }

  press(id: string): void {
    this.clearComplaint();
    const result = click(this.choices.value, this.picked.value, id);
    if (result.kind === "nowhere") {
      if (this.choices.value.length === 0) return;
      play("illegal");
      this.explain(id, result.path);
      return;
    }
    this.picked.value = result.picked;
    if (result.kind === "taken") this.send(result.choice);
    else play("pick");
  }

  /** Take what is complete, without what could follow. */
  finish(): void {
    const choice = this.finishable.value;
    if (choice) this.send(choice);
  }

  /** One click back. False if there is none. */
  back(): boolean {
    this.clearComplaint();
    if (this.picked.value.length === 0) return false;
    this.picked.value = this.picked.value.slice(0, -1);
    return true;
  }

  hint(action: string): void {
    this.hinted.value = this.choices.value.find((choice) => choice.action === action)?.path ?? [];
  }

  private send(choice: Choice): void {
    this.choices.value = [];
    this.hinted.value = [];
    this.take(choice);
  }

  private explain(id: string, path: string[]): void {
    const { question } = this;
    this.why(path).then(
      (text) => {
        if (question === this.question && text) this.complaint.value = { id, text };
      },
      () => undefined,
    );
  }
}
