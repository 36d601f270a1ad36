// Splits a step into beats: one scene for each, between the scene before and the scene after, so that a newcomer can
// follow what happens. No state, no drawing.

import type { Area, Beat, Move, Piece, Scene } from "../../protocol";

export interface Snapshot {
  scene: Scene;
  /** New ids of pieces that moved, with their ids before. */
  renamed: Map<string, string>;
  lit: string[];
  beat?: Beat;
  /** The number of the beat within its step. */
  number?: number;
}

interface Located {
  area: string;
  piece: Piece;
}

/**
 * Returns how far the contents of an area moved because the area has grown: the shift that most pieces share. A hand
 * that closes a gap does not count.
 */
export function shift(before: Area, after: Area): [number, number] {
  if (after.role === "hand") return [0, 0];
  const then = new Map((before.pieces ?? []).map((piece) => [piece.id, piece]));
  const counts = new Map<string, { by: [number, number]; count: number }>();
  for (const piece of after.pieces ?? []) {
    const old = then.get(piece.id);
    if (!old) continue;
    const by: [number, number] = [round(piece.x - old.x), round(piece.y - old.y)];
    const found = counts.get(by.join()) ?? { by, count: 0 };
    found.count++;
    counts.set(by.join(), found);
  }
  let best = counts.get("0,0") ?? { by: [0, 0] as [number, number], count: 0 };
  for (const found of counts.values()) if (found.count > best.count) best = found;
  return best.by;
}

const round = (value: number) => Math.round(value * 1000) / 1000 || 0;

function movedBy<T extends { x: number; y: number }>(
  things: readonly T[] | undefined,
  [dx, dy]: [number, number],
): T[] {
  return (things ?? []).map((thing) => (dx || dy ? { ...thing, x: thing.x + dx, y: thing.y + dy } : thing));
}

/** Returns the contents of the scene before, in the areas of the scene after. */
function rebase(before: Scene, after: Scene): Scene {
  const then = new Map(before.areas.map((area) => [area.id, area]));
  const areas = after.areas.map((area) => {
    const old = then.get(area.id);
    if (!old) return { ...area, pieces: [] };
    const by = shift(old, area);
    const same = old.w === area.w && old.h === area.h && !by[0] && !by[1];
    if (same) return old;
    return { ...area, pieces: movedBy(old.pieces, by), texts: movedBy(old.texts, by) };
  });
  return { areas };
}

function locatePieces(scene: Scene): Map<string, Located> {
  const found = new Map<string, Located>();
  for (const area of scene.areas) {
    for (const piece of area.pieces ?? []) found.set(piece.id, { area: area.id, piece });
  }
  return found;
}

function withPieces(scene: Scene, pieces: Map<string, Located>): Scene {
  const byArea = new Map<string, Piece[]>();
  for (const { area, piece } of pieces.values()) {
    const list = byArea.get(area);
    if (list) list.push(piece);
    else byArea.set(area, [piece]);
  }
  return { areas: scene.areas.map((area) => ({ ...area, pieces: byArea.get(area.id) ?? [] })) };
}

function applyMove(
  move: Move,
  pieces: Map<string, Located>,
  goal: Map<string, Located>,
  renamed: Map<string, string>,
) {
  const from = pieces.get(move.id);
  if (!from) return;
  const name = move.becomes || move.id;
  pieces.delete(move.id);
  if (name !== move.id) renamed.set(name, move.id);
  const target = goal.get(name);
  if (move.area) {
    const like = target?.piece ?? from.piece;
    const faces = move.faces ?? from.piece.faces;
    const place = { x: move.x ?? 0, y: move.y ?? 0, turn: move.turn ?? 0 };
    pieces.set(name, { area: move.area, piece: { ...like, ...place, id: name, faces } });
  } else if (target) {
    pieces.set(name, target);
  }
}

/** Returns the scene with these scores wherever it shows the score of a seat. */
function withScores(scene: Scene, scores: readonly number[]): Scene {
  const areas = scene.areas.map((area) => {
    if (!area.texts?.some((text) => text.role === "score")) return area;
    const texts = area.texts.map((text) => {
      const score = text.role === "score" && text.seat != null ? scores[text.seat] : undefined;
      return score === undefined ? text : { ...text, text: String(score) };
    });
    return { ...area, texts };
  });
  return { areas };
}

/** Returns one snapshot for each beat of a step that starts with these scores, and then the scene after. */
export function splitStep(
  before: Scene,
  after: Scene,
  beats: readonly Beat[],
  scores: readonly number[] = [],
): Snapshot[] {
  const snapshots: Snapshot[] = [];
  const now = [...scores];
  const base = rebase(before, after);
  const pieces = locatePieces(base);
  const goal = locatePieces(after);
  beats.forEach((beat, number) => {
    const renamed = new Map<string, string>();
    for (const move of beat.moves ?? []) applyMove(move, pieces, goal, renamed);
    const moved = new Set((beat.moves ?? []).map((move) => move.becomes || move.id));
    for (const id of beat.ids ?? []) {
      const target = goal.get(id);
      if (target && !moved.has(id)) pieces.set(id, target);
    }
    if (beat.seat != null && beat.points) now[beat.seat] = (now[beat.seat] ?? 0) + beat.points;
    const scene = withScores(withPieces(base, pieces), now);
    snapshots.push({ scene, renamed, lit: beat.ids ?? [], beat, number });
  });
  snapshots.push({ scene: after, renamed: new Map(), lit: [] });
  return snapshots;
}
