// Arranges the areas of a scene on the screen. Pure: sizes in, frames out.

import type { Area, Scene } from "../protocol";
import { type Cell, compose, type Groups, NAME } from "./compose";
import { covered, inRows, type Rect, type Size, sizeInRows, turned } from "./geometry";

export type { Rect };

export interface Frame extends Rect {
  /** Pixels for one unit of length. */
  scale: number;
  /** The visible part of an area that is larger than its place; it scrolls. */
  window?: Rect;
  /** The background of an area that is smaller than its place. */
  panel?: Rect;
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
  /** Hands that are laid in several rows. */
  rows?: Map<string, number>;
  /** Areas that lie turned by a quarter. */
  turned?: ReadonlySet<string>;
}

/** Returns the shared areas, those of the viewer (board before hand), and those of the other seats in order of play. */
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

let cache: { sign: string; cells: Map<string, Cell> } | undefined;

/** For a wide screen: everything is visible. Takes some milliseconds, so it is cached until a size changes. */
function wide(scene: Scene, width: number, height: number, seat: number | null): Map<string, Cell> {
  const sizes = scene.areas.map(({ id, role, seat: whose, w, h, grows, pitch }) =>
    grows ? [id, role] : [id, role, whose, w, h, pitch],
  );
  const sign = JSON.stringify([width, height, seat, sizes]);
  if (cache?.sign !== sign) cache = { sign, cells: compose(groups(scene, seat), width, height) };
  return cache.cells;
}

const PHONE_GAP = 8;
/** The most pixels for a unit of length on a phone: of boards and of the viewer's hand. */
const PHONE_LARGEST = { board: 92, hand: 64 };
/** Boards may be this much smaller than the screen is wide; then the page scrolls. */
const FOLD = 0.4;
/** What a growing area gets of the height, at least. */
const GROWING = 0.45;
/** A hand that is wider than the screen by this little is made smaller, rather than to scroll. */
const SQUEEZE = 0.88;
/** Approximate width of a seat in the opponents' strip. */
const STRIP = 110;
/** Enlarging makes an area at least this much larger. */
const LARGER = 1.5;

/** Returns the shorter side of the smallest labelled item in an area. */
export function smallest(area: Area): number {
  const labelled = [...(area.spots ?? []), ...(area.pieces ?? [])].filter((thing) => thing.label);
  return Math.min(1, ...labelled.map((thing) => Math.min(thing.w ?? 1, thing.h ?? 1)));
}

/** Whether the items of an area are too small to hit at that scale: for a finger, unless another size is given. */
export const fiddly = (area: Area, scale: number, least = FINGER): boolean =>
  smallest(area) * scale < least - 0.5;

