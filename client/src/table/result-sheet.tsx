// The result of a match: who won, where the points came from, and what to do next.

import { Face } from "../parts/face";
import { fillSeats } from "../parts/seat-names";
import { SeatSign } from "../parts/seat-sign";
import { Sheet } from "../parts/sheet";
import type { Breakdown, SeatLook, StepLook } from "../protocol";
import { navigate } from "../router";
import { texts } from "../texts";
import type { TableModel } from "./model";

/** Returns the sum of points by source, over the steps that the page knows. */
export function breakdownOf(steps: readonly StepLook[], seats: number): Breakdown[] {
  const found = new Map<string, number[]>();
  for (const beat of steps.flatMap((step) => step.beats ?? [])) {
    if (!beat.points || beat.seat == null) continue;
    const source = beat.source || texts.result.otherSource;
    const points = found.get(source) ?? new Array<number>(seats).fill(0);
    points[beat.seat] = (points[beat.seat] ?? 0) + beat.points;
    found.set(source, points);
  }
  return [...found].map(([source, points]) => ({ source, points }));
}

/** Adds the points that each seat started with, so that the sums are the scores. */
export function withStart(sources: readonly Breakdown[], scores: readonly number[]): Breakdown[] {
  const earned = (seat: number) => sources.reduce((sum, { points }) => sum + (points[seat] ?? 0), 0);
  const start = scores.map((score, seat) => score - earned(seat));
  return start.some(Boolean) ? [{ source: texts.result.atStart, points: start }, ...sources] : [...sources];
}

const signed = (points: number | undefined) => (points ? String(points).replace("-", "−") : "·");

/** The face and level of a bot, above its name. */
const BotFace = ({ seat: { kind, level } }: { seat: SeatLook }) =>
  kind === "bot" && level !== null ? (
    <span class="bot-face">
      <Face level={level} size={40} />
      <small>{texts.level.short(level)}</small>
    </span>
  ) : null;

interface ResultSheetProps {
  model: TableModel;
  close: () => void;
}

export function ResultSheet({ model, close }: ResultSheetProps) {
  const seen = model.seen.value;
  const position = seen?.position;
  if (!seen || !position) return null;
  const { seats, rematch, unit } = seen.table;
  const ranks = position.ranks ?? seats.map(() => 1);
  const order = seats.map((_, index) => index).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const best = Math.min(...ranks);
  const winners = order.filter((index) => ranks[index] === best);
  const sources = withStart(position.breakdown ?? breakdownOf(seen.steps, seats.length), position.scores);
  const mine = model.mine.value[0];
  const iWantRematch = mine !== undefined && seats[mine]?.wants_rematch;
  const waitingFor = seats
    .filter((seat) => seat.kind === "person" && !seat.wants_rematch)
    .map((seat) => seat.name);
  const othersWantRematch = seats.some((seat, index) => seat.wants_rematch && index !== mine);
  const alone = model.mine.value.length === 1;
  const iWin = alone && winners.length === 1 && winners[0] === mine;
  // In a match of two, against whom they have won is worth telling, unless the AI has helped.
  const beaten = iWin && seen.table.counts && seats.length === 2 ? seats[1 - (mine ?? 0)] : undefined;
  const names = winners.map((index) =>
    alone && index === mine ? texts.common.you : (seats[index]?.name ?? ""),
  );
  const title =
    winners.length === seats.length && seats.length > 1
      ? texts.result.draw
      : iWin
        ? beaten?.kind === "bot"
          ? texts.result.youBeat(beaten.name)
          : texts.result.youWin
        : texts.result.wins(names);
  const numeric = position.scores.some((score) => score !== 0);
  return (
    <Sheet title={title} close={close} beside>
      {position.reason && <p class="lead">{fillSeats(position.reason, model.names.value)}</p>}
      <div class="scroll-x">
        <table class="result">
          <thead>
            <tr>
              <td />
              {order.map((index) => (
                <th key={index} scope="col" class={ranks[index] === best ? "won" : ""}>
                  {seats[index] && <BotFace seat={seats[index]} />}
                  <SeatSign game={seen.table.game} seat={index} /> {seats[index]?.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map(({ source, points }) => (
              <tr key={source}>
                <th scope="row">{source}</th>
                {order.map((index) => (
                  <td key={index}>{signed(points[index])}</td>
                ))}
              </tr>
            ))}
            {numeric && (
              <tr class="total">
                <th scope="row">{unit}</th>
                {order.map((index) => (
                  <td key={index}>{position.scores[index]}</td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {othersWantRematch && !iWantRematch && <p>{texts.result.othersWantRematch}</p>}
      {iWantRematch && !rematch && <p class="faint">{texts.result.waitingFor(waitingFor)}</p>}
      <div class="row end wrap">
        <button type="button" class="ending-home" onClick={() => navigate("/")}>
          {texts.common.home}
        </button>
        <button type="button" onClick={() => navigate(`/r/${model.id}`)}>
          {texts.result.review}
        </button>
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
      </div>
    </Sheet>
  );
}
