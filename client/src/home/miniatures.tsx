// The person's unfinished matches as small pictures of their tables; first those where it is the person's turn.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { get, me } from "../api";
import { PHONE, useMedia } from "../parts/hooks";
import { Star } from "../parts/notice";
import { timeAgo } from "../parts/time-ago";
import type { GameBody, Look, Scene, TableBody } from "../protocol";
import { Link } from "../router";
import { AreaDrawing } from "../scene/draw/area";
import { artOf } from "../scene/draw/art";
import { arrange } from "../scene/layout";
import { texts } from "../texts";

/** The size of a picture in pixels, before it is scaled down to half. */
const SIZE = { w: 550, h: 296 };
/** How many matches have a picture: the newest. */
const PICTURES = 8;
/** How many matches are shown at first, so that the games stay visible. */
const FEW = 4;
/** Milliseconds between two looks at the matches while the page is visible. */
const EVERY = 20_000;

/** What a picture shows of a match. */
interface Seen {
  version: number;
  turn?: number;
  mine: boolean;
  seat: number | null;
  scene?: Scene;
}

const playerOf = (row: TableBody, seat: number) => row.summary.places[seat]?.player;

/** Looks at the match: at the whole scene only if something has changed. */
async function lookAt(row: TableBody, known: Seen | undefined, draw: boolean): Promise<Seen> {
  const path = `/api/tables/${encodeURIComponent(row.id)}`;
  const glance = known && (await get<Look>(path));
  if (glance && glance.version === known.version) return known;
  const look = await get<Look>(draw ? `${path}?wants=scene` : path);
  const turn = look.position?.turn;
  const decides = turn === undefined ? undefined : look.table?.seats[turn]?.driver;
  return {
    version: look.version,
    turn,
    mine: turn !== undefined && decides === "person" && playerOf(row, turn) === me.value?.player,
    seat: look.seat ?? null,
    scene: look.position?.scene,
  };
}

/** Whether friends on this device play it with hidden hands: nobody may see them before their turn. */
const isCurtained = (row: TableBody, game: GameBody | undefined): boolean =>
  game?.hidden !== false &&
  row.summary.places.filter((place) => place.player === me.value?.player).length > 1;

/** Returns what there is to see of each match. Looks again after a while, and when the page becomes visible. */
function useLooks(rows: TableBody[], allGames: readonly GameBody[]): ReadonlyMap<string, Seen> {
  const seen = useSignal<ReadonlyMap<string, Seen>>(new Map());
  const sign = rows.map((row) => `${row.id} ${row.summary.status}`).join();
  useEffect(() => {
    if (allGames.length === 0) return;
    let current = true;
    const lookAround = async () => {
      if (document.hidden) return;
      for (const row of rows.filter(({ summary }) => summary.status === "running").slice(0, PICTURES)) {
        const game = allGames.find(({ name }) => name === row.summary.game);
        const known = seen.value.get(row.id);
        const look = await lookAt(row, known, !isCurtained(row, game)).catch(() => known);
        if (!current) return;
        if (look && look !== known) seen.value = new Map(seen.value).set(row.id, look);
      }
    };
    void lookAround();
    const timer = setInterval(lookAround, EVERY);
    document.addEventListener("visibilitychange", lookAround);
    return () => {
      current = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookAround);
    };
  }, [sign, allGames]);
  return seen.value;
}

/** The table as it lies there, without hands. */
function Picture({ game, scene, seat }: { game: string; scene: Scene; seat: number | null }) {
  const art = artOf(game);
  const [shown, layout] = useMemo(() => {
    const open = { areas: scene.areas.filter((area) => area.role !== "hand") };
    return [open, arrange(open, SIZE.w, SIZE.h, seat, false)];
  }, [scene, seat]);
  return (
    <span class="miniature-scene" style={{ width: `${SIZE.w}px`, height: `${SIZE.h}px` }}>
      {shown.areas.map((area) => {
        const frame = layout.frames.get(area.id);
        return frame && <AreaDrawing key={area.id} area={{ ...area, label: "" }} art={art} frame={frame} />;
      })}
    </span>
  );
}

/** What the match waits for. */
function stateOf({ summary }: TableBody, seen: Seen | undefined): string {
  if (summary.status === "waiting") {
    if (summary.open_seats === 0) return texts.home.ready;
    return summary.code ? texts.home.codeIs(summary.code) : texts.home.waiting;
  }
  if (seen?.turn === undefined) return "";
  return seen.mine ? texts.home.yourTurn : texts.home.theirTurn(summary.places[seen.turn]?.name ?? "");
}

/** Everybody else at the table, or everybody if the person is not among them. */
function namesOf({ summary: { places } }: TableBody): string {
  const others = places.filter((place) => place.kind === "open" || place.player !== me.value?.player);
  const names = (others.length > 0 ? others : places).map((place) => place.name || texts.home.nameless);
  return others.length > 0 ? texts.home.against(names) : names.join(" · ");
}

/** Returns the matches with those first where it is the person's turn. The others stay in their order. */
export function yourTurnFirst<Row extends { id: string }>(
  rows: readonly Row[],
  seen: ReadonlyMap<string, { mine: boolean }>,
): Row[] {
  const mine = ({ id }: Row) => seen.get(id)?.mine === true;
  return [...rows.filter(mine), ...rows.filter((row) => !mine(row))];
}

export function YourTables({ rows, allGames }: { rows: TableBody[]; allGames: readonly GameBody[] }) {
  const seen = useLooks(rows, allGames);
  const whole = useSignal(false);
  const phone = useMedia(PHONE);
  if (rows.length === 0) return null;
  const sorted = yourTurnFirst(rows, seen);
  // A phone scrolls sideways, and shows as many as have a picture.
  const few = phone ? PICTURES : FEW;
  const shown = whole.value ? sorted : sorted.slice(0, few);
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">{texts.home.continue}</h2>
      <ul class="miniatures">
        {shown.map((row) => {
          const { game, status } = row.summary;
          const look = seen.get(row.id);
          const title = allGames.find(({ name }) => name === game)?.title ?? game;
          const state = stateOf(row, look);
          return (
            <li key={row.id}>
              <Link
                to={`/t/${row.id}`}
                class={`miniature${look?.mine ? " mine" : ""}`}
                aria-label={[title, namesOf(row), state].filter(Boolean).join(", ")}
              >
                <span class="miniature-frame" aria-hidden="true">
                  {status === "running" && look?.scene ? (
                    <Picture game={game} scene={look.scene} seat={look.seat} />
                  ) : (
                    <Star />
                  )}
                </span>
                <span class="miniature-words">
                  <strong>{title}</strong>
                  {state && <span class="chip">{state}</span>}
                  <span class="grow">{namesOf(row)}</span>
                  <span class="faint">{timeAgo(row.moved_at)}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {shown.length < rows.length && (
        <button type="button" class="quiet" onClick={() => (whole.value = true)}>
          {texts.home.allMatches(rows.length)}
        </button>
      )}
    </section>
  );
}
