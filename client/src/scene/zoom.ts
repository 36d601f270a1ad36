// Enlarges an area that is too small for a finger. It then scrolls within its frame.

import { type Signal, useSignal } from "@preact/signals";
import type { Area, Scene } from "../protocol";
import { motionOff } from "../settings";
import { distance, type Target } from "./input/targets";
import type { Layout, Zoom } from "./layout";
import { shift } from "./motion/beats";

interface ZoomControl {
  readonly value: Zoom;
  move: (area: string, x: number, y: number) => void;
  /** Enlarges an area around a point in its own units. Without an area, everything fits again. */
  enlarge: (area: Area | undefined, around?: readonly [number, number]) => void;
  /** Keeps what was visible in view when an area has grown to the left or upwards. */
  follow: (before: Scene, after: Scene, layout: Layout) => void;
  /** Scrolls to the nearest of these targets, if none of them is visible. */
  reveal: (ids: readonly string[], all: ReadonlyMap<string, Target>, layout: Layout) => void;
}

type StageRef = { current: HTMLElement | null };

const elementOf = (stage: StageRef, area: string) =>
  stage.current?.querySelector<HTMLElement>(`[data-area="${CSS.escape(area)}"]`) ?? undefined;

/** Returns the middle of what can be chosen in an area, in its own units; the middle of the area if nothing can. */
export function centreOfChoices(area: Area, reachable: ReadonlyMap<string, unknown>): [number, number] {
  const found = [...(area.spots ?? []), ...(area.pieces ?? [])].filter((thing) => reachable.has(thing.id));
  const middle = (low: number[], high: number[]) => (Math.min(...low) + Math.max(...high)) / 2;
  if (found.length === 0) return [area.w / 2, area.h / 2];
  return [
    middle(
      found.map((thing) => thing.x),
      found.map((thing) => thing.x + (thing.w ?? 1)),
    ),
    middle(
      found.map((thing) => thing.y),
      found.map((thing) => thing.y + (thing.h ?? 1)),
    ),
  ];
}

/** Zoom and scroll positions on the stage. */
export function useZoom(stage: StageRef): ZoomControl {
  const zoom = useSignal<Zoom>({ moved: {} });
  return zoomControl(stage, zoom);
}

function zoomControl(stage: StageRef, zoom: Signal<Zoom>): ZoomControl {
  const move = (area: string, x: number, y: number) => {
    const before = zoom.value.moved[area];
    if (before?.x !== x || before.y !== y)
      zoom.value = { ...zoom.value, moved: { ...zoom.value.moved, [area]: { x, y } } };
  };
  return {
    get value() {
      return zoom.value;
    },
    move,
    enlarge(area, around) {
      zoom.value = { ...zoom.value, enlarged: area?.id };
      if (!area) return;
      requestAnimationFrame(() => {
        const element = elementOf(stage, area.id);
        if (!element) return;
        const [x, y] = around ?? [area.w / 2, area.h / 2];
        const scale = element.scrollWidth / area.w;
        element.scrollTo(x * scale - element.clientWidth / 2, y * scale - element.clientHeight / 2);
        move(area.id, element.scrollLeft, element.scrollTop);
      });
    },
    follow(before, after, layout) {
      for (const area of after.areas) {
        const frame = layout.frames.get(area.id);
        const old = before.areas.find((each) => each.id === area.id);
        if (!frame?.window || !old || old === area) continue;
        const [dx, dy] = shift(old, area);
        const element = elementOf(stage, area.id);
        if ((!dx && !dy) || !element) continue;
        element.scrollBy(dx * frame.scale, dy * frame.scale);
        move(area.id, element.scrollLeft, element.scrollTop);
      }
    },
    reveal(ids, all, layout) {
      const found = ids.flatMap((id) => all.get(id) ?? []).filter((thing) => thing.hidden !== undefined);
      if (!found.every((thing) => thing.hidden)) return;
      for (const [area, { x, y, w, h, window }] of layout.frames) {
        if (!window) continue;
        const here = found.filter(
          (thing) => thing.x >= x && thing.y >= y && thing.x < x + w && thing.y < y + h,
        );
        const [left, top] = [window.x + window.w / 2, window.y + window.h / 2];
        const far = (thing: Target) => distance(thing, left, top);
        const nearest = here.sort((a, b) => far(a) - far(b))[0];
        if (!nearest) continue;
        elementOf(stage, area)?.scrollTo({
          left: nearest.x + nearest.w / 2 - x - window.w / 2,
          top: nearest.y + nearest.h / 2 - y - window.h / 2,
          behavior: motionOff() ? "auto" : "smooth",
        });
      }
    },
  };
}
