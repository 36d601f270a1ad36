// What a lesson says now, and the buttons that lead on.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { openTable } from "../luck";
import { Icon } from "../parts/icons";
import type { LessonBody } from "../protocol";
import { back, Link, navigate } from "../router";
import { texts } from "../texts";
import type { LessonModel } from "./model";

interface CardProps {
  model: LessonModel;
  body: LessonBody;
  /** What is being shown on the table, if the card should say it. */
  happening?: string;
  /** What the picked things add up to, in place of the sentence. */
  sum?: ComponentChildren;
  children?: ComponentChildren;
}

export function Card({ model, body, happening = "", sum, children }: CardProps) {
  const said = useRef("");
  const busy = model.playback.busy.value;
  const step = model.phase.value === "step" ? body.at + 1 : body.at;
  // What happened is explained once it has been seen.
  if (!busy || !said.current) said.current = sentenceOf(model, body);
  return (
    <section class={`lesson${model.instead.value && !busy ? " instead" : ""}`} aria-label={texts.learn.rail}>
      <header>
        <button
          type="button"
          class="quiet"
          disabled={model.played.length === 0}
          aria-label={texts.learn.back}
          title={texts.learn.back}
          onClick={() => void model.back()}
        >
          <Icon name="back" />
        </button>
        <h1>{texts.learn.titleOf(body.title)}</h1>
        <span class="faint">{texts.learn.step(step, body.total)}</span>
        <button
          type="button"
          class="quiet"
          aria-label={texts.learn.leave}
          title={texts.learn.leave}
          onClick={back}
        >
          <Icon name="close" />
        </button>
      </header>
      <progress max={body.total} value={body.at} aria-label={texts.learn.progress(body.at, body.total)} />
      {sum ? (
        <div class="sentence">{sum}</div>
      ) : (
        <p class="sentence" aria-live="polite">
          {happening || said.current}
        </p>
      )}
      {children}
    </section>
  );
}

function sentenceOf(model: LessonModel, body: LessonBody): string {
  if (model.instead.value) return model.instead.value;
  if (model.phase.value === "done") return body.done;
  return body.task && model.phase.value === "step" ? body.task.say : body.end;
}

/** The buttons that lead on: reading on, a hint, skipping; and at the end, what comes after the lesson. */
export function Ways({ model, body }: { model: LessonModel; body: LessonBody }) {
  const main = useRef<HTMLButtonElement>(null);
  const problem = useSignal("");
  const busy = model.playback.busy.value;
  const phase = model.phase.value;
  const task = model.task.value;
  const reads = (!busy && phase === "done") || Boolean(task && !task.example);
  const ended = phase === "end";
  useEffect(() => {
    // Give the keyboard focus a place.
    if (reads || ended) main.current?.focus({ preventScroll: true });
  }, [reads, ended, body.at]);
  const begin = async () => {
    try {
      const places = Array.from({ length: body.seats }, (_, seat) =>
        seat === body.seat ? { kind: "me" as const } : { kind: "bot" as const, level: 1 },
      );
      navigate(`/t/${await openTable({ game: model.game, places })}`);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  if (ended)
    return (
      <div class="row wrap">
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button ref={main} type="button" class="main" onClick={() => void begin()}>
          {texts.learn.firstMatch}
        </button>
        <Link to={`/g/${model.game}`} class="button">
          {texts.learn.readRules}
        </Link>
        <button type="button" class="quiet" onClick={() => void model.restart()}>
          {texts.learn.again}
        </button>
      </div>
    );
  return (
    <div class="row wrap">
      {reads && (
        <button ref={main} type="button" class="main" onClick={() => void model.next()}>
          {texts.learn.next}
        </button>
      )}
      {task?.example && (
        <>
          <button type="button" onClick={() => model.hint()}>
            <Icon name="hint" /> {texts.learn.showMe}
          </button>
          <button type="button" class="quiet" onClick={() => void model.skip()}>
            {texts.learn.skip}
          </button>
        </>
      )}
    </div>
  );
}
