// The match log and the chat, in one list. Pointing at an entry highlights what it mentions.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { BotFace } from "../parts/face";
import { fillSeats } from "../parts/seat-names";
import { SeatSign } from "../parts/seat-sign";
import type { LogLine } from "../protocol";
import { texts } from "../texts";
import type { TableModel } from "./model";

/** How many entries are shown at first; a button shows the older ones. */
const SHOWN = 120;

interface LogProps {
  model: TableModel;
  mentioned: Signal<readonly string[]>;
  /** Called when an entry is clicked: on a phone, the log then closes. */
  chosen?: () => void;
}

/** What people write is left as it is; only sentences of a game have placeholders. */
export const lineText = (line: LogLine, names: readonly string[]): string =>
  line.kind === "step" ? fillSeats(line.text, names) : line.text;

const HIGHLIGHT_TIME = 2_500;
/** Pixels from the end within which new entries scroll into view. */
const NEAR = 40;

/** Returns what an entry mentions, as far as it is still on the table; otherwise the areas of its seat. */
function idsOf(model: TableModel, line: LogLine): string[] {
  const seen = model.seen.value;
  if (line.step == null) return [];
  const areas = model.playback.snapshot.value.scene.areas;
  const there = new Set(areas.flatMap((area) => [...(area.spots ?? []), ...(area.pieces ?? [])].map(idOf)));
  const beats = seen?.steps[line.step]?.beats ?? [];
  const ids = beats.flatMap((beat) => [
    ...(beat.ids ?? []),
    ...(beat.moves ?? []).map((move) => move.becomes || move.id),
  ]);
  const found = ids.filter((id) => there.has(id));
  return found.length > 0 ? found : areas.filter((area) => area.seat === line.seat).map(idOf);
}

const idOf = ({ id }: { id: string }) => id;

/** Whether an entry can highlight anything: a step whose beats are known, or of a seat that has areas. */
const hasMentions = (model: TableModel, line: LogLine) =>
  line.step != null &&
  (Boolean(model.seen.value?.steps[line.step]?.beats) ||
    // No need to render again when the snapshot changes.
    model.playback.snapshot.peek().scene.areas.some((area) => area.seat === line.seat));

export function Log({ model, mentioned, chosen }: LogProps) {
  const list = useRef<HTMLOListElement>(null);
  const whole = useSignal(false);
  const lines = model.lines.value;
  const { seats = [], game = "" } = model.seen.value?.table ?? {};
  const names = seats.map((seat) => seat.name);
  const from = whole.value ? 0 : Math.max(0, lines.length - SHOWN);
  const earlier = from + (model.seen.value?.firstLine ?? 0);
  const showEarlier = () => {
    if (from > 0) whole.value = true;
    else void model.loadEarlierLines();
  };
  // Scroll to new entries, unless the person is reading older ones.
  const newest = useRef(true);
  const watch = ({
    currentTarget: { scrollTop, clientHeight, scrollHeight },
  }: {
    currentTarget: Element;
  }) => {
    newest.current = scrollTop + clientHeight > scrollHeight - NEAR;
  };
  useLayoutEffect(() => {
    const element = list.current;
    if (element && newest.current) element.scrollTop = element.scrollHeight;
  }, [lines.length]);
  // A sheet has no size before it opens, and the coach beside the log comes and goes.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (newest.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const light = (line: LogLine) => {
    mentioned.value = idsOf(model, line);
  };
  const dim = () => {
    mentioned.value = [];
  };
  const choose = (line: LogLine) => {
    light(line);
    if (!chosen || !hasMentions(model, line)) return;
    const ids = mentioned.value;
    setTimeout(() => {
      if (mentioned.value === ids) mentioned.value = [];
    }, HIGHLIGHT_TIME);
    chosen();
  };
  const at = useSignal(-1);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = at.value < 0 ? lines.length - 1 : at.value + step;
    at.value = Math.min(Math.max(next, from), lines.length - 1);
    const line = lines[at.value];
    if (line) light(line);
    list.current?.querySelector(`[data-line="${at.value}"]`)?.scrollIntoView({ block: "nearest" });
  };
  useEffect(() => (chosen ? undefined : dim), []);
  // There can be many entries: render them again only when they change.
  const entries = useMemo(
    () =>
      lines.slice(from).map((line, index) => (
        <li
          key={from + index}
          class={`line-${line.kind}${hasMentions(model, line) ? " speaks" : ""}${at.value === from + index ? " at" : ""}`}
          data-line={from + index}
          onMouseEnter={() => light(line)}
          onClick={() => choose(line)}
        >
          {line.seat != null && <SeatSign game={game} seat={line.seat} size={10} />}
          {line.kind === "step" && line.seat != null && <BotFace who={seats[line.seat]} />}
          <span>
            {line.kind === "chat" && <b>{texts.log.speaker(line.name)} </b>}
            {line.kind === "step" && line.seat != null && <b>{texts.log.speaker(names[line.seat] ?? "")} </b>}
            {lineText(line, names)}
          </span>
        </li>
      )),
    [lines, from, names.join("\n"), at.value],
  );
  return (
    <ol
      class="log"
      ref={list}
      aria-label={texts.log.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={watch}
      onMouseLeave={chosen ? undefined : dim}
      onKeyDown={walk}
      onBlur={() => {
        at.value = -1;
        if (!chosen) dim();
      }}
    >
      {earlier > 0 && (
        <li>
          <button type="button" class="quiet" onClick={showEarlier}>
            {texts.log.earlier(earlier)}
          </button>
        </li>
      )}
      {entries}
    </ol>
  );
}

export function Chat({ model }: { model: TableModel }) {
  const text = useSignal("");
  const say = async (event: Event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (!words) return;
    // Clear the field at once, so that the person can go on writing. A refused message comes back.
    text.value = "";
    if (!(await model.ask({ kind: "say", text: words }))) text.value ||= words;
  };
  return (
    <form class="chat" onSubmit={say}>
      <input
        type="text"
        maxLength={400}
        placeholder={texts.log.message}
        aria-label={texts.log.message}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="quiet">
        {texts.log.send}
      </button>
    </form>
  );
}
