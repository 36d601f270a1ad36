// High scores, game by game.

import { useSignal } from "@preact/signals";
import { games, get } from "../api";
import { useAsked, useTitle } from "../parts/hooks";
import { Notice } from "../parts/notice";
import { Segments } from "../parts/segments";
import type { ScoreBody } from "../protocol";
import { Link } from "../router";
import { ago } from "./time-ago";

export function ScoresPage(_: { id: string }) {
  useTitle("High scores");
  const known = useAsked(games, []).value.value ?? [];
  const chosen = useSignal("");
  const game = chosen.value || known[0]?.name || "";
  const scores = useAsked(
    async () => (game ? await get<ScoreBody[]>(`/api/scores/${game}`) : []),
    [game],
  ).value;
  const rows = scores.value ?? [];
  return (
    <div class="page">
      <h1>High scores</h1>
      {known.length > 0 && (
        <Segments
          label="Game"
          value={game}
          options={Object.fromEntries(known.map((each) => [each.name, each.title]))}
          change={(name) => {
            chosen.value = name;
          }}
        />
      )}
      {scores.error && <p class="problem">{scores.error}</p>}
      {scores.value && rows.length === 0 && (
        <Notice title="No scores yet" within>
          Play a match to its end, and you are the first.
        </Notice>
      )}
      {rows.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Name</th>
              <th scope="col">{known.find((each) => each.name === game)?.unit}</th>
              <th scope="col">Players</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={`${row.table} ${index}`}>
                <td>{index + 1}</td>
                <td>{row.name}</td>
                <td>{row.table === null ? row.high : <Link to={`/r/${row.table}`}>{row.high}</Link>}</td>
                <td>{row.seats}</td>
                <td>{ago(row.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
