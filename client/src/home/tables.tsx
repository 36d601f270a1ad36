// Tables to go on with, tables with a free seat, and other servers nearby.

import { games } from "../api";
import { useAsked } from "../parts/use";
import type { NeighbourBody, TableBody } from "../protocol";
import { Link } from "../router";
import { ago } from "./ago";

/** How people call a game that is known by its name. */
export function useTitles(): (name: string) => string {
  const known = useAsked(games, []).value.value ?? [];
  return (name) => known.find((game) => game.name === name)?.title ?? name;
}

const namesOf = (row: TableBody) => row.summary.places.map((place) => place.name || "free seat").join(" · ");

export function YourTables({ rows }: { rows: TableBody[] }) {
  const titleOf = useTitles();
  if (rows.length === 0) return null;
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">Go on</h2>
      <ul class="rows">
        {rows.slice(0, 4).map((row) => (
          <li key={row.id}>
            <Link to={`/t/${row.id}`} class="button wide-row">
              <strong>{titleOf(row.summary.game)}</strong>
              <span class="grow">{namesOf(row)}</span>
              {row.summary.status === "waiting" && <span class="chip">waiting</span>}
              <span class="faint">{ago(row.moved_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function OpenTables({ rows }: { rows: TableBody[] }) {
  const titleOf = useTitles();
  return (
    <section class="card" aria-labelledby="open-tables">
      <h2 id="open-tables">Open tables</h2>
      {rows.length === 0 ? (
        <p class="faint">
          Nobody is waiting at the moment. Seat a friend elsewhere at a table of yours, and it shows up here.
        </p>
      ) : (
        <ul class="rows">
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={`/t/${row.id}`} class="button wide-row">
                <strong>{titleOf(row.summary.game)}</strong>
                <span class="grow">{row.summary.host_name}</span>
                <span class="chip">{row.summary.open_seats} free</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Other servers that were heard of on the local network. */
export function Neighbours({ rows }: { rows: NeighbourBody[] }) {
  if (rows.length === 0) return null;
  return (
    <section class="card" aria-labelledby="neighbours">
      <h2 id="neighbours">On your network</h2>
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
