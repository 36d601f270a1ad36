// Texts of games speak of seats by number, because a game does not know who plays it. The page does.

/** "Seat 2 takes …" becomes "Ben takes …". */
export function named(text: string, names: readonly string[]): string {
  return text.replace(/\b[Ss]eat (\d+)\b/g, (found, number: string) => names[Number(number) - 1] || found);
}
