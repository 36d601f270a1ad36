// The mark of a grade: a sign and a colour, and its name for those who see neither.

import { texts } from "../texts";
import type { Grade } from "./review-data";

const SIGNS: Record<Grade, string> = { best: "★", fine: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

export const GradeMark = ({ grade, named = false }: { grade: Grade | undefined; named?: boolean }) =>
  grade ? (
    <span class={`grade ${grade}`} title={named ? undefined : texts.review.grades[grade]}>
      <b aria-hidden="true">{SIGNS[grade]}</b>
      <span class={named ? "" : "unseen"}>{texts.review.grades[grade]}</span>
    </span>
  ) : null;
