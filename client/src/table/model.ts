// The state of a table on this page, and the commands that can be sent to it.

import { batch, computed, signal } from "@preact/signals";
import { games, get, me, RequestError } from "../api";
import { commit, keepHead, missingSeats, nonceFor } from "../luck";
import { retryUntilAnswered } from "../parts/hooks";
import type {
  FromServer,
  GameBody,
  LinesLook,
  LogLine,
  Look,
  Presence,
  Preview,
  Reacted,
  Takeback,
} from "../protocol";
import { choosable } from "../scene/input/choosable";
import { Previews } from "../scene/input/previews";
import { type Answer, Selection } from "../scene/input/selection";
import { type Haste, Playback } from "../scene/motion/playback";
import { play } from "../sound";
import { type Choosable, texts } from "../texts";
import { type Command, Connection } from "./connection";
import { Hints } from "./hints";
import { lastActions, readableLines } from "./last-actions";
import { addEarlierLines, mergeLook, type Seen } from "./merge-looks";

/** A reaction that is shown beside a player's name. */
interface ShownReaction {
  reaction: Reacted["reaction"];
  /** When it arrived. */
  at: number;
}

/** Milliseconds for which a reaction is shown. */
const REACTION_TIME = 5_000;
/** Milliseconds before our time starts at which everything should be shown: saying so takes a moment. */
const ON_THE_WAY = 120;

export class TableModel {
  readonly seen = signal<Seen | undefined>(undefined);
  readonly presence = signal<Presence | undefined>(undefined);
  /** When the presence arrived, by this device's clock. */
  readonly presenceAt = signal(0);
  /** The reactions that are shown now, by seat. */
  readonly reactions = signal<ReadonlyMap<number, ShownReaction>>(new Map());
  /** A message for the person, such as why the server refused something. */
  readonly notice = signal("");
  readonly hints: Hints = new Hints(this, (command) => this.connection.ask(command));
  readonly playback = new Playback();
  readonly selection = new Selection({
    play: (choice) => this.play(choice.action),
    undo: (takeback) => this.takeBack(takeback),
    undoAll: () => this.undo(true),
    ask: (path) => this.why(path),
  });
  readonly previews = new Previews(this.selection, (action) => this.preview(action));
  readonly connectionState: Connection["state"];
  private readonly connection: Connection;
  private fetchAll = false;
  /** The commitments whose nonces have been sent. */
  private readonly revealed = signal<string[]>([]);
  private readonly games = signal<GameBody[] | undefined>(undefined);
  private readonly stopAskingForGames: () => void;

  /** The seats of the person at this device. */
  readonly mine = computed<number[]>(() => {
    const player = me.value?.player;
    const seats = this.seen.value?.table.seats ?? [];
    return seats.flatMap((seat, index) => (player !== undefined && seat.player === player ? [index] : []));
  });

  /** The names of the seats. */
  readonly names = computed<string[]>(() =>
    (this.seen.value?.table.seats ?? []).map((seat) => seat.name || texts.common.freeSeat),
  );

  /** The lines of the log about what has been shown. */
  readonly lines = computed<readonly LogLine[]>(() =>
    readableLines(this.seen.value?.lines ?? [], this.playback.count.value),
  );

  /** What the others touched since the person's last action, as far as it has been shown, with their seats. */
  readonly lastActions = computed<ReadonlyMap<string, number>>(() => {
    const { steps = [], seat = null } = this.seen.value ?? {};
    return lastActions(steps.slice(0, this.playback.count.value), seat);
  });

  /** The kinds of things on the table that can be chosen next; empty if only buttons can. */
  readonly choosable = computed<Choosable[]>(() => {
    const scene = this.seen.value?.position?.scene;
    const ids = new Set(this.selection.reachable.value.keys());
    return scene ? choosable(scene, ids, this.selection.picked.value.length === 0) : [];
  });

  /** The person's seat whose turn it is, unless a bot plays there. */
  readonly acting = computed<number | undefined>(() => {
    const seen = this.seen.value;
    if (seen?.table.status !== "running" || !seen.position || seen.position.over) return undefined;
    const { turn } = seen.position;
    return this.mine.value.includes(turn) && seen.table.seats[turn]?.driver === "person" ? turn : undefined;
  });

  /** Whether seats hold something that others may not see. Unknown until the server has listed its games. */
  readonly hidden = computed<boolean | undefined>(() => {
    const name = this.seen.value?.table.game;
    return this.games.value && (this.games.value.find((game) => game.name === name)?.hidden ?? true);
  });

