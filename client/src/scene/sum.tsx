// What the picked things add up to, term by term.

import { fillSeats } from "../parts/seat-names";
import type { Explanation } from "../protocol";

export function Sum({ explanation, names }: { explanation: Explanation; names: string[] }) {
  return (
    <p class="caption sum" role="status">
      {explanation.terms?.map(({ label, value }) => (
        <span class="term" key={label}>
          {fillSeats(label, names)} <b>{value}</b>
        </span>
      ))}
      <strong>{fillSeats(explanation.text ?? "", names)}</strong>
    </p>
  );
}
