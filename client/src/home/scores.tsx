// High scores, game by game.

import { useSignal } from "@preact/signals";
import { games, get } from "../api";
import { Named } from "../parts/face";
import { useFetched, useTitle } from "../parts/hooks";
import { Notice } from "../parts/notice";
import { Segments } from "../parts/segments";
import { timeAgo } from "../parts/time-ago";
import type { ScoreBody } from "../protocol";
import { Link } from "../router";
import { texts } from "../texts";

/** The opponents in a match with a high score. People at private tables have no names here. */
function Against({ row }: { row: ScoreBody }) {
  const people = row.against.filter(({ kind, name }) => kind === "person" && !name).length;
  const named = row.against.filter(({ kind, name }) => kind === "bot" || name);
  return (
    <span class="against">
      {named.map((who, index) => (
        <Named key={index} who={who} />
      ))}
      {people > 0 && <span>{texts.scores.people(people)}</span>}
      {row.against.length === 0 && <span>{texts.scores.people(row.seats - 1)}</span>}
    </span>
  );
}

export function ScoresPage(_: { id: string }) {
  useTitle(texts.scores.title);
  const allGames = useFetched(games, []).value.value ?? [];
  const chosen = useSignal("");
  const game = chosen.value || allGames[0]?.name || "";
  const scores = useFetched(
    async () => ({ game, rows: game ? await get<ScoreBody[]>(`/api/scores/${game}`) : [] }),
    [game],
  ).value;
  // Until the scores of another game have come, those of the last one are still there.
  const loaded = game !== "" && scores.value?.game === game;
  const rows = loaded ? (scores.value?.rows ?? []) : [];
  const about = allGames.find((each) => each.name === game);
  return (
    <div class="page">
      <h1>{texts.scores.title}</h1>
      {allGames.length > 0 && (
        <Segments
          label={texts.scores.game}
          value={game}
          options={Object.fromEntries(allGames.map((each) => [each.name, each.title]))}
          change={(name) => {
            chosen.value = name;
          }}
        />
      )}
      {scores.error && <p class="problem">{scores.error}</p>}
      {loaded && rows.length === 0 && (
        <Notice title={texts.scores.none} within>
          {texts.scores.noneHint}
        </Notice>
      )}
      {about && (
        <p class="faint">
          {texts.scores.counts(about.unit, about.score_times_seats)} {texts.scores.onlyAlone}
        </p>
      )}
      {rows.length > 0 && (
        <table class="list scores">
          <thead>
            <tr>
              <th scope="col">{texts.scores.rank}</th>
              <th scope="col">{texts.scores.name}</th>
              <th scope="col">{about?.unit}</th>
              <th scope="col">{texts.scores.against}</th>
              <th scope="col">{texts.scores.when}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={`${row.table} ${index}`}>
                <td>{index + 1}</td>
                <td>{row.name}</td>
                <td>
                  {row.table === null ? row.high : <Link to={`/r/${row.table}`}>{row.high}</Link>}
                  {row.high !== row.score && (
                    <small class="faint"> {texts.scores.product(row.score, row.seats)}</small>
                  )}
                </td>
                <td>
                  <Against row={row} />
                </td>
                <td>{timeAgo(row.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
