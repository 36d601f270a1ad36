// How a match is set up: as the last one of the same game was, or as suits newcomers.

import { openTable } from "../luck";
import type { GameBody, PlaceSetup, Setup, Time } from "../protocol";
import { inSentence, texts } from "../texts";

export interface Chosen {
  places: PlaceSetup[];
  time: Time;
  options: Record<string, string>;
  public: boolean;
}

const PREFIX = "tilora.new.";

/** The level of an AI unless the person chooses another. */
export const LEVEL = 3;

/** Returns the stored options that the game still offers: it may be a newer version by now. */
function stillOffered(game: GameBody, options: Record<string, string> = {}): Record<string, string> {
  const valid = game.options.filter(({ name, choices }) => choices.includes(options[name] ?? ""));
  return Object.fromEntries(valid.map(({ name }) => [name, options[name] ?? ""]));
}

/** Returns the last setup of the game on this device; at first, a match against the AI. */
export function initialSetup(game: GameBody): Chosen {
  const seats = game.seats[0] ?? 2;
  const usual: Chosen = {
    places: [
      { kind: "me" },
      ...Array.from({ length: seats - 1 }, () => ({ kind: "bot" as const, level: LEVEL })),
    ],
    time: { kind: "none", seconds: 12, increment: 0 },
    options: {},
    public: true,
  };
  try {
    const last = JSON.parse(localStorage.getItem(PREFIX + game.name) ?? "null") as Chosen | null;
    if (!last || !game.seats.includes(last.places.length)) return usual;
    return { ...usual, ...last, options: stillOffered(game, last.options) };
  } catch {
    return usual;
  }
}

/** Whether nobody has set up a match on this device yet. */
export function isNewcomer(): boolean {
  try {
    return !Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
}

/** Whether somebody has to join before the match can start. */
export const needsOthers = ({ places }: Chosen): boolean => places.some((place) => place.kind === "open");

/** Remembers the setup, opens the table, and returns its id. */
export async function openMatch(game: GameBody, chosen: Chosen): Promise<string> {
  const setup: Setup = {
    game: game.name,
    options: chosen.options,
    time: chosen.time,
    public: needsOthers(chosen) && chosen.public,
    watchers: true,
    places: chosen.places.map((place, index) => ({
      kind: place.kind,
      ...(place.kind === "bot" ? { level: place.level ?? LEVEL } : {}),
      ...(place.kind === "here" ? { name: place.name?.trim() || texts.newMatch.player(index + 1) } : {}),
    })),
  };
  try {
    localStorage.setItem(PREFIX + game.name, JSON.stringify(chosen));
  } catch {
    // The next match then starts with the default setup.
  }
  return openTable(setup);
}

/** Returns the AI if there is just one at the table. */
export function onlyBot({ places }: Chosen): { kind: "bot"; level: number } | undefined {
  const [bot, more] = places.filter((place) => place.kind === "bot");
  return bot && !more ? { kind: "bot", level: bot.level ?? LEVEL } : undefined;
}

/** Returns who sits at the table besides the person, and the clock, in a few words; `nameOf` names the AI of a level. */
export function describe(chosen: Chosen, nameOf: (level: number) => string | undefined): string {
  const { places, time } = chosen;
  const bots = places.filter((place) => place.kind === "bot");
  const levels = new Set(bots.map((place) => place.level ?? LEVEL));
  const bot = onlyBot(chosen);
  const name = bot && nameOf(bot.level);
  const count = (kind: PlaceSetup["kind"]) => places.filter((place) => place.kind === kind).length;
  return [
    bots.length > 0 &&
      (name
        ? inSentence(name)
        : texts.quickStart.ais(bots.length, levels.size === 1 ? [...levels][0] : undefined)),
    count("here") > 0 && texts.quickStart.friendsHere(count("here")),
    count("open") > 0 && texts.quickStart.friendsOnline(count("open")),
    time.kind !== "none" && texts.time.kinds[time.kind].toLowerCase(),
  ]
    .filter(Boolean)
    .join(", ");
}
