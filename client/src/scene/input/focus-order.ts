// Where the keyboard focus goes next: in reading order, or in the direction of an arrow key.

export interface Point {
  id: string;
  x: number;
  y: number;
}

export type Direction = "left" | "right" | "up" | "down";

/** Returns the id of the next point in that direction: near, and straight ahead rather than to the side. */
export function nextTowards(
  points: readonly Point[],
  from: string,
  direction: Direction,
): string | undefined {
  const here = points.find((point) => point.id === from);
  if (!here) return points[0]?.id;
  let best: { id: string; cost: number } | undefined;
  for (const point of points) {
    if (point.id === from) continue;
    const [dx, dy] = [point.x - here.x, point.y - here.y];
    const ahead = direction === "left" ? -dx : direction === "right" ? dx : direction === "up" ? -dy : dy;
    const aside = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    if (ahead < 1) continue;
    const cost = ahead + aside * 2.5;
    if (!best || cost < best.cost) best = { id: point.id, cost };
  }
  return best?.id;
}

/** Returns the id of the next or previous point in reading order, wrapping around at the ends. */
export function nextInOrder(
  points: readonly Point[],
  from: string | undefined,
  by: 1 | -1,
): string | undefined {
  if (points.length === 0) return undefined;
  const at = points.findIndex((point) => point.id === from);
  return points[at < 0 ? (by > 0 ? 0 : points.length - 1) : (at + by + points.length) % points.length]?.id;
}