  /** Whether the match starts as soon as the server has the nonces that this page has sent. */
  readonly starting = computed<boolean>(() => {
    const table = this.seen.value?.table;
    const missing = table ? missingSeats(table) : [];
    const sent = this.revealed.value;
    return missing.length > 0 && missing.every((seat) => sent.includes(table?.seats[seat]?.commitment ?? ""));
  });

  constructor(readonly id: string) {
    this.connection = new Connection(
      id,
      () => this.knownSoFar(),
      (message) => this.receive(message),
    );
    this.connectionState = this.connection.state;
    this.stopAskingForGames = retryUntilAnswered(
      games,
      (list) => {
        this.games.value = list;
      },
      () => undefined,
    );
  }

  get bye() {
    return this.connection.bye;
  }

  close(): void {
    this.connection.close();
    this.stopAskingForGames();
    this.playback.stop();
    this.previews.stop();
  }

  /** Loads the whole table again, as the current person. */
  reload(): void {
    this.fetchAll = true;
    this.connection.reconnect();
  }

  /** Loads lines of the log from before those that are known. */
  async loadEarlierLines(): Promise<void> {
    const { seat, firstLine } = this.seen.value ?? { seat: null, firstLine: 0 };
    if (firstLine === 0) return;
    const ofSeat = seat === null ? "" : `&seat=${seat}`;
    try {
      const earlier = await get<LinesLook>(`/api/tables/${this.id}/lines?before=${firstLine}${ofSeat}`);
      if (this.seen.value?.seat === seat) this.seen.value = addEarlierLines(this.seen.value, earlier);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.notice.value = error.message;
    }
  }

  private knownSoFar() {
    const seen = this.fetchAll ? undefined : this.seen.value;
    this.fetchAll = false;
    const { steps, lines, firstLine } = seen ?? { steps: [], lines: [], firstLine: 0 };
    return {
      seat: this.seen.value?.seat,
      version: seen?.version ?? 0,
      steps: steps.length,
      lines: firstLine + lines.length,
    };
  }

  private receive(message: Exclude<FromServer, { id: string | null }>): void {
    if (message.kind === "look") this.applyLook(message);
    else if (message.kind === "presence") {
      this.presence.value = message;
      this.presenceAt.value = performance.now();
    } else if (message.kind === "reaction") this.showReaction(message);
  }

  private showReaction({ seat, reaction }: Reacted): void {
    const shown = { reaction, at: performance.now() };
    this.reactions.value = new Map(this.reactions.value).set(seat, shown);
    setTimeout(() => {
      if (this.reactions.value.get(seat) !== shown) return;
      const left = new Map(this.reactions.value);
      left.delete(seat);
      this.reactions.value = left;
    }, REACTION_TIME);
  }

  private applyLook(look: Look): void {
    const before = this.seen.value;
    const seen = mergeLook(before, look, performance.now());
    if (!seen) {
      this.reload();
      return;
    }
    batch(() => {
      this.seen.value = seen;
      if (look.position) this.hints.forget();
      this.takePartInLuck(before, seen);
    });
    if (look.position) this.showStep(before, seen, look);
    else if (look.table) this.refreshChoices(seen);
  }

  /** Reveals the nonces of our seats once all seats are taken, and keeps what proves later that all was fair. */
  private takePartInLuck(before: Seen | undefined, { table, position }: Seen): void {
    for (const seat of missingSeats(table)) {
      const commitment = table.seats[seat]?.commitment ?? "";
      if (!this.mine.value.includes(seat) || this.revealed.value.includes(commitment)) continue;
      const nonce = nonceFor(commitment, this.id, table.draw);
      if (nonce === undefined) continue;
      this.revealed.value = [...this.revealed.value, commitment];
      this.connection.ask({ kind: "reveal", seat, nonce }).catch(() => {
        this.revealed.value = this.revealed.value.filter((each) => each !== commitment);
      });
    }
    const running = table.status === "running" || before?.table.status === "running";
    const kept = this.mine.value.map((seat) => table.seats[seat]?.commitment).find(Boolean);
    if (running && kept && position?.head) keepHead(kept, position.head);
  }

  private showStep(before: Seen | undefined, seen: Seen, look: Look): void {
    const position = seen.position;
    const scene = position?.scene;
    if (!position || !scene) return;
    const mine = this.mine.value;
    const count = seen.steps.length;
    const same = before?.position && before.seat === seen.seat && before.table.status !== "waiting";
    if (same) {
      const foreign = look.steps.some((step) => !mine.includes(step.seat) || step.by !== "person");
      // What is played again after something was taken back has been shown before.
      const again = look.kept < before.steps.length;
      const beats = again ? [] : look.steps.flatMap((step) => step.beats ?? []);
      this.playback.haste = this.haste(seen);
      this.playback.enqueue({ scene, beats, scores: position.scores, turn: position.turn, foreign, count });
    } else {
      this.playback.set({ scene, scores: position.scores, turn: position.turn, count });
    }
    this.selection.show(scene);
    if (this.acting.value === position.turn && before?.position && before.position.turn !== position.turn)
      play("turn");
    else if (look.steps.length > 0 && same) play("place");
  }

