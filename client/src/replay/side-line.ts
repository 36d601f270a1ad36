// A side line on this page: what could have been played from a step of a match on. The server keeps nothing: each request
// says what was played so far, and the answer what follows.

import { batch, computed, signal } from "@preact/signals";
import { get, RequestError } from "../api";
import type { LineBody, PathWhy, Preview, PreviewBody } from "../protocol";
import { Previews } from "../scene/input/previews";
import { type Answer, Selection } from "../scene/input/selection";
import { Playback } from "../scene/motion/playback";
import { play as playSound } from "../sound";

/** Returns the address of something about a side line. */
export function lineAddress(
  id: string,
  about: string,
  step: number,
  played: readonly string[],
  more: Record<string, string | number | readonly string[]> = {},
): string {
  const query = new URLSearchParams({ step: String(step) });
  for (const action of played) query.append("played", action);
  for (const [name, value] of Object.entries(more))
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  return `/api/replay/${encodeURIComponent(id)}/line${about}?${query}`;
}

export class SideLine {
  readonly body = signal<LineBody | undefined>(undefined);
  readonly played = signal<readonly string[]>([]);
  readonly problem = signal("");
  readonly playback = new Playback();
  readonly selection = new Selection({
    play: (choice) => this.onPlay(choice.action),
    undo: () => undefined,
    undoAll: () => undefined,
    ask: (path) => this.why(path),
  });
  readonly previews = new Previews(this.selection, (action) => this.preview(action));
  /** The scene of the position at the end of the line. */
  readonly scene = computed(() => this.body.value?.position.scene);
  /** What happens to an action that the person has chosen. */
  onPlay: (action: string) => void = (action) => void this.play(action);
  private step = 0;
  /** The seat whose view is shown; null if nothing is hidden. */
  private seat: number | null = null;
  /** Counts requests: an answer that comes after a newer question is ignored. */
  private question = 0;

  constructor(private readonly id: string) {}

  /** Shows the end of a line at once. Resolves to whether that was possible. */
  async open(step: number, played: readonly string[] = [], seat: number | null = null): Promise<boolean> {
    this.step = step;
    this.seat = seat;
    return this.load(played, false);
  }

  /** Plays an action at the end of the line, and shows what happens. */
  async play(action: string): Promise<boolean> {
    const done = await this.load([...this.played.value, action], true);
    if (done) playSound("place");
    else this.selection.show(this.scene.value);
    return done;
  }

  /** Leaves the line: nothing can be chosen any more. */
  close(): void {
    this.question++;
    this.body.value = undefined;
    this.played.value = [];
    this.problem.value = "";
    this.selection.show(undefined);
  }

  /** Stops everything, for good. */
  stop(): void {
    this.playback.stop();
    this.previews.stop();
  }

  private async load(played: readonly string[], forward: boolean): Promise<boolean> {
    const question = ++this.question;
    const view: Record<string, number> = this.seat === null ? {} : { seat: this.seat };
    let body: LineBody;
    try {
      body = await get<LineBody>(lineAddress(this.id, "", this.step, played, view));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (question === this.question) this.problem.value = error.message;
      return false;
    }
    if (question !== this.question) return false;
    const { scene, scores, turn } = body.position;
    batch(() => {
      this.problem.value = "";
      this.body.value = body;
      this.played.value = played;
      if (scene && forward) this.playback.enqueue({ scene, scores, turn, beats: body.beats, foreign: false });
      else if (scene) this.playback.set({ scene, scores, turn });
      this.selection.show(scene);
    });
    return true;
  }

  private async preview(action: string): Promise<Preview | null> {
    const view: Record<string, number> = this.seat === null ? {} : { seat: this.seat };
    const address = lineAddress(this.id, "/preview", this.step, this.played.value, { ...view, action });
    return (await get<PreviewBody>(address)).preview;
  }

  private async why(path: string[]): Promise<Answer> {
    const view: Record<string, number> = this.seat === null ? {} : { seat: this.seat };
    const address = lineAddress(this.id, "/why", this.step, this.played.value, { ...view, path });
    const { text, explanation } = await get<PathWhy>(address);
    return { text, ...(explanation ? { explanation } : {}) };
  }
}
