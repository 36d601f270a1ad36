// The review of a match: what decided it, its curve, every decision with its grade, and a second try at mistakes.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { loadMe } from "../api";
import { useKeys } from "../keys";
import { PHONE, UPRIGHT, useMedia, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import { fillSeats } from "../parts/seat-names";
import { Segments } from "../parts/segments";
import type { Review } from "../protocol";
import { back, Link, navigate, route } from "../router";
import { artOf } from "../scene/draw/art";
import { toStageKeys } from "../scene/input/stage-keys";
import { taskAfter } from "../scene/input/task";
import { texts } from "../texts";
import { Board, SeatList } from "./board";
import { Chances } from "./chances";
import { gradesOf, isMistake, mistakeFrom, mistakesOf, type Unit } from "./review-data";
import { ReviewModel } from "./review-model";
import { ReviewProgress } from "./review-progress";
import { SecondTry } from "./second-try";
import { Steps } from "./steps";
import { Summary, SummarySentence } from "./summary";
import { type MatchFacts, useReplay } from "./use-replay";
import { StepCard } from "./verdict-card";

/** Milliseconds at a mistake before the page asks for its reason. */
const EXPLAIN_AFTER = 400;

const address = (id: string, step: number, seat: number | undefined) =>
  `/review/${encodeURIComponent(id)}?step=${step}&seat=${seat ?? ""}`;

/** Returns the seat whose match it is, as far as the page can know. */
function ownSeat({ table }: MatchFacts): number {
  const mine = table.seats.findIndex((seat) => seat.mine);
  return Math.max(0, mine >= 0 ? mine : table.seats.findIndex((seat) => seat.kind === "person"));
}

export function ReviewPage({ id }: { id: string }) {
  const model = useMemo(() => new ReviewModel(id), [id]);
  useEffect(() => {
    // A newcomer gets an account first: the server counts what each player asks for.
    void loadMe()
      .catch(() => undefined)
      .then(() => model.ask());
    return () => model.close();
  }, [model]);
  const { query } = route.value;
  const step = Math.max(0, Math.trunc(Number(query.get("step"))) || 0);
  const trying = model.trying.value !== undefined;
  const { match, shown, problem } = useReplay(id, step, "all", model.line.playback, trying);
  useTitle(match.value ? texts.review.titleOf(match.value.table.title) : texts.review.title);
  if (!match.value)
    return problem.value ? (
      <Notice title={texts.review.none}>
        <p>{problem.value}</p>
        <Link to="/matches" class="button">
          {texts.matches.title}
        </Link>
      </Notice>
    ) : (
      <Notice title={texts.replay.loading} busy />
    );
  const chosen = query.get("seat");
  const seat = chosen
    ? Math.min(Number(chosen) || 0, match.value.table.seats.length - 1)
    : ownSeat(match.value);
  return (
    <Reviewed
      id={id}
      model={model}
      match={match.value}
      now={Math.min(step, match.value.total)}
      seat={seat}
      position={shown.value?.position}
      problem={problem.value}
    />
  );
}

interface ReviewedProps {
  id: string;
  model: ReviewModel;
  match: MatchFacts;
  now: number;
  seat: number;
  position: NonNullable<ReturnType<typeof useReplay>["shown"]["value"]>["position"] | undefined;
  problem: string;
}

function Reviewed({ id, model, match, now, seat, position, problem }: ReviewedProps) {
  const upright = useMedia(UPRIGHT);
  const phone = useMedia(PHONE);
  const chosenUnit = useSignal<Unit | undefined>(undefined);
  const { table, total, steps } = match;
  const names = table.seats.map((each) => each.name);
  const { line } = model;
  const body = model.body.value;
  const review = body?.review ?? undefined;
  const trying = model.trying.value;
  const busy = line.playback.busy.value;
  const unit = chosenUnit.value ?? "result";
  const grades = useMemo(() => (review?.complete ? gradesOf(review) : undefined), [review]);
  const mistakes = useMemo(() => (review?.complete ? mistakesOf(review, seat) : []), [review, seat]);
  const reviewed = review?.steps[now - 1];
  const step = reviewed && { ...reviewed, decision: model.explained.value.get(now) ?? reviewed.decision };
  const last = steps[now - 1];
  useEffect(() => {
    if (!review?.complete) return;
    // Not for those who only step through.
    const timer = setTimeout(() => void model.explain(now), EXPLAIN_AFTER);
    return () => clearTimeout(timer);
  }, [model, review?.complete, now]);

  const to = (at: number) => {
    model.leave();
    navigate(address(id, Math.max(0, Math.min(total, at)), seat), true);
  };
  const choose = (whose: number) => navigate(address(id, now, whose), true);
  const jump = (by: 1 | -1) => {
    const found = mistakeFrom(mistakes, now, by);
    if (found !== undefined) to(found);
  };
  const tryAgain = (show = false) => {
    void model.tryAgain(trying?.step ?? now, show);
    // On a phone, the card with the button may be far below the board.
    document.querySelector(".stage-room")?.scrollIntoView({ block: "nearest" });
  };
  const canTry = Boolean(step?.decision);
  const wrong = isMistake(step?.decision?.grade);
  const leave = () => {
    if (trying && !line.selection.back()) model.leave();
    else if (!trying) back();
  };
  const arrows = trying
    ? toStageKeys
    : [
        { key: "ArrowRight", words: texts.replay.nextStep, press: () => to(now + 1) },
        { key: "ArrowLeft", words: texts.replay.previousStep, press: () => to(now - 1) },
        { key: "Home", words: texts.replay.toStart, press: () => to(0) },
        { key: "End", words: texts.replay.toEnd, press: () => to(total) },
      ];
  useKeys(
    [
      ...arrows,
      { key: "Escape", words: trying ? texts.review.backToMatch : texts.common.back, press: leave },
      { key: "n", words: texts.review.nextMistake, press: () => jump(1), unlisted: mistakes.length === 0 },
      {
        key: "p",
        words: texts.review.previousMistake,
        press: () => jump(-1),
        unlisted: mistakes.length === 0,
      },
      {
        key: "r",
        words: texts.review.tryAgain,
        press: () => (canTry || trying) && tryAgain(),
        unlisted: !canTry,
      },
      { key: "h", words: texts.review.showBetter, press: () => trying && model.hint(), unlisted: !trying },
      { key: "f", words: texts.actions.finish, press: () => line.selection.finish(), unlisted: true },
      { key: " ", words: texts.actions.skip, press: () => line.playback.skip(), unlisted: true },
    ],
    1,
  );

  const spoken = last
    ? texts.replay.step(names[last.seat] ?? "", fillSeats(last.words, names))
    : texts.replay.start;
  const playable = trying && !trying.action ? line.scene.value : undefined;
  const caption = !trying
    ? spoken
    : trying.action
      ? texts.replay.step(
          names[step?.seat ?? 0] ?? "",
          fillSeats(line.body.value?.steps.at(-1)?.words ?? "", names),
        )
      : taskAfter(playable, line.selection.picked.value, names) || texts.review.findBetter;

  const card = trying ? (
    <SecondTry model={model} trying={trying} review={review} names={names} again={() => tryAgain()} />
  ) : (
    review && (
      <StepCard
        step={step}
        seat={seat}
        names={names}
        complete={review.complete}
        explaining={model.explaining.value === now}
      >
        <div class="row wrap">
          {canTry && (
            <button type="button" class={wrong ? "main" : "quiet"} onClick={() => tryAgain()}>
              <Icon name="again" /> {wrong ? texts.review.tryAgain : texts.review.tryOther}
            </button>
          )}
          {wrong && (
            <button type="button" onClick={() => tryAgain(true)}>
              <Icon name="hint" /> {texts.review.showBetter}
            </button>
          )}
          <Link to={`/analysis/${id}?step=${wrong ? now - 1 : now}`} class="button quiet">
            {texts.replay.analyse}
          </Link>
        </div>
      </StepCard>
    )
  );

  const units = review?.points_curve.flat().some((value) => value !== 0) && (
    <Segments
      label={texts.review.curve}
      value={unit}
      options={texts.review.units}
      change={(value) => {
        chosenUnit.value = value;
      }}
    />
  );
  const scrub = (
    <div class="scrub">
      <button
        type="button"
        class="quiet"
        aria-label={texts.replay.previousStep}
        disabled={now === 0}
        onClick={() => to(now - 1)}
      >
        <Icon name="back" />
      </button>
      <output>{texts.replay.count(now, total)}</output>
      <button
        type="button"
        class="quiet flip"
        aria-label={texts.replay.nextStep}
        disabled={now === total}
        onClick={() => to(now + 1)}
      >
        <Icon name="back" />
      </button>
      {review?.complete && (
        <button type="button" disabled={mistakes.length === 0} onClick={() => jump(1)}>
          {mistakes.length > 0 ? texts.review.nextMistake : texts.review.noMistakes}{" "}
          {mistakes.length > 0 && <kbd>N</kbd>}
        </button>
      )}
      <span class="grow" />
      {!upright && units}
    </div>
  );

  return (
    <div
      class="table-page replay review"
      data-state={stateOf(
        table.game,
        busy,
        playable !== undefined && line.selection.choices.value.length > 0,
      )}
      data-moment={`${now} ${trying ? `try ${trying.action ?? ""} ${trying.verdict?.grade ?? ""}` : ""}`}
      data-review={review?.complete ? "whole" : review ? "quick" : "none"}
    >
      <div class="table-main">
        {problem && (
          <div class="banner" role="alert">
            {problem}
          </div>
        )}
        {phone && review && (
          <div class="sum-of-match">
            <SummarySentence review={review} table={table} seat={seat} names={names} />
          </div>
        )}
        <Board
          table={table}
          position={trying ? line.body.value?.position : position}
          line={line}
          seat={trying ? (step?.seat ?? seat) : seat}
          caption={caption}
          playable={playable}
        />
        {review ? (
          <Chances
            review={review}
            seat={seat}
            unit={unit}
            now={now}
            words={describe(review, now, seat, spoken)}
            to={to}
          />
        ) : (
          <div class="chances" />
        )}
        {scrub}
        {upright && <ReviewProgress model={model} />}
        {upright && card}
      </div>
      <aside class="rail" aria-label={texts.review.about}>
        {!upright && (
          <>
            <header class="rail-head">
              <h1>{texts.review.titleOf(table.title)}</h1>
            </header>
            <ReviewProgress model={model} />
          </>
        )}
        {review && (
          <Summary review={review} table={table} seat={seat} names={names} choose={choose} rest={phone} />
        )}
        {!upright && card}
        {upright && units}
        {upright && <SeatList table={table} position={position} playback={line.playback} />}
        <Steps table={table} steps={steps} now={now} to={to} grades={grades} />
        <div class="row wrap">
          <Link to={`/r/${id}?step=${now}&seat=all`} class="button quiet">
            <Icon name="play" /> {texts.replay.title}
          </Link>
        </div>
      </aside>
    </div>
  );
}

/** Returns a step with its grade and the chances after it, for a screen reader. */
function describe(review: Review, now: number, seat: number, words: string): string {
  const grade = review.steps[now - 1]?.decision?.grade;
  const chances = texts.review.chancesAre(100 * (review.curve[now]?.[seat] ?? 0));
  return [texts.replay.count(now, review.steps.length), words, grade && texts.review.grades[grade], chances]
    .filter(Boolean)
    .join(" · ");
}

/** Returns what the board waits for, in one word, for styles and tests. */
function stateOf(game: string, busy: boolean, choosing: boolean): string {
  if (!artOf(game).ready) return "loading";
  if (busy) return "animating";
  return choosing ? "mine" : "idle";
}
