// The daily challenge: its rules, today's results, and yesterday's.

import { useTicker, useTitle } from "../parts/hooks";
import { Notice } from "../parts/notice";
import { timeAgo } from "../parts/time-ago";
import type { ChallengeResultBody } from "../protocol";
import { Link } from "../router";
import { texts } from "../texts";
import { PlayChallenge, useChallenge } from "./challenge";

/** Milliseconds between updates of the results. */
const EVERY = 30_000;

function Results({ rows, unit }: { rows: ChallengeResultBody[]; unit: string }) {
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{texts.scores.rank}</th>
          <th scope="col">{texts.scores.name}</th>
          <th scope="col">{unit}</th>
          <th scope="col">{texts.scores.when}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} class={row.you ? "you" : ""}>
            <td>{index + 1}</td>
            <td>
              {row.name} {row.you && <span class="chip">{texts.common.you}</span>}
              {row.guest && <span class="faint"> {texts.challenge.guest}</span>}
            </td>
            <td>{row.score}</td>
            <td>{timeAgo(row.at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ChallengePage(_: { id: string }) {
  useTitle(texts.challenge.title);
  const challenge = useChallenge([useTicker(EVERY)]);
  if (!challenge) return <Notice title={texts.app.loading} busy />;
  const { yesterday, unit } = challenge;
  return (
    <div class="page">
      <div class="row wrap">
        <h1 class="grow">{texts.challenge.today(challenge.title)}</h1>
        <PlayChallenge challenge={challenge} main />
      </div>
      <p>{texts.challenge.rules(challenge.seats - 1, challenge.level)}</p>
      <p class="faint">
        {texts.challenge.ends(new Date(challenge.ends_at))}{" "}
        <Link to={`/g/${challenge.game}`}>{texts.common.howToPlayGame(challenge.title)}</Link>
      </p>
      <h2>{texts.challenge.resultsToday}</h2>
      {challenge.results.length > 0 ? (
        <Results rows={challenge.results} unit={unit} />
      ) : (
        <p class="faint">{texts.challenge.noResults}</p>
      )}
      {yesterday && (
        <>
          <h2>{texts.challenge.yesterday(yesterday.title)}</h2>
          {yesterday.results.length > 0 ? (
            <Results rows={yesterday.results} unit={unit} />
          ) : (
            <p class="faint">{texts.challenge.nobody}</p>
          )}
        </>
      )}
      <details>
        <summary>{texts.challenge.fair}</summary>
        <p>{texts.challenge.fairHow}</p>
        <p>
          {texts.challenge.commitment} <code class="hash">{challenge.commitment}</code>
        </p>
        {yesterday && (
          <p>
            {texts.challenge.secret} <code class="hash">{yesterday.secret}</code>
          </p>
        )}
      </details>
    </div>
  );
}
