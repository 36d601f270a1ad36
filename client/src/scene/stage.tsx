// The table top: arranges and draws the areas of a scene, and takes input by mouse, finger and keyboard.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { COARSE, useMedia } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import type { Area, Choice, Ghost, Scene } from "../protocol";
import { texts } from "../texts";
import { AreaDrawing } from "./draw/area";
import { artOf } from "./draw/art";
import type { MarksOf } from "./draw/item";
import { turnedThing } from "./geometry";
import { onDoubleTap } from "./input/double-tap";
import { enableDrag } from "./input/drag";
import { Forecast } from "./input/forecast";
import { hitTest } from "./input/hit-test";
import { byKeyboard, enableKeyboard } from "./input/keyboard";
import { enablePointing } from "./input/pointing";
import type { Previews } from "./input/previews";
import type { Selection } from "./input/selection";
import { type Target, targetsOf } from "./input/targets";
import { enableTooltips, hideTooltip, Tooltip } from "./input/tooltip";
import { arrange, FINGER, type FirstSizes, fiddly, laidOut } from "./layout";
import { animate, finishAll } from "./motion/anim";
import type { Snapshot } from "./motion/beats";
import { celebrate, lengthOf, wonThings } from "./motion/flourish";
import type { Playback } from "./motion/playback";
import { planTravel, type Shown } from "./motion/travel";
import { Arcs, ComplaintBubble, Points } from "./overlays";
import { centreOfChoices, useZoom } from "./zoom";

interface StageProps {
  game: string;
  playback: Playback;
  selection: Selection;
  seat: number | null;
  turn: number | null;
  names: string[];
  phone: boolean;
  /** Ids that a log entry mentions. */
  mentioned: readonly string[];
  /** What others touched last, with their seats. */
  touched?: ReadonlyMap<string, number>;
  previews?: Previews;
}

/** The smallest size that a mouse hits easily, in pixels. */
const POINTER = 32;
/** Where more things than this can be chosen, their highlights are subtle: together, they would be too loud. */
const MANY = 30;

interface Room {
  w: number;
  h: number;
}

