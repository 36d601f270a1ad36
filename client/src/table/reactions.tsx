// Reactions: what players can show each other for a moment, without words of their own. Drawn in reactions.svg.

import { me } from "../api";
import type { React } from "../protocol";
import { texts } from "../texts";
import type { TableModel } from "./model";
import drawings from "./reactions.svg";

type Name = React["reaction"];

const NAMES = Object.keys(texts.reactions.names) as Name[];

function Drawing({ name, size }: { name: Name; size: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

/** The buttons, if there is another person at the table to show a reaction to. */
export function ReactionButtons({ model, done }: { model: TableModel; done?: () => void }) {
  const table = model.seen.value?.table;
  const seat = model.seen.value?.seat ?? model.mine.value[0];
  const player = me.value?.player;
  const others = table?.seats.some((each) => each.kind === "person" && each.player !== player);
  if (!table || table.closed || !others || seat === undefined || !model.mine.value.includes(seat))
    return null;
  if (player !== undefined && table.muted.includes(player)) return null;
  return (
    <div class="reactions" role="group" aria-label={texts.reactions.label}>
      {NAMES.map((name) => (
        <button
          type="button"
          key={name}
          class="quiet"
          aria-label={texts.reactions.names[name]}
          title={texts.reactions.names[name]}
          onClick={() => {
            void model.ask({ kind: "react", seat, reaction: name });
            done?.();
          }}
        >
          <Drawing name={name} size={26} />
        </button>
      ))}
    </div>
  );
}

/** What the player in that seat shows now. */
export function SeatReaction({ model, seat }: { model: TableModel; seat: number }) {
  const shown = model.reactions.value.get(seat);
  return (
    <span class="reaction" aria-live="polite">
      {shown && (
        <span key={shown.at} title={texts.reactions.names[shown.reaction]}>
          <Drawing name={shown.reaction} size={28} />
          <span class="unseen">{texts.reactions.names[shown.reaction]}</span>
        </span>
      )}
    </span>
  );
}
