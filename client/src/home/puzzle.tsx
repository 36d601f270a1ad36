// The puzzle of the day on the home page, and how many of the player's own mistakes have come back.

import { get, loadMe } from "../api";
import { useFetched } from "../parts/hooks";
import type { PuzzlesBody } from "../protocol";
import { Link } from "../router";
import { texts } from "../texts";

export function PuzzleCard({ on }: { on: readonly unknown[] }) {
  const found = useFetched(() => loadMe().then(() => get<PuzzlesBody>("/api/puzzles")), on).value.value;
  if (!found?.day) return null;
  const { day, due } = found;
  return (
    <section class="card challenge-card" aria-labelledby="puzzle">
      <div class="grow">
        <h2 id="puzzle">
          <Link to="/puzzles">{texts.puzzles.today(day.title)}</Link>
        </h2>
        <p>
          {texts.puzzles.dayState[day.tried]}
          {due > 0 && ` ${texts.puzzles.due(due)}`}
        </p>
      </div>
      <div class="row">
        <Link to="/puzzles" class="button quiet challenge-more">
          {texts.puzzles.all}
        </Link>
        <Link to={`/puzzles/${day.game}/${day.id}`} class="button">
          {day.tried ? texts.puzzles.look : texts.puzzles.solve}
        </Link>
      </div>
    </section>
  );
}
