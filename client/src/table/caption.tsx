// Short texts about what is going on: the state of the connection, a line above the table, and a live region for
// screen readers.

import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import type { LogLine, PositionLook } from "../protocol";
import { texts } from "../texts";
import type { TableModel } from "./model";

/** The state of the connection, or why the server refused something. */
export function Banner({ model }: { model: TableModel }) {
  const line = model.connectionState.value;
  const text =
    line === "restarting"
      ? texts.banner.restarting
      : line === "lost"
        ? texts.banner.lost
        : line === "closed"
          ? (model.bye.value?.text ?? texts.banner.closed)
          : model.notice.value;
  if (!text) return null;
  return (
    <div class="banner" role="alert">
      {text}
      {line === "open" && (
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

interface Shown {
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

/** What to choose, for the person whose turn it is. */
function whatToDo(model: TableModel, name: string): string {
  const kinds = model.choosable.value;
  if (model.selection.picked.value.length > 0 && kinds.length > 0) return texts.caption.chooseNext(kinds);
  const turn = model.mine.value.length > 1 ? texts.caption.yourTurnNamed(name) : texts.caption.yourTurn;
  return `${turn} ${kinds.length > 0 ? texts.caption.choose(kinds) : texts.caption.chooseButton}`;
}

function captionOf(model: TableModel, names: string[], position: PositionLook): Shown {
  const seen = model.seen.value;
  const hint = model.hint.value;
  const name = names[position.turn] ?? "";
  if (model.playback.busy.value) return { text: duringStep(model, names), kind: "animating" };
  if (hint) {
    const advice = hint.alternatives[0]?.words ?? hint.line.join(" ");
    return { text: fillSeats(advice, names), kind: "hint" };
  }
  if (model.thinking.value) return { text: texts.caption.findingHint, kind: "" };
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
  const { text, kind } = captionOf(model, names, position);
  return (
    <p class={`caption ${kind}`}>
      <span>{text}</span>
      {kind === "animating" && (
        <button type="button" class="skip quiet" onClick={() => model.playback.skip()}>
          {texts.caption.skip}
        </button>
      )}
    </p>
  );
}

/** What people write is left as it is; only sentences of a game have placeholders. */
const filled = (line: LogLine, names: string[]) =>
  line.kind === "step" ? fillSeats(line.text, names) : line.text;

/** Reads the newest line of the log to a screen reader. */
export function LiveRegion({ model }: { model: TableModel }) {
  const line = model.seen.value?.lines.at(-1);
  const turn = model.acting.value !== undefined ? texts.caption.yourTurn : "";
  const news = line ? texts.caption.spoken(line.name, filled(line, model.names.value)) : "";
  return (
    <div class="unseen" aria-live="polite">
      {news} {turn}
    </div>
  );
}
