// The players, with their scores and clocks, and whose turn it is.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { BotFace } from "../parts/face";
import { Icon } from "../parts/icons";
import { SeatSign, SideName } from "../parts/seat-sign";
import { play } from "../sound";
import { inSentence, texts } from "../texts";
import { timeLeft, timeWaits } from "./merge-looks";
import type { TableModel } from "./model";
import { SeatReaction } from "./reactions";

function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A seat's clock. The last three seconds tick. */
function Clock({ model, seat }: { model: TableModel; seat: number }) {
  const now = useSignal(performance.now());
  const seen = model.seen.value;
  const running = seen?.clock?.running === seat;
  useEffect(() => {
    if (!running) return;
    let ticked = 4;
    const timer = setInterval(() => {
      now.value = performance.now();
      const left = seen ? timeLeft(seen, seat, now.value) : null;
      if (left === null || !model.mine.value.includes(seat)) return;
      const second = Math.ceil(left / 1000);
      if (second > 0 && second < ticked) {
        ticked = second;
        play("tick");
      }
    }, 100);
    return () => clearInterval(timer);
  }, [running, seen]);
  const at = running ? Math.max(now.value, seen.clockAt) : (seen?.clockAt ?? 0);
  const left = seen ? timeLeft(seen, seat, at) : null;
  if (!seen || left === null) return null;
  const waits = timeWaits(seen, seat, at);
  const state = waits
    ? " waits"
    : running
      ? left <= 3_000
        ? " last"
        : left <= 10_000
          ? " short"
          : " runs"
      : "";
  return (
    <time class={`clock${state}`} role="timer" title={waits ? texts.players.clockWaits : undefined}>
      {waits && <Icon name="pause" />}
      {clockText(left)}
    </time>
  );
}

/** A name whose article is left out where there is little room. */
function ShortName({ name }: { name: string }) {
  const article = inSentence(name) === name ? "" : name.slice(0, 4);
  return (
    <>
      {article && <span class="article">{article}</span>}
      {name.slice(article.length)}
    </>
  );
}

/** Returns how often each seat has won in a series of rematches; undefined before somebody has. */
export function seriesOf(model: TableModel): readonly number[] | undefined {
  const { earlier, series = [] } = model.seen.value?.table ?? {};
  return earlier && series.some((wins) => wins > 0) ? series : undefined;
}

export function Players({ model }: { model: TableModel }) {
  const seen = model.seen.value;
  const running = seen?.table.status === "running" && !seen.position?.over;
  const turn = running ? model.playback.turn.value : undefined;
  const list = useRef<HTMLOListElement>(null);
  // On a phone the players are a strip: scroll to the one whose turn it is.
  useEffect(() => {
    const strip = list.current;
    const player = turn === undefined ? undefined : (strip?.children[turn] as HTMLElement | undefined);
    if (strip && player && strip.scrollWidth > strip.clientWidth)
      strip.scrollLeft = player.offsetLeft - strip.offsetLeft - (strip.clientWidth - player.offsetWidth) / 2;
  }, [turn]);
  if (!seen) return null;
  const { seats, status } = seen.table;
  const winners = seen.position?.ranks;
  const best = winners ? Math.min(...winners) : undefined;
  const draw = seats.length > 1 && winners?.every((rank) => rank === best);
  const series = seriesOf(model);
  return (
    <ol class="players" ref={list} aria-label={texts.common.players}>
      {seats.map((seat, index) => {
        const here = model.presence.value?.seats[index];
        const mine = model.mine.value.includes(index);
        const away = seat.kind === "person" && !mine && here === false && status === "running";
        const won = winners && winners[index] === best;
        return (
          <li
            key={index}
            class={`player${turn === index ? " turn" : ""}${mine ? " mine" : ""}`}
            aria-current={turn === index ? "true" : undefined}
          >
            <SeatSign game={seen.table.game} seat={index} size={16} />
            <BotFace who={seat} size={32} />
            <span class="player-name">
              {seat.kind === "open" ? texts.common.freeSeat : <ShortName name={seat.name} />}{" "}
              <SideName game={seen.table.game} seat={index} />
              {seat.kind === "bot" && seat.level !== null && <small>{texts.level.short(seat.level)}</small>}
              {turn === index && (
                <small>
                  {mine && model.mine.value.length === 1
                    ? texts.players.yourTurn
                    : seat.driver === "bot"
                      ? texts.players.thinking
                      : texts.players.theirTurn}
                </small>
              )}
              {away && turn !== index && <small class="away">{texts.players.away}</small>}
              {status === "running" && seat.kind === "person" && seat.driver === "bot" && turn !== index && (
                <small>{seat.gave_up ? texts.players.gaveUp : texts.players.aiPlays}</small>
              )}
              {won && <small class="won">{draw ? texts.players.draw : texts.players.wins}</small>}
            </span>
            {series && (
              <span class="series" title={texts.players.series(series[index] ?? 0)}>
                <span aria-hidden="true">{series[index]}</span>
                <span class="unseen">{texts.players.series(series[index] ?? 0)}</span>
              </span>
            )}
            {away && <span class="dot" title={texts.players.notConnected} />}
            <SeatReaction model={model} seat={index} />
            <Clock model={model} seat={index} />
            {seen.position && (
              <span class="score">
                {model.playback.scores.value[index] ?? seen.position.scores[index]}
                <span class="unseen"> {seen.table.unit}</span>
              </span>
            )}
          </li>
        );
      })}
      {(model.presence.value?.watchers ?? 0) > 0 && (
        <li class="watchers">
          <Icon name="eye" /> {texts.players.watching(model.presence.value?.watchers ?? 0)}
        </li>
      )}
    </ol>
  );
}
