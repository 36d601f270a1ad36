// The analysis of a side line: the search goes on, effort after effort, until the position changes.

import { signal } from "@preact/signals";
import { get, RequestError } from "../api";
import type { Analysis } from "../protocol";
import { type Branch, withLine } from "./branches";
import { lineAddress, SideLine } from "./side-line";

/** Milliseconds before a search that was refused is tried again. */
const RETRY_AFTER = 2_500;

export class AnalysisModel {
  readonly line: SideLine;
  /** What the search has found about the position that is shown. */
  readonly found = signal<Analysis | undefined>(undefined);
  readonly searching = signal(false);
  /** What has been tried from the step that is analysed. */
  readonly branches = signal<readonly Branch[]>([]);
  readonly problem = signal("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts positions: what was found about an earlier one is ignored. */
  private position = 0;

  constructor(private readonly id: string) {
    this.line = new SideLine(id);
  }

  /** Shows a position, and searches it. Resolves to whether there is such a position. */
  async open(step: number, played: readonly string[]): Promise<boolean> {
    const { line } = this;
    const before = line.played.value;
    const follows =
      line.body.value?.step === step &&
      played.length === before.length + 1 &&
      before.every((action, index) => action === played[index]);
    this.stop();
    if (line.body.value?.step !== step) this.branches.value = [];
    const opened = follows ? await line.play(played.at(-1) ?? "") : await line.open(step, played);
    if (opened) this.branches.value = withLine(this.branches.value, played, line.body.value?.steps ?? []);
    if (opened && !line.body.value?.position.over) void this.search(step, played, 0, this.position);
    return opened;
  }

  stop(): void {
    this.position++;
    clearTimeout(this.timer);
    this.found.value = undefined;
    this.searching.value = false;
    this.problem.value = "";
  }

  close(): void {
    this.stop();
    this.line.stop();
  }

  private async search(
    step: number,
    played: readonly string[],
    effort: number,
    position: number,
  ): Promise<void> {
    if (position !== this.position) return;
    this.searching.value = true;
    try {
      const found = await get<Analysis>(lineAddress(this.id, "/analysis", step, played, { effort }));
      if (position !== this.position) return;
      this.found.value = found;
      this.problem.value = "";
      if (!found.proven && effort + 1 < found.efforts) {
        await this.search(step, played, effort + 1, position);
        return;
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (position !== this.position) return;
      this.problem.value = error.message;
      if (error.temporary)
        this.timer = setTimeout(() => void this.search(step, played, effort, position), RETRY_AFTER);
    }
    this.searching.value = false;
  }
}
