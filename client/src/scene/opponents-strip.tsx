// On a phone, the other seats' boards and hands are a strip at the top. A tap opens one of them.

import { useSignal } from "@preact/signals";
import { SeatSign } from "../parts/seat-sign";
import { Sheet } from "../parts/sheet";
import { texts } from "../texts";
import { AreaDrawing } from "./draw/area";
import { artOf } from "./draw/art";
import { groups } from "./layout";
import type { Playback } from "./motion/playback";

interface OpponentsStripProps {
  playback: Playback;
  game: string;
  seat: number | null;
  names: string[];
  /** Ids that the chosen log entry mentions. */
  mentioned?: readonly string[];
  /** What others touched last, with their seats. */
  touched?: ReadonlyMap<string, number>;
}

export function OpponentsStrip(props: OpponentsStripProps) {
  const { playback, game, seat, names, mentioned = [], touched } = props;
  const open = useSignal<number | undefined>(undefined);
  const art = artOf(game);
  const { scene, lit: lights } = playback.snapshot.value;
  const others = groups(scene, seat).others.filter((areas) => areas.length > 0);
  if (others.length === 0) return null;
  const lit = new Set([...lights, ...mentioned]);
  const marks = (id: string) => ({
    alive: false,
    picked: false,
    lit: lit.has(id),
    hinted: false,
    focused: false,
    badge: "",
    hopeless: false,
    by: touched?.get(id),
  });
  const low = others.flat().every((area) => area.role === "hand");
  const shown = others.find((areas) => areas[0]?.seat === open.value);
  return (
    <div class={low ? "others low" : "others"}>
      {others.map((areas) => (
        <button
          type="button"
          key={areas[0]?.seat}
          class={areas.some((area) => lit.has(area.id)) ? "other lit" : "other"}
          aria-label={texts.scene.lookAt(names[areas[0]?.seat ?? 0] ?? "")}
          onClick={() => {
            open.value = areas[0]?.seat ?? undefined;
          }}
        >
          <SeatSign game={game} seat={areas[0]?.seat ?? 0} />
          {areas.map((area) => (
            <AreaDrawing key={area.id} area={area} art={art} marks={marks} names={names} />
          ))}
        </button>
      ))}
      {shown && (
        <Sheet title={names[open.value ?? 0] ?? ""} close={() => (open.value = undefined)} wide>
          {shown.map((area) => (
            <AreaDrawing key={area.id} area={area} art={art} marks={marks} names={names} />
          ))}
        </Sheet>
      )}
    </div>
  );
}
