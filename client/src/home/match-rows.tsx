// Finished matches in a list: who played, and what they scored.

import { Named } from "../parts/face";
import { timeAgo } from "../parts/time-ago";
import type { TableBody } from "../protocol";
import { Link } from "../router";
import { useTitles } from "./tables";

export function MatchRows({ rows }: { rows: readonly TableBody[] }) {
  const titleOf = useTitles();
  return (
    <ul class="rows">
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={`/r/${row.id}`} class="button wide-row">
            <strong>{titleOf(row.summary.game)}</strong>
            <span class="grow">
              {row.summary.places.map((place, index) => (
                <span key={index} class={place.rank === 1 ? "scored first" : "scored"}>
                  <Named who={place} /> <b>{place.score}</b>
                </span>
              ))}
            </span>
            <span class="faint">{timeAgo(row.summary.ended_at ?? row.moved_at)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
