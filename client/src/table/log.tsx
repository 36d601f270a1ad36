// The log in words, and the chat: one stream, as it happened. An entry lights up what it speaks of.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { named } from "../parts/naming";
import { Sign } from "../parts/signs";
import type { Line } from "../protocol";
import type { TableModel } from "./model";

/** Long matches have long logs; what is older than this many entries is shown on demand. */
const SHOWN = 120;

interface LogProps {
  model: TableModel;
  spokenOf: Signal<readonly string[]>;
}

function idsOf(model: TableModel, line: Line): string[] {
  const step = line.step === null || line.step === undefined ? undefined : model.seen.value?.steps[line.step];
  return (
    step?.beats?.flatMap((beat) => [
      ...(beat.ids ?? []),
      ...(beat.moves ?? []).map((move) => move.becomes || move.id),
    ]) ?? []
  );
}

export function Log({ model, spokenOf }: LogProps) {
  const list = useRef<HTMLOListElement>(null);
  const whole = useSignal(false);
  const lines = model.seen.value?.lines ?? [];
  const seats = model.seen.value?.table.seats ?? [];
  const names = seats.map((seat) => seat.name);
  const from = whole.value ? 0 : Math.max(0, lines.length - SHOWN);
  useLayoutEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [lines.length]);
  const light = (line: Line) => {
    spokenOf.value = idsOf(model, line);
  };
  const dim = () => {
    spokenOf.value = [];
  };
  useEffect(() => dim, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ol class="log" ref={list} aria-label="What happened" tabIndex={0} onMouseLeave={dim}>
      {from > 0 && (
        <li>
          <button type="button" class="quiet" onClick={() => (whole.value = true)}>
            Show {from} earlier entries
          </button>
        </li>
      )}
      {lines.slice(from).map((line, index) => (
        <li
          key={from + index}
          class={`line-${line.kind}`}
          onMouseEnter={() => light(line)}
          onClick={() => light(line)}
        >
          {line.seat != null && <Sign seat={line.seat} size={10} />}
          <span>
            {line.kind === "chat" && <b>{line.name}: </b>}
            {line.kind === "step" && line.seat != null && <b>{seats[line.seat]?.name ?? ""} </b>}
            {line.kind === "step" ? named(line.text, names) : line.text}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function Chat({ model }: { model: TableModel }) {
  const text = useSignal("");
  const say = async (event: Event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (!words) return;
    if (await model.ask({ kind: "say", text: words })) text.value = "";
  };
  return (
    <form class="chat" onSubmit={say}>
      <input
        type="text"
        maxLength={400}
        placeholder="Say something"
        aria-label="Say something"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="quiet">
        Send
      </button>
    </form>
  );
}
