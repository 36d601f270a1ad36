// The table top: areas arranged for the screen, alive to mouse, finger and keyboard.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import type { Choice } from "../protocol";
import { texts } from "../texts";
import { AreaDrawing } from "./draw/area";
import { artOf } from "./draw/art";
import type { MarksOf } from "./draw/item";
import { doubleTaps } from "./input/double-tap";
import { drags } from "./input/drag";
import { meant } from "./input/hit-test";
import { byKeyboard, keysOn } from "./input/keyboard";
import type { Picker } from "./input/selection";
import { type Thing, things, wordsAt } from "./input/targets";
import { Tip, tips } from "./input/tooltip";
import { arrange, fiddly, type Layout } from "./layout";
import { perform, settle } from "./motion/anim";
import type { Chapter } from "./motion/beats";
import type { Teller } from "./motion/playback";
import { plan, type Shown } from "./motion/travel";
import { heart, useSight } from "./zoom";

interface StageProps {
  game: string;
  teller: Teller;
  picker: Picker;
  seat: number | null;
  turn: number | null;
  names: string[];
  phone: boolean;
  /** Ids that something outside speaks of, such as an entry of the log. */
  spokenOf: readonly string[];
}

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

/** What a click would bring, in a few signs. */
function badgeOf(choice: Choice | undefined): string {
  if (!choice) return "";
  if (choice.odds != null) return texts.scene.percent(choice.odds);
  return choice.gain ?? "";
}

export function Stage({ game, teller, picker, seat, turn, names, phone, spokenOf }: StageProps) {
  const outer = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const last = useRef<(Shown & { chapter: Chapter }) | undefined>(undefined);
  const room = useRoom(outer);
  const known = useRef<readonly string[]>([]);
  const focus = useSignal<string | undefined>(undefined);
  const art = artOf(game);

  const chapter = teller.chapter.value;
  const { w, h } = room.value;
  const sight = useSight(top);
  const layout = useComputed(() =>
    arrange(teller.chapter.value.scene, room.value.w, room.value.h, seat, phone, sight.value),
  );
  const all = useComputed<Map<string, Thing>>(() => things(teller.chapter.value.scene, layout.value));

  useLayoutEffect(() => {
    const before = last.current;
    if (before && before.chapter !== chapter) sight.follow(before.scene, chapter.scene, layout.value);
    const shown = { chapter, scene: chapter.scene, layout: layout.value };
    last.current = shown;
    // What is on its way to a place that is elsewhere now has arrived.
    if (
      before &&
      (before.layout.width !== layout.value.width || before.layout.height !== layout.value.height)
    )
      settle();
    if (!before || before.chapter === chapter || !top.current || !layer.current || w === 0) return;
    if (before.scene.areas.length === 0) return;
    perform(plan(before, shown, chapter.renamed), art, top.current, layer.current);
  }, [chapter, w, h, layout.value]);

  useEffect(
    () => (top.current ? drags(top.current, picker, () => all.value, game) : undefined),
    [picker, game],
  );
  useEffect(() => (top.current ? keysOn(top.current, picker, () => all.value, focus) : undefined), [picker]);
  useEffect(() => (top.current ? tips(top.current, () => all.value) : undefined), []);
  useEffect(() => {
    const stage = top.current;
    if (!stage || !phone) return;
    const free = (event: PointerEvent) => {
      const id = meant(stage, event, picker, all.value);
      return id === undefined || !picker.alive(id);
    };
    return doubleTaps(stage, free, (id, x, y) => {
      const area = teller.chapter.value.scene.areas.find((each) => each.id === id);
      const frame = layout.value.frames.get(id);
      if (!area || !frame || area.role === "hand") return;
      const box = stage.getBoundingClientRect();
      const at = [(x - box.left - frame.x) / frame.scale, (y - box.top - frame.y) / frame.scale] as const;
      const large = sight.value.enlarged === id;
      if (large || fiddly(area, frame.scale)) sight.enlarge(large ? undefined : area, at);
    });
  }, [picker, phone]);

  const busy = teller.busy.value;
  const reachable = picker.reachable.value;
  const picked = picker.picked.value;
  const hinted = picker.hinted.value;
  const lit = new Set([...chapter.lit, ...spokenOf]);
  const first = [...all.value.keys()].find((id) => reachable.has(id));
  const focused = focus.value && reachable.has(focus.value) ? focus.value : first;
  useEffect(() => {
    if (busy || !byKeyboard.current || focused === undefined || document.activeElement !== document.body)
      return;
    top.current?.querySelector<SVGElement>('[tabindex="0"]')?.focus();
  }, [busy, focused]);
  const marks: MarksOf = (id) => ({
    alive: !busy && (reachable.has(id) || picked.includes(id)),
    picked: picked.includes(id),
    lit: lit.has(id),
    hinted: hinted.includes(id),
    focused: id === focused,
    badge: busy ? "" : badgeOf(reachable.get(id)),
  });

  const spoken = [...chapter.lit, ...hinted, ...spokenOf].join(" ");
  useEffect(() => sight.reveal([...chapter.lit, ...hinted, ...spokenOf], all.value, layout.value), [spoken]);
  useEffect(() => {
    if (picked.length > 0) sight.reveal([...reachable.keys()], all.value, layout.value);
  }, [picked]);

  const firsts = firstOfSeat(chapter);
  // The same names are the same array: then nothing needs to be drawn anew for them.
  if (known.current.join("\n") !== names.join("\n")) known.current = names;

  return (
    <div class="stage-room" ref={outer}>
      <div
        class={`stage${picked.length > 0 ? " choosing" : ""}`}
        ref={top}
        onPointerDownCapture={(event) => {
          if (!teller.busy.value) return;
          if (teller.foreign) event.stopPropagation();
          teller.skip();
        }}
        style={{ height: `${layout.value.height}px` }}
      >
        {w > 0 &&
          chapter.scene.areas.map((area) => {
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
                names={known.current}
                classes={`${active ? "active " : ""}${mine ? "mine " : ""}${lit.has(area.id) ? "spoken" : ""}`}
                moved={(x, y) => sight.move(area.id, x, y)}
              >
                {tag && <span class={`area-tag seat-${(area.seat ?? 0) % 6}`}>{tag}</span>}
              </AreaDrawing>
            );
          })}
        {phone &&
          chapter.scene.areas.map((area) => {
            const frame = layout.value.frames.get(area.id);
            const large = sight.value.enlarged === area.id;
            if (!frame || area.role === "hand" || !(large || fiddly(area, frame.scale))) return null;
            const { x, y, w: wide } = frame.window ?? frame;
            return (
              <button
                key={area.id}
                type="button"
                class="enlarge"
                aria-pressed={large}
                aria-label={texts.scene.enlarge(fillSeats(area.label, names))}
                style={{ left: `${x + wide}px`, top: `${Math.max(y, 14)}px` }}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => sight.enlarge(large ? undefined : area, heart(area, reachable))}
              >
                <Icon name={large ? "smaller" : "larger"} />
              </button>
            );
          })}
        <Points chapter={chapter} layout={layout.value} all={all.value} />
        <div class="flights" ref={layer} />
        <Arcs picked={picked} free={picker.choices.value.some((choice) => choice.free)} all={all.value} />
        <Complaining picker={picker} all={all.value} stage={layout.value} names={names} />
        <Tip stage={layout.value} names={names} />
      </div>
    </div>
  );
}

