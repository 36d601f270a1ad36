// The player's own page: their results by game and by opponent, and their last matches.

import { get, levels, loadMe, me } from "../api";
import { Face } from "../parts/face";
import { useFetched, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import { timeAgo } from "../parts/time-ago";
import type { LevelBody, StatsBody, TableList } from "../protocol";
import { Link } from "../router";
import { texts } from "../texts";
import { curve, HIGH, WIDE } from "./curve";
import { MatchRows } from "./match-rows";
import { Progress } from "./progress";
import { useTitles } from "./tables";

const RECENT = 8;

export function PlayerPage(_: { id: string }) {
  const name = me.value?.name ?? "";
  useTitle(name);
  const fetched = useFetched(() => loadMe().then(() => get<StatsBody>("/api/me/stats")), []).value;
  const recent = useFetched(
    () => loadMe().then(() => get<TableList>(`/api/matches?mine=true&limit=${RECENT}`)),
    [],
  ).value.value;
  const stats = fetched.value;
  return (
    <div class="page player-page">
      <h1>{name}</h1>
      {fetched.error && <p class="problem">{fetched.error}</p>}
      {stats?.matches === 0 && (
        <Notice title={texts.player.none} within>
          <p>{texts.player.noneHint}</p>
          <Link to="/" class="button main">
            {texts.player.begin}
          </Link>
        </Notice>
      )}
      {stats && stats.matches > 0 && <Results stats={stats} />}
      {stats && stats.matches > 0 && <Progress />}
      {recent && recent.tables.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">{texts.player.recent}</h2>
          <MatchRows rows={recent.tables} />
          <Link to="/matches" class="button">
            <Icon name="log" /> {texts.player.all}
          </Link>
        </section>
      )}
    </div>
  );
}

function Results({ stats }: { stats: StatsBody }) {
  const { matches, won, streak, longest_streak, most } = stats;
  const figures: [string, string | number][] = [
    [texts.player.matches, matches],
    [texts.player.won, won],
    [texts.player.streak, streak],
    [texts.player.longest, longest_streak],
  ];
  return (
    <>
      <dl class="figures">
        {figures.map(([words, figure]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p class="faint">{matches < most ? texts.player.counted : texts.player.countedLast(most)}</p>
      <Characters stats={stats} />
      <Games stats={stats} />
      <Form stats={stats} />
      {stats.people.length > 0 && <People stats={stats} />}
    </>
  );
}

/** All characters, and how often each was beaten. */
function Characters({ stats: { met, beaten } }: { stats: StatsBody }) {
  const everybody: LevelBody[] = useFetched(levels, []).value.value ?? [];
  return (
    <section aria-labelledby="opponents">
      <h2 id="opponents">{texts.player.opponents}</h2>
      <ol class="gallery">
        {everybody.map(({ number, name, words }) => {
          const [times, wins] = [met[number - 1] ?? 0, beaten[number - 1] ?? 0];
          return (
            <li key={number} class={wins > 0 ? "beaten" : ""} title={texts.level.described(name, words)}>
              <Face level={number} size={64} />
              <strong>{texts.player.withoutArticle(name)}</strong>
              <span>{texts.level.short(number)}</span>
              <span>{times > 0 ? texts.player.beatenOf(wins, times) : texts.player.notMet}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Games({ stats }: { stats: StatsBody }) {
  const titleOf = useTitles();
  return (
    <section aria-labelledby="by-game">
      <h2 id="by-game">{texts.player.games}</h2>
      <div class="scroll-x">
        <table class="list numbers">
          <thead>
            <tr>
              <th scope="col">{texts.scores.game}</th>
              <th scope="col">{texts.player.won}</th>
              <th scope="col">{texts.player.best}</th>
              <th scope="col">{texts.player.strongest}</th>
            </tr>
          </thead>
          <tbody>
            {stats.games.map(({ game, matches, won, best, strongest }) => (
              <tr key={game}>
                <th scope="row">{titleOf(game)}</th>
                <td>{texts.player.share(won, matches)}</td>
                <td>{best}</td>
                <td>
                  {strongest === null ? (
                    texts.player.nobody
                  ) : (
                    <span class="named">
                      <Face level={strongest} size={20} /> {texts.level.short(strongest)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The share of wins over time. It says nothing about how strong the opponents were, and does not pretend to. */
function Form({ stats: { form, window, matches } }: { stats: StatsBody }) {
  const [first, last] = [form[0], form.at(-1)];
  return (
    <section aria-labelledby="form">
      <h2 id="form">{texts.player.form(window)}</h2>
      {first && last ? (
        <figure class="form">
          <svg
            viewBox={`-2 -2 ${WIDE + 4} ${HIGH + 4}`}
            role="img"
            aria-label={texts.player.formNow(last.share)}
            preserveAspectRatio="none"
          >
            <path class="half" d={`M0 ${HIGH / 2}H${WIDE}`} />
            <path class="edge" d={`M0 0H${WIDE}M0 ${HIGH}H${WIDE}`} />
            <path
              class="share"
              d={form.length > 1 ? curve(form) : `M0 ${HIGH - first.share * HIGH}h${WIDE}`}
            />
          </svg>
          <figcaption>
            <span>{timeAgo(first.at)}</span>
            <b>{texts.player.formNow(last.share)}</b>
            <span>{timeAgo(last.at)}</span>
          </figcaption>
        </figure>
      ) : (
        <p class="faint">{texts.player.formLater(window - matches)}</p>
      )}
    </section>
  );
}

function People({ stats }: { stats: StatsBody }) {
  return (
    <section aria-labelledby="people">
      <h2 id="people">{texts.player.people}</h2>
      <ul class="rows">
        {stats.people.map(({ name, matches, beaten }) => (
          <li key={name} class="row">
            <span class="grow">{name}</span>
            <span class="faint">{texts.player.beatenOf(beaten, matches)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
