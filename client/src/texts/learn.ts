// Texts of guides, lessons and puzzles.

import { plural } from "./words";

export const learn = {
  guide: {
    loading: "Opening the guide",
    none: "There is no guide here",
  },

  learn: {
    title: "Lesson",
    titleOf: (game: string) => `Learn ${game}`,
    loading: "Setting up the lesson",
    none: "There is no lesson here",
    opponent: "Opponent",
    rail: "The lesson",
    step: (step: number, total: number) => `${step} of ${total}`,
    progress: (done: number, total: number) => `${done} of ${plural(total, "step", "steps")} done`,
    next: "Continue",
    back: "Previous step",
    showMe: "Show me",
    skip: "Skip this step",
    leave: "Leave the lesson",
    firstMatch: "Play your first match",
    readRules: "Read the rules",
    again: "Start again",
  },

  puzzles: {
    title: "Puzzles",
    titleOf: (game: string) => `Puzzle: ${game}`,
    today: (game: string) => `Puzzle of the day: ${game}`,
    dayState: {
      "": "Can you find the best move?",
      solved: "Solved. There's a new one tomorrow.",
      failed: "You've had your try. There's a new one tomorrow.",
    },
    due: (count: number) => `${count} of your mistakes ${count === 1 ? "has" : "have"} come back.`,
    mistakes: "Your own mistakes",
    mistakesState: (due: number, coming: number, next: number | null) => {
      if (due > 0) return `${plural(due, "has", "have")} come back. Can you do better now?`;
      if (next !== null)
        return `${coming} will come back later, the first on ${new Date(next).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}.`;
      return "When a review of one of your matches finds a mistake, it comes back here as a puzzle.";
    },
    game: "Game",
    solved: "Solved",
    ofAll: (solved: number, tried: number, count: number) =>
      `${solved} of ${count}${tried > solved ? `, ${tried - solved} missed` : ""}`,
    rating: "Your rating",
    rated1: (rating: number, certain: boolean) => `${rating}${certain ? "" : "?"}`,
    rated: (before: number, after: number, certain: boolean) =>
      `Your rating: ${before} → ${after}${certain ? "" : "?"}`,
    solve: "Solve",
    solveOf: (game: string) => `Solve a puzzle of ${game}`,
    look: "Look again",
    all: "All puzzles",
    about:
      "Only your first try at a puzzle counts. The rating compares you with the puzzles; a question mark means that it is still uncertain.",
    noneYet: "None of the games on this server has puzzles.",
    none: "There is no puzzle here",
    loading: "Setting up the puzzle",
    rail: "The puzzle",
    leave: "Leave the puzzle",
    opponent: (seat: number, seats: number) => (seats > 2 ? `Opponent ${seat + 1}` : "Opponent"),
    level: (level: number) => (level > 8 ? "Master" : `Level ${level}`),
    own: "Your mistake",
    find: "It's your turn. One choice is clearly better than all the others. Which one?",
    findBetter: (played: string) => `Here you chose: “${played}” Find something better.`,
    right: (words: string) => `Right! ${words}`,
    solution: (words: string) => `The solution: ${words}`,
    wrong: (cost: number | undefined, why: string) =>
      `Not quite. ${cost === undefined ? "Something else is clearly better" : `It costs you about ${cost} out of 100`}${why ? `: the best choice means ${why}` : "."} Try again.`,
    why: (instead: string, why: string) => `Better than “${instead.replace(/\.$/, "")}”: ${why}`,
    noWhy: "Points alone don't explain it, but the AI expects more from it in the end.",
    rest: (words: string) => `And in the same turn: ${words}`,
    line: (words: string) => `Then perhaps: ${words}`,
    compared: "What each choice is worth, out of 100",
    themes: "Themes",
    theme: {
      hinder: "hinders others",
      decisive: "wins the match",
      rescue: "saves the match",
      foresight: "foresight",
    } as Record<string, string>,
    comesBack: (due: number | null) =>
      due === null
        ? "Solved for good. It won't come back."
        : `It comes back on ${new Date(due).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}.`,
    next: "Next puzzle",
    seeSolution: "See the solution",
  },
};
