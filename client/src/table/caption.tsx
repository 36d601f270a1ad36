// Short texts about what is going on: the state of the connection, a line above the table, and a live region for
// screen readers.

import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import type { PositionLook } from "../protocol";
import { taskAfter } from "../scene/input/task";
import { Sum } from "../scene/sum";
import { texts } from "../texts";
import { hintInWords } from "./hint-words";
import { lineText } from "./log";
import type { TableModel } from "./model";

/** The state of the connection, or why the server refused something. */
export function Banner({ model }: { model: TableModel }) {
  const connection = model.connectionState.value;
  const text =
    connection === "restarting"
      ? texts.banner.restarting
      : connection === "lost"
        ? texts.banner.lost
        : connection === "closed"
          ? (model.bye.value?.text ?? texts.banner.closed)
          : model.notice.value;
  if (!text) return null;
  return (
    <div class="banner" role="alert">
      {text}
      {connection === "open" && (
        <button
          type="button"
          class="quiet"
          aria-label={texts.banner.dismiss}
          onClick={() => (model.notice.value = "")}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

interface CaptionText {
  text: string;
  /** For styles. */
  kind: "" | "animating" | "hint" | "mine" | "watching";
}

/** The beat that is being shown. A step's own sentence would give away its end too soon, unless it has no beats. */
function duringStep(model: TableModel, names: string[]): string {
  const beat = model.playback.snapshot.value.beat;
  if (beat) return fillSeats(beat.words, names);
  const step = model.seen.value?.steps.at(-1);
  if (!step || step.beats?.length) return "";
  const alone = model.mine.value.length === 1 && step.seat === model.mine.value[0];
  const who = alone ? texts.common.you : (names[step.seat] ?? "");
  return texts.caption.step(who, fillSeats(step.words, names));
}

/** The task after what was picked last, in the words of the game; "" if the game has none for it. */
export const taskOf = (model: TableModel): string =>
  taskAfter(model.seen.value?.position?.scene, model.selection.picked.value, model.names.value);

/** What to choose, for the person whose turn it is. */
function whatToDo(model: TableModel, name: string): string {
  const kinds = model.choosable.value;
  const task = taskOf(model);
  if (model.selection.picked.value.length > 0 && (task || kinds.length > 0))
    return task || texts.caption.chooseNext(kinds);
  const turn = model.mine.value.length > 1 ? texts.caption.yourTurnNamed(name) : texts.caption.yourTurn;
  if (task) return `${turn} ${task}`;
  return `${turn} ${kinds.length > 0 ? texts.caption.choose(kinds) : texts.caption.chooseButton}`;
}

function captionOf(model: TableModel, names: string[], position: PositionLook): CaptionText {
  const seen = model.seen.value;
  const hint = model.hints.shown.value;
  const name = names[position.turn] ?? "";
  if (model.playback.busy.value) return { text: duringStep(model, names), kind: "animating" };
  if (hint) return { text: hintInWords(model, hint), kind: "hint" };
  if (model.hints.thinking.value) return { text: texts.caption.findingHint, kind: "" };
  if (position.over) {
    return { text: position.reason ? fillSeats(position.reason, names) : texts.caption.over, kind: "" };
  }
  if (model.acting.value !== undefined) return { text: whatToDo(model, name), kind: "mine" };
  const isBot = seen?.table.seats[position.turn]?.driver === "bot";
  return {
    text: isBot ? texts.caption.thinking(name) : texts.caption.theirTurn(name),
    kind: seen?.seat === null ? "watching" : "",
  };
}

/** One line above the table: what is being shown, what to do next, or a hint. */
export function Caption({ model, names }: { model: TableModel; names: string[] }) {
  const position = model.seen.value?.position;
  if (!position) return null;
  const explanation = model.playback.busy.value ? undefined : model.selection.explanation.value;
  if (explanation && !model.hints.shown.value) return <Sum explanation={explanation} names={names} />;
  const { text, kind } = captionOf(model, names, position);
  return (
    <p class={`caption ${kind}`}>
      <span>{text}</span>
      {kind === "hint" && model.hints.step.value !== "why" && (
        <button type="button" class="quiet" onClick={() => void model.hints.ask()}>
          {texts.hint.more[model.hints.step.value]}
        </button>
      )}
      {kind === "animating" && (
        <button type="button" class="skip quiet" onClick={() => model.playback.skip()}>
          {texts.caption.skip}
        </button>
      )}
    </p>
  );
}

/** Reads the newest line of the log to a screen reader. */
export function LiveRegion({ model }: { model: TableModel }) {
  const line = model.lines.value.at(-1);
  const turn = model.acting.value !== undefined ? texts.caption.yourTurn : "";
  const news = line ? texts.caption.spoken(line.name, lineText(line, model.names.value)) : "";
  return (
    <div class="unseen" aria-live="polite">
      {news} {turn}
    </div>
  );
}
