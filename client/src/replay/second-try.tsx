// The card of a second try at a decision: what was played, what the new move is worth, and the way back.

import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import type { Review } from "../protocol";
import { texts } from "../texts";
import type { ReviewModel, Try } from "./review-model";
import { Verdict } from "./verdict-card";

interface SecondTryProps {
  model: ReviewModel;
  trying: Try;
  review: Review | undefined;
  names: string[];
  again: () => void;
}

export function SecondTry({ model, trying, review, names, again }: SecondTryProps) {
  const problem = model.line.problem.value;
  return (
    <section class={`verdict trying ${trying.verdict?.grade ?? ""}`} aria-label={texts.review.secondTry}>
      <div aria-live="polite">
        {!trying.action && (
          <p>{texts.review.tryInstead(fillSeats(review?.steps[trying.step - 1]?.sentence ?? "", names))}</p>
        )}
        {trying.action && !trying.verdict && !problem && <p class="faint thinking">{texts.review.judging}</p>}
        {trying.verdict && <Verdict decision={trying.verdict} names={names} />}
        {problem && <p class="problem">{problem}</p>}
      </div>
      <div class="row wrap">
        {trying.action ? (
          <button type="button" class="main" onClick={again}>
            <Icon name="again" /> {texts.review.onceMore}
          </button>
        ) : (
          <button type="button" onClick={() => model.hint()}>
            <Icon name="hint" /> {texts.review.showBetter}
          </button>
        )}
        <button type="button" onClick={() => model.leave()}>
          {texts.review.backToMatch}
        </button>
      </div>
    </section>
  );
}
