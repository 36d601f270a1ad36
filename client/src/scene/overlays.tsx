// What floats above the areas for a moment: points that were earned, arcs between clicks, and why a click led nowhere.

import { fillSeats } from "../parts/seat-names";
import type { Selection } from "./input/selection";
import { bubbleAt, type Target } from "./input/targets";
import type { Layout } from "./layout";
import type { Snapshot } from "./motion/beats";

/** Points that float up from where they were earned, and dice from where they were rolled. */
export function Points({
  snapshot,
  layout,
  targets,
}: {
  snapshot: Snapshot;
  layout: Layout;
  targets: Map<string, Target>;
}) {
  const beat = snapshot.beat;
  if (!beat?.points && !beat?.roll?.length) return null;
  const ids = [...(beat.moves ?? []).map((move) => move.becomes || move.id), ...(beat.ids ?? [])];
  const own = snapshot.scene.areas.filter((area) => area.seat != null && area.seat === beat.seat);
  const theirs = new Set(
    own.flatMap((area) => [...(area.spots ?? []), ...(area.pieces ?? [])].map(({ id }) => id)),
  );
  // Prefer a target on the seat's own board to one that was discarded elsewhere.
  const found = ids.flatMap((id) => targets.get(id) ?? []);
  const thing = found.find(({ id }) => theirs.has(id)) ?? found[0];
  const board = snapshot.scene.areas.find((area) => area.seat === beat.seat && layout.frames.has(area.id));
  const frame = board && layout.frames.get(board.id);
  const at = thing
    ? { x: thing.x + thing.w / 2, y: thing.y }
    : frame && { x: frame.x + frame.w / 2, y: frame.y + frame.h / 2 };
  if (!at) return null;
  return (
    <span
      key={snapshot.number}
      class="happening"
      style={{ left: `${at.x}px`, top: `${at.y}px` }}
      aria-hidden="true"
    >
      {beat.roll?.map((number, index) => (
        <b key={index} class="roll">
          {number}
        </b>
      ))}
      {beat.points ? (
        <b class={`points${beat.points < 0 ? " loss" : ""}`}>
          {beat.points > 0 ? `+${beat.points}` : `−${-beat.points}`}
        </b>
      ) : null}
    </span>
  );
}

/** Arcs along the spots that were clicked so far. */
export function Arcs({
  picked,
  free,
  targets,
}: {
  picked: readonly string[];
  free: boolean;
  targets: Map<string, Target>;
}) {
  const points = free ? [] : picked.flatMap((id) => targets.get(id) ?? []);
  if (points.length < 2) return null;
  const middle = ({ x, y, w, h }: Target) => [x + w / 2, y + h / 2] as const;
  const arcs = points.slice(1).map((to, index) => {
    const [[ax, ay], [bx, by]] = [middle(points[index] ?? to), middle(to)];
    const lift = Math.hypot(bx - ax, by - ay) * 0.3;
    return `M${ax} ${ay}Q${(ax + bx) / 2} ${(ay + by) / 2 - lift} ${bx} ${by}`;
  });
  return (
    <svg class="arcs" aria-hidden="true">
      <path d={arcs.join("")} />
    </svg>
  );
}

interface ComplaintBubbleProps {
  selection: Selection;
  targets: Map<string, Target>;
  stage: Layout;
  names: string[];
}

/** The reason why a click led nowhere, next to it. */
export function ComplaintBubble({ selection, targets, stage, names }: ComplaintBubbleProps) {
  const complaint = selection.complaint.value;
  const thing = complaint && targets.get(complaint.id);
  if (!complaint || !thing) return null;
  const { side, x, y } = bubbleAt(thing, stage, "below");
  return (
    <div class={`complaint ${side}`} role="alert" style={{ left: `${x}px`, top: `${y}px` }}>
      {fillSeats(complaint.text, names)}
    </div>
  );
}
