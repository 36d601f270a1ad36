// A living picture of a game: its board, drawn by the same scenes as at the table.

import { exampleScene } from "../api";
import { useAsked } from "../parts/use";
import type { Area } from "../protocol";
import { AreaDrawing } from "../scene/area";
import { artOf } from "../scene/art";

/** The part of an area in which there is something to see. */
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

export function GamePicture({ game }: { game: string }) {
  const scene = useAsked(() => exampleScene(game), [game]).value.value;
  const art = artOf(game);
  const areas = scene?.areas ?? [];
  const board = areas.find((area) => area.role === "board") ?? areas.find((area) => area.role === "shared");
  return (
    <span class="picture" aria-hidden="true">
      {board && <AreaDrawing area={{ ...cropped(board), label: "" }} art={art} />}
    </span>
  );
}
