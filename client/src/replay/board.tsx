// The table of a finished match: who sits there, the stage, and the buttons that a scene has while one can play on it.

import type { ComponentChildren } from "preact";
import { useKeys } from "../keys";
import { BotFace } from "../parts/face";
import { PHONE, useMedia } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { SeatSign, SideName } from "../parts/seat-sign";
import type { PositionLook, ReplayTable, Scene } from "../protocol";
import { buttonKeys } from "../scene/input/stage-keys";
import type { Playback } from "../scene/motion/playback";
import { OpponentsStrip } from "../scene/opponents-strip";
import { SceneButton } from "../scene/scene-button";
import { Stage } from "../scene/stage";
import { Sum } from "../scene/sum";
import { texts } from "../texts";
import type { SideLine } from "./side-line";

interface PlayersProps {
  table: ReplayTable;
  position: PositionLook | undefined;
  playback: Playback;
  /** What else is shown about a seat. */
  about?: (seat: number) => ComponentChildren;
}

export function SeatList({ table, position, playback, about }: PlayersProps) {
  return (
    <ol class="players" aria-label={texts.common.players}>
      {table.seats.map((each, index) => (
        <li
          key={index}
          class={`player${position && !position.over && position.turn === index ? " turn" : ""}`}
        >
          <SeatSign game={table.game} seat={index} size={16} />
          <BotFace who={each} size={32} />
          <span class="player-name">
            {each.name} <SideName game={table.game} seat={index} />
          </span>
          {about?.(index)}
          <span class="score">{playback.scores.value[index]}</span>
        </li>
      ))}
    </ol>
  );
}

interface BoardProps {
  table: ReplayTable;
  position: PositionLook | undefined;
  /** What is played on. */
  line: SideLine;
  /** The seat whose view it is; null if nothing is hidden. */
  seat: number | null;
  caption: string;
  /** The scene that can be played on. */
  playable?: Scene | undefined;
}

export function Board({ table, position, line, seat, caption, playable }: BoardProps) {
  const { playback, selection, previews } = line;
  const phone = useMedia(PHONE);
  const names = table.seats.map((each) => each.name);
  const busy = playback.busy.value;
  const explanation = playable && !busy ? selection.explanation.value : undefined;
  const finish = playable && !busy ? selection.finishable.value : undefined;
  const buttons = playable && !busy ? (playable.buttons ?? []) : [];
  useKeys(buttonKeys(buttons, selection, names), 2);
  return (
    <>
      {phone && (
        <>
          <h1 class="unseen">{table.title}</h1>
          <OpponentsStrip playback={playback} game={table.game} seat={seat} names={names} />
        </>
      )}
      {explanation ? (
        <Sum explanation={explanation} names={names} />
      ) : (
        <p class={`caption${playable && !busy ? " mine" : " animating"}`} aria-live="polite">
          <span>{caption}</span>
        </p>
      )}
      <Stage
        game={table.game}
        playback={playback}
        selection={selection}
        seat={seat}
        turn={position && !position.over ? position.turn : null}
        names={names}
        phone={phone}
        mentioned={[]}
        previews={previews}
      />
      {(buttons.length > 0 || finish) && (
        <div class="actions" role="toolbar" aria-label={texts.actions.toolbar}>
          {buttons.map((button) => (
            <SceneButton key={button.id} selection={selection} button={button} names={names} />
          ))}
          {finish && (
            <button type="button" class="main" onClick={() => selection.finish()}>
              <Icon name="check" /> {texts.actions.finish} <kbd>F</kbd>
            </button>
          )}
        </div>
      )}
    </>
  );
}
