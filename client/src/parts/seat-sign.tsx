// Each seat has a colour and a sign, so that no one needs to tell colours apart. In games that have names for their
// seats, such as White and Black, the sign has the colour of the seat's pieces.

import { signal } from "@preact/signals";
import { games } from "../api";
import type { GameBody, SideBody } from "../protocol";

const SIGNS = [
  "M50 8a42 42 0 1 0 .1 0z",
  "M50 6 95 88H5z",
  "M14 14h72v72H14z",
  "M50 3 97 50 50 97 3 50z",
  "M50 4 61 37 96 37 68 58 78 92 50 71 22 92 32 58 4 37 39 37z",
  "M27 9h46l23 41-23 41H27L4 50z",
];

/** The path of a seat's sign in a square of 100. */
export const signPath = (seat: number): string => SIGNS[seat % SIGNS.length] as string;

const allGames = signal<readonly GameBody[] | undefined>(undefined);
let requested = false;

/** What the game calls the seat, if it has names for its seats. Undefined until the server has listed its games. */
export function sideOf(game: string, seat: number): SideBody | undefined {
  if (!requested) {
    requested = true;
    const wait = () => {
      requested = false;
    };
    games().then((list) => {
      allGames.value = list;
    }, wait);
  }
  return allGames.value?.find(({ name }) => name === game)?.sides[seat];
}

/** The name of a seat's side, such as White, if the game has names for its seats. */
export function SideName({ game, seat }: { game: string; seat: number }) {
  const side = sideOf(game, seat);
  return side ? <span class="side-name">{side.name}</span> : null;
}

interface SeatSignProps {
  game: string;
  seat: number;
  size?: number;
}

export function SeatSign({ game, seat, size = 14 }: SeatSignProps) {
  const side = sideOf(game, seat);
  if (side)
    return (
      <svg class="sign side" viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
        <rect x="7" y="7" width="86" height="86" rx="22" fill={side.colour} />
      </svg>
    );
  return (
    <svg class={`sign seat-${seat % 6}`} viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
      <path d={signPath(seat)} />
    </svg>
  );
}
