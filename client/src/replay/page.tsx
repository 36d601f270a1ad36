// The replay of a match: every position has its own address, seen by any seat or with nothing hidden.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { get } from "../api";
import { useKeys } from "../keys";
import { evidenceOf, openTable } from "../luck";
import { PHONE, UPRIGHT, useMedia, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import { fillSeats } from "../parts/seat-names";
import type { RecordList, StepLook } from "../protocol";
import { Link, navigate, route } from "../router";
import { Selection } from "../scene/input/selection";
import { Playback } from "../scene/motion/playback";
import { OpponentsStrip } from "../scene/opponents-strip";
import { Stage } from "../scene/stage";
import { texts } from "../texts";
import { SeatList } from "./board";
import { Steps } from "./steps";
import { useReplay } from "./use-replay";

const SPEEDS: Record<string, number> = { "½×": 2400, "1×": 1200, "2×": 600, "4×": 300 };

/** Returns the step and the viewer that the address asks for. */
function requested(): { step: number | undefined; seat: string } {
  const { query } = route.value;
  const step = query.get("step");
  return {
    step: step === null ? undefined : Math.max(0, Math.trunc(Number(step)) || 0),
    seat: query.get("seat") ?? "all",
  };
}

const address = (id: string, step: number, seat: string) =>
  `/r/${encodeURIComponent(id)}?step=${step}&seat=${seat}`;

export function ReplayPage({ id }: { id: string }) {
  const playing = useSignal(false);
  const speed = useSignal("1×");
  const playback = useMemo(() => new Playback(), [id]);
  const selection = useMemo(
    () =>
      new Selection({
        play: () => undefined,
        undo: () => undefined,
        undoAll: () => undefined,
        ask: async () => ({ text: "" }),
      }),
    [],
  );
  const upright = useMedia(UPRIGHT);
  const phone = useMedia(PHONE);
  const { step, seat } = requested();
  const { match, shown, problem } = useReplay(id, step, seat, playback);
  const total = match.value?.total ?? 0;
  const now = Math.min(step ?? 0, total);
  useTitle(match.value ? texts.replay.titleOf(match.value.table.title) : texts.replay.title);

  const showProblem = (why: string) => {
    problem.value = why;
  };
  const to = (at: number) => navigate(address(id, Math.max(0, Math.min(total, at)), seat), true);
  const toggle = () => {
    // At the end, start again.
    if (!playing.value && now >= total) to(0);
    playing.value = !playing.value;
  };
  const busy = playback.busy.value;
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!playing.value || busy || shown.value?.step !== now) return;
    if (now >= total) {
      playing.value = false;
      return;
    }
    waiting.current = setTimeout(() => to(now + 1), SPEEDS[speed.value]);
    return () => clearTimeout(waiting.current);
  }, [playing.value, busy, now, total, shown.value, speed.value]);

  useKeys(
    [
      { key: "ArrowRight", words: texts.replay.nextStep, press: () => to(now + 1) },
      { key: "ArrowLeft", words: texts.replay.previousStep, press: () => to(now - 1) },
      {
        key: "ArrowDown",
        words: texts.replay.nextTurn,
        press: () => to(turnFrom(match.value?.steps ?? [], now, 1)),
      },
      {
        key: "ArrowUp",
        words: texts.replay.previousTurn,
        press: () => to(turnFrom(match.value?.steps ?? [], now, -1)),
      },
      { key: "Home", words: texts.replay.toStart, press: () => to(0) },
      { key: "End", words: texts.replay.toEnd, press: () => to(total) },
      { key: " ", words: texts.replay.playOrPause, press: toggle },
    ],
    1,
  );

  const playOn = async () => {
    const replay = shown.value;
    const text = replay?.position.text;
    if (!replay || !text) return;
    const { turn } = replay.position;
    try {
      const table = await openTable({
        game: replay.table.game,
        options: replay.table.options,
        position: text,
        places: replay.table.seats.map((_, index) =>
          index === turn ? { kind: "me" } : { kind: "bot", level: 4 },
        ),
      });
      navigate(`/t/${table}`);
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };

  if (!match.value) {
    return problem.value ? (
      <Notice title={texts.replay.notLoaded}>
        <p>{problem.value}</p>
        <Link to="/matches" class="button">
          {texts.matches.title}
        </Link>
      </Notice>
    ) : (
      <Notice title={texts.replay.loading} busy />
    );
  }

  const { table, steps } = match.value;
  const position = shown.value?.position;
  const last = now > 0 ? steps[now - 1] : undefined;
  const names = table.seats.map((each) => each.name);
  const players = <SeatList table={table} position={position} playback={playback} />;
  return (
    <div class="table-page replay" data-state={busy ? "animating" : "idle"}>
      <div class="table-main">
        {problem.value && (
          <div class="banner" role="alert">
            {problem.value}
          </div>
        )}
        {phone && (
          <>
            <h1 class="unseen">{table.title}</h1>
            {players}
            <OpponentsStrip
              playback={playback}
              game={table.game}
              seat={seat === "all" ? null : Number(seat)}
              names={names}
            />
          </>
        )}
        <p class="caption animating" aria-live="polite">
          <span>
            {last
              ? texts.replay.step(names[last.seat] ?? "", fillSeats(last.words, names))
              : texts.replay.start}
          </span>
        </p>
        <Stage
          game={table.game}
          playback={playback}
          selection={selection}
          seat={seat === "all" ? null : Number(seat)}
          turn={position && !position.over ? position.turn : null}
          names={names}
          phone={phone}
          mentioned={[]}
        />
        <div class="scrub">
          <button type="button" class="quiet" aria-label={texts.replay.toStart} onClick={() => to(0)}>
            <Icon name="first" />
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={texts.replay.previousStep}
            onClick={() => to(now - 1)}
          >
            <Icon name="back" />
          </button>
          <button
            type="button"
            class="main"
            aria-label={playing.value ? texts.replay.pause : texts.replay.play}
            onClick={toggle}
          >
            <Icon name={playing.value ? "pause" : "play"} />
          </button>
          <button
            type="button"
            class="quiet flip"
            aria-label={texts.replay.nextStep}
            onClick={() => to(now + 1)}
          >
            <Icon name="back" />
          </button>
          <button type="button" class="quiet" aria-label={texts.replay.toEnd} onClick={() => to(total)}>
            <Icon name="last" />
          </button>
          <input
            type="range"
            class="grow"
            aria-label={texts.replay.position}
            min={0}
            max={total}
            value={now}
            onInput={(event) => to(Number(event.currentTarget.value))}
          />
          <output>{texts.replay.count(now, total)}</output>
          <select
            aria-label={texts.replay.speed}
            value={speed.value}
            onChange={(event) => (speed.value = event.currentTarget.value)}
          >
            {Object.keys(SPEEDS).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </div>
      </div>
      <aside class="rail" aria-label={texts.replay.about}>
        {!upright && (
          <>
            <header class="rail-head">
              <h1>{table.title}</h1>
            </header>
            {players}
          </>
        )}
        <label class="eyes">
          {texts.replay.viewAs}
          <select
            value={seat}
            onChange={(event) => navigate(address(id, now, event.currentTarget.value), true)}
          >
            <option value="all">{texts.replay.everyone}</option>
            {names.map((name, index) => (
              <option key={index} value={String(index)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {!upright && <Steps table={table} steps={steps} now={now} to={to} />}
        {upright && table.taken_back.length > 0 && (
          <p class="faint">{texts.replay.takenBack(table.taken_back.length)}</p>
        )}
        <div class="row wrap">
          <Link to={`/review/${id}?step=${now}`} class="button main">
            {texts.replay.review}
          </Link>
          <Link to={`/analysis/${id}?step=${now}`} class="button">
            {texts.replay.analyse}
          </Link>
          <button type="button" disabled={!position?.text || position.over} onClick={playOn}>
            {texts.replay.playFromHere}
          </button>
          <button
            type="button"
            aria-label={texts.replay.saveRecord}
            title={texts.replay.saveRecord}
            onClick={() => void save(id, table.game).catch(({ message }: Error) => showProblem(message))}
          >
            <Icon name="download" /> {texts.replay.save}
          </button>
        </div>
        <Proof id={id} file={fileOf(id, table.game)} />
      </aside>
    </div>
  );
}

const fileOf = (id: string, game: string): string => `${game}-${id}.json`;

/** How to check the luck of a match in which somebody at this device played. */
function Proof({ id, file }: { id: string; file: string }) {
  const evidence = evidenceOf(id);
  if (!evidence?.draw) return null;
  const { draw, nonce, head } = evidence;
  const seen = `--commitment ${draw} --nonce ${nonce}${head ? ` --head ${head}` : ""}`;
  return (
    <details class="proof">
      <summary>{texts.replay.checkLuck}</summary>
      <p>{texts.replay.checkLuckHow}</p>
      <code>{`tilora verify ${file} ${seen}`}</code>
    </details>
  );
}

/** Downloads the record, whether it was played here or imported. */
async function save(id: string, game: string): Promise<void> {
  const name = encodeURIComponent(id);
  const [ours, brought] = [`/api/tables/${name}/record`, `/api/records/${name}`];
  const { records } = await get<RecordList>("/api/records");
  const [first, second] = records.some((record) => record.id === id) ? [brought, ours] : [ours, brought];
  const record = await get<unknown>(first).catch(() => get<unknown>(second));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  link.download = fileOf(id, game);
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Returns the step at which the next or the previous turn begins. */
export function turnFrom(steps: readonly StepLook[], now: number, by: 1 | -1): number {
  const turnAt = (index: number) => steps[index]?.turn;
  let at = now + by;
  while (at > 0 && at < steps.length && turnAt(at) === turnAt(at - 1)) at += by;
  return at;
}
