// The games: one click starts a match as the last one was set up, another opens the form.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { levels } from "../api";
import { BotFace } from "../parts/face";
import { useFetched, useTicker } from "../parts/hooks";
import { Icon } from "../parts/icons";
import type { GameBody } from "../protocol";
import { Link, navigate } from "../router";
import { motionOff } from "../settings";
import { texts } from "../texts";
import { CHANGES, GamePicture } from "./game-picture";
import { describe, initialSetup, isNewcomer, onlyBot, openMatch } from "./setup";

/** Milliseconds until the next picture makes a move. */
const LIFE = 1_500;

/** Returns the address of the game's lesson, if it has one. */
export const lessonOf = (game: GameBody & { lesson?: boolean }): string | undefined =>
  game.lesson ? `/learn/${encodeURIComponent(game.name)}` : undefined;

interface QuickStartProps {
  game: GameBody;
  words: string;
  /** For screen readers. */
  label: string;
}

/** A button that starts a match with the last settings. */
function QuickStart({ game, words, label }: QuickStartProps) {
  const opening = useSignal(false);
  const problem = useSignal("");
  const start = async () => {
    opening.value = true;
    problem.value = "";
    try {
      navigate(`/t/${await openMatch(game, initialSetup(game))}`);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
      opening.value = false;
    }
  };
  return (
    <>
      <button type="button" class="main quick" aria-label={label} disabled={opening.value} onClick={start}>
        {words}
      </button>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}

/** For somebody who has never played here: where to begin. */
export function Welcome({ allGames }: { allGames: readonly GameBody[] }) {
  const simplest = allGames.reduce<GameBody | undefined>(
    (best, game) => (best && best.learning <= game.learning ? best : game),
    undefined,
  );
  if (!simplest || !isNewcomer()) return null;
  const lesson = lessonOf(simplest);
  return (
    <section class="card welcome">
      <p>{texts.home.welcome(simplest.title)}</p>
      {lesson ? (
        <Link to={lesson} class="button main">
          {texts.home.learn(simplest.title)}
        </Link>
      ) : (
        <QuickStart
          game={simplest}
          words={texts.home.startWith(simplest.title)}
          label={texts.home.startWith(simplest.title)}
        />
      )}
    </section>
  );
}

function GameCard({ game, later }: { game: GameBody; later: number }) {
  const lesson = lessonOf(game);
  const everybody = useFetched(levels, []).value.value;
  const setup = initialSetup(game);
  const last = describe(setup, (level) => everybody?.find(({ number }) => number === level)?.name);
  return (
    <article class="game">
      <Link to={`/new/${game.name}`} class="game-card" aria-label={texts.home.playGame(game.title)}>
        <GamePicture game={game.name} later={later} />
        <span class="game-words">
          <span class="game-title">
            <strong>{game.title}</strong>
            <span class="game-seats">
              {texts.home.players(Math.min(...game.seats), Math.max(...game.seats))}
            </span>
          </span>
          <span>{game.summary}</span>
        </span>
      </Link>
      <div class="game-actions">
        <QuickStart
          game={game}
          words={texts.quickStart.play}
          label={texts.quickStart.label(game.title, last)}
        />
        <span class="game-last">
          <BotFace who={onlyBot(setup)} size={24} />
          <span>{last}</span>
        </span>
        <Link
          to={`/new/${game.name}`}
          class="button quiet game-setup"
          aria-label={texts.quickStart.setUpGame(game.title)}
        >
          {texts.quickStart.setUp}
        </Link>
        {lesson && (
          <Link
            to={lesson}
            class="button quiet game-link"
            aria-label={texts.home.learn(game.title)}
            title={texts.home.learn(game.title)}
          >
            <Icon name="hint" />
          </Link>
        )}
        <Link
          to={`/g/${game.name}`}
          class="button quiet game-link"
          aria-label={texts.common.howToPlayGame(game.title)}
          title={texts.common.howToPlay}
        >
          <Icon name="book" />
        </Link>
      </div>
    </article>
  );
}

/** The games, the easiest to learn first. */
export function Shelf({ allGames }: { allGames: readonly GameBody[] }) {
  const sorted = useMemo(() => [...allGames].sort((a, b) => a.learning - b.learning), [allGames]);
  const tick = useTicker(LIFE, CHANGES * allGames.length);
  // The pictures take turns and make a few moves each; none if motion is off.
  const later = (index: number) =>
    motionOff() ? 0 : Math.min(CHANGES, Math.max(0, Math.ceil((tick - index) / allGames.length)));
  return (
    <div class="shelf">
      {sorted.map((game, index) => (
        <GameCard key={game.name} game={game} later={later(index)} />
      ))}
    </div>
  );
}
