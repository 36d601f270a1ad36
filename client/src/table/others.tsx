// On a phone the other seats' boards are a strip that opens on a tap.

import { useSignal } from "@preact/signals";
import { Sheet } from "../parts/sheet";
import { Sign } from "../parts/signs";
import { AreaDrawing } from "../scene/area";
import { artOf } from "../scene/art";
import { groups } from "../scene/layout";
import type { TableModel } from "./model";

export function Others({ model, game }: { model: TableModel; game: string }) {
  const open = useSignal<number | undefined>(undefined);
  const seen = model.seen.value;
  const art = artOf(game);
  if (!seen) return null;
  const scene = model.teller.chapter.value.scene;
  const others = groups(scene, seen.seat).others.filter((areas) => areas.length > 0);
  if (others.length === 0) return null;
  const lit = new Set(model.teller.chapter.value.lit);
  const marks = (id: string) => ({
    alive: false,
    picked: false,
    lit: lit.has(id),
    hinted: false,
    focused: false,
    badge: "",
  });
  const name = (seat: number | null | undefined) => seen.table.seats[seat ?? 0]?.name ?? "";
  const shown = others.find((areas) => areas[0]?.seat === open.value);
  return (
    <div class="others">
      {others.map((areas) => (
        <button
          type="button"
          key={areas[0]?.seat}
          class="other"
          aria-label={`Look at ${name(areas[0]?.seat)}'s things`}
          onClick={() => {
            open.value = areas[0]?.seat ?? undefined;
          }}
        >
          <Sign seat={areas[0]?.seat ?? 0} />
          {areas.map((area) => (
            <AreaDrawing key={area.id} area={area} art={art} marks={marks} />
          ))}
        </button>
      ))}
      {shown && (
        <Sheet title={name(open.value)} close={() => (open.value = undefined)} wide>
          {shown.map((area) => (
            <AreaDrawing key={area.id} area={area} art={art} />
          ))}
        </Sheet>
      )}
    </div>
  );
}
