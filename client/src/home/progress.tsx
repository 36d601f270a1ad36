// How a player plays, from the reviews of their matches: what decisions cost, luck, and what costs most.

import { games, get, loadMe } from "../api";
import { useFetched } from "../parts/hooks";
import { timeAgo } from "../parts/time-ago";
import type { GameProgress, ProgressBody, ProgressPoint } from "../protocol";
import { Link } from "../router";
import { texts } from "../texts";
import { HIGH, WIDE } from "./curve";
import { meanLoss, placesOf } from "./losses";

/** How many of the latest matches are compared with those before them. */
const LATELY = 5;

const round = (value: number) => Math.round(10 * value) / 10;

export function Progress() {
  const progress = useFetched(() => loadMe().then(() => get<ProgressBody>("/api/me/progress")), []).value
    .value;
  const allGames = useFetched(games, []).value.value ?? [];
  if (!progress) return null;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">{texts.player.progress}</h2>
      {progress.games.length === 0 && <p class="faint">{texts.player.progressNone}</p>}
      <div class="progress-cards">
        {progress.games.map((each) => {
          const game = allGames.find(({ name }) => name === each.game);
          return (
            <Card key={each.game} progress={each} title={game?.title ?? each.game} unit={game?.unit ?? ""} />
          );
        })}
      </div>
    </section>
  );
}

interface CardProps {
  progress: GameProgress;
  title: string;
  /** What scores count. */
  unit: string;
}

function Card({ progress: { matches, costs, given }, title, unit }: CardProps) {
  const lately = matches.slice(-LATELY);
  const before = matches.slice(0, -LATELY);
  const [first, last] = [matches[0], matches.at(-1)];
  const luck = (100 * matches.reduce((sum, each) => sum + each.luck, 0)) / Math.max(1, matches.length);
  const levels = lately.flatMap(({ level }) => (level === null ? [] : [level]));
  const level = levels.reduce((sum, each) => sum + each, 0) / Math.max(1, levels.length);
  const now = texts.player.lossNow(meanLoss(lately));
  return (
    <article class="progress-card">
      <h3>{title}</h3>
      <p>
        <b>{now}</b>
        {before.length > 0 && <span class="faint"> ({texts.player.lossBefore(meanLoss(before))})</span>}
      </p>
      <Chart matches={matches} words={now} />
      <p class="faint times">
        <span>{first && timeAgo(first.at)}</span>
        <span>{last && matches.length > 1 && timeAgo(last.at)}</span>
      </p>
      <p>
        {texts.player.progressFrom(matches.length)} {levels.length > 0 && texts.player.likeLevel(level)}{" "}
        {texts.player.luckMean(luck)}
      </p>
      {(costs.length > 0 || given.times > 0) && (
        <>
          <h4>{texts.player.costsMost}</h4>
          <ul>
            {costs.map(({ source, points, times }) => (
              <li key={source}>{texts.player.cost(source, points, unit, times)}</li>
            ))}
            {given.times > 0 && <li>{texts.player.givenAway(given.points, unit, given.times)}</li>}
          </ul>
        </>
      )}
      {last && (
        <Link to={`/review/${last.id}`} class="button">
          {texts.player.lastReview}
        </Link>
      )}
    </article>
  );
}

/** What a decision cost in each match as a line, and its luck as bars around the middle. */
function Chart({ matches, words }: { matches: readonly ProgressPoint[]; words: string }) {
  const places = placesOf(matches.length);
  const most = Math.max(0.01, ...matches.map(({ loss }) => loss));
  const luckiest = Math.max(0.1, ...matches.map(({ luck }) => Math.abs(luck)));
  const y = (loss: number) => round(HIGH - (loss / most) * (HIGH - 8));
  const line = matches
    .map(({ loss }, index) => `${index === 0 ? "M" : "L"}${places[index]} ${y(loss)}`)
    .join("");
  return (
    <svg viewBox={`0 -2 ${WIDE} ${HIGH + 4}`} role="img" aria-label={words} preserveAspectRatio="none">
      <path class="edge" d={`M0 ${HIGH}H${WIDE}`} />
      <path class="half" d={`M0 ${HIGH / 2}H${WIDE}`} />
      {matches.map(({ luck }, index) => (
        <path
          key={index}
          class={luck < 0 ? "luck bad" : "luck"}
          d={`M${places[index]} ${HIGH / 2}v${round((-luck / luckiest) * (HIGH / 2))}`}
        />
      ))}
      <path class="share" d={matches.length > 1 ? line : `M0 ${y(matches[0]?.loss ?? 0)}H${WIDE}`} />
    </svg>
  );
}
