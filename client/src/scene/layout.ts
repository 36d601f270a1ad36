// Arranges the areas of a scene on the screen. Pure: sizes in, frames out.

import type { Area, Scene } from "../protocol";

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Frame extends Rect {
  /** Pixels for one unit of length. */
  scale: number;
  /** The visible part of an area that is larger than its place; it scrolls. */
  window?: Rect;
}

/** Which area is enlarged, and how far areas are scrolled. */
export interface Zoom {
  enlarged?: string;
  /** Pixels scrolled to the right and down, by area. */
  moved: Readonly<Record<string, { x: number; y: number }>>;
}

/** The smallest size that a finger can hit, in pixels. */
export const FINGER = 44;

export interface Layout {
  frames: Map<string, Frame>;
  width: number;
  height: number;
  /** Areas that are folded away: on a phone, those of the other seats. */
  folded: Area[];
  /** Frames outside of the screen, where pieces travel that go to a folded area. */
  away?: Map<string, Frame>;
}

const GAP = 16;
const PHONE_GAP = 8;

interface Leaf {
  area: Area;
  weight: number;
}
interface Split {
  across: boolean;
  parts: Tree[];
}
type Tree = Leaf | Split;

const isLeaf = (tree: Tree): tree is Leaf => "area" in tree;
const row = (...parts: (Tree | undefined)[]): Tree | undefined => split(true, parts);
const column = (...parts: (Tree | undefined)[]): Tree | undefined => split(false, parts);

function split(across: boolean, parts: (Tree | undefined)[]): Tree | undefined {
  const real = parts.filter((part) => part !== undefined);
  return real.length > 1 ? { across, parts: real } : real[0];
}

interface Size {
  w: number;
  h: number;
}

/** Returns the size of a tree at a scale. Gaps do not scale. */
function sizeOf(tree: Tree, scale: number): Size {
  if (isLeaf(tree)) return { w: tree.area.w * tree.weight * scale, h: tree.area.h * tree.weight * scale };
  const sizes = tree.parts.map((part) => sizeOf(part, scale));
  const gaps = GAP * (sizes.length - 1);
  const sum = (side: "w" | "h") => sizes.reduce((total, size) => total + size[side], gaps);
  const most = (side: "w" | "h") => Math.max(...sizes.map((size) => size[side]));
  return tree.across ? { w: sum("w"), h: most("h") } : { w: most("w"), h: sum("h") };
}

/** Returns the largest scale at which the tree fits. */
function largest(tree: Tree, width: number, height: number, most: number): number {
  let low = 0;
  let high = most;
  for (let round = 0; round < 24; round++) {
    const middle = (low + high) / 2;
    const size = sizeOf(tree, middle);
    if (size.w <= width && size.h <= height) low = middle;
    else high = middle;
  }
  return low;
}

function place(
  tree: Tree,
  scale: number,
  x: number,
  y: number,
  room: Size,
  frames: Map<string, Frame>,
): void {
  const size = sizeOf(tree, scale);
  const left = x + (room.w - size.w) / 2;
  const top = y + (room.h - size.h) / 2;
  if (isLeaf(tree)) {
    frames.set(tree.area.id, { x: left, y: top, scale: scale * tree.weight, w: size.w, h: size.h });
    return;
  }
  let along = tree.across ? left : top;
  for (const part of tree.parts) {
    const own = sizeOf(part, scale);
    if (tree.across) place(part, scale, along, top, { w: own.w, h: size.h }, frames);
    else place(part, scale, left, along, { w: size.w, h: own.h }, frames);
    along += (tree.across ? own.w : own.h) + GAP;
  }
}

interface Groups {
  shared: Area[];
  mine: Area[];
  others: Area[][];
}

/** Returns shared areas, those of the viewer (board before hand), and those of the other seats in order of play. */
export function groups(scene: Scene, seat: number | null): Groups {
  const rank = { shared: 0, board: 1, hand: 2 };
  const sorted = [...scene.areas].sort((a, b) => rank[a.role] - rank[b.role]);
  const shared = sorted.filter((area) => area.seat == null);
  const seats = [...new Set(sorted.flatMap((area) => (area.seat == null ? [] : [area.seat])))];
  const me = seat ?? Math.min(...seats, 0);
  const most = Math.max(0, ...seats) + 1;
  seats.sort((a, b) => ((a - me + most) % most) - ((b - me + most) % most));
  const of = (which: number) => sorted.filter((area) => area.seat === which);
  return { shared, mine: of(me), others: seats.filter((each) => each !== me).map(of) };
}

const leaves = (areas: Area[], weight: number): Leaf[] => areas.map((area) => ({ area, weight }));

