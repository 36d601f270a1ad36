// A live picture of a game: its board, drawn like a scene at the table.

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { exampleScene } from "../api";
import { useFetched } from "../parts/hooks";
import type { Area } from "../protocol";
import { AreaDrawing } from "../scene/draw/area";
import { artOf } from "../scene/draw/art";
import type { Layout } from "../scene/layout";
import { animate } from "../scene/motion/anim";
import { planTravel } from "../scene/motion/travel";
import { motionOff } from "../settings";

/** Returns the part of an area that has something in it. */
export function cropped(area: Area): Area {
  const things = [...(area.spots ?? []), ...(area.pieces ?? [])];
  if (things.length === 0) return area;
  const margin = 0.35;
  const left = Math.max(0, Math.min(...things.map((thing) => thing.x)) - margin);
  const top = Math.max(0, Math.min(...things.map((thing) => thing.y)) - margin);
  const right = Math.min(area.w, Math.max(...things.map((thing) => thing.x + (thing.w ?? 1))) + margin);
  const bottom = Math.min(area.h, Math.max(...things.map((thing) => thing.y + (thing.h ?? 1))) + margin);
  const moved = <T extends { x: number; y: number }>(all: readonly T[] | undefined) =>
    (all ?? []).map((thing) => ({ ...thing, x: thing.x - left, y: thing.y - top }));
  const texts = moved(area.texts).filter((text) => text.x >= 0 && text.y >= 0);
  return {
    ...area,
    w: right - left,
    h: bottom - top,
    spots: moved(area.spots),
    pieces: moved(area.pieces),
    texts,
  };
}

/** How many moves a picture makes before it rests. */
export const CHANGES = 8;

/** Returns the layout of the area in its picture: centred, as large as it fits. */
function framed(area: Area, holder: HTMLElement): Layout {
  const inside = holder.querySelector<HTMLElement>(".area");
  const [width, height] = [inside?.clientWidth ?? 0, inside?.clientHeight ?? 0];
  const scale = Math.min(width / area.w, height / area.h);
  const [w, h] = [area.w * scale, area.h * scale];
  const [left, top] = [inside?.offsetLeft ?? 0, inside?.offsetTop ?? 0];
  const frame = { x: left + (width - w) / 2, y: top + (height - h) / 2, scale, w, h };
  return { frames: new Map([[area.id, frame]]), width, height, folded: [] };
}

/** The game's board, `later` moves after the first picture. */
export function GamePicture({ game, later }: { game: string; later: number }) {
  const scene = useFetched(() => exampleScene(game, later), [game, later]).value.value;
  const holder = useRef<HTMLSpanElement>(null);
  const layer = useRef<HTMLSpanElement>(null);
  const last = useRef<{ area: Area; layout: Layout } | undefined>(undefined);
  const art = artOf(game);
  const areas = scene?.areas ?? [];
  const board = areas.find((area) => area.role === "board") ?? areas.find((area) => area.role === "shared");
  const shown = useMemo(() => board && { ...cropped(board), label: "" }, [board]);
  useLayoutEffect(() => {
    if (!shown || !art.ready || !holder.current || !layer.current) return;
    const before = last.current;
    const now = { area: shown, layout: framed(shown, holder.current) };
    last.current = now;
    if (!before || before.area === shown || motionOff()) return;
    const made = ({ area, layout }: typeof now) => ({ scene: { areas: [area] }, layout });
    animate(planTravel(made(before), made(now), new Map()), art, holder.current, layer.current);
  }, [shown, art]);
  return (
    <span class="picture" aria-hidden="true" ref={holder}>
      {shown && <AreaDrawing area={shown} art={art} />}
      <span class="flights" ref={layer} />
    </span>
  );
}
