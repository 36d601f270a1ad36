// All steps of a match in words. A click on one goes there.

import { useEffect, useMemo, useRef } from "preact/hooks";
import { fillSeats } from "../parts/seat-names";
import { SeatSign } from "../parts/seat-sign";
import type { StepLook } from "../protocol";
import { texts } from "../texts";

export function Steps({
  game,
  steps,
  names,
  now,
  to,
}: {
  game: string;
  steps: StepLook[];
  names: string[];
  now: number;
  to: (step: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [now]);
  const nameKey = names.join("\n");
  const words = useMemo(() => steps.map((step) => fillSeats(step.words, names)), [steps, nameKey]);
  // There can be hundreds of steps: render them again only when the current step changes.
  const entries = useMemo(
    () =>
      steps.map((step, index) => (
        <li key={index}>
          <button
            type="button"
            class="quiet"
            aria-current={index + 1 === now ? "step" : undefined}
            data-step={index + 1}
          >
            <SeatSign game={game} seat={step.seat} size={10} />
            <span>
              <b>{texts.log.speaker(names[step.seat] ?? "")}</b> {words[index]}
            </span>
          </button>
        </li>
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
