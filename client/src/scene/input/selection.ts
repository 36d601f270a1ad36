// What the person has clicked so far, and the action that it leads to.

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
  /** The path of the move that a hint suggests. */
  readonly hinted = signal<readonly string[]>([]);
  readonly reachable = computed(() => next(this.choices.value, this.picked.value));
  /** The choice that is complete now, though more clicks could follow. */
  readonly finishable = computed(() => completed(this.choices.value, this.picked.value));
  private question = 0;

  constructor(
    private readonly take: (choice: Choice) => void,
    private readonly why: (path: string[]) => Promise<string>,
  ) {}

  /** Starts over with the choices of a new position. */
  show(scene: Scene | undefined): void {
    this.choices.value = scene?.choices ?? [];
    this.picked.value = [];
    this.clearComplaint();
    this.hinted.value = [];
  }

  /** Removes the complaint, and ignores an answer that is still on its way. */
  private clearComplaint(): void {
    this.question++;
    this.complaint.value = undefined;
  }

  /** Whether clicking it selects or unselects something. */
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

  /** Plays the choice that is complete now. */
  finish(): void {
    const choice = this.finishable.value;
    if (choice) this.send(choice);
  }

  /** Takes back the last click. Returns false if there is none. */
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
