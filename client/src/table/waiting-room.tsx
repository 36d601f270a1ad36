// The waiting room before a match: who sits where, and who is missing.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { missingSeats } from "../luck";
import { askToConfirm } from "../parts/confirm";
import { Named } from "../parts/face";
import { LevelSelect } from "../parts/level-select";
import { Star } from "../parts/notice";
import { SeatSign } from "../parts/seat-sign";
import { TimeSelect } from "../parts/time-select";
import { texts } from "../texts";
import { isHost } from "./host-sheet";
import { Invitation } from "./invite";
import type { TableModel } from "./model";

interface WaitingRoomProps {
  model: TableModel;
  host: () => void;
}

export function WaitingRoom({ model, host: manage }: WaitingRoomProps) {
  const table = model.seen.value?.table;
  if (!table) return null;
  const host = isHost(model) && !table.drawing;
  const sitting = model.mine.value.length > 0;
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  return (
    <div class="waiting">
      <div class="card">
        <Star />
        <h1>{table.title}</h1>
        {table.drawing ? (
          <Draw model={model} />
        ) : (
          <p class="lead">{open > 0 ? texts.waitingRoom.waitingFor(open) : texts.waitingRoom.complete}</p>
        )}
        <ol class="places">
          {table.seats.map((seat, index) => (
            <li key={index}>
              <SeatSign game={table.game} seat={index} size={18} />
              {!(seat.kind === "bot" && host) && (
                <span class="grow">
                  {seat.kind === "open" ? <em>{texts.common.freeSeat}</em> : <Named who={seat} size={32} />}
                </span>
              )}
              {seat.kind === "open" && !sitting && (
                <button type="button" class="main" onClick={() => model.join(index)}>
                  {texts.waitingRoom.sitHere}
                </button>
              )}
              {seat.kind === "open" && host && (
                <button
                  type="button"
                  onClick={() => void model.ask({ kind: "set-place", seat: index, place: "bot", level: 4 })}
                >
                  {texts.waitingRoom.addAi}
                </button>
              )}
              {seat.kind === "bot" && host && (
                <LevelSelect
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
                  {texts.waitingRoom.freeSeat}
                </button>
              )}
              {seat.kind === "person" &&
                model.mine.value.includes(index) &&
                !isHost(model) &&
                !table.drawing && (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => void model.ask({ kind: "leave", seat: index })}
                  >
                    {texts.waitingRoom.leaveSeat}
                  </button>
                )}
            </li>
          ))}
        </ol>
        {open > 0 && sitting && <Invitation id={model.id} code={table.code} />}
        {host ? (
          <div class="fields wide">
            <TimeSelect time={table.time} change={(time) => void model.ask({ kind: "set-time", time })} />
          </div>
        ) : (
          <p class="faint">{texts.time.summary(table.time)}</p>
        )}
        <div class="row">
          {open === 0 && host && (
            <button type="button" class="main" onClick={() => void model.ask({ kind: "start" })}>
              {texts.waitingRoom.start}
            </button>
          )}
          {host && (
            <button type="button" class="quiet" onClick={manage}>
              {texts.waitingRoom.more}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Milliseconds after which the page says whom the match is waiting for, and after which one need not wait longer. */
const PATIENCE = 2_000;
const REVEAL_TIME = 20_000;

/** All seats are taken, and the match starts as soon as the page of each player has revealed its nonce. */
function Draw({ model }: { model: TableModel }) {
  const waited = useSignal(0);
  useEffect(() => {
    const timers = [PATIENCE, REVEAL_TIME].map((time) => setTimeout(() => (waited.value = time), time));
    return () => timers.forEach(clearTimeout);
  }, []);
  const table = model.seen.value?.table;
  if (!table) return null;
  const missing = missingSeats(table);
  const mine = model.mine.value;
  const alone = table.seats.every((seat, index) => seat.kind !== "person" || mine.includes(index));
  const elsewhere = missing.some((seat) => mine.includes(seat));
  const names = missing.map((seat) => table.seats[seat]?.name ?? "");
  const start = async () => {
    const sure = await askToConfirm(
      texts.waitingRoom.startWithoutQuestion(names),
      texts.waitingRoom.startWithoutEffect(names),
      texts.waitingRoom.startWithout,
    );
    if (sure) void model.ask({ kind: "start" });
  };
  const lead = elsewhere ? texts.waitingRoom.otherDevice : texts.waitingRoom.waitingForReturn(names);
  const late = waited.value === REVEAL_TIME && mine.length > 0 && !elsewhere;
  return (
    <>
      <p class="lead">{waited.value === 0 ? texts.waitingRoom.starting : lead}</p>
      {(alone ? waited.value > 0 : late) && (
        <button type="button" onClick={alone ? () => void model.ask({ kind: "start" }) : start}>
          {texts.waitingRoom.startWithout}
        </button>
      )}
    </>
  );
}
