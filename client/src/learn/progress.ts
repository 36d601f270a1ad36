// How far somebody has come in the lesson of each game, kept on this device.

const memory = (game: string) => `tilora.lesson.${game}`;

/** Returns what was played in the lesson so far; nothing if it has not begun. */
export function playedSoFar(game: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(memory(game)) ?? "[]");
    return Array.isArray(kept) && kept.every((each) => typeof each === "string") ? kept : [];
  } catch {
    return [];
  }
}

export function keepPlayed(game: string, played: readonly string[]): void {
  try {
    if (played.length > 0) localStorage.setItem(memory(game), JSON.stringify(played));
    else localStorage.removeItem(memory(game));
  } catch {
    // Without storage, the lesson begins again next time.
  }
}