function candidates({ shared, mine, others }: Groups, small: number): Tree[] {
  const middle = column(...leaves(shared, 1));
  const middleWide = row(...leaves(shared, 1));
  const own = column(...leaves(mine, 1));
  const ownWide = row(...leaves(mine, 1));
  const stacks = others.map((areas) => column(...leaves(areas, small)));
  const wides = others.map((areas) => row(...leaves(areas, small)));
  const besides = column(...stacks);
  const above = row(...stacks);
  const found = [
    row(column(middle, own), besides),
    row(column(middleWide, own), besides),
    row(column(middle, ownWide), besides),
    row(middle, column(besides, own)),
    row(middle, column(above, own)),
    row(middle, own, besides),
    row(column(middle, above), own),
    row(column(middleWide, besides), own),
    column(row(...wides), middle, ownWide),
    column(above, middle, own),
    column(row(middle, above), own),
    column(row(middle, own), above),
  ];
  return found.filter((tree) => tree !== undefined);
}

const LARGEST = 92;
const EDGE = 10;

let cache: { sign: string; layout: Layout } | undefined;

/** Caches `wide`, which takes some milliseconds, until a size changes. */
function cachedWide(scene: Scene, width: number, height: number, seat: number | null): Layout {
  const sizes = scene.areas.map(({ id, role, seat: whose, w, h }) => [id, role, whose, w, h]);
  const sign = JSON.stringify([width, height, seat, sizes]);
  if (cache?.sign !== sign) cache = { sign, layout: wide(scene, width, height, seat) };
  return cache.layout;
}

/** For a wide screen: everything is visible, as large as possible. */
function wide(scene: Scene, width: number, height: number, seat: number | null): Layout {
  const parts = groups(scene, seat);
  const frames = new Map<string, Frame>();
  let best: { tree: Tree; scale: number; value: number } | undefined;
  for (const small of parts.others.length === 0 ? [1] : [1, 0.85, 0.7, 0.58, 0.48]) {
    for (const tree of candidates(parts, small)) {
      const scale = largest(tree, width - 2 * EDGE, height - 2 * EDGE, LARGEST);
      // Larger boards for the others are worth a little of the viewer's own.
      const value = scale * (0.8 + 0.2 * small);
      if (!best || value > best.value * 1.001) best = { tree, scale, value };
    }
  }
  // Leave an edge for the names above areas and the rings around items.
  if (best) place(best.tree, best.scale, EDGE, EDGE, { w: width - 2 * EDGE, h: height - 2 * EDGE }, frames);
  return { frames, width, height, folded: [] };
}

const FOLD = 0.5;
/** Approximate width of a seat in the opponents' strip. */
const STRIP = 110;
/** Enlarging makes an area at least this much larger. */
const LARGER = 1.5;

/** Returns the shorter side of the smallest labelled item in an area. */
export function smallest(area: Area): number {
  const labelled = [...(area.spots ?? []), ...(area.pieces ?? [])].filter((thing) => thing.label);
  return Math.min(1, ...labelled.map((thing) => Math.min(thing.w ?? 1, thing.h ?? 1)));
}

/** Whether the items of an area are too small for a finger at that scale. */
export const fiddly = (area: Area, scale: number): boolean => smallest(area) * scale < FINGER - 0.5;

/** Returns the frame of an area that is larger than its place, scrolled as far as the person has moved it. */
function windowed(area: Area, room: Rect, scale: number, { moved }: Zoom): Frame {
  const [w, h] = [area.w * scale, area.h * scale];
  const shown = { ...room, w: Math.min(room.w, w), h: Math.min(room.h, h) };
  shown.x += (room.w - shown.w) / 2;
  const at = moved[area.id] ?? { x: 0, y: 0 };
  const x = shown.x - Math.min(at.x, w - shown.w);
  const y = shown.y - Math.min(at.y, h - shown.h);
  return { x, y, scale, w, h, window: shown };
}

/** Returns frames above the screen, about where the opponents' strip shows each seat. */
function awayOf(others: Area[][], width: number): Map<string, Frame> {
  const room = Math.min(STRIP, width / Math.max(1, others.length));
  return new Map(
    others.flatMap((areas, index) =>
      areas.map((area): [string, Frame] => {
        const scale = (room * 0.8) / area.w;
        const [w, h] = [area.w * scale, area.h * scale];
        return [area.id, { x: index * room + (room - w) / 2, y: -h - STRIP / 2, scale, w, h }];
      }),
    ),
  );
}