/** For each seat the area that bears its name: its board, or its hand if it has no board. */
function firstOfSeat(chapter: Chapter): Set<string> {
  const found = new Map<number, string>();
  const sorted = [...chapter.scene.areas].sort(
    (a, b) => Number(a.role === "hand") - Number(b.role === "hand"),
  );
  for (const area of sorted) if (area.seat != null && !found.has(area.seat)) found.set(area.seat, area.id);
  return new Set(found.values());
}

/** Points float up from where they were earned, and dice from where they were rolled. */
function Points({ chapter, layout, all }: { chapter: Chapter; layout: Layout; all: Map<string, Thing> }) {
  const beat = chapter.beat;
  if (!beat?.points && !beat?.roll?.length) return null;
  const named = [...(beat.moves ?? []).map((move) => move.becomes || move.id), ...(beat.ids ?? [])];
  const own = chapter.scene.areas.filter((area) => area.seat != null && area.seat === beat.seat);
  const theirs = new Set(
    own.flatMap((area) => [...(area.spots ?? []), ...(area.pieces ?? [])].map(({ id }) => id)),
  );
  // Rather on the own board than where something went that was put away.
  const found = named.flatMap((id) => all.get(id) ?? []);
  const thing = found.find(({ id }) => theirs.has(id)) ?? found[0];
  const board = chapter.scene.areas.find((area) => area.seat === beat.seat && layout.frames.has(area.id));
  const frame = board && layout.frames.get(board.id);
  const at = thing
    ? { x: thing.x + thing.w / 2, y: thing.y }
    : frame && { x: frame.x + frame.w / 2, y: frame.y + frame.h / 2 };
  if (!at) return null;
  return (
    <span
      key={chapter.number}
      class="happening"
      style={{ left: `${at.x}px`, top: `${at.y}px` }}
      aria-hidden="true"
    >
      {beat.roll?.map((number, index) => (
        <b key={index} class="roll">
          {number}
        </b>
      ))}
      {beat.points ? (
        <b class={`points${beat.points < 0 ? " loss" : ""}`}>
          {beat.points > 0 ? `+${beat.points}` : `−${-beat.points}`}
        </b>
      ) : null}
    </span>
  );
}

/** The way that was clicked so far, for paths of several places. */
function Arcs({ picked, free, all }: { picked: readonly string[]; free: boolean; all: Map<string, Thing> }) {
  const points = free ? [] : picked.flatMap((id) => all.get(id) ?? []);
  if (points.length < 2) return null;
  const middle = ({ x, y, w, h }: Thing) => [x + w / 2, y + h / 2] as const;
  const arcs = points.slice(1).map((to, index) => {
    const [[ax, ay], [bx, by]] = [middle(points[index] ?? to), middle(to)];
    const lift = Math.hypot(bx - ax, by - ay) * 0.3;
    return `M${ax} ${ay}Q${(ax + bx) / 2} ${(ay + by) / 2 - lift} ${bx} ${by}`;
  });
  return (
    <svg class="arcs" aria-hidden="true">
      <path d={arcs.join("")} />
    </svg>
  );
}

/** Why a click led nowhere, next to it. */
interface ComplainingProps {
  picker: Picker;
  all: Map<string, Thing>;
  stage: Layout;
  names: string[];
}

function Complaining({ picker, all, stage, names }: ComplainingProps) {
  const complaint = picker.complaint.value;
  const thing = complaint && all.get(complaint.id);
  if (!complaint || !thing) return null;
  const { side, x, y } = wordsAt(thing, stage, "below");
  return (
    <div class={`complaint ${side}`} role="alert" style={{ left: `${x}px`, top: `${y}px` }}>
      {fillSeats(complaint.text, names)}
    </div>
  );
}
