// Mouse and touch input. A drag counts as a click where it starts and a click where it ends.

import { render } from "preact";
import { artOf } from "../draw/art";
import { Drawing, UNIT } from "../draw/shapes";
import { hitTest } from "./hit-test";
import type { Selection } from "./selection";
import { distance, type Target } from "./targets";
import { hideTooltip } from "./tooltip";

const DRAG_DISTANCE = 8;

interface Press {
  pointer: number;
  id: string;
  x: number;
  y: number;
  ghost?: HTMLElement;
  wasPicked: boolean;
  /** Whether a finger scrolls an enlarged area instead of dragging a piece out of it. */
  moves: boolean;
}

/** Returns what follows the pointer: the piece, or the pieces that lie on the spot. */
function carriedPieces(thing: Target, all: ReadonlyMap<string, Target>): Target[] {
  if (thing.piece) return [thing];
  const on = (other: Target) =>
    other.piece && distance(thing, other.x + other.w / 2, other.y + other.h / 2) === 0;
  return [...all.values()].filter(on);
}

function ghostOf(thing: Target, pieces: Target[], game: string): HTMLElement {
  const holder = document.createElement("div");
  holder.className = "ghost";
  Object.assign(holder.style, { width: `${thing.w}px`, height: `${thing.h}px` });
  for (const { piece, x, y, w, h } of pieces) {
    if (!piece) continue;
    const image = document.createElement("div");
    Object.assign(image.style, {
      left: `${x - thing.x}px`,
      top: `${y - thing.y}px`,
      width: `${w}px`,
      height: `${h}px`,
    });
    render(
      <svg viewBox={`0 0 ${(piece.w ?? 1) * UNIT} ${(piece.h ?? 1) * UNIT}`} aria-hidden="true">
        <Drawing piece={piece} art={artOf(game)} />
      </svg>,
      image,
    );
    holder.append(image);
  }
  document.body.append(holder);
  return holder;
}

/** Turns presses and drags on the stage into clicks of the selection. Returns a function that stops it. */
export function enableDrag(
  stage: HTMLElement,
  selection: Selection,
  all: () => ReadonlyMap<string, Target>,
  game: string,
): () => void {
  let press: Press | undefined;
  /** Whether the click that comes next began with a press here, which counts already. */
  let began = false;

  // A press that only skips what is being shown counts as well: it goes no further than here.
  const begin = (event: PointerEvent) => {
    began = event.button === 0;
  };

  const down = (event: PointerEvent) => {
    // Of several fingers the first one counts, unless it went down elsewhere, and perhaps never went up.
    if (event.button !== 0 || (press && !event.isPrimary)) return;
    release();
    const id = hitTest(stage, event, selection, all());
    if (id === undefined) return;
    const wasPicked = selection.picked.value.includes(id);
    const moves = event.pointerType === "touch" && (event.target as Element).closest(".windowed") !== null;
    press = { pointer: event.pointerId, id, x: event.clientX, y: event.clientY, wasPicked, moves };
  };

  const move = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.ghost) {
      if (press.moves) return;
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_DISTANCE) return;
      // The button was released outside of the stage. Some devices say so of the first moves of a press, too.
      if (event.buttons === 0) {
        release();
        return;
      }
      const thing = all().get(press.id);
      const pieces = thing ? carriedPieces(thing, all()) : [];
      if (!thing || pieces.length === 0 || !selection.alive(press.id)) return;
      if (!press.wasPicked) {
        const reaches = selection.reachable.value.get(press.id);
        // If one click already plays a move, it cannot start a drag.
        if (reaches && reaches.path.length === selection.picked.value.length + 1) return;
        selection.press(press.id);
      }
      press.ghost = ghostOf(thing, pieces, game);
      stage.setPointerCapture(event.pointerId);
      hideTooltip();
    }
    const { ghost } = press;
    ghost.style.transform = `translate(${event.clientX - ghost.clientWidth / 2}px, ${event.clientY - ghost.clientHeight * 0.62}px)`;
  };

  const release = () => {
    if (press?.ghost) {
      for (const image of press.ghost.children) render(null, image);
      press.ghost.remove();
    }
    press = undefined;
  };

  const cancel = (event: PointerEvent) => {
    if (press && event.pointerId !== press.pointer) return;
    release();
    began = false;
  };

  const up = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return;
    const { id, ghost, wasPicked } = press;
    release();
    const target = hitTest(stage, event, selection, all());
    if (!ghost) {
      if (target === id || target === undefined) selection.press(id);
      return;
    }
    if (target === id) {
      if (wasPicked) selection.back();
    } else if (target !== undefined && selection.reachable.value.has(target)) {
      selection.press(target);
    } else {
      if (target !== undefined) selection.press(target);
      if (!wasPicked) selection.picked.value = selection.picked.value.filter((other) => other !== id);
    }
  };

  // A click without a press counts as well: from a screen reader, or while another button of the mouse is
  // held, or stuck.
  const clicked = (event: MouseEvent) => {
    if (!began && event.target instanceof Element) {
      const id = event.target.closest<SVGElement>("[data-id]")?.dataset.id;
      if (id !== undefined)
        selection.press(event.detail === 0 ? id : (hitTest(stage, event, selection, all()) ?? id));
    }
    began = false;
  };

  stage.addEventListener("pointerdown", begin, true);
  stage.addEventListener("click", clicked);
  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", cancel);
  return () => {
    release();
    stage.removeEventListener("pointerdown", begin, true);
    stage.removeEventListener("click", clicked);
    stage.removeEventListener("pointerdown", down);
    stage.removeEventListener("pointermove", move);
    stage.removeEventListener("pointerup", up);
    stage.removeEventListener("pointercancel", cancel);
  };
}
