// Setting up a new match: who sits where, the clock, and the game's options. It starts with the last setup.

import { useSignal } from "@preact/signals";
import { LevelSelect } from "../parts/level-select";
import { SeatSign, SideName } from "../parts/seat-sign";
import { Segments } from "../parts/segments";
import { Sheet } from "../parts/sheet";
import { TimeSelect } from "../parts/time-select";
import type { GameBody, PlaceSetup } from "../protocol";
import { navigate } from "../router";
import { texts } from "../texts";
import { type Chosen, initialSetup, LEVEL, needsOthers, openMatch } from "./setup";

type Kind = PlaceSetup["kind"];

const KINDS: Record<Exclude<Kind, "me">, string> = texts.newMatch.kinds;

/** The levels of AIs that join one after the other: different characters, as strong as one of `LEVEL` on average. */
const LEVELS = [LEVEL, LEVEL - 1, LEVEL + 1, LEVEL - 2, LEVEL + 2];

/** Returns the places of a match with that many seats. */
export function resize(places: PlaceSetup[], seats: number): PlaceSetup[] {
  const resized = places.slice(0, seats);
  while (resized.length < seats)
    resized.push({
      kind: resized.at(-1)?.kind === "me" ? "bot" : (resized.at(-1)?.kind ?? "bot"),
      level: LEVELS[(resized.length - 1) % LEVELS.length],
    });
  return resized;
}

export function NewMatch({ game, close }: { game: GameBody; close: () => void }) {
  const chosen = useSignal(initialSetup(game));
  const problem = useSignal("");
  const opening = useSignal(false);
  const { places, time, options } = chosen.value;
  const set = (what: Partial<Chosen>) => {
    chosen.value = { ...chosen.value, ...what };
  };
  const setPlace = (index: number, what: Partial<PlaceSetup>) =>
    set({ places: places.map((place, at) => (at === index ? { ...place, ...what } : place)) });
  const elsewhere = needsOthers(chosen.value);

  const open = async (event: Event) => {
    event.preventDefault();
    opening.value = true;
    problem.value = "";
    try {
      navigate(`/t/${await openMatch(game, chosen.value)}`, true);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
      opening.value = false;
    }
  };

  return (
    <Sheet title={game.title} close={close}>
      <form class="new-match" onSubmit={open}>
        {game.seats.length > 1 && (
          <Segments
            label={texts.newMatch.players}
            value={String(places.length)}
            options={Object.fromEntries(game.seats.map((count) => [String(count), String(count)]))}
            change={(count) => set({ places: resize(places, Number(count)) })}
          />
        )}
        <ol class="places">
          {places.map((place, index) => (
            <li key={index}>
              <SeatSign game={game.name} seat={index} size={18} />
              <SideName game={game.name} seat={index} />
              {place.kind === "me" ? (
                <span class="grow">{texts.common.you}</span>
              ) : (
                <select
                  aria-label={texts.newMatch.whoSits(index + 1)}
                  value={place.kind}
                  onChange={(event) => setPlace(index, { kind: event.currentTarget.value as Kind })}
                >
                  {Object.entries(KINDS).map(([kind, words]) => (
                    <option key={kind} value={kind}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
              {place.kind === "bot" && (
                <LevelSelect
                  value={place.level ?? LEVEL}
                  change={(level) => setPlace(index, { level })}
                  open={places.length === 2}
                />
              )}
              {place.kind === "here" && (
                <input
                  class="grow"
                  type="text"
                  maxLength={24}
                  placeholder={texts.newMatch.player(index + 1)}
                  aria-label={texts.newMatch.nameOfPlayer(index + 1)}
                  value={place.name ?? ""}
                  onInput={(event) => setPlace(index, { name: event.currentTarget.value })}
                />
              )}
              {place.kind === "open" && <span class="faint grow">{texts.newMatch.joinsByLink}</span>}
            </li>
          ))}
        </ol>
        {game.draws_beginner && <p class="faint">{texts.newMatch.byLot}</p>}
        {!game.draws_beginner && places.length === 2 && (
          <Segments
            label={texts.newMatch.begins}
            value={places[0]?.kind === "me" ? "me" : "other"}
            options={{ me: texts.common.you, other: texts.newMatch.opponent }}
            change={() => set({ places: [...places].reverse() })}
          />
        )}
        <TimeSelect time={time} change={(next) => set({ time: next })} />
        {game.options.map((option) => (
          <Segments
            key={option.name}
            label={option.words}
            value={options[option.name] ?? option.choices[0] ?? ""}
            options={Object.fromEntries(option.choices.map((choice) => [choice, choice]))}
            change={(choice) => set({ options: { ...options, [option.name]: choice } })}
          />
        ))}
        {elsewhere && (
          <label class="check">
            <input
              type="checkbox"
              checked={chosen.value.public}
              onChange={(event) => set({ public: event.currentTarget.checked })}
            />
            {texts.newMatch.listed}
          </label>
        )}
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="row end">
          <button type="submit" class="main large" autofocus disabled={opening.value}>
            {elsewhere ? texts.newMatch.openTable : texts.common.play}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
