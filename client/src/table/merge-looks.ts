// Merges looks: each brings only what has changed since the one before.

import type {
  Choice,
  ClockLook,
  LinesLook,
  LogLine,
  Look,
  PositionLook,
  StepLook,
  TableLook,
} from "../protocol";
import { applyChange } from "./scene-change";

export interface Seen {
  seat: number | null;
  version: number;
  moment: number;
  table: TableLook;
  position: PositionLook | undefined;
  /** The choices that the next change of the scene refers to: not those of a list that has become much shorter. */
  choices: readonly Choice[];
  steps: StepLook[];
  lines: LogLine[];
  /** The number of the first of these lines: of a very long log, the server sends only the end. */
  firstLine: number;
  clock: ClockLook | null;
  /** When the clock arrived, by this device's clock. */
  clockAt: number;
}

/** Returns what is known after a look; undefined if it builds on something that is missing here. */
export function mergeLook(before: Seen | undefined, look: Look, now: number): Seen | undefined {
  const base = before && before.seat === look.seat ? before : undefined;
  const table = look.table ?? base?.table;
  if (!table) return undefined;
  if (look.kept > (base?.steps.length ?? 0)) return undefined;
  const keptLines = look.lines_total - look.lines.length;
  const position = mergePosition(base, look.position);
  if (look.position && !position) return undefined;
  return {
    seat: look.seat,
    version: look.version,
    moment: look.moment,
    table,
    position: position ?? base?.position,
    choices: lastChoices(base, look.position, position),
    steps: [...(base?.steps.slice(0, look.kept) ?? []), ...look.steps],
    ...mergeLines(base && withoutSteps(base, look.kept), keptLines, look.lines),
    clock: look.clock,
    clockAt: now,
  };
}

/** Lines about steps that were taken back no longer describe a step. */
function withoutSteps(base: Seen, kept: number): Seen {
  if (kept >= base.steps.length) return base;
  const lines = base.lines.map((line) =>
    line.step != null && line.step >= kept ? { ...line, step: null } : line,
  );
  return { ...base, lines };
}

/** Returns the lines; only the new ones, if some between them and those before are missing. */
function mergeLines(
  base: Seen | undefined,
  from: number,
  lines: LogLine[],
): Pick<Seen, "firstLine" | "lines"> {
  const kept = base ? from - base.firstLine : -1;
  if (!base || kept < 0 || kept > base.lines.length) return { firstLine: from, lines };
  return { firstLine: base.firstLine, lines: [...base.lines.slice(0, kept), ...lines] };
}

/** Returns what is known with earlier lines of the log; as it was, if they do not fit. */
export function addEarlierLines(seen: Seen, { first, lines }: LinesLook): Seen {
  if (first + lines.length !== seen.firstLine) return seen;
  return { ...seen, firstLine: first, lines: [...lines, ...seen.lines] };
}

/** Returns the position with its whole scene; undefined if a change of the scene comes without the scene before. */
function mergePosition(base: Seen | undefined, position: PositionLook | undefined): PositionLook | undefined {
  if (!position?.scene_change) return position;
  const { scene_change: change, ...rest } = position;
  const scene = base?.position?.scene;
  return base && scene && { ...rest, scene: applyChange(scene, base.choices, change) };
}

function lastChoices(
  base: Seen | undefined,
  sent: PositionLook | undefined,
  position: PositionLook | undefined,
): readonly Choice[] {
  const before = base?.choices ?? [];
  const now = position?.scene?.choices ?? [];
  return sent?.scene || (position && 2 * now.length >= before.length) ? now : before;
}

/** Returns the milliseconds that a seat has left; null without a clock. */
export function timeLeft(seen: Seen, seat: number, now: number): number | null {
  const left = seen.clock?.left[seat];
  if (left == null) return null;
  const elapsed = seen.clock?.running === seat ? now - seen.clockAt - (seen.clock.waits ?? 0) : 0;
  return Math.max(0, left - Math.max(0, elapsed));
}

/** Whether the seat's time is about to run, but still waits for what has to be shown. */
export const timeWaits = ({ clock, clockAt }: Seen, seat: number, now: number): boolean =>
  clock?.running === seat && now < clockAt + (clock.waits ?? 0);
