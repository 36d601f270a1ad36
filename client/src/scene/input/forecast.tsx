// What the choice that somebody points at would earn or cost, beside the pieces as they would lie.

import { fillSeats } from "../../parts/seat-names";
import type { Preview } from "../../protocol";
import type { Layout, Rect } from "../layout";
import type { Target } from "./targets";

interface ForecastProps {
  preview: Preview | undefined;
  /** The id of what is pointed at. */
  pointed: string | undefined;
  targets: ReadonlyMap<string, Target>;
  layout: Layout;
  names: string[];
}

/** Returns the rectangle on the stage that must stay in sight: the ghosts and what is pointed at. */
function boxOf({ preview, pointed, targets, layout }: ForecastProps): Target | undefined {
  const boxes = (preview?.ghosts ?? []).flatMap(({ area, piece }) => {
    const frame = layout.frames.get(area);
    if (!frame) return [];
    const { x, y, w = 1, h = 1 } = piece;
    const { scale } = frame;
    return [{ x: frame.x + x * scale, y: frame.y + y * scale, w: w * scale, h: h * scale }];
  });
  const thing = pointed === undefined ? undefined : targets.get(pointed);
  if (thing) boxes.push(thing);
  if (boxes.length === 0) return undefined;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const w = Math.max(...boxes.map((box) => box.x + box.w)) - x;
  const h = Math.max(...boxes.map((box) => box.y + box.h)) - y;
  return { id: "", label: "", about: "", x, y, w, h };
}

type Side = "above" | "below" | "right" | "left";

/** Where the words go: a point, of which they stand on that side. */
interface Place {
  side: Side;
  x: number;
  y: number;
}

const AWAY = 8;
/** About how large the words are, in pixels. */
const LETTER = 7.4;
const LINE = 20;
const PADDING = { x: 20, y: 10 };
const WIDEST = 250;

const shared = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(b, d) - Math.max(a, c));

/** Returns the place beside the box at which words of that size cover the least of what lies on the table. */
export function placeFor(
  box: Rect,
  size: { w: number; h: number },
  things: Iterable<Rect>,
  stage: { width: number; height: number },
): Place {
  const within = (at: number, half: number, most: number) => Math.max(half, Math.min(at, most - half));
  const x = within(box.x + box.w / 2, size.w / 2, stage.width);
  const y = within(box.y + box.h / 2, size.h / 2, stage.height);
  const places: [Place, Rect][] = [
    [
      { side: "above", x, y: box.y - AWAY },
      { x: x - size.w / 2, y: box.y - AWAY - size.h, ...size },
    ],
    [
      { side: "below", x, y: box.y + box.h + AWAY },
      { x: x - size.w / 2, y: box.y + box.h + AWAY, ...size },
    ],
    [
      { side: "right", x: box.x + box.w + AWAY, y },
      { x: box.x + box.w + AWAY, y: y - size.h / 2, ...size },
    ],
    [
      { side: "left", x: box.x - AWAY, y },
      { x: box.x - AWAY - size.w, y: y - size.h / 2, ...size },
    ],
  ];
  const fits = ([, { x: left, y: top }]: [Place, Rect]) =>
    left >= -1 && top >= -1 && left + size.w <= stage.width + 1 && top + size.h <= stage.height + 1;
  const all = [...things];
  const covered = ([, at]: [Place, Rect]) =>
    all.reduce(
      (sum, thing) =>
        sum +
        shared(at.x, at.x + at.w, thing.x, thing.x + thing.w) *
          shared(at.y, at.y + at.h, thing.y, thing.y + thing.h),
      0,
    );
  const [first, ...others] = places.filter(fits);
  if (!first) return { side: "above", x, y: box.y - AWAY };
  return others.reduce((best, next) => (covered(next) < covered(best) - 1 ? next : best), first)[0];
}

export function Forecast(props: ForecastProps) {
  const points = props.preview?.points ?? [];
  const box = points.length > 0 ? boxOf(props) : undefined;
  if (!box) return null;
  const words = points.map((each) => fillSeats(each, props.names));
  const w = Math.min(WIDEST, PADDING.x + LETTER * Math.max(...words.map((each) => each.length)));
  const seen = [...props.targets.values()].filter(({ label, piece, hidden }) => (label || piece) && !hidden);
  const { side, x, y } = placeFor(box, { w, h: PADDING.y + LINE * words.length }, seen, props.layout);
  return (
    <div class={`forecast ${side}`} role="status" style={{ left: `${x}px`, top: `${y}px` }}>
      {words.map((each) => (
        <span key={each} class={each.startsWith("−") ? "loss" : ""}>
          {each}
        </span>
      ))}
    </div>
  );
}
