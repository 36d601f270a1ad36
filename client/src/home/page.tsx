// The home page: continue a match, join a table, or pick a game.

import { useEffect } from "preact/hooks";
import { games, get, loadMe } from "../api";
import { useKeys } from "../keys";
import { handleArrowKeys } from "../parts/arrow-keys";
import { useFetched, useTicker, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import type { GameBody, NeighbourBody, TableBody, TableList } from "../protocol";
import { back, Link, navigate } from "../router";
import { texts } from "../texts";
import { ChallengeCard } from "./challenge";
import { JoinForm } from "./join";
import { YourTables } from "./miniatures";
import { NewMatch } from "./new-match";
import { PuzzleCard } from "./puzzle";
import { Shelf, Welcome } from "./shelf";
import { Neighbours, OpenTables } from "./tables";

/** Milliseconds between updates of the lists of tables. */
const LOBBY = 8_000;

const NO_GAMES: readonly GameBody[] = [];

export function HomePage({ game }: { game?: string }) {
  useTitle("");
  const allGames = useFetched(games, []).value;
  const tick = useTicker(LOBBY);
  const mine = useFetched(() => loadMe().then(() => get<TableBody[]>("/api/me/tables")), [game, tick]).value;
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
      <div class="home-head">
        <h1 id="games">{texts.home.question}</h1>
        <JoinForm />
      </div>
      {mine.value?.length === 0 && <Welcome allGames={allGames.value ?? NO_GAMES} />}
      <YourTables rows={mine.value ?? []} allGames={allGames.value ?? NO_GAMES} />
      <div class="today">
        <ChallengeCard on={[game]} />
        <PuzzleCard on={[game]} />
      </div>
      <section aria-labelledby="games">
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
