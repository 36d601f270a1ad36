// Each seat has a colour and a sign, so that no one needs to tell colours apart.

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

export function SeatSign({ seat, size = 14 }: { seat: number; size?: number }) {
  return (
    <svg class={`sign seat-${seat % 6}`} viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
      <path d={signPath(seat)} />
    </svg>
  );
}