/** For a phone: one column, each area as wide as the screen if the height allows. Other seats are folded away. */
function narrow(scene: Scene, width: number, height: number, seat: number | null, zoom: Zoom): Layout {
  const parts = groups(scene, seat);
  const shown = [...parts.shared, ...parts.mine];
  const frames = new Map<string, Frame>();
  const gap = PHONE_GAP;
  const room = height - gap * (shown.length - 1);
  // Hands need less room than boards.
  const most = (area: Area) =>
    area.role === "hand"
      ? Math.max(Math.min(width / area.w, 64), FINGER / smallest(area))
      : Math.min(width / area.w, LARGEST);
  let low = 0;
  let high = LARGEST;
  for (let round = 0; round < 24; round++) {
    const middle = (low + high) / 2;
    const total = shown.reduce((sum, area) => sum + area.h * Math.min(most(area), middle), 0);
    if (total <= room) low = middle;
    else high = middle;
  }
  // Better to scroll than to make things too small to read.
  const least = (area: Area) => (area.role === "hand" ? FINGER / smallest(area) : most(area) * FOLD);
  const fitting = shown.map((area) => Math.max(Math.min(most(area), low), least(area)));
  const total = shown.reduce(
    (sum, area, index) => sum + area.h * (fitting[index] ?? 0),
    gap * (shown.length - 1),
  );
  let y = Math.max(0, (height - total) / 2);
  shown.forEach((area, index) => {
    const scale = fitting[index] ?? 1;
    const [w, h] = [area.w * scale, area.h * scale];
    const larger = Math.max(scale * LARGER, FINGER / smallest(area));
    if (area.id === zoom.enlarged)
      frames.set(area.id, windowed(area, { x: 0, y, w: width, h }, larger, zoom));
    else if (w > width + 1) frames.set(area.id, windowed(area, { x: 0, y, w: width, h }, scale, zoom));
    else frames.set(area.id, { x: (width - w) / 2, y, scale, w, h });
    y += h + gap;
  });
  return {
    frames,
    width,
    height: Math.max(height, y - gap),
    folded: parts.others.flat(),
    away: awayOf(parts.others, width),
  };
}

/** The sizes that shared areas had at first. Those that grow later do so within their frames, and nothing else moves. */
export type FirstSizes = Map<string, Size>;

/** Returns the scene with its shared areas as large as they were at first. */
function asAtFirst(scene: Scene, first: FirstSizes): Scene {
  const areas = scene.areas.map((area) => {
    if (area.role !== "shared") return area;
    const known = first.get(area.id);
    if (!known) first.set(area.id, { w: area.w, h: area.h });
    return known && (known.w !== area.w || known.h !== area.h) ? { ...area, ...known } : area;
  });
  return { ...scene, areas };
}

const overlaps = (a: Rect, b: Rect) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Returns the largest rectangle around a frame that touches neither the others nor the edge. */
function roomOf(frame: Rect, others: readonly Rect[], width: number, height: number, gap: number): Rect {
  const edge = gap === GAP ? EDGE : 0;
  const room = { x: frame.x, y: frame.y, w: frame.w, h: frame.h };
  const stretch = (side: "x" | "y", length: "w" | "h", end: number) => {
    const all = { ...room, [side]: edge, [length]: end - 2 * edge };
    const before = others.filter(
      (other) => overlaps(other, all) && other[side] + other[length] <= room[side],
    );
    const after = others.filter((other) => overlaps(other, all) && other[side] >= room[side] + room[length]);
    const from = Math.max(edge, ...before.map((other) => other[side] + other[length] + gap));
    const to = Math.min(end - edge, ...after.map((other) => other[side] - gap));
    Object.assign(room, { [side]: Math.min(from, room[side]), [length]: Math.max(to - from, room[length]) });
  };
  stretch("x", "w", width);
  stretch("y", "h", height);
  return room;
}

/** Fits the areas that have grown into the room that they have. */
function fitGrown(scene: Scene, layout: Layout, gap: number, zoom: Zoom): Layout {
  const frames = new Map(layout.frames);
  for (const area of scene.areas) {
    const frame = frames.get(area.id);
    if (!frame || area.role !== "shared") continue;
    if (Math.abs(frame.w - area.w * frame.scale) < 1 && Math.abs(frame.h - area.h * frame.scale) < 1)
      continue;
    const others = [...frames].filter(([id]) => id !== area.id).map(([, other]) => other.window ?? other);
    const room = roomOf(frame.window ?? frame, others, layout.width, layout.height, gap);
    if (area.id === zoom.enlarged) {
      frames.set(area.id, windowed(area, room, frame.scale, zoom));
      continue;
    }
    const scale = Math.min(frame.scale, room.w / area.w, room.h / area.h);
    const [w, h] = [area.w * scale, area.h * scale];
    frames.set(area.id, { x: room.x + (room.w - w) / 2, y: room.y + (room.h - h) / 2, scale, w, h });
  }
  return { ...layout, frames };
}

/** Returns frames for all areas that fit within the given size. */
export function arrange(
  scene: Scene,
  width: number,
  height: number,
  seat: number | null,
  phone: boolean,
  zoom: Zoom = { moved: {} },
  first: FirstSizes = new Map(),
): Layout {
  const before = asAtFirst(scene, first);
  const layout = phone ? narrow(before, width, height, seat, zoom) : cachedWide(before, width, height, seat);
  return fitGrown(scene, layout, phone ? PHONE_GAP : GAP, zoom);
}
