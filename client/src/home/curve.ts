// A curve of shares over time, as the path of an SVG.

import type { FormBody } from "../protocol";

export const WIDE = 600;
export const HIGH = 120;

const round = (value: number) => Math.round(10 * value) / 10;

/** Returns the path of a curve through these shares, in a box of WIDE by HIGH. */
export function curve(form: readonly FormBody[]): string {
  const step = WIDE / Math.max(1, form.length - 1);
  return form
    .map(
      ({ share }, index) => `${index === 0 ? "M" : "L"}${round(index * step)} ${round(HIGH - share * HIGH)}`,
    )
    .join("");
}