/** Returns the frame of an area that is larger than its place, scrolled as far as the person has moved it. */
function windowed(area: Area, room: Rect, scale: number, { moved }: Zoom): Frame {
  const [w, h] = [area.w * scale, area.h * scale];
  const shown = { x: room.x, y: room.y, w: Math.min(room.w, w), h: Math.min(room.h, h) };
  shown.x += (room.w - shown.w) / 2;
  shown.y += (room.h - shown.h) / 2;
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

/** Returns the largest scale, up to that of each, at which areas fit below each other. */
function stacked(areas: Area[], most: (area: Area) => number, room: number): number {
  let [low, high] = [0, PHONE_LARGEST.board];
  for (let round = 0; round < 24; round++) {
    const middle = (low + high) / 2;
    const total = areas.reduce((sum, area) => sum + area.h * Math.min(most(area), middle), 0);
    if (total <= room) low = middle;
    else high = middle;
  }
  return low;
}

/** For a phone: one column. Areas that grow get what the others leave. */
function narrow(areas: Area[], width: number, height: number): Map<string, Cell> {
  const finger = (area: Area) => FINGER / smallest(area);
  const most = (area: Area) => {
    if (area.role !== "hand") return Math.min(width / area.w, PHONE_LARGEST.board);
    const fitting = Math.min(width / area.w, PHONE_LARGEST.hand);
    return fitting >= finger(area) * SQUEEZE ? fitting : finger(area);
  };
  // Better to scroll than to make things too small to read.
  const least = (area: Area) =>
    area.role === "hand" ? Math.min(finger(area), most(area)) : most(area) * FOLD;
  const room = height - PHONE_GAP * (areas.length - 1);
  const growing = areas.filter((area) => area.grows);
  const fixed = areas.filter((area) => !area.grows);
  const common = stacked(fixed, most, growing.length > 0 ? room * (1 - GROWING) : room);
  const scales = new Map(fixed.map((area) => [area.id, Math.max(Math.min(most(area), common), least(area))]));
  const natural = (area: Area) => area.h * (scales.get(area.id) ?? 0);
  const rest = room - fixed.reduce((sum, area) => sum + natural(area), 0);
  // What is left goes to the areas that grow; without any, to the backgrounds of boards.
  const open = growing.length > 0 ? growing : fixed.filter((area) => area.role !== "hand");
  const cells = new Map<string, Cell>();
  let y = 0;
  for (const area of areas) {
    const share = open.includes(area) ? Math.max(0, rest) / open.length : 0;
    const h = area.grows ? Math.max(share, room * GROWING) : natural(area) + share;
    const scale = scales.get(area.id) ?? PHONE_LARGEST.board;
    cells.set(area.id, {
      x: 0,
      y,
      w: width,
      h,
      rows: 1,
      most: scale,
      least: area.role === "hand" ? scale : 0,
      align: "middle",
    });
    y += h + PHONE_GAP;
  }
  return cells;
}

/** The sizes that areas had at first. What becomes larger later does so within its place, and nothing else moves. */
export type FirstSizes = Map<string, Size>;

/** Returns the scene with its areas as large as they were at first. */
function asAtFirst(scene: Scene, first: FirstSizes): Scene {
  const areas = scene.areas.map((area) => {
    const known = first.get(area.id);
    if (!known) first.set(area.id, { w: area.w, h: area.h });
    return known && (known.w !== area.w || known.h !== area.h) ? { ...area, ...known } : area;
  });
  return { ...scene, areas };
}

/** The most pixels for a unit of length of an empty hand: there are only some words about it. */
const EMPTY = 48;

/** Whether an area is much wider than high, and may be turned. */
const betterTurned = ({ turns, grows, w, h }: Area): boolean => Boolean(turns && !grows && w > h * 1.15);

/** Returns the frame of an area in its cell. */
function frameIn(area: Area, cell: Cell, zoom: Zoom): Frame {
  const size = sizeInRows(area, cell.rows);
  // A hand may be wider than the screen of a phone, and then scrolls.
  const empty = area.role === "hand" && !area.pieces?.length;
  const most = empty ? Math.min(cell.most, EMPTY) : cell.most;
  const scale = Math.max(Math.min(most, cell.h / size.h, cell.w / size.w), cell.least);
  const [w, h] = [size.w * scale, size.h * scale];
  if (area.id === zoom.enlarged)
    return windowed(area, cell, Math.max(scale * LARGER, FINGER / smallest(area)), zoom);
  if (w > cell.w + 1) return windowed(area, cell, scale, zoom);
  const spare = cell.h - h;
  const down = cell.align === "middle" ? spare / 2 : Math.min(spare, NAME);
  const frame = { x: cell.x + (cell.w - w) / 2, y: cell.y + down, w, h, scale };
  if (covered(area)) return frame;
  return {
    ...frame,
    panel: { x: cell.x, y: cell.y, w: cell.w, h: cell.align === "top" ? h + down : cell.h },
  };
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
  const upright = asAtFirst(scene, first);
  const isTurned = new Set(phone ? upright.areas.filter(betterTurned).map(({ id }) => id) : []);
  const turn = (area: Area) => (isTurned.has(area.id) ? turned(area) : area);
  const before = { ...upright, areas: upright.areas.map(turn) };
  const { shared, mine, others } = groups(before, seat);
  const cells = phone ? narrow([...shared, ...mine], width, height) : wide(before, width, height, seat);
  const frames = new Map<string, Frame>();
  const rows = new Map<string, number>();
  for (const area of scene.areas) {
    const cell = cells.get(area.id);
    if (!cell) continue;
    frames.set(area.id, frameIn(turn(area), cell, zoom));
    if (cell.rows > 1) rows.set(area.id, cell.rows);
  }
  const bottom = Math.max(height, ...[...cells.values()].map((cell) => cell.y + cell.h));
  const made = { frames, rows, turned: isTurned, width, height: bottom };
  return phone ? { ...made, folded: others.flat(), away: awayOf(others, width) } : { ...made, folded: [] };
}

/** Returns the scene as it lies on the table: hands in as many rows as there is room for, boards turned to fit. */
export function laidOut(scene: Scene, { rows, turned: isTurned }: Layout): Scene {
  if (!rows?.size && !isTurned?.size) return scene;
  const laid = (area: Area) =>
    isTurned?.has(area.id) ? turned(area) : inRows(area, rows?.get(area.id) ?? 1);
  return { ...scene, areas: scene.areas.map(laid) };
}
