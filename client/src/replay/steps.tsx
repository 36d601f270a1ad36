// All steps of a match in words. A click on one goes there.

import { Fragment } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { BotFace } from "../parts/face";
import { fillSeats } from "../parts/seat-names";
import { SeatSign } from "../parts/seat-sign";
import type { ReplayTable, StepLook } from "../protocol";
import { texts } from "../texts";
import { GradeMark } from "./grade-mark";
import type { Grade } from "./review-data";

export function Steps({
  table,
  steps,
  now,
  to,
  grades,
}: {
  table: ReplayTable;
  steps: StepLook[];
  now: number;
  /** The grade of each step that was a decision, from a review. */
  grades?: readonly (Grade | undefined)[];
  to: (step: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const element = list.current;
    const step = element?.querySelector<HTMLElement>("[aria-current]");
    if (!element || !step) return;
    // Not `scrollIntoView`: that would also scroll the page, away from the board.
    const [box, inner] = [element.getBoundingClientRect(), step.getBoundingClientRect()];
    if (inner.top < box.top) element.scrollTop -= box.top - inner.top;
    else if (inner.bottom > box.bottom) element.scrollTop += inner.bottom - box.bottom;
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
              <GradeMark grade={grades?.[index]} />
            </button>
          </li>
        </Fragment>
      )),
    [words, now, grades],
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