  /** How fast steps have to be shown: under bullet faster, and before our own turn until our time starts. */
  private haste({ clock, clockAt, table: { time } }: Seen): Haste {
    const bullet = time.kind === "bullet";
    const mine = clock?.running != null && this.mine.value.includes(clock.running);
    const until = mine && clock.waits ? clockAt + clock.waits - ON_THE_WAY : undefined;
    return { least: bullet ? 1.5 : 1, most: time.kind === "none" ? 1 : bullet ? 8 : 3, until, skips: bullet };
  }

  /** Says that everything has been shown, if our time is waiting for that. */
  reportShown(): void {
    const { seat, clock, clockAt = 0 } = this.seen.value ?? {};
    const now = this.now();
    if (!now || !clock?.waits || clock.running !== seat || this.acting.value !== seat) return;
    if (performance.now() < clockAt + clock.waits)
      this.connection.ask({ kind: "shown", ...now }).catch(() => undefined);
  }

  private refreshChoices(seen: Seen): void {
    if (this.selection.choices.value.length === 0 && this.selection.picked.value.length === 0)
      this.selection.show(seen.position?.scene);
  }

  /** Sends a command, and shows the reason if the server refuses it. Resolves to whether it was done. */
  async ask(command: Command): Promise<boolean> {
    this.notice.value = "";
    try {
      await this.connection.ask(command);
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.code !== "stale") this.notice.value = error.message;
      this.selection.show(this.seen.value?.position?.scene);
      return false;
    }
  }

  private now(): { seat: number; moment: number } | undefined {
    const seen = this.seen.value;
    return seen?.seat == null ? undefined : { seat: seen.seat, moment: seen.moment };
  }

  play(action: string): void {
    const now = this.now();
    if (now) void this.ask({ kind: "play", action, ...now });
  }

  /** The texts of the actions that can be taken back. */
  private drafts(): string[] {
    const drafted = this.seen.value?.position?.drafted ?? 0;
    return drafted > 0 ? (this.seen.value?.steps.slice(-drafted) ?? []).map((step) => step.text) : [];
  }

  /** Takes back the last action of the unfinished turn, or all of them. */
  undo(all = false): void {
    const now = this.now();
    const count = this.drafts().length;
    if (now && count > 0) void this.ask({ kind: "undo", ...now, keep: all ? 0 : count - 1 });
  }

  /** Whether the person can take back a finished turn: alone against the AI, in a game that hides nothing. */
  readonly retractable = computed<boolean>(() => {
    const seen = this.seen.value;
    const steps = seen?.steps.slice(0, seen.steps.length - (seen.position?.drafted ?? 0)) ?? [];
    return seen?.table.no_retraction === "" && steps.some(({ seat }) => this.mine.value.includes(seat));
  });

  /** Takes back the last finished turn, and what the AI answered. */
  retract(): void {
    const now = this.now();
    if (now) void this.ask({ kind: "retract", ...now });
  }

  /** Takes back one action of the unfinished turn. Those after it are played again. */
  private takeBack({ undoes, action }: Takeback): void {
    const now = this.now();
    const drafts = this.drafts();
    const keep = drafts.lastIndexOf(undoes);
    if (!now || keep < 0) {
      this.selection.show(this.seen.value?.position?.scene);
      return;
    }
    const then = [...drafts.slice(keep + 1), ...(action ? [action] : [])];
    void this.ask({ kind: "undo", ...now, keep, then });
  }

  standIn(): void {
    const now = this.now();
    if (now) void this.ask({ kind: "stand-in", ...now });
  }

  join(seat: number | null): void {
    void this.ask({ kind: "join", seat, commitment: commit() });
  }

  askRematch(seat: number): void {
    void this.ask({ kind: "rematch", seat, commitment: commit() });
  }

  sit(seat: number | null): void {
    void this.ask({ kind: "sit", seat });
  }

  private async preview(action: string): Promise<Preview | null> {
    const seat = this.seen.value?.seat;
    const answer = seat == null ? undefined : await this.connection.ask({ kind: "preview", seat, action });
    return answer?.kind === "preview" ? answer.preview : null;
  }

  private async why(path: string[]): Promise<Answer> {
    const seat = this.seen.value?.seat;
    const answer = seat == null ? undefined : await this.connection.ask({ kind: "why", seat, path });
    return answer?.kind === "why" ? answer : { text: "" };
  }
}
