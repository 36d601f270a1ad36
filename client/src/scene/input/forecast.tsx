// What the choice that somebody points at would earn or cost, beside the pieces as they would lie.

import { fillSeats } from "../../parts/seat-names";
import type { Preview } from "../../protocol";
import type { Layout } from "../layout";
import { bubbleAt, type Target } from "./targets";

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

export function Forecast(props: ForecastProps) {
  const points = props.preview?.points ?? [];
  const box = points.length > 0 ? boxOf(props) : undefined;
  if (!box) return null;
  const { side, x, y } = bubbleAt(box, props.layout, "above");
  return (
    <div class={`forecast ${side}`} role="status" style={{ left: `${x}px`, top: `${y}px` }}>
      {points.map((words) => (
        <span key={words} class={words.startsWith("−") ? "loss" : ""}>
          {fillSeats(words, props.names)}
        </span>
      ))}
    </div>
  );
}
