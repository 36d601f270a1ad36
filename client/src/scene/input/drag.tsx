// Click or drag, as people like: a drag is a click where it starts and a click where it ends.

import { render } from "preact";
import { artOf } from "../draw/art";
import { Drawing, UNIT } from "../draw/shapes";
import { meant } from "./hit-test";
import type { Picker } from "./selection";
import { distance, type Thing } from "./targets";
import { hideTip } from "./tooltip";

const FAR_ENOUGH = 8;

interface Press {
  pointer: number;
  id: string;
  x: number;
  y: number;
  ghost?: HTMLElement;
  wasPicked: boolean;
  /** A finger moves what is larger than its room, instead of dragging things out of it. */
  moves: boolean;
}

/** What travels with the pointer: the piece, or the pieces that lie on the place. */
function carried(thing: Thing, all: ReadonlyMap<string, Thing>): Thing[] {
  if (thing.piece) return [thing];
  const on = (other: Thing) =>
    other.piece && distance(thing, other.x + other.w / 2, other.y + other.h / 2) === 0;
  return [...all.values()].filter(on);
}

function ghostOf(thing: Thing, pieces: Thing[], game: string): HTMLElement {
  const holder = document.createElement("div");
  holder.className = "ghost";
  Object.assign(holder.style, { width: `${thing.w}px`, height: `${thing.h}px` });
  for (const { piece, x, y, w, h } of pieces) {
    if (!piece) continue;
    const one = document.createElement("div");
    Object.assign(one.style, {
      left: `${x - thing.x}px`,
      top: `${y - thing.y}px`,
      width: `${w}px`,
      height: `${h}px`,
    });
    render(
      <svg viewBox={`0 0 ${(piece.w ?? 1) * UNIT} ${(piece.h ?? 1) * UNIT}`} aria-hidden="true">
        <Drawing piece={piece} art={artOf(game)} />
      </svg>,
      one,
    );
    holder.append(one);
  }
  document.body.append(holder);
  return holder;
}

/** Pressing, dragging and dropping on the stage become clicks of the picker. Returns how to stop that. */
export function drags(
  stage: HTMLElement,
  picker: Picker,
  all: () => ReadonlyMap<string, Thing>,
  game: string,
): () => void {
  let press: Press | undefined;

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    letGo();
    const id = meant(stage, event, picker, all());
    if (id === undefined) return;
    const wasPicked = picker.picked.value.includes(id);
    const moves = event.pointerType === "touch" && (event.target as Element).closest(".windowed") !== null;
    press = { pointer: event.pointerId, id, x: event.clientX, y: event.clientY, wasPicked, moves };
  };

  const move = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return;
    // It was let go elsewhere, where nobody here could hear of it.
    if (event.buttons === 0) {
      letGo();
      return;
    }
    if (!press.ghost) {
      if (press.moves) return;
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR_ENOUGH) return;
      const thing = all().get(press.id);
      const pieces = thing ? carried(thing, all()) : [];
      if (!thing || pieces.length === 0 || !picker.alive(press.id)) return;
      if (!press.wasPicked) {
        const reaches = picker.reachable.value.get(press.id);
        // A click that would act at once is no beginning of a drag.
        if (reaches && reaches.path.length === picker.picked.value.length + 1) return;
        picker.press(press.id);
      }
      press.ghost = ghostOf(thing, pieces, game);
      stage.setPointerCapture(event.pointerId);
      hideTip();
    }
    const { ghost } = press;
    ghost.style.transform = `translate(${event.clientX - ghost.clientWidth / 2}px, ${event.clientY - ghost.clientHeight * 0.62}px)`;
  };

  const letGo = () => {
    if (press?.ghost) {
      for (const one of press.ghost.children) render(null, one);
      press.ghost.remove();
    }
    press = undefined;
  };

  const up = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return;
    const { id, ghost, wasPicked } = press;
    letGo();
    const target = meant(stage, event, picker, all());
    if (!ghost) {
      if (target === id || target === undefined) picker.press(id);
      return;
    }
    if (target === id) {
      if (wasPicked) picker.back();
    } else if (target !== undefined && picker.reachable.value.has(target)) {
      picker.press(target);
    } else {
      if (target !== undefined) picker.press(target);
      if (!wasPicked) picker.picked.value = picker.picked.value.filter((other) => other !== id);
    }
  };

  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", letGo);
  return () => {
    letGo();
    stage.removeEventListener("pointerdown", down);
    stage.removeEventListener("pointermove", move);
    stage.removeEventListener("pointerup", up);
    stage.removeEventListener("pointercancel", letGo);
  };
}
