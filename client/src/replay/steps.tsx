// All steps of a match in words. A click on one goes there.

import { Fragment } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { BotFace } from "../parts/face";
import { fillSeats } from "../parts/seat-names";
import { SeatSign } from "../parts/seat-sign";
import type { ReplayTable, StepLook } from "../protocol";
import { texts } from "../texts";

export function Steps({
  table,
  steps,
  now,
  to,
}: {
  table: ReplayTable;
  steps: StepLook[];
  now: number;
  to: (step: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [now]);
  const { game, seats, taken_back: takenBack } = table;
  const names = seats.map(({ name }) => name);
  const nameKey = names.join("\n");
  const words = useMemo(() => steps.map((step) => fillSeats(step.words, names)), [steps, nameKey]);
  // There can be hundreds of steps: render them again only when the current step changes.
  const entries = useMemo(
    () =>
      steps.map((step, index) => (
        <Fragment key={index}>
          <TakenBack count={takenBack.filter((keep) => keep === index).length} />
          <li>
            <button
              type="button"
              class="quiet"
              aria-current={index + 1 === now ? "step" : undefined}
              data-step={index + 1}
            >
              <SeatSign game={game} seat={step.seat} size={10} />
              <BotFace who={seats[step.seat]} />
              <span>
                <b>{texts.log.speaker(names[step.seat] ?? "")}</b> {words[index]}
              </span>
            </button>
          </li>
        </Fragment>
      )),
    [words, now],
  );
  const chosen = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-step]");
    if (button) to(Number(button.dataset.step));
  };
  return (
    <ol class="log steps" ref={list} onClick={chosen}>
      {entries}
    </ol>
  );
}

/** Where turns were taken back, before what was played instead. */
const TakenBack = ({ count }: { count: number }) =>
  count > 0 ? <li class="line-table">{texts.replay.takenBack(count)}</li> : null;
