// The progress of a review, with a way to cancel it or to ask again.

import { texts } from "../texts";
import type { ReviewModel } from "./review-model";

/** The progress of the review, or why there is none. */
export function ReviewProgress({ model }: { model: ReviewModel }) {
  const body = model.body.value;
  if (body?.review?.complete) return null;
  const again = (
    <button type="button" onClick={() => void model.ask()}>
      {texts.common.tryAgain}
    </button>
  );
  if (model.cancelled.value)
    return (
      <div class="review-progress" role="status">
        <p>{texts.review.cancelled}</p>
        {again}
      </div>
    );
  if (model.problem.value)
    return (
      <div class="review-progress" role="alert">
        <p>{texts.review.failed(model.problem.value)}</p>
        {again}
      </div>
    );
  return (
    <div class="review-progress">
      <p role="status">
        {body?.waiting
          ? texts.review.waiting
          : body?.review
            ? texts.review.examining
            : texts.review.beginning}
      </p>
      <progress max={1} value={body?.share ?? 0} aria-label={texts.review.progress} />
      <button type="button" class="quiet" onClick={() => model.cancel()}>
        {texts.review.cancel}
      </button>
    </div>
  );
}
