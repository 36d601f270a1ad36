// The state of one puzzle on this page: the position, what was tried, and the result.

import { batch, signal } from "@preact/signals";
import { get, post, RequestError } from "../api";
import type { PathWhy, PuzzleAnswer, PuzzleBody } from "../protocol";
import { Selection } from "../scene/input/selection";
import { Playback } from "../scene/motion/playback";
import { play as playSound } from "../sound";

export class PuzzleModel {
  readonly body = signal<PuzzleBody | undefined>(undefined);
  /** The result of the last try. */
  readonly answer = signal<PuzzleAnswer | undefined>(undefined);
  /** Why the server has not answered. */
  readonly problem = signal("");
  /** How many tries there were. Asking for the solution counts as one. */
  readonly tries = signal(0);
  readonly playback = new Playback();
  readonly selection = new Selection({
    play: (choice) => void this.attempt(choice.action),
    undo: () => undefined,
    undoAll: () => undefined,
    ask: async (path) => {
      const query = path.map((id) => `path=${encodeURIComponent(id)}`).join("&");
      const { text, explanation } = await get<PathWhy>(`${this.address}/why?${query}`);
      return { text, ...(explanation ? { explanation } : {}) };
    },
  });
  private asking = false;

  /** Shows the puzzle, ready to be tried. */
  open(body: PuzzleBody): void {
    const { position } = body;
    batch(() => {
      this.body.value = body;
      this.answer.value = undefined;
      this.problem.value = "";
      this.tries.value = 0;
      if (position.scene) this.playback.set({ ...position, scene: position.scene });
      this.selection.show(position.scene);
    });
  }

  /** Whether the solution is known. */
  get done(): boolean {
    return Boolean(this.answer.value?.solution);
  }

  /** Tries an action; without one, asks for the solution. */
  async attempt(action = ""): Promise<void> {
    const body = this.body.value;
    if (!body || this.done || this.asking) return;
    this.asking = true;
    try {
      const answer = await post<PuzzleAnswer>(this.address, { action });
      if (this.body.value !== body) return;
      this.show(answer);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.problem.value = error.message;
      this.selection.show(body.position.scene);
    } finally {
      this.asking = false;
    }
  }

  close(): void {
    this.playback.stop();
  }

  private show(answer: PuzzleAnswer): void {
    batch(() => {
      this.problem.value = "";
      this.tries.value++;
      // What the first try did to the rating stays in sight.
      const rating = answer.rating ?? this.answer.value?.rating ?? null;
      this.answer.value = { ...answer, rating };
      this.selection.show(answer.solution ? undefined : this.body.value?.position.scene);
    });
    playSound(answer.right ? "place" : answer.solution ? "pick" : "illegal");
    for (const { position, beats } of answer.solution?.moves ?? [])
      if (position.scene)
        this.playback.enqueue({ ...position, scene: position.scene, beats, foreign: !answer.right });
  }

  private get address(): string {
    const { game = "", id = "" } = this.body.value ?? {};
    return `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
  }
}
