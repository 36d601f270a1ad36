// Before the start: who sits where, and what is still missing.

import { LevelPick } from "../parts/level-select";
import { Star } from "../parts/notice";
import { Sign } from "../parts/seat-sign";
import { TimePick, timeWords } from "../parts/time-select";
import { isHost } from "./host-sheet";
import { Invitation } from "./invite";
import type { TableModel } from "./model";

interface WaitingProps {
  model: TableModel;
  host: () => void;
}

export function Waiting({ model, host: manage }: WaitingProps) {
  const table = model.seen.value?.table;
  if (!table) return null;
  const host = isHost(model);
  const sitting = model.mine.value.length > 0;
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  const people = open === 1 ? "one more player" : `${open} more players`;
  return (
    <div class="waiting">
      <div class="card">
        <Star />
        <h1>{table.title}</h1>
        <p class="lead">{open > 0 ? `Waiting for ${people}.` : "Everybody is here."}</p>
        <ol class="places">
          {table.seats.map((seat, index) => (
            <li key={index}>
              <Sign seat={index} size={18} />
              <span class="grow">{seat.kind === "open" ? <em>Free seat</em> : seat.name}</span>
              {seat.kind === "open" && !sitting && (
                <button type="button" class="main" onClick={() => model.join(index)}>
                  Sit here
                </button>
              )}
              {seat.kind === "open" && host && (
                <button
                  type="button"
                  onClick={() => void model.ask({ kind: "set-place", seat: index, place: "bot", level: 4 })}
                >
                  Put the AI here
                </button>
              )}
              {seat.kind === "bot" && host && (
                <LevelPick
                  value={seat.level ?? 4}
                  change={(level) => void model.ask({ kind: "set-place", seat: index, place: "bot", level })}
                />
              )}
              {seat.kind !== "open" && host && !model.mine.value.includes(index) && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() =>
                    void model.ask({ kind: "set-place", seat: index, place: "open", level: null })
                  }
                >
                  Free it
                </button>
              )}
              {seat.kind === "person" && model.mine.value.includes(index) && !host && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void model.ask({ kind: "leave", seat: index })}
                >
                  Stand up
                </button>
              )}
            </li>
          ))}
        </ol>
        {open > 0 && sitting && <Invitation id={model.id} />}
        {host ? (
          <div class="fields wide">
            <TimePick time={table.time} change={(time) => void model.ask({ kind: "set-time", time })} />
          </div>
        ) : (
          <p class="faint">{timeWords(table.time)}.</p>
        )}
        <div class="row">
          {open === 0 && host && (
            <button type="button" class="main" onClick={() => void model.ask({ kind: "start" })}>
              Start
            </button>
          )}
          {host && (
            <button type="button" class="quiet" onClick={manage}>
              More …
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
