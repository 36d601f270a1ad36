// What the person has clicked so far, and the action that it leads to.

import { computed, signal } from "@preact/signals";
import type { Choice, Explanation, Scene, Takeback } from "../../protocol";
import { play } from "../../sound";
import { awaitsButton, click, clickable, completed, lastPieces, possible } from "./paths";

export interface Complaint {
  id: string;
  text: string;
}

/** What the server says about a path: why it leads nowhere, or what it adds up to. */
export interface Answer {
  text: string;
  explanation?: Explanation;
}

/** What a selection asks of the table. */
export interface Commands {
  play: (choice: Choice) => void;
  /** Takes back an action of the unfinished turn. */
  undo: (takeback: Takeback) => void;
  /** Takes back the unfinished turn. */
  undoAll: () => void;
  ask: (path: string[]) => Promise<Answer>;
}

export class Selection {
  readonly choices = signal<readonly Choice[]>([]);
  readonly takebacks = signal<readonly Takeback[]>([]);
  readonly picked = signal<readonly string[]>([]);
  /** What the picked things add up to. */
  readonly explanation = signal<Explanation | undefined>(undefined);
  /** Why the last click led nowhere. */
  readonly complaint = signal<Complaint | undefined>(undefined);
  /** The path of the move that a hint suggests. */
  readonly hinted = signal<readonly string[]>([]);
  readonly reachable = computed(() => clickable(this.choices.value, this.picked.value, this.isButton));
  /** The choices whose odds or gain are shown, by what is clicked for them. */
  readonly decisive = computed(() => lastPieces(this.choices.value, this.picked.value, this.isButton));
  /** The choice that is complete now, though more clicks could follow. */
  readonly finishable = computed(() => completed(this.choices.value, this.picked.value));
  private buttons: ReadonlySet<string> = new Set();
  private readonly isButton = (id: string) => this.buttons.has(id);
  /** What stays picked in the next position: what had no part in the action that leads there. */
  private kept: readonly string[] = [];
  private question = 0;

  constructor(private readonly commands: Commands) {}

  /** Continues with the choices of a new position. */
  show(scene: Scene | undefined): void {
    const { kept } = this;
    const explained = this.explanation.value !== undefined;
    this.kept = [];
    this.clear();
    this.buttons = new Set(scene?.buttons?.map(({ id }) => id));
    this.choices.value = scene?.choices ?? [];
    this.takebacks.value = scene?.takebacks ?? [];
    this.hinted.value = [];
    const stay = explained || possible(this.choices.value, kept).length > 0;
    this.picked.value = stay && this.choices.value.length > 0 ? kept : [];
    this.explain();
  }

  /** Removes what was said about the last click, and ignores an answer that is still on its way. */
  private clear(): void {
    this.question++;
    this.complaint.value = undefined;
    this.explanation.value = undefined;
  }

  /** Whether clicking it selects or unselects something. */
  alive(id: string): boolean {
    return (
      this.reachable.value.has(id) || this.picked.value.includes(id) || this.takebackOf(id) !== undefined
    );
  }

  private takebackOf(id: string): Takeback | undefined {
    return this.takebacks.value.find((takeback) => takeback.id === id);
  }

  press(id: string): void {
    const takeback = this.takebackOf(id);
    if (takeback) {
      this.kept = this.picked.value;
      this.closeChoices();
      this.commands.undo(takeback);
      return;
    }
    const result = click(this.choices.value, this.picked.value, id);
    if (result.kind === "nowhere") {
      this.question++;
      this.complaint.value = undefined;
      if (this.choices.value.length > 0) void this.askAbout(id, result.path);
    } else if (result.kind === "taken") {
      this.kept = this.picked.value.filter((other) => !result.choice.path.includes(other));
      if (this.kept.length === 0) this.picked.value = result.picked;
      this.send(result.choice);
    } else {
      this.clear();
      this.picked.value = result.picked;
      play("pick");
      this.explain();
    }
  }

  /** Plays the choice that is complete now. */
  finish(): void {
    const choice = this.finishable.value;
    if (choice) this.send(choice);
  }

  /** Takes back the last click, or all that clicks can take back. Returns false if there is nothing. */
  back(): boolean {
    this.clear();
    if (this.picked.value.length > 0) {
      this.picked.value = this.picked.value.slice(0, -1);
      this.explain();
      return true;
    }
    if (this.takebacks.value.length === 0) return false;
    this.closeChoices();
    this.commands.undoAll();
    return true;
  }

  /** Marks the clicks that lead to an action, or the first few of them. */
  hint(action: string, most?: number): void {
    const path = this.choices.value.find((choice) => choice.action === action)?.path ?? [];
    this.hinted.value = path.slice(0, most);
  }

  private send(choice: Choice): void {
    this.complaint.value = undefined;
    this.closeChoices();
    this.commands.play(choice);
  }

  /** Nothing can be clicked until the next position arrives. */
  private closeChoices(): void {
    this.choices.value = [];
    this.takebacks.value = [];
    this.hinted.value = [];
  }

  /** Asks what the picked things add up to, if chance decides and only a button is missing, or nothing leads on yet. */
  private explain(): void {
    const [choices, picked] = [this.choices.value, this.picked.value];
    const last = picked.at(-1);
    if (last === undefined || !awaitsButton(choices, picked, this.isButton)) return;
    const found = possible(choices, picked);
    if (found.length === 0 || found.some((choice) => choice.odds != null))
      void this.askAbout(last, [...picked]);
  }

  private async askAbout(id: string, path: string[]): Promise<void> {
    const { question } = this;
    const answer = await this.commands.ask(path).catch(() => undefined);
    if (!answer || question !== this.question) return;
    if (answer.explanation) {
      // It can be picked, even if it takes another click before some choice begins with it.
      if (!this.picked.value.includes(id)) {
        this.picked.value = [id];
        play("pick");
      }
      this.explanation.value = answer.explanation;
    } else if (answer.text) {
      play("illegal");
      this.complaint.value = { id, text: answer.text };
    }
  }
}
