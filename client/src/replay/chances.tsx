// The curve of a match: what each seat could expect before and after every step, with luck and mistakes marked. It is
// also the way to any step, by mouse, finger or keyboard.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { signPath } from "../parts/seat-sign";
import type { Review } from "../protocol";
import { texts } from "../texts";
import { isMistake, type Unit } from "./review-data";

interface ChancesProps {
  review: Review;
  /** Whose luck and mistakes stand out. */
  seat: number;
  unit: Unit;
  now: number;
  /** The step in words, for a screen reader. */
  words: string;
  to: (step: number) => void;
}

/** Pixels for the luck below the curve, and for signs of seats at its end. */
const LUCK = 30;
const END = 14;
/** The largest luck of a match fills its part of the picture, unless it is smaller than this. */
const SMALL_LUCK = 0.03;

export function Chances({ review, seat, unit, now, words, to }: ChancesProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSignal({ w: 0, h: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      size.value = { w: element.clientWidth, h: element.clientHeight };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { w, h } = size.value;
  const total = review.steps.length;
  const x = (step: number) => 6 + (step / Math.max(1, total)) * (w - 12 - END);
  const drawing = useMemo(
    () => (w > 0 && h > 0 ? <Drawing review={review} seat={seat} unit={unit} w={w} h={h} x={x} /> : null),
    [review, seat, unit, w, h],
  );
  const go = (event: PointerEvent) => {
    const element = box.current;
    if (!element || w === 0) return;
    const at = event.clientX - element.getBoundingClientRect().left;
    to(Math.round(((at - 6) / (w - 12 - END)) * total));
  };
  return (
    <div
      class="chances"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={texts.replay.position}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={now}
      aria-valuetext={words}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
      }}
    >
      <svg width={w} height={h} aria-hidden="true">
        {drawing}
        {w > 0 && <path class="cursor" d={`M${x(now)} 0V${h}`} />}
      </svg>
    </div>
  );
}

interface DrawingProps {
  review: Review;
  seat: number;
  unit: Unit;
  w: number;
  h: number;
  x: (step: number) => number;
}

const round = (value: number) => Math.round(10 * value) / 10;

function Drawing({ review, seat, unit, w, h, x }: DrawingProps) {
  const curve = unit === "points" ? review.points_curve : review.curve;
  const high = h - LUCK;
  const values = curve.flat();
  const [low, top] = unit === "points" ? [Math.min(0, ...values), Math.max(1, ...values)] : [0, 1];
  const y = (value: number) => 5 + (high - 10) * (1 - (value - low) / (top - low));
  const path = (of: number) =>
    curve.map((at, step) => `${step === 0 ? "M" : "L"}${round(x(step))} ${round(y(at[of] ?? 0))}`).join("");
  const seats = review.seats.map((_, index) => index);
  // The chances of two players are the mirror of each other: one curve shows both.
  const shown =
    unit === "result" && seats.length === 2 ? [seat] : [...seats.filter((each) => each !== seat), seat];
  const last = curve.length - 1;
  const largest = Math.max(SMALL_LUCK, ...review.steps.map(({ luck }) => Math.abs(luck?.[seat] ?? 0)));
  const middle = high + LUCK / 2;
  return (
    <>
      <path class="grid" d={`M6 ${y(low)}H${w - 6 - END}M6 ${y(top)}H${w - 6 - END}`} />
      {unit === "result" && <path class="grid half" d={`M6 ${y(0.5)}H${w - 6 - END}`} />}
      {shown.length === 1 && (
        <path class={`area seat-${seat % 6}`} d={`${path(seat)}V${y(0.5)}H${round(x(0))}z`} />
      )}
      {shown.map((each) => (
        <g key={each} class={`seat-${each % 6}${each === seat ? " own" : ""}`}>
          <path class="share" d={path(each)} />
          <path
            class="end"
            transform={`translate(${w - END - 2} ${y(curve[last]?.[each] ?? 0) - 5}) scale(0.1)`}
            d={signPath(each)}
          />
        </g>
      ))}
      <path class="grid" d={`M6 ${middle}H${w - 6 - END}`} />
      {review.steps.map((step, index) => {
        if (!step.luck) return null;
        const luck = (step.luck[seat] ?? 0) / largest;
        const reach = luck * (LUCK / 2 - 3);
        return (
          <g key={index} class={luck < 0 ? "luck bad" : "luck"}>
            <path d={`M${round(x(index + 1))} ${middle}v${round(-reach)}`} />
            <path class="event" d={`M${round(x(index + 1))} ${middle - 2.5}l2.5 2.5-2.5 2.5-2.5-2.5z`} />
          </g>
        );
      })}
      {review.steps.map(({ seat: by, decision }, index) =>
        isMistake(decision?.grade) && (by === seat || shown.includes(by) || shown.length === 1) ? (
          <circle
            key={index}
            class={`slip ${decision?.grade} seat-${by % 6}${by === seat ? " own" : ""}`}
            cx={round(x(index + 1))}
            cy={round(y(curve[index + 1]?.[shown.length === 1 ? seat : by] ?? 0))}
            r={decision?.grade === "blunder" ? 5 : decision?.grade === "mistake" ? 4 : 3}
          />
        ) : null,
      )}
    </>
  );
}
