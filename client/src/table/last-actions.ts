// What the others did since the person's last action: it stays marked on the table until they act. No drawing.

import type { LogLine, StepLook } from "../protocol";

/** Returns what an action touched, by the ids that things had afterwards: what it moved, not what followed from it. */
export function touched(step: StepLook): string[] {
  const beats = step.beats ?? [];
  const scoring = beats.findIndex((beat) => beat.points);
  const own = scoring > 0 ? beats.slice(0, scoring) : beats.slice(0, scoring === 0 ? 1 : undefined);
  const moving = own.filter((beat) => beat.moves?.length);
  const ids = (moving.length > 0 ? moving : own.slice(0, 1)).flatMap((beat) => beat.ids ?? []);
  return follow(
    ids,
    beats.flatMap((beat) => beat.moves ?? []),
  );
}

/** Returns the ids after these moves. A move that only brings something here does not rename it. */
function follow(ids: readonly string[], moves: readonly { id: string; becomes?: string }[]): string[] {
  const names = new Map<string, string>();
  for (const { id, becomes } of moves) if (becomes) names.set(id, becomes);
  const last = (id: string): string => {
    let name = id;
    for (let more = names.size; more > 0; more--) {
      const next = names.get(name);
      if (next === undefined || next === name) break;
      name = next;
    }
    return name;
  };
  return [...new Set(ids.map(last))];
}

/** Returns what the others touched in their last turns since the viewer's own last action, with the seat of each. */
export function lastActions(steps: readonly StepLook[], viewer: number | null): Map<string, number> {
  const turns = new Map<number, number>();
  const later: { id: string; becomes?: string }[] = [];
  const found = new Map<string, number>();
  for (const step of [...steps].reverse()) {
    if (step.seat === viewer && step.by === "person") break;
    const turn = turns.get(step.seat) ?? step.turn;
    if (turn !== step.turn) break;
    turns.set(step.seat, turn);
    for (const id of follow(touched(step), later)) if (!found.has(id)) found.set(id, step.seat);
    later.unshift(...(step.beats ?? []).flatMap((beat) => beat.moves ?? []));
  }
  return found;
}

/** Returns the lines of the log that may be read when so many steps have been shown: none gives away what comes next. */
export function readableLines(lines: readonly LogLine[], shown: number): readonly LogLine[] {
  const first = lines.findIndex((line) => line.step != null && line.step >= shown);
  if (first < 0) return lines;
  return [...lines.slice(0, first), ...lines.slice(first).filter((line) => line.kind === "chat")];
}
