// Games do not know who plays them. Their sentences name a seat by a placeholder, `{seat:N}`, which the page fills in.

import { inSentence } from "../texts";

const PLACEHOLDER = /\{seat:(\d+)\}/g;

/** Whether a sentence begins after this text. */
const startsSentence = (before: string): boolean => /(^|[.!?…]["”’)]*)\s*$/.test(before);

/** Replaces each `{seat:N}` by the name of whoever sits there, or by the number of the seat. Seats count from 0 in a
    placeholder and from 1 for people. */
export function fillSeats(text: string, names: readonly string[]): string {
  return text.replace(PLACEHOLDER, (_, digits: string, at: number) => {
    const seat = Number(digits);
    const first = startsSentence(text.slice(0, at));
    const name = names[seat];
    if (name) return first ? name : inSentence(name);
    return `${first ? "Seat" : "seat"} ${seat + 1}`;
  });
}
