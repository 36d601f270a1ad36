// Tooltips: keep the mouse still on something for a moment, or press and hold it, to see what it is.

import { signal } from "@preact/signals";
import { fillSeats } from "../../parts/seat-names";
import { bubbleAt, type Target } from "./targets";

const shown = signal<Target | undefined>(undefined);
const HOVER = 550;
const HOLD = 480;
/** Pixels that a pointer may move and still count as still. */
const STILL = 4;

export function hideTooltip(): void {
  shown.value = undefined;
}

/** Shows tooltips on the stage. Returns a function that stops it. */
export function enableTooltips(stage: HTMLElement, all: () => ReadonlyMap<string, Target>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let at: { id: string | undefined; x: number; y: number } | undefined;

  // The time starts over whenever the pointer moves: a tooltip appears when it is still.
  const over = (event: PointerEvent) => {
    const id = (event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id;
    const { clientX: x, clientY: y } = event;
    if (at && at.id === id && Math.hypot(x - at.x, y - at.y) < STILL) return;
    if (at?.id !== id) hideTooltip();
    at = { id, x, y };
    clearTimeout(timer);
    const thing = id === undefined ? undefined : all().get(id);
    if (!thing || (!thing.label && !thing.about)) return;
    timer = setTimeout(
      () => (shown.value = all().get(thing.id)),
      event.pointerType === "touch" ? HOLD : HOVER,
    );
  };
  const out = () => {
    at = undefined;
    clearTimeout(timer);
    hideTooltip();
  };

  stage.addEventListener("pointerover", over);
  stage.addEventListener("pointermove", over);
  stage.addEventListener("pointerdown", over);
  stage.addEventListener("pointerleave", out);
  stage.addEventListener("pointerup", out);
  return () => {
    out();
    stage.removeEventListener("pointerover", over);
    stage.removeEventListener("pointermove", over);
    stage.removeEventListener("pointerdown", over);
    stage.removeEventListener("pointerleave", out);
    stage.removeEventListener("pointerup", out);
  };
}

interface TooltipProps {
  stage: { width: number; height: number };
  names: string[];
  /** Whether something is being shown, which a tooltip would cover: what happened, or what would happen. */
  busy: boolean;
  /** Whether the person has chosen a part of a move. Then a mere name would cover what is about to happen. */
  choosing: boolean;
}

export function Tooltip({ stage, names, busy, choosing }: TooltipProps) {
  const thing = shown.value;
  if (!thing || busy || (choosing && !thing.about)) return null;
  const { side, x, y } = bubbleAt(thing, stage, "above");
  return (
    <div class={`tip ${side}`} role="tooltip" style={{ left: `${x}px`, top: `${y}px` }}>
      <strong>{fillSeats(thing.label, names)}</strong>
      {thing.about && <span>{fillSeats(thing.about, names)}</span>}
    </div>
  );
}
