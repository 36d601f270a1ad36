// Where an analysis begins without a match: a game, a number of seats, and a position as a text, or the start.

import { useSignal } from "@preact/signals";
import { games as loadGames, loadMe, post, RequestError } from "../api";
import { useFetched, useTitle } from "../parts/hooks";
import { Notice } from "../parts/notice";
import type { RecordAdded } from "../protocol";
import { navigate } from "../router";
import { texts } from "../texts";

/** Returns a seed for the luck of a board that begins at the start. */
const anySeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0]);

export function AnalysisStart() {
  useTitle(texts.analysis.title);
  const games = useFetched(() => loadMe().then(() => loadGames()), []).value;
  const chosen = useSignal("");
  const seats = useSignal(0);
  const position = useSignal("");
  const problem = useSignal("");
  const game = games.value?.find(({ name }) => name === chosen.value) ?? games.value?.[0];
  if (!game) return <Notice title={games.error ?? texts.analysis.title} busy />;

  const begin = async (event: Event) => {
    event.preventDefault();
    problem.value = "";
    const text = position.value.trim();
    const record = {
      game: game.name,
      version: game.version,
      seats: game.seats.includes(seats.value) ? seats.value : game.seats[0],
      seed: anySeed(),
      actions: [],
      ...(text && { position: text }),
    };
    try {
      const { id } = await post<RecordAdded>("/api/records", record);
      navigate(`/analysis/${id}?step=0`);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      problem.value = error.message;
    }
  };

  return (
    <div class="page analysis-start">
      <h1>{texts.analysis.title}</h1>
      <p>{texts.analysis.about}</p>
      <form class="card" onSubmit={(event) => void begin(event)}>
        <label>
          {texts.analysis.game}
          <select
            value={game.name}
            onChange={(event) => {
              chosen.value = event.currentTarget.value;
            }}
          >
            {games.value?.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {game.seats.length > 1 && (
          <label>
            {texts.analysis.seats}
            <select
              value={seats.value || game.seats[0]}
              onChange={(event) => {
                seats.value = Number(event.currentTarget.value);
              }}
            >
              {game.seats.map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {texts.analysis.position}
          <textarea
            rows={4}
            spellcheck={false}
            placeholder={texts.analysis.positionHint}
            value={position.value}
            onInput={(event) => {
              position.value = event.currentTarget.value;
            }}
          />
        </label>
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="main">
          {texts.analysis.begin}
        </button>
      </form>
    </div>
  );
}
