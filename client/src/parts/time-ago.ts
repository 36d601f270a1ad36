import { texts } from "../texts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Returns how long ago that was, in words. */
export function timeAgo(at: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(texts.language, { numeric: "auto" });
  for (const [unit, length] of UNITS) {
    const count = Math.floor((now - at) / length);
    if (count >= 1) return format.format(-count, unit);
  }
  return texts.timeAgo.justNow;
}
