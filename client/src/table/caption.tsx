// What is said about a table in passing: of the connection, of what is being shown, and to those who listen.

import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import type { LogLine } from "../protocol";
import type { TableModel } from "./model";

/** What is happening with the connection, or what the server refused. */
export function Banner({ model }: { model: TableModel }) {
  const line = model.line.value;
  const text =
    line === "restarting"
      ? "The server is restarting. Nothing is lost; the match goes on in a moment."
      : line === "lost"
        ? "No connection. Trying again …"
        : line === "closed"
          ? (model.bye.value?.text ?? "The connection was closed.")
          : model.notice.value;
  if (!text) return null;
  return (
    <div class="banner" role="alert">
      {text}
      {line === "open" && (
        <button type="button" class="quiet" aria-label="Close" onClick={() => (model.notice.value = "")}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** One line above the table: what is being shown, what to do next, what was advised. */
export function Caption({ model, names }: { model: TableModel; names: string[] }) {
  const seen = model.seen.value;
  const position = seen?.position;
  const beat = model.teller.chapter.value.beat;
  const hint = model.hint.value;
  if (!seen || !position) return null;
  let text = "";
  let kind = "";
  if (model.teller.busy.value) {
    const step = seen.steps.at(-1);
    const alone = model.mine.value.length === 1 && step?.seat === model.mine.value[0];
    const who = alone ? "You" : names[step?.seat ?? 0];
    // The words of a step tell how it ends: where it is shown beat by beat, they would tell too much too soon.
    text = beat?.words ?? (step && !step.beats?.length ? `${who}: ${step.words}` : "");
    kind = "telling";
  } else if (hint) {
    text = hint.alternatives[0]?.words ?? hint.line.join(" ");
    kind = "hint";
  } else if (model.thinking.value) {
    text = "Thinking about a hint …";
  } else if (position.over) {
    text = position.reason ?? "The match is over.";
  } else if (model.acting.value !== undefined) {
    const who = model.mine.value.length > 1 ? `${names[position.turn]}: your turn.` : "Your turn.";
    const buttons = new Set(position.scene?.buttons?.map((button) => button.id));
    const onlyButtons = [...model.picker.reachable.value.keys()].every((id) => buttons.has(id));
    const glows =
      onlyButtons && buttons.size > 0 ? "Go on with a button below." : "What glows can be chosen.";
    text = model.picker.picked.value.length > 0 ? `And now? ${glows}` : `${who} ${glows}`;
    kind = "mine";
  } else {
    const seat = seen.table.seats[position.turn];
    kind = seen.seat === null ? "watching" : "";
    text =
      seat?.driver === "bot"
        ? `${names[position.turn]} is thinking …`
        : `${names[position.turn]} is to move.`;
  }
  return (
    <p class={`caption ${kind}`}>
      <span>{fillSeats(text, names)}</span>
      {kind === "telling" && (
        <button type="button" class="skip quiet" onClick={() => model.teller.skip()}>
          Skip
        </button>
      )}
    </p>
  );
}

/** What people say is left as they said it; what a game says speaks of seats by number. */
const saidIn = (line: LogLine, names: string[]) =>
  line.kind === "step" ? fillSeats(line.text, names) : line.text;

/** What happened, for those who listen. */
export function Spoken({ model }: { model: TableModel }) {
  const seen = model.seen.value;
  const line = seen?.lines.at(-1);
  const names = seen?.table.seats.map((seat) => seat.name) ?? [];
  const turn = model.acting.value !== undefined ? " Your turn." : "";
  return (
    <div class="unseen" aria-live="polite">
      {line ? `${line.name ? `${line.name}: ` : ""}${saidIn(line, names)}${turn}` : turn}
    </div>
  );
}
