// High scores, game by game.

import { useSignal } from "@preact/signals";
import { games, get } from "../api";
import { useFetched, useTitle } from "../parts/hooks";
import { Notice } from "../parts/notice";
import { Segments } from "../parts/segments";
import { timeAgo } from "../parts/time-ago";
import type { ScoreBody } from "../protocol";
import { Link } from "../router";
import { texts } from "../texts";

export function ScoresPage(_: { id: string }) {
  useTitle(texts.scores.title);
  const allGames = useFetched(games, []).value.value ?? [];
  const chosen = useSignal("");
  const game = chosen.value || allGames[0]?.name || "";
  const scores = useFetched(
    async () => (game ? await get<ScoreBody[]>(`/api/scores/${game}`) : []),
    [game],
  ).value;
  const rows = scores.value ?? [];
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
      {scores.value && rows.length === 0 && (
        <Notice title={texts.scores.none} within>
          {texts.scores.noneHint}
        </Notice>
      )}
      {rows.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{texts.scores.rank}</th>
              <th scope="col">{texts.scores.name}</th>
              <th scope="col">{allGames.find((each) => each.name === game)?.unit}</th>
              <th scope="col">{texts.scores.players}</th>
              <th scope="col">{texts.scores.when}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={`${row.table} ${index}`}>
                <td>{index + 1}</td>
                <td>{row.name}</td>
                <td>{row.table === null ? row.high : <Link to={`/r/${row.table}`}>{row.high}</Link>}</td>
                <td>{row.seats}</td>
                <td>{timeAgo(row.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
