// What a review says about one step: the grade of the decision, what was better and why, and the luck in it.

import type { ComponentChildren } from "preact";
import { fillSeats } from "../parts/seat-names";
import type { ReviewedDecision, ReviewedStep } from "../protocol";
import { texts } from "../texts";
import { GradeMark } from "./grade-mark";
import { isMistake } from "./review-data";

/** How many of the expected actions are told. */
const FORESEEN = 4;

interface StepCardProps {
  step: ReviewedStep | undefined;
  /** Whose luck is told. */
  seat: number;
  names: readonly string[];
  /** Whether decisions have been examined. */
  complete: boolean;
  children?: ComponentChildren;
}

export function StepCard({ step, seat, names, complete, children }: StepCardProps) {
  const decision = step?.decision;
  const luck = step?.luck?.[seat];
  return (
    <section class={`verdict ${decision?.grade ?? ""}`} aria-label={texts.review.thisStep}>
      <div aria-live="polite">
        {decision ? (
          <Verdict decision={decision} names={names} />
        ) : (
          <p class="faint">
            {!step ? texts.review.atStart : complete ? texts.review.noChoice : texts.review.notExamined}
          </p>
        )}
        {luck !== undefined && (
          <p class="of-luck">
            {texts.review.luckHere(names[seat] ?? "", texts.review.number(100 * luck, true))}
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

/** A grade with what it cost, what was better, and why. */
export function Verdict({ decision, names }: { decision: ReviewedDecision; names: readonly string[] }) {
  const best = decision.candidates[0];
  const why = fillSeats(decision.reason?.words ?? "", names);
  const wrong = isMistake(decision.grade);
  return (
    <>
      <p class="row">
        <GradeMark grade={decision.grade} named />
        {decision.loss > 0 && (
          <span class="faint">{texts.review.costs(100 * decision.loss, 100 * decision.doubt)}</span>
        )}
      </p>
      {wrong && best && (
        <p>
          <b>{texts.review.better}</b> {fillSeats(best.sentence, names)}
        </p>
      )}
      {wrong && why && (
        <p>
          <b>{texts.review.why}</b> {why}
        </p>
      )}
      {wrong && !why && decision.line.length > 1 && (
        <p>
          <b>{texts.review.expected}</b> {decision.line.slice(1, 1 + FORESEEN).join(" · ")}
        </p>
      )}
      {!wrong && (
        <p class="faint">{texts.review.nothingBetter[decision.grade === "best" ? "best" : "fine"]}</p>
      )}
    </>
  );
}
