// Puzzles: the puzzle of the day, those of each game, and the player's own mistakes that have come back.

import { useEffect, useMemo } from "preact/hooks";
import { get, loadMe } from "../api";
import { retryUntilAnswered, useFetched, useTitle } from "../parts/hooks";
import { Notice } from "../parts/notice";
import type { PuzzleBody, PuzzlesBody } from "../protocol";
import { Link, navigate, route } from "../router";
import { texts } from "../texts";
import { PuzzleModel } from "./model";
import { Solve } from "./solve";

/** The address of the player's own mistakes: no game has this name. */
const MINE = "mine";

export function PuzzlesPage({ id }: { id: string }) {
  return id ? <OnePuzzle game={id} puzzle={route.value.path[2] ?? ""} /> : <Overview />;
}

function addressOf(game: string, puzzle: string): string {
  if (game === MINE) return "/api/mistakes";
  return `/api/puzzles/${[game, ...(puzzle ? [puzzle] : [])].map(encodeURIComponent).join("/")}`;
}

function OnePuzzle({ game, puzzle }: { game: string; puzzle: string }) {
  const model = useMemo(() => new PuzzleModel(), []);
  useEffect(() => () => model.close(), [model]);
  useEffect(() => {
    const shown = model.body.value;
    // The address has followed the puzzle that is shown.
    if (shown && shown.game === game && shown.id === puzzle) return;
    const after = route.value.query.get("after");
    return retryUntilAnswered(
      () =>
        loadMe().then(() =>
          get<PuzzleBody>(addressOf(game, puzzle) + (after ? `?after=${encodeURIComponent(after)}` : "")),
        ),
      (body) => {
        model.open(body);
        navigate(`/puzzles/${body.game}/${body.id}`, true);
      },
      (why) => {
        model.body.value = undefined;
        model.problem.value = why;
      },
    );
  }, [model, game, puzzle]);
  const body = model.body.value;
  useTitle(body ? texts.puzzles.titleOf(body.title) : texts.puzzles.title);
  if (!body && model.problem.value)
    return (
      <Notice title={texts.puzzles.none}>
        <p>{model.problem.value}</p>
        <Link to="/puzzles" class="button main">
          {texts.puzzles.all}
        </Link>
      </Notice>
    );
  if (!body) return <Notice title={texts.puzzles.loading} busy />;
  const next = () => {
    model.close();
    navigate(body.mistake ? `/puzzles/${MINE}` : `/puzzles/${body.game}?after=${body.id}`, true);
  };
  return <Solve model={model} body={body} next={next} />;
}

function Overview() {
  useTitle(texts.puzzles.title);
  const found = useFetched(() => loadMe().then(() => get<PuzzlesBody>("/api/puzzles")), []).value;
  if (!found.value) return <Notice title={found.error ?? texts.puzzles.loading} busy />;
  const { day, games, due, coming, next_due } = found.value;
  return (
    <div class="page puzzles-page">
      <h1>{texts.puzzles.title}</h1>
      {day && (
        <section class="card challenge-card" aria-labelledby="day-puzzle">
          <div class="grow">
            <h2 id="day-puzzle">{texts.puzzles.today(day.title)}</h2>
            <p>{texts.puzzles.dayState[day.tried]}</p>
          </div>
          <Link to={`/puzzles/${day.game}/${day.id}`} class={day.tried ? "button" : "button main"}>
            {day.tried ? texts.puzzles.look : texts.puzzles.solve}
          </Link>
        </section>
      )}
      <section class="card challenge-card" aria-labelledby="own-mistakes">
        <div class="grow">
          <h2 id="own-mistakes">{texts.puzzles.mistakes}</h2>
          <p>{texts.puzzles.mistakesState(due, coming, next_due)}</p>
        </div>
        {due > 0 && (
          <Link to={`/puzzles/${MINE}`} class="button main">
            {texts.puzzles.solve}
          </Link>
        )}
      </section>
      {games.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{texts.puzzles.game}</th>
              <th scope="col">{texts.puzzles.solved}</th>
              <th scope="col">{texts.puzzles.rating}</th>
              <th scope="col">
                <span class="unseen">{texts.puzzles.solve}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {games.map((each) => (
              <tr key={each.game}>
                <th scope="row">{each.title}</th>
                <td>{texts.puzzles.ofAll(each.solved, each.tried, each.count)}</td>
                <td>{each.rating === null ? "–" : texts.puzzles.rated1(each.rating, each.certain)}</td>
                <td>
                  <Link
                    to={`/puzzles/${each.game}`}
                    class="button"
                    aria-label={texts.puzzles.solveOf(each.title)}
                  >
                    {texts.puzzles.solve}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {games.length === 0 && <p class="faint">{texts.puzzles.noneYet}</p>}
      <p class="faint">{texts.puzzles.about}</p>
    </div>
  );
}