function useRoom(ref: { current: HTMLElement | null }) {
  const room = useSignal<Room>({ w: 0, h: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const next = { w: element.clientWidth, h: element.clientHeight };
      if (next.w !== room.value.w || next.h !== room.value.h) room.value = next;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return room;
}

/** Returns the areas with something that the match was won with, the first winner's first. */
function areasOfEnding({ areas, ending }: Scene): Area[] {
  const won = (ending?.won ?? []).map(({ ids }) => new Set(ids));
  const holds = (ids: ReadonlySet<string>, { spots, pieces }: Area) =>
    [...(spots ?? []), ...(pieces ?? [])].some(({ id }) => ids.has(id));
  return [...new Set(won.flatMap((ids) => areas.filter((area) => holds(ids, area))))];
}

/** Returns what a phone shows after the end: the board with which the match was won instead of one's own, and while the
 * result leaves little room, nothing else. */
function afterTheEnd(scene: Scene, { w, h }: Room): { scene: Scene; seat?: number } {
  const areas = areasOfEnding(scene);
  const seat = areas[0]?.seat ?? undefined;
  return { scene: areas.length > 0 && h < w ? { ...scene, areas } : scene, seat };
}

/** Returns the odds or the gain of a choice, in a few characters. */
function badgeOf(choice: Choice | undefined): string {
  if (!choice) return "";
  if (choice.odds != null) return texts.scene.percent(choice.odds);
  return choice.gain ?? "";
}

export function Stage(props: StageProps) {
  const { game, playback, selection, seat, turn, names, phone, mentioned, touched, previews } = props;
  const outer = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const last = useRef<(Shown & { snapshot: Snapshot }) | undefined>(undefined);
  const room = useRoom(outer);
  const stableNames = useRef<readonly string[]>([]);
  const focus = useSignal<string | undefined>(undefined);
  const art = artOf(game);
  const finger = useMedia(COARSE) || phone;

  const snapshot = playback.snapshot.value;
  const { w, h } = room.value;
  const zoom = useZoom(top);
  const first = useRef<FirstSizes>(new Map());
  const layout = useComputed(() => {
    const all = playback.snapshot.value.scene;
    const shown = phone && !playback.busy.value ? afterTheEnd(all, room.value) : { scene: all };
    return arrange(
      shown.scene,
      room.value.w,
      room.value.h,
      shown.seat ?? seat,
      phone,
      zoom.value,
      first.current,
    );
  });
  const laid = useComputed(() => laidOut(playback.snapshot.value.scene, layout.value));
  const targets = useComputed<Map<string, Target>>(() => targetsOf(laid.value, layout.value));

  useLayoutEffect(() => {
    const before = last.current;
    if (before && before.snapshot !== snapshot) zoom.follow(before.scene, laid.value, layout.value);
    const shown = { snapshot, scene: laid.value, layout: layout.value };
    last.current = shown;
    // After a resize, finish the animations: they lead to where things used to be.
    if (
      before &&
      (before.layout.width !== layout.value.width || before.layout.height !== layout.value.height)
    )
      finishAll();
    if (!before || before.snapshot === snapshot || !top.current || !layer.current || w === 0) return;
    if (before.scene.areas.length === 0) return;
    animate(planTravel(before, shown, snapshot.renamed), art, top.current, layer.current);
  }, [snapshot, w, h, layout.value]);

  useEffect(
    () => (top.current ? enableDrag(top.current, selection, () => targets.value, game) : undefined),
    [selection, game],
  );
  useEffect(
    () => (top.current ? enableKeyboard(top.current, selection, () => targets.value, focus) : undefined),
    [selection],
  );
  useEffect(() => (top.current ? enableTooltips(top.current, () => targets.value) : undefined), []);
  useEffect(
    () =>
      top.current && previews
        ? enablePointing(top.current, selection, () => targets.value, previews.pointed)
        : undefined,
    [selection, previews],
  );
  useEffect(() => {
    const stage = top.current;
    if (!stage || !phone) return;
    const free = (event: PointerEvent) => {
      const id = hitTest(stage, event, selection, targets.value);
      return id === undefined || !selection.alive(id);
    };
    return onDoubleTap(stage, free, (id, x, y) => {
      const area = laid.value.areas.find((each) => each.id === id);
      const frame = layout.value.frames.get(id);
      if (!area || !frame || area.role === "hand") return;
      const box = stage.getBoundingClientRect();
      const at = [(x - box.left - frame.x) / frame.scale, (y - box.top - frame.y) / frame.scale] as const;
      const large = zoom.value.enlarged === id;
      if (large || fiddly(area, frame.scale)) zoom.enlarge(large ? undefined : area, at);
    });
  }, [selection, phone]);

  const busy = playback.busy.value;
  useEffect(() => {
    if (busy) hideTooltip();
  }, [busy]);
  const reachable = selection.reachable.value;
  const decisive = selection.decisive.value;
  const picked = selection.picked.value;
  const hinted = selection.hinted.value;
  const ending = busy ? undefined : snapshot.scene.ending;
  const won = wonThings(ending);
  const lit = new Set([...snapshot.lit, ...mentioned, ...won.keys()]);
  const ended = Boolean(ending);
  const endedBefore = useRef(ended);
  useEffect(() => {
    const live = !endedBefore.current && snapshot.scene.areas.length > 0;
    endedBefore.current = ended || snapshot.scene.areas.length === 0;
    if (live && ending && top.current && lengthOf(ending) > 0) return celebrate(top.current, ending);
  }, [ended, snapshot.scene.areas.length === 0]);
  const firstId = [...targets.value.keys()].find((id) => reachable.has(id));
  const focused = focus.value && selection.alive(focus.value) ? focus.value : firstId;
  useEffect(() => {
    if (busy || !byKeyboard.current || focused === undefined || document.activeElement !== document.body)
      return;
    top.current?.querySelector<SVGElement>('[tabindex="0"]')?.focus();
  }, [busy, focused]);
  const preview = busy ? undefined : previews?.shown.value;
  const gone = new Set(preview?.gone);
  const placeGhost = (ghost: Ghost): Ghost => {
    const area = layout.value.turned?.has(ghost.area) && laid.value.areas.find(({ id }) => id === ghost.area);
    return area ? { ...ghost, piece: turnedThing(ghost.piece, { w: area.h, h: area.w }) } : ghost;
  };
  const marks: MarksOf = (id) => ({
    alive: !busy && selection.alive(id),
    picked: picked.includes(id),
    lit: lit.has(id),
    hinted: hinted.includes(id),
    focused: id === focused,
    // The forecast says it in more words.
    badge: busy || (preview?.points && id === previews?.pointed.value) ? "" : badgeOf(decisive.get(id)),
    hopeless: !busy && decisive.get(id)?.odds === 0,
    by: touched?.get(id),
    wonBy: won.get(id),
    going: gone.has(id),
  });

  const toReveal = [...snapshot.lit, ...hinted, ...mentioned].join(" ");
  useEffect(
    () => zoom.reveal([...snapshot.lit, ...hinted, ...mentioned], targets.value, layout.value),
    [toReveal],
  );
  useEffect(() => {
    if (picked.length > 0) zoom.reveal([...reachable.keys()], targets.value, layout.value);
  }, [picked]);

  const firsts = firstOfSeat(snapshot);
  // Keep the same array as long as the names are the same, so that items skip rendering.
  if (stableNames.current.join("\n") !== names.join("\n")) stableNames.current = names;

  return (
    <div class="stage-room" ref={outer}>
      <div
        class={`stage${picked.length > 0 ? " choosing" : ""}${reachable.size > MANY ? " many" : ""}${ending ? ` ${ending.flourish}` : ""}`}
        ref={top}
        onPointerDownCapture={(event) => {
          if (!playback.busy.value) return;
          if (playback.foreign) event.stopPropagation();
          playback.skip();
        }}
        style={{ height: `${layout.value.height}px` }}
      >
        {w > 0 &&
          laid.value.areas.map((area) => {
            const frame = layout.value.frames.get(area.id);
            if (!frame) return null;
            const active = area.seat != null && area.seat === turn;
            const mine = area.seat != null && area.seat === seat;
            const tag = area.seat != null && !phone && firsts.has(area.id) ? names[area.seat] : undefined;
            return (
              <AreaDrawing
                key={area.id}
                area={area}
                art={art}
                frame={frame}
                marks={marks}
                ghosts={preview?.ghosts?.filter((ghost) => ghost.area === area.id).map(placeGhost)}
                names={stableNames.current}
                classes={`${active ? "active " : ""}${mine ? "mine " : ""}${lit.has(area.id) ? "mentioned" : ""}`}
                moved={(x, y) => zoom.move(area.id, x, y)}
              >
                {tag && <span class={`area-tag seat-${(area.seat ?? 0) % 6}`}>{tag}</span>}
              </AreaDrawing>
            );
          })}
        {w > 0 &&
          laid.value.areas.map((area) => {
            const frame = layout.value.frames.get(area.id);
            const large = zoom.value.enlarged === area.id;
            if (!frame || area.role === "hand" || (area.seat != null && area.seat !== seat)) return null;
            if (!large && !fiddly(area, frame.scale, finger ? FINGER : POINTER)) return null;
            const { x, y, w: wide } = frame.window ?? frame.panel ?? frame;
            return (
              <button
                key={area.id}
                type="button"
                class="enlarge"
                data-of={area.id}
                aria-pressed={large}
                aria-label={texts.scene.enlarge(fillSeats(area.label, names))}
                style={{ left: `${x + wide}px`, top: `${Math.max(y, 14)}px` }}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => zoom.enlarge(large ? undefined : area, centreOfChoices(area, reachable))}
              >
                <Icon name={large ? "smaller" : "larger"} />
              </button>
            );
          })}
        <Points snapshot={snapshot} layout={layout.value} targets={targets.value} />
        <div class="flights" ref={layer} />
        <Arcs
          picked={picked}
          free={selection.choices.value.some((choice) => choice.free)}
          targets={targets.value}
        />
        <ComplaintBubble selection={selection} targets={targets.value} stage={layout.value} names={names} />
        <Forecast
          preview={preview}
          pointed={previews?.pointed.value}
          targets={targets.value}
          layout={layout.value}
          names={names}
        />
        <Tooltip
          stage={layout.value}
          names={names}
          busy={busy || preview !== undefined}
          choosing={picked.length > 0}
        />
      </div>
    </div>
  );
}

/** Returns the area of each seat that shows its name: its board, or its hand if it has no board. */
function firstOfSeat(snapshot: Snapshot): Set<string> {
  const found = new Map<number, string>();
  const sorted = [...snapshot.scene.areas].sort(
    (a, b) => Number(a.role === "hand") - Number(b.role === "hand"),
  );
  for (const area of sorted) if (area.seat != null && !found.has(area.seat)) found.set(area.seat, area.id);
  return new Set(found.values());
}
