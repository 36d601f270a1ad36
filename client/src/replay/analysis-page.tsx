// The analysis board: from any position of a finished match one can play on for all seats, and see what a search expects.

import { useEffect, useMemo } from "preact/hooks";
import { useKeys } from "../keys";
import { foreseen, laterTurns, restOfTurn } from "../parts/expected-line";
import { PHONE, UPRIGHT, useMedia, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import { fillSeats } from "../parts/seat-names";
import { SeatSign } from "../parts/seat-sign";
import type { LineBody } from "../protocol";
import { Link, navigate, route } from "../router";
import { artOf } from "../scene/draw/art";
import { toStageKeys } from "../scene/input/stage-keys";
import { taskAfter } from "../scene/input/task";
import { texts } from "../texts";
import { AnalysisModel } from "./analysis-model";
import { AnalysisStart } from "./analysis-start";
import { Board, SeatList } from "./board";
import type { Branch } from "./branches";

const address = (id: string, step: number, played: readonly string[]) => {
  const query = new URLSearchParams({ step: String(step) });
  for (const action of played) query.append("played", action);
  return `/analysis/${encodeURIComponent(id)}?${query}`;
};

export function AnalysisPage({ id }: { id: string }) {
  return id ? <AnalysisOf id={id} /> : <AnalysisStart />;
}

function AnalysisOf({ id }: { id: string }) {
  const model = useMemo(() => new AnalysisModel(id), [id]);
  const { query } = route.value;
  const step = Math.max(0, Math.trunc(Number(query.get("step"))) || 0);
  const played = query.getAll("played");
  useEffect(() => {
    void model.open(step, played);
  }, [model, step, played.join("\n")]);
  useEffect(() => {
    model.line.onPlay = (action) => navigate(address(id, step, [...played, action]), true);
  });
  useEffect(() => () => model.close(), [model]);
  const body = model.line.body.value;
  useTitle(body ? texts.analysis.titleOf(body.table.title) : texts.analysis.title);
  if (!body)
    return model.line.problem.value ? (
      <Notice title={texts.analysis.none}>
        <p>{model.line.problem.value}</p>
        <Link to={`/r/${id}`} class="button">
          {texts.replay.title}
        </Link>
      </Notice>
    ) : (
      <Notice title={texts.replay.loading} busy />
    );
  return <AnalysisBoard id={id} model={model} body={body} step={step} played={played} />;
}

interface AnalysisBoardProps {
  id: string;
  model: AnalysisModel;
  body: LineBody;
  step: number;
  played: string[];
}

function AnalysisBoard({ id, model, body, step, played }: AnalysisBoardProps) {
  const upright = useMedia(UPRIGHT);
  const phone = useMedia(PHONE);
  const { line } = model;
  const { table, position } = body;
  const names = table.seats.map((each) => each.name);
  const busy = line.playback.busy.value;
  const go = (line: readonly string[]) => navigate(address(id, step, line), true);
  const leave = () => navigate(`/r/${encodeURIComponent(id)}?step=${step}&seat=all`);
  const scene = line.scene.value;
  useKeys(
    [
      { key: "Escape", words: texts.review.backToMatch, press: () => line.selection.back() || leave() },
      {
        key: "b",
        words: texts.analysis.back,
        press: () => played.length > 0 && go(played.slice(0, -1)),
        unlisted: played.length === 0,
      },
      { key: "h", words: texts.analysis.showBest, press: () => showBest(model) },
      { key: "f", words: texts.actions.finish, press: () => line.selection.finish(), unlisted: true },
      { key: " ", words: texts.actions.skip, press: () => line.playback.skip(), unlisted: true },
      ...toStageKeys,
    ],
    1,
  );
  const caption = busy
    ? fillSeats(line.playback.snapshot.value.beat?.words ?? "", names)
    : position.over
      ? texts.caption.over
      : texts.analysis.toMove(
          names[position.turn] ?? "",
          taskAfter(scene, line.selection.picked.value, names) || texts.caption.choose([]),
        );
  return (
    <div
      class="table-page replay analysis"
      data-state={!artOf(table.game).ready ? "loading" : busy ? "animating" : position.over ? "over" : "mine"}
      data-moment={played.length}
    >
      <div class="table-main">
        {line.problem.value && (
          <div class="banner" role="alert">
            {line.problem.value}
          </div>
        )}
        <Board
          table={table}
          position={position}
          line={line}
          seat={phone ? position.turn : null}
          caption={caption}
          playable={position.over ? undefined : scene}
        />
        {upright && <Line model={model} body={body} names={names} played={played} go={go} />}
      </div>
      <aside class="rail" aria-label={texts.analysis.rail}>
        {!upright && (
          <header class="rail-head">
            <h1>{texts.analysis.titleOf(table.title)}</h1>
          </header>
        )}
        <SeatList
          table={table}
          position={position}
          playback={line.playback}
          about={(seat) => <Expected model={model} seat={seat} />}
        />
        <Best model={model} names={names} turn={position.turn} over={position.over} />
        {!upright && <Line model={model} body={body} names={names} played={played} go={go} />}
        <div class="row wrap">
          <button type="button" onClick={leave}>
            {texts.review.backToMatch}
          </button>
          <Link to={`/review/${id}?step=${step}`} class="button quiet">
            {texts.replay.review}
          </Link>
        </div>
      </aside>
    </div>
  );
}

/** Marks the best action on the board. */
function showBest({ line, found }: AnalysisModel): void {
  const best = found.value?.best[0];
  if (best) line.selection.hint(best.action);
}

/** What a seat can expect. */
function Expected({ model, seat }: { model: AnalysisModel; seat: number }) {
  const { values, points } = model.found.value ?? {};
  const value = values?.[seat];
  if (value === undefined) return null;
  const scored = points?.some((each) => each !== 0);
  return (
    <span class="expected" title={scored ? texts.analysis.expectedPoints(points?.[seat] ?? 0) : undefined}>
      <meter min={0} max={1} value={value} aria-label={texts.review.chancesAre(100 * value)} />
      {texts.analysis.percent(100 * value)}
    </span>
  );
}

interface BestProps {
  model: AnalysisModel;
  names: readonly string[];
  turn: number;
  over: boolean;
}

/** The best actions, each to be played by a click, and how the search expects the match to go on. */
function Best({ model, names, turn, over }: BestProps) {
  const found = model.found.value;
  const busy = model.line.playback.busy.value;
  if (over) return null;
  const rest = restOfTurn(found?.line ?? [], names);
  const then = foreseen(laterTurns(found?.line ?? []), names);
  const why = fillSeats(found?.reason?.words ?? "", names);
  return (
    <section class="best-actions" aria-labelledby="best-actions">
      <h2 id="best-actions">{texts.analysis.best(names[turn] ?? "")}</h2>
      {model.problem.value && <p class="problem">{model.problem.value}</p>}
      {!found && !model.problem.value && <p class="faint thinking">{texts.analysis.thinking}</p>}
      <ol>
        {found?.best.map(({ action, sentence, value }) => (
          <li key={action}>
            <button
              type="button"
              class="quiet"
              disabled={busy}
              onMouseEnter={() => model.line.selection.hint(action)}
              onMouseLeave={() => {
                model.line.selection.hinted.value = [];
              }}
              onClick={() => model.line.onPlay(action)}
            >
              <b>{texts.analysis.percent(100 * value)}</b> <span>{fillSeats(sentence, names)}</span>
            </button>
          </li>
        ))}
      </ol>
      {rest && (
        <p>
          <b>{texts.analysis.goesOn}</b> {rest}
        </p>
      )}
      {why && (
        <p>
          <b>{texts.analysis.why}</b> {why}
        </p>
      )}
      {then && (
        <p>
          <b>{texts.review.expected}</b> {then}
        </p>
      )}
      {found && (
        <p class="faint" role="status">
          {found.proven
            ? texts.analysis.proven
            : model.searching.value
              ? texts.analysis.searching(found.effort + 1, found.efforts)
              : texts.analysis.done}
        </p>
      )}
    </section>
  );
}

interface LineProps {
  model: AnalysisModel;
  body: LineBody;
  names: readonly string[];
  played: readonly string[];
  go: (line: readonly string[]) => void;
}

/** What has been played in side lines, as a tree: a click goes there. */
function Line({ model, body, names, played, go }: LineProps) {
  const branches = model.branches.value;
  return (
    <section class="side-line" aria-labelledby="side-line">
      <h2 id="side-line">{texts.analysis.line(body.step)}</h2>
      {branches.length === 0 ? (
        <p class="faint">{texts.analysis.empty}</p>
      ) : (
        <>
          <Branches
            branches={branches}
            before={[]}
            game={body.table.game}
            names={names}
            played={played}
            go={go}
          />
          <div class="row wrap">
            <button type="button" disabled={played.length === 0} onClick={() => go(played.slice(0, -1))}>
              <Icon name="undo" /> {texts.analysis.back}
            </button>
            <button type="button" class="quiet" disabled={played.length === 0} onClick={() => go([])}>
              {texts.analysis.toStart}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

interface BranchesProps {
  branches: readonly Branch[];
  /** The actions that lead to them. */
  before: readonly string[];
  game: string;
  names: readonly string[];
  played: readonly string[];
  go: (line: readonly string[]) => void;
}

/** Actions one after the other; only where something else was tried as well, they are indented. */
function Branches({ branches, before, game, names, played, go }: BranchesProps) {
  const [only] = branches;
  const rows = (branch: Branch) => {
    const line = [...before, branch.action];
    const current = line.length === played.length && line.every((action, index) => action === played[index]);
    return (
      <>
        <button
          type="button"
          class="quiet"
          aria-current={current ? "step" : undefined}
          onClick={() => go(line)}
        >
          <SeatSign game={game} seat={branch.seat} size={10} />
          <span>
            <b>{texts.log.speaker(names[branch.seat] ?? "")}</b> {fillSeats(branch.words, names)}
          </span>
        </button>
        {branch.next.length > 0 && (
          <Branches branches={branch.next} before={line} game={game} names={names} played={played} go={go} />
        )}
      </>
    );
  };
  if (branches.length === 1 && only) return <div class="branch">{rows(only)}</div>;
  return (
    <ol class="branch fork">
      {branches.map((branch) => (
        <li key={branch.action}>{rows(branch)}</li>
      ))}
    </ol>
  );
}
