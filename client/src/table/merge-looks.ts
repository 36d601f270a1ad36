// Merges looks: each brings only what has changed since the one before.

import type { ClockLook, LogLine, Look, PositionLook, StepLook, TableLook } from "../protocol";

export interface Seen {
  seat: number | null;
  version: number;
  moment: number;
  table: TableLook;
  position: PositionLook | undefined;
  steps: StepLook[];
  lines: LogLine[];
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
  const lines = base?.lines ?? [];
  if (keptLines > lines.length) return undefined;
  return {
    seat: look.seat,
    version: look.version,
    moment: look.moment,
    table,
    position: look.position ?? base?.position,
    steps: [...(base?.steps.slice(0, look.kept) ?? []), ...look.steps],
    lines: [...lines.slice(0, keptLines), ...look.lines],
    clock: look.clock,
    clockAt: now,
  };
}

/** Returns the milliseconds that a seat has left; null without a clock. */
export function timeLeft(seen: Seen, seat: number, now: number): number | null {
  const left = seen.clock?.left[seat];
  if (left == null) return null;
  const elapsed = seen.clock?.running === seat ? now - seen.clockAt : 0;
  return Math.max(0, left - elapsed);
}
