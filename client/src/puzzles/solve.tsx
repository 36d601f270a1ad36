// One puzzle on a table: the person acts for the seat whose turn it is.

import { me } from "../api";
import { useKeys } from "../keys";
import { PHONE, useMedia } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { ScoreList } from "../parts/score-list";
import { fillSeats } from "../parts/seat-names";
import type { PuzzleBody } from "../protocol";
import { back } from "../router";
import { artOf } from "../scene/draw/art";
import { buttonKeys, toStageKeys } from "../scene/input/stage-keys";
import { taskAfter } from "../scene/input/task";
import { OpponentsStrip } from "../scene/opponents-strip";
import { SceneButton } from "../scene/scene-button";
import { Stage } from "../scene/stage";
import { Sum } from "../scene/sum";
import { texts } from "../texts";
import { Card, Ways } from "./card";
import type { PuzzleModel } from "./model";

export function Solve({ model, body, next }: { model: PuzzleModel; body: PuzzleBody; next: () => void }) {
  const phone = useMedia(PHONE);
  const { playback, selection, done } = model;
  const busy = playback.busy.value;
  const { scene } = body.position;
  const names = Array.from({ length: body.seats }, (_, seat) =>
    seat === body.seat ? me.value?.name || texts.common.you : texts.puzzles.opponent(seat, body.seats),
  );
  const buttons = done || busy ? [] : (scene?.buttons ?? []);
  const finish = busy ? undefined : selection.finishable.value;

  useKeys(
    [
      {
        key: "Escape",
        words: texts.puzzles.leave,
        press: () => {
          if (!selection.back()) back();
        },
      },
      { key: "s", words: texts.puzzles.seeSolution, press: () => void model.attempt(), unlisted: done },
      { key: "n", words: texts.puzzles.next, press: () => done && next(), unlisted: !done },
      { key: "f", words: texts.actions.finish, press: () => selection.finish(), unlisted: !finish },
      { key: " ", words: texts.actions.skip, press: () => playback.skip(), unlisted: true },
      ...buttonKeys(buttons, selection, names),
      ...toStageKeys,
    ],
    1,
  );

  const players = (
    <ScoreList game={body.game} names={names} scores={playback.scores.value} seat={body.seat} />
  );
  const ways = <Ways model={model} next={next} />;
  // A phone has no room for another line above the table: there, the card also says what happens.
  const happening = busy ? fillSeats(playback.snapshot.value.beat?.words ?? "", names) : "";
  const explanation = busy ? undefined : selection.explanation.value;
  const sum = explanation && <Sum explanation={explanation} names={names} />;
  return (
    <div
      class="table-page learn"
      data-state={stateOf(model, body.game)}
      data-moment={`${body.id} ${model.tries.value}`}
    >
      <div class="table-main">
        {model.problem.value && (
          <div class="banner" role="alert">
            {model.problem.value}
          </div>
        )}
        {phone && (
          <>
            <Card model={model} body={body} names={names} phone happening={happening} sum={sum} />
            {players}
            <OpponentsStrip playback={playback} game={body.game} seat={body.seat} names={names} />
          </>
        )}
        {!phone && sum}
        {!sum && !phone && (
          <p class={`caption${busy ? " animating" : " mine"}`}>
            <span>{happening || (!done && taskAfter(scene, selection.picked.value, names))}</span>
            {busy && (
              <button type="button" class="skip quiet" onClick={() => playback.skip()}>
                {texts.caption.skip}
              </button>
            )}
          </p>
        )}
        <Stage
          game={body.game}
          playback={playback}
          selection={selection}
          seat={body.seat}
          turn={done ? null : body.seat}
          names={names}
          phone={phone}
          mentioned={[]}
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
        <aside class="rail" aria-label={texts.puzzles.rail}>
          <Card model={model} body={body} names={names} phone={false}>
            {ways}
          </Card>
          {players}
        </aside>
      )}
    </div>
  );
}

/** Returns where the puzzle is, in one word, for styles and tests. */
function stateOf(model: PuzzleModel, game: string): string {
  if (!artOf(game).ready) return "loading";
  if (model.playback.busy.value) return "animating";
  return model.done ? "over" : "mine";
}
