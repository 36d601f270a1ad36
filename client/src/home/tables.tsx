// Tables with a free seat, and other servers on the network.

import { games } from "../api";
import { useFetched } from "../parts/hooks";
import type { NeighbourBody, TableBody } from "../protocol";
import { Link } from "../router";
import { texts } from "../texts";

/** Returns a function that gives the title of a game by its name. */
export function useTitles(): (name: string) => string {
  const allGames = useFetched(games, []).value.value ?? [];
  return (name) => allGames.find((game) => game.name === name)?.title ?? name;
}

export function OpenTables({ rows }: { rows: TableBody[] }) {
  const titleOf = useTitles();
  return (
    <section class="card" aria-labelledby="open-tables">
      <h2 id="open-tables">{texts.home.openTables}</h2>
      {rows.length === 0 ? (
        <p class="faint">{texts.home.noOpenTables}</p>
      ) : (
        <ul class="rows">
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={`/t/${row.id}`} class="button wide-row">
                <strong>{titleOf(row.summary.game)}</strong>
                <span class="grow">{row.summary.host_name}</span>
                <span class="chip">{texts.home.freeSeats(row.summary.open_seats)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Other servers found on the local network. */
export function Neighbours({ rows }: { rows: NeighbourBody[] }) {
  if (rows.length === 0) return null;
  return (
    <section class="card" aria-labelledby="neighbours">
      <h2 id="neighbours">{texts.home.neighbours}</h2>
      <ul class="rows">
        {rows.map((row) => (
          <li key={row.address}>
            <a href={row.address} class="button wide-row">
              <strong class="grow">{row.name}</strong>
              <span class="faint">{new URL(row.address).host}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
