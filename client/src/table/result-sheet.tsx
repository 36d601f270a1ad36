// The result of a match: who won, where the points came from, and what to do next.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Face } from "../parts/face";
import { fillSeats } from "../parts/seat-names";
import { SeatSign } from "../parts/seat-sign";
import { Sheet } from "../parts/sheet";
import type { Breakdown, PositionLook, SeatLook, StepLook } from "../protocol";
import { motionOff, pace } from "../settings";
import { play } from "../sound";
import { texts } from "../texts";
import type { Seen } from "./merge-looks";
import type { TableModel } from "./model";
import { NextSteps } from "./next-steps";
import { seriesOf } from "./players";

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

/** Milliseconds from one kind of points to the next. */
const COUNTING = 500;

/** Counts from 0 to `total`, one after the other if `counting`. A click or a key goes to the end. */
function useCount(total: number, counting: boolean): number {
  const count = useSignal(counting && !motionOff() ? 0 : total);
  const done = count.value >= total;
  useEffect(() => {
    if (done) return;
    const timer = setInterval(() => {
      count.value++;
      play("tick");
    }, pace(COUNTING));
    const skip = () => {
      count.value = total;
    };
    addEventListener("pointerdown", skip);
    addEventListener("keydown", skip);
    return () => {
      clearInterval(timer);
      removeEventListener("pointerdown", skip);
      removeEventListener("keydown", skip);
    };
  }, [done]);
  return Math.min(count.value, total);
}

/** Tells the styles how high the result is: on a phone, the table above it gets the rest. */
function useHeight(): void {
  useEffect(() => {
    const dialog = document.querySelector<HTMLElement>("dialog.beside");
    if (!dialog) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty("--result", `${dialog.offsetHeight}px`));
    observer.observe(dialog);
    return () => {
      observer.disconnect();
      root.removeProperty("--result");
    };
  }, []);
}

const signed = (points: number | undefined) => (points ? String(points).replace("-", "−") : "·");

/** The face and level of a bot, above its name. */
const FaceAndLevel = ({ seat: { kind, level } }: { seat: SeatLook }) =>
  kind === "bot" && level !== null ? (
    <span class="bot-face">
      <Face level={level} size={40} />
      <small>{texts.level.short(level)}</small>
    </span>
  ) : null;

interface ResultSheetProps {
  model: TableModel;
  /** Whether the match has just ended: then the points count up. */
  counting: boolean;
  close: () => void;
}

export function ResultSheet({ model, counting, close }: ResultSheetProps) {
  const seen = model.seen.value;
  return seen?.position ? (
    <Result model={model} seen={seen} position={seen.position} counting={counting} close={close} />
  ) : null;
}

interface ResultProps extends ResultSheetProps {
  seen: Seen;
  position: PositionLook;
}

function Result({ model, seen, position, counting, close }: ResultProps) {
  const { seats, unit, title: game } = seen.table;
  const ranks = position.ranks ?? seats.map(() => 1);
  const order = seats.map((_, index) => index).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const best = Math.min(...ranks);
  const winners = order.filter((index) => ranks[index] === best);
  const sources = withStart(position.breakdown ?? breakdownOf(seen.steps, seats.length), position.scores);
  const counted = useCount(sources.length, counting);
  useHeight();
  const sum = (seat: number) =>
    sources.slice(0, counted).reduce((total, { points }) => total + (points[seat] ?? 0), 0);
  const mine = model.mine.value[0];
  const alone = model.mine.value.length === 1;
  const iWin = alone && winners.length === 1 && winners[0] === mine;
  // In a match of two, name the opponent who was beaten, unless the AI has helped.
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
  const picture = () => ({
    title: `${game}: ${
      winners.length === seats.length && seats.length > 1
        ? texts.result.draw
        : texts.result.wins(winners.map((index) => seats[index]?.name ?? ""))
    }`,
    lines: order.map((index) =>
      numeric ? `${seats[index]?.name}: ${position.scores[index]}` : (seats[index]?.name ?? ""),
    ),
  });
  return (
    <Sheet title={title} close={close} beside>
      {position.reason && <p class="lead">{fillSeats(position.reason, model.names.value)}</p>}
      {seen.table.retractions > 0 && <p class="faint">{texts.result.takenBack(seen.table.retractions)}</p>}
      <div class="scroll-x">
        <table class={counted < sources.length ? "result counting" : "result"}>
          <thead>
            <tr>
              <td />
              {order.map((index) => (
                <th key={index} scope="col" class={ranks[index] === best ? "won" : ""}>
                  {seats[index] && <FaceAndLevel seat={seats[index]} />}
                  <span class="result-name">
                    <SeatSign game={seen.table.game} seat={index} /> {seats[index]?.name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map(({ source, points }, number) => (
              <tr key={source} class={number < counted ? "" : "later"}>
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
                  <td key={index}>{counted < sources.length ? sum(index) : position.scores[index]}</td>
                ))}
              </tr>
            )}
            <Series model={model} order={order} />
          </tbody>
        </table>
      </div>
      <NextSteps model={model} won={iWin} picture={picture} />
    </Sheet>
  );
}

/** How often each has won in this series of rematches. */
function Series({ model, order }: { model: TableModel; order: readonly number[] }) {
  const series = seriesOf(model);
  return (
    series && (
      <tr>
        <th scope="row">{texts.result.series}</th>
        {order.map((index) => (
          <td key={index}>{series[index]}</td>
        ))}
      </tr>
    )
  );
}
