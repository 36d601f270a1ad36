// What to do after a match: play again, play somebody else, look at it again, or show it to others.

import { useSignal } from "@preact/signals";
import { levels } from "../api";
import { openTable } from "../luck";
import { useFetched } from "../parts/hooks";
import type { SeatLook } from "../protocol";
import { navigate } from "../router";
import { texts } from "../texts";
import type { TableModel } from "./model";
import type { Caption } from "./share-picture";

const HIGHEST = 8;

/** Returns the level to play next in the same game, for somebody who plays against AIs only: one up after a win. */
export function nextLevel(
  seats: readonly SeatLook[],
  mine: readonly number[],
  won: boolean,
): number | undefined {
  const others = seats.filter((_, index) => !mine.includes(index));
  if (mine.length !== 1 || others.length === 0 || others.some((seat) => seat.kind !== "bot"))
    return undefined;
  const level = Math.max(...others.map((seat) => seat.level ?? 1)) + (won ? 1 : -1);
  return level >= 1 && level <= HIGHEST ? level : undefined;
}

interface NextStepsProps {
  model: TableModel;
  won: boolean;
  /** What is written below a picture of the table. */
  picture: () => Caption;
}

export function NextSteps({ model, won, picture }: NextStepsProps) {
  const busy = useSignal(false);
  const problem = useSignal("");
  const everybody = useFetched(levels, []).value.value;
  const table = model.seen.value?.table;
  if (!table) return null;
  const { seats, rematch } = table;
  const mine = model.mine.value[0];
  const iWantRematch = mine !== undefined && seats[mine]?.wants_rematch;
  const waitingFor = seats
    .filter((seat) => seat.kind === "person" && !seat.wants_rematch)
    .map((seat) => seat.name);
  const othersWantRematch = seats.some((seat, index) => seat.wants_rematch && index !== mine);
  const level = table.from_position ? undefined : nextLevel(seats, model.mine.value, won);
  const opponent = everybody?.find(({ number }) => number === level)?.name;
  const attempt = async (act: () => Promise<unknown>) => {
    busy.value = true;
    problem.value = "";
    try {
      await act();
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
    busy.value = false;
  };
  const playNext = async () => {
    const places = seats.map((_, index) =>
      index === mine ? { kind: "me" as const } : { kind: "bot" as const, level },
    );
    const { game, options, time } = table;
    navigate(`/t/${await openTable({ game, options, time, places })}`);
  };
  const share = async () => {
    const stage = document.querySelector<HTMLElement>(".stage");
    const { sharePicture } = await import("./share-picture");
    if (stage) await sharePicture(stage, picture(), `tilora-${table.game}`);
  };
  return (
    <>
      {othersWantRematch && !iWantRematch && <p>{texts.result.othersWantRematch}</p>}
      {iWantRematch && !rematch && <p class="faint">{texts.result.waitingFor(waitingFor)}</p>}
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="next-steps">
        {mine !== undefined && (
          <button
            type="button"
            class="main"
            disabled={iWantRematch && !rematch}
            onClick={() => (rematch ? navigate(`/t/${rematch}`) : model.askRematch(mine))}
          >
            {iWantRematch && !rematch ? texts.result.rematchRequested : texts.result.rematch}
          </button>
        )}
        {level !== undefined && (
          <button
            type="button"
            disabled={busy.value}
            title={texts.level.short(level)}
            onClick={() => attempt(playNext)}
          >
            {texts.result.playNext(opponent ?? texts.level.short(level))}
          </button>
        )}
        <button type="button" onClick={() => navigate(`/review/${model.id}`)}>
          {texts.result.review}
        </button>
        <button type="button" disabled={busy.value} onClick={() => attempt(share)}>
          {texts.result.share}
        </button>
        <button type="button" onClick={() => navigate("/")}>
          {texts.common.home}
        </button>
      </div>
    </>
  );
}
