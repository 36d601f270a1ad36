// Words that texts are put together from: plurals, lists, and names within a sentence.

import type { Piece } from "../protocol";

/** What can be chosen on the table: a kind of piece, or a place. */
export type Choosable = Piece["kind"] | "place";

const NOUNS: Record<Choosable, string> = {
  tile: "tile",
  brick: "brick",
  card: "card",
  die: "die",
  token: "token",
  place: "place",
};

export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
export const listed = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
/** "highlighted tile or place" */
export const highlighted = (what: readonly Choosable[]): string =>
  `highlighted ${
    listed(
      what.map((kind) => NOUNS[kind]),
      "or",
    ) || "item"
  }`;
/** "The Glazier" is "the Glazier" within a sentence. */
export const inSentence = (name: string): string => name.replace(/^The (?=.)/, "the ");
export const takenBack = (turns: number) =>
  `${turns === 1 ? "A turn was" : `${turns} turns were`} taken back`;
export const seconds = (count: number) => plural(count, "second", "seconds");
export const minutes = (count: number) => plural(count, "minute", "minutes");
export const players = (count: number) => plural(count, "player", "players");
