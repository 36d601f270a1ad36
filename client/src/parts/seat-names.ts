// Texts of games speak of seats by number, because a game does not know who plays it. The page does.

/** "Took two tiles." becomes "Ben took two tiles.": what a step says goes on from who did it. */
export const goesOn = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** "Seat 2 takes …" becomes "Ben takes …". */
export function named(text: string, names: readonly string[]): string {
  return text.replace(/\b[Ss]eat (\d+)\b/g, (found, number: string) => names[Number(number) - 1] || found);
}
