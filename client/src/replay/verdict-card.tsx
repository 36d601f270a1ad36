// What a review says about one step: the grade of the decision, what was better and why, and the luck in it.

import type { ComponentChildren } from "preact";
import { foreseen, laterTurns } from "../parts/expected-line";
import { fillSeats } from "../parts/seat-names";
import type { ReviewedDecision, ReviewedStep } from "../protocol";
import { texts } from "../texts";
import { GradeMark } from "./grade-mark";
import { betterTurn, isMistake } from "./review-data";

interface StepCardProps {
  step: ReviewedStep | undefined;
  /** Whose luck is shown. */
  seat: number;
  names: readonly string[];
  /** Whether decisions have been examined. */
  complete: boolean;
  /** Whether the reason of a mistake is being looked for. */
  explaining: boolean;
  children?: ComponentChildren;
}

export function StepCard({ step, seat, names, complete, explaining, children }: StepCardProps) {
  const decision = step?.decision;
  const luck = step?.luck?.[seat];
  return (
    <section class={`verdict ${decision?.grade ?? ""}`} aria-label={texts.review.thisStep}>
      <div aria-live="polite">
        {decision ? (
          <Verdict decision={decision} names={names} explaining={explaining} />
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

interface VerdictProps {
  decision: ReviewedDecision;
  names: readonly string[];
  explaining?: boolean;
}

/** A grade with what it cost, what was better, and why. */
export function Verdict({ decision, names, explaining = false }: VerdictProps) {
  const better = betterTurn(decision);
  const why = fillSeats(decision.reason?.words ?? "", names);
  const wrong = isMistake(decision.grade);
  const told = why && !decision.reason?.certain;
  const then = told ? "" : foreseen(laterTurns(decision.line), names);
  // For the played action, the rest of its turn is new as well.
  const instead = told ? "" : foreseen(decision.instead.slice(1), names);
  return (
    <>
      <p class="row">
        <GradeMark grade={decision.grade} named />
        {decision.loss > 0 && (
          <span class="faint">{texts.review.costs(100 * decision.loss, 100 * decision.doubt)}</span>
        )}
      </p>
      {wrong && better && (
        <p>
          <b>{texts.review.better}</b> {fillSeats(better, names)}
        </p>
      )}
      {wrong && why && (
        <p>
          <b>{texts.review.why}</b> {why}
        </p>
      )}
      {wrong && then && (
        <p>
          <b>{texts.review.expected}</b> {then}
        </p>
      )}
      {wrong && instead && instead !== then && (
        <p>
          <b>{texts.review.instead}</b> {instead}
        </p>
      )}
      {wrong && explaining && <p class="faint thinking">{texts.hint.findingReason}</p>}
      {wrong && decision.reason && !why && !then && !instead && <p class="faint">{texts.puzzles.noWhy}</p>}
      {!wrong && (
        <p class="faint">{texts.review.nothingBetter[decision.grade === "best" ? "best" : "fine"]}</p>
      )}
    </>
  );
}
