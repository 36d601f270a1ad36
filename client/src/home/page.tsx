// The home page: pick a game, continue a match, or join a table.

import { useEffect } from "preact/hooks";
import { games, get, loadMe } from "../api";
import { useKeys } from "../keys";
import { handleArrowKeys } from "../parts/arrow-keys";
import { useFetched, useTicker, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import type { GameBody, NeighbourBody, TableBody, TableList } from "../protocol";
import { back, Link, navigate } from "../router";
import { motionOff } from "../settings";
import { texts } from "../texts";
import { CHANGES, GamePicture } from "./game-picture";
import { JoinForm } from "./join";
import { NewMatch } from "./new-match";
import { Neighbours, OpenTables, YourTables } from "./tables";

/** Milliseconds between updates of the open tables. */
const LOBBY = 8_000;

/** Milliseconds until the next picture makes a move. */
const LIFE = 1_500;

function Shelf({ allGames }: { allGames: GameBody[] }) {
  const tick = useTicker(LIFE, CHANGES * allGames.length);
  // The pictures take turns and make a few moves each; none if motion is off.
  const later = (index: number) =>
    motionOff() ? 0 : Math.min(CHANGES, Math.max(0, Math.ceil((tick - index) / allGames.length)));
  return (
    <div class="shelf">
      {allGames.map((game, index) => (
        <article key={game.name} class="game">
          <Link to={`/new/${game.name}`} class="game-card" aria-label={texts.home.playGame(game.title)}>
            <GamePicture game={game.name} later={later(index)} />
            <span class="game-words">
              <strong>{game.title}</strong>
              <span>{game.summary}</span>
            </span>
          </Link>
          <Link
            to={`/g/${game.name}`}
            class="game-rules"
            aria-label={texts.common.howToPlayGame(game.title)}
            title={texts.common.howToPlay}
          >
            <Icon name="book" />
          </Link>
          <span class="game-seats">
            {texts.home.players(Math.min(...game.seats), Math.max(...game.seats))}
          </span>
        </article>
      ))}
    </div>
  );
}

export function HomePage({ game }: { game?: string }) {
  useTitle("");
  const allGames = useFetched(games, []).value;
  const mine = useFetched(() => loadMe().then(() => get<TableBody[]>("/api/me/tables")), [game]).value;
  const tick = useTicker(LOBBY);
  const open = useFetched(() => get<TableList>("/api/tables"), [game, tick]).value;
  const nearby = useFetched(() => get<NeighbourBody[]>("/api/neighbours"), [game, tick]).value;
  const chosen = allGames.value?.find((each) => each.name === game);
  useEffect(() => {
    if (game && allGames.value && !chosen) navigate("/", true);
  }, [game, allGames.value]);
  const enter = () => {
    if (!document.activeElement?.closest(".home"))
      document.querySelector<HTMLElement>("a.game-card")?.focus();
  };
  useKeys(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => ({
      key,
      words: texts.home.keyArrows,
      unlisted: key !== "ArrowLeft",
      press: enter,
    })),
    1,
  );
  if (allGames.error && !allGames.value)
    return (
      <Notice title={texts.home.noServer} busy>
        {texts.home.retrying(allGames.error)}
      </Notice>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are an addition to the links inside
    <div class="home" onKeyDown={handleArrowKeys}>
      <YourTables rows={mine.value ?? []} />
      <section aria-labelledby="games">
        <div class="home-head">
          <h1 id="games">{texts.home.question}</h1>
          <JoinForm />
        </div>
        {allGames.value ? (
          <Shelf allGames={allGames.value} />
        ) : (
          <Notice title={texts.home.loading} busy within />
        )}
      </section>
      <div class="home-more">
        <OpenTables rows={open.value?.tables ?? []} />
        <Neighbours rows={nearby.value ?? []} />
        <nav class="card links" aria-label={texts.home.more}>
          <h2>{texts.home.lookBack}</h2>
          <Link to="/players/me" class="button">
            <Icon name="person" /> {texts.home.yourPage}
          </Link>
          <Link to="/matches" class="button">
            <Icon name="log" /> {texts.home.pastMatches}
          </Link>
          <Link to="/scores" class="button">
            <Icon name="flag" /> {texts.home.highScores}
          </Link>
        </nav>
      </div>
      {chosen && <NewMatch game={chosen} close={back} />}
    </div>
  );
}
