// A living picture of a game: its board, drawn by the same scenes as at the table.

import { exampleScene } from "../api";
import { useAsked } from "../parts/use";
import { AreaDrawing } from "../scene/area";
import { artOf } from "../scene/art";

export function GamePicture({ game }: { game: string }) {
  const scene = useAsked(() => exampleScene(game), [game]).value.value;
  const art = artOf(game);
  const areas = scene?.areas ?? [];
  const board = areas.find((area) => area.role === "board") ?? areas.find((area) => area.role === "shared");
  return (
    <span class="picture" aria-hidden="true">
      {board && <AreaDrawing area={{ ...board, label: "" }} art={art} />}
    </span>
  );
}
