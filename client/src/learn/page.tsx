// The lesson of a game: a set-up table at which a newcomer does each thing once.

import { useEffect, useMemo } from "preact/hooks";
import { me } from "../api";
import { useKeys } from "../keys";
import { PHONE, retryUntilAnswered, useMedia, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import { ScoreList } from "../parts/score-list";
import { fillSeats } from "../parts/seat-names";
import type { LessonBody } from "../protocol";
import { back, Link } from "../router";
import { artOf } from "../scene/draw/art";
import { buttonKeys, toStageKeys } from "../scene/input/stage-keys";
import { taskAfter } from "../scene/input/task";
import { OpponentsStrip } from "../scene/opponents-strip";
import { SceneButton } from "../scene/scene-button";
import { Stage } from "../scene/stage";
import { Sum } from "../scene/sum";
import { texts } from "../texts";
import { Card, Ways } from "./card";
import { LessonModel } from "./model";

export function LearnPage({ id }: { id: string }) {
  const model = useMemo(() => new LessonModel(id), [id]);
  useEffect(() => {
    const stop = retryUntilAnswered(
      () => model.open(),
      () => undefined,
      (why) => {
        model.problem.value = why;
      },
    );
    return () => {
      stop();
      model.close();
    };
  }, [model]);
  const body = model.body.value;
  useTitle(body ? texts.learn.titleOf(body.title) : texts.learn.title);
  if (!body && model.problem.value)
    return (
      <Notice title={texts.learn.none}>
        <p>{model.problem.value}</p>
        <Link to={`/g/${id}`} class="button">
          {texts.common.howToPlay}
        </Link>
      </Notice>
    );
  if (!body) return <Notice title={texts.learn.loading} busy />;
  return <Lesson model={model} body={body} />;
}

function Lesson({ model, body }: { model: LessonModel; body: LessonBody }) {
  const phone = useMedia(PHONE);
  const { playback, selection } = model;
  const busy = playback.busy.value;
  const task = model.task.value;
  const asks = Boolean(task?.example);
  const names = Array.from({ length: body.seats }, (_, seat) =>
    seat === body.seat ? me.value?.name || texts.common.you : texts.learn.opponent,
  );
  const scene = task?.position.scene;
  const buttons = asks && !busy ? (scene?.buttons ?? []) : [];
  const finish = busy ? undefined : selection.finishable.value;

  useKeys(
    [
      {
        key: "Escape",
        words: texts.learn.leave,
        press: () => {
          if (!selection.back()) back();
        },
      },
      { key: "h", words: texts.learn.showMe, press: () => model.hint(), unlisted: !asks },
      {
        key: "b",
        words: texts.common.back,
        press: () => void model.back(),
        unlisted: model.played.length === 0,
      },
      { key: "n", words: texts.learn.next, press: () => void model.next(), unlisted: asks },
      { key: "f", words: texts.actions.finish, press: () => selection.finish(), unlisted: !finish },
      { key: " ", words: texts.actions.skip, press: () => playback.skip(), unlisted: true },
      ...buttonKeys(buttons, selection, names),
      ...toStageKeys,
    ],
    1,
  );

  const players = (
    <ScoreList game={model.game} names={names} scores={playback.scores.value} seat={body.seat} />
  );
  const ways = <Ways model={model} body={body} />;
  // A phone has no room for another line above the table: there, the card also says what happens.
  const happening = busy ? fillSeats(playback.snapshot.value.beat?.words ?? "", names) : "";
  const explanation = busy ? undefined : selection.explanation.value;
  const sum = explanation && <Sum explanation={explanation} names={names} />;
  return (
    <div
      class="table-page learn"
      data-state={stateOf(model)}
      data-moment={`${model.played.length} ${model.phase.value}`}
    >
      <div class="table-main">
        {model.problem.value && (
          <div class="banner" role="alert">
            {model.problem.value}
          </div>
        )}
        {phone && (
          <>
            <Card model={model} body={body} happening={happening} sum={sum} />
            {players}
            <OpponentsStrip
              playback={playback}
              game={model.game}
              seat={body.seat}
              names={names}
              mentioned={task?.show}
            />
          </>
        )}
        {!phone && sum}
        {!sum && !phone && (
          <p class={`caption${busy ? " animating" : " mine"}`}>
            <span>{happening || (asks && !busy && taskAfter(scene, selection.picked.value, names))}</span>
            {busy && (
              <button type="button" class="skip quiet" onClick={() => playback.skip()}>
                {texts.caption.skip}
              </button>
            )}
          </p>
        )}
        <Stage
          game={model.game}
          playback={playback}
          selection={selection}
          seat={body.seat}
          turn={task ? body.seat : null}
          names={names}
          phone={phone}
          mentioned={busy || selection.picked.value.length > 0 ? [] : (task?.show ?? [])}
        />
        <div class="bar">
          <div class="actions" role="toolbar" aria-label={texts.actions.toolbar}>
            {buttons.map((button) => (
              <SceneButton key={button.id} selection={selection} button={button} names={names} />
            ))}
            {finish && (
              <button type="button" class="main" onClick={() => selection.finish()}>
                <Icon name="check" /> {texts.actions.finish} <kbd>F</kbd>
              </button>
            )}
            {phone && ways}
          </div>
        </div>
      </div>
      {!phone && (
        <aside class="rail" aria-label={texts.learn.rail}>
          <Card model={model} body={body}>
            {ways}
          </Card>
          {players}
        </aside>
      )}
    </div>
  );
}

/** Returns where the lesson is, in one word, for styles and tests. */
function stateOf(model: LessonModel): string {
  if (!artOf(model.game).ready) return "loading";
  if (model.playback.busy.value) return "animating";
  if (model.phase.value === "end") return "over";
  return model.selection.choices.value.length > 0 ? "mine" : "theirs";
}
