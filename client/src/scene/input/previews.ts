// What the choice that somebody points at would do: by mouse, finger or keyboard. It is asked for when it is needed, once
// for each action of a position.

import { effect, signal } from "@preact/signals";
import type { Choice, Preview } from "../../protocol";
import type { Selection } from "./selection";

/** Milliseconds to point at something before its preview is asked for, so that passing over it asks for nothing. */
const PASSING = 60;

export class Previews {
  /** The id of what is pointed at. */
  readonly pointed = signal<string | undefined>(undefined);
  readonly shown = signal<Preview | undefined>(undefined);
  private known = new Map<string, Preview | null>();
  private of: readonly Choice[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly stop: () => void;

  constructor(
    private readonly selection: Selection,
    private readonly ask: (action: string) => Promise<Preview | null>,
  ) {
    this.stop = effect(() => this.follow());
  }

  private follow(): void {
    const { choices, decisive, reachable } = this.selection;
    if (this.of !== choices.value) {
      this.of = choices.value;
      this.known = new Map();
    }
    clearTimeout(this.timer);
    const id = this.pointed.value;
    const choice = id === undefined ? undefined : (decisive.value.get(id) ?? reachable.value.get(id));
    const known = choice && this.known.get(choice.action);
    this.shown.value = known ?? undefined;
    if (choice && known === undefined)
      this.timer = setTimeout(() => void this.find(choice.action, this.of), PASSING);
  }

  private async find(action: string, of: readonly Choice[]): Promise<void> {
    const found = await this.ask(action).catch(() => undefined);
    // Without an answer, pointing at it again asks again.
    if (found === undefined || of !== this.of) return;
    this.known.set(action, found);
    this.follow();
  }
}
