// Composes the areas of a scene on a wide screen: every area gets a cell, and together the cells fill the screen. Of
// several ways to divide the screen, the one wins in which the areas that matter are largest.

import type { Area } from "../protocol";
import { type Rect, type Size, sizeInRows, slotsOf } from "./geometry";

/** The shared areas, those of the viewer (board before hand), and those of the other seats in order of play. */
export interface Groups {
  shared: Area[];
  mine: Area[];
  others: Area[][];
}

/** Where an area goes. */
export interface Cell extends Rect {
  /** A hand may be laid in several rows. */
  rows: number;
  /** The most and the fewest pixels for a unit of length. */
  most: number;
  least: number;
  /** Where an area goes that does not need all of its cell. */
  align: "top" | "middle";
}

export const GAP = 16;
/** Keeps names above areas and rings around items on the screen. */
export const EDGE = 10;
/** Pixels that the name above a slim hand takes of it. */
export const NAME = 8;
/** The most pixels for a unit of length: of boards, of the viewer's hand, and of the hands of others. */
const LARGEST = { board: 118, hand: 160, slim: 38 };
/** Below this many pixels for a unit of length, pieces are hard to hit, or those of others to see. */
const LEAST = { usual: 44, slim: 32 };
const MOST_ROWS = 3;
/** Rows have to make a hand this much larger. */
const WORTH_ROWS = 1.2;
/** The boards of others should be smaller than one's own. */
const SMALLER = 0.9;
/** The side of a growing area, in units of length, for which there should be room. */
const GROWN = 13;

interface Leaf {
  area: Area;
  weight: number;
  most: number;
}
interface Split {
  across: boolean;
  first: Tree;
  second: Tree;
}
/** Parts of the same size. */
interface Equal {
  across: boolean;
  parts: Tree[];
}
type Tree = Leaf | Split | Equal;
type Side = "w" | "h";

const isLeaf = (tree: Tree): tree is Leaf => "area" in tree;
const isSplit = (tree: Tree): tree is Split => "first" in tree;

function split(across: boolean, first: Tree | undefined, second: Tree | undefined): Tree | undefined {
  return first && second ? { across, first, second } : (first ?? second);
}
const row = (first: Tree | undefined, second: Tree | undefined) => split(true, first, second);
const column = (first: Tree | undefined, second: Tree | undefined) => split(false, first, second);
const chain = (across: boolean, parts: Tree[]): Tree | undefined =>
  parts.reduceRight<Tree | undefined>((rest, part) => split(across, part, rest), undefined);
const equal = (across: boolean, parts: Tree[]): Tree | undefined =>
  parts.length > 1 ? { across, parts } : parts[0];

/** Returns how an area fills a cell: the scale, and for a hand the number of rows with which it is largest. */
function fitted({ area, most }: Leaf, { w, h }: Size): { scale: number; rows: number } {
  if (area.grows) return { scale: Math.min(w, h) / GROWN, rows: 1 };
  let best = { scale: Math.min(most, w / area.w, h / area.h), rows: 1 };
  if (most !== LARGEST.hand) return best;
  for (let rows = 2; rows <= Math.min(MOST_ROWS, slotsOf(area)); rows++) {
    const size = sizeInRows(area, rows);
    const scale = Math.min(most, w / size.w, h / size.h);
    if (scale > best.scale * WORTH_ROWS) best = { scale, rows };
  }
  return best;
}

/** Returns how much a cell of that size is worth for an area. */
function worth(leaf: Leaf, size: Size): number {
  if (size.w <= 0 || size.h <= 0) return -1e6;
  const { scale } = fitted(leaf, size);
  const slim = leaf.most === LARGEST.slim;
  const short = Math.max(0, (slim ? LEAST.slim : LEAST.usual) / scale - 1);
  const cramped = short * (slim ? 4 : leaf.weight < 1 ? 0.5 : 2);
  const spare = leaf.area.grows ? 0.1 * Math.log(Math.max(size.w, size.h) / Math.min(size.w, size.h)) : 0;
  return leaf.weight * (Math.log(scale) + spare) - cramped;
}

/** Returns how long a tree needs to be at most along one side, if the other side is that long. */
function needed(tree: Tree, side: Side, other: number): number {
  if (isLeaf(tree)) {
    const { area, most } = tree;
    if (area.grows) return Number.POSITIVE_INFINITY;
    const cell = side === "w" ? { w: 1e9, h: other } : { w: other, h: 1e9 };
    const { scale, rows } = fitted(tree, cell);
    const name = side === "h" && most === LARGEST.slim ? NAME : 0;
    return sizeInRows(area, rows)[side] * scale + name;
  }
  const parts = isSplit(tree) ? [tree.first, tree.second] : tree.parts;
  const along = tree.across === (side === "w");
  if (along) {
    const lengths = parts.map((part) => needed(part, side, other));
    const sum = isSplit(tree) ? lengths.reduce((a, b) => a + b, 0) : Math.max(...lengths) * lengths.length;
    return sum + GAP * (parts.length - 1);
  }
  const share = isSplit(tree) ? other : (other - GAP * (parts.length - 1)) / parts.length;
  return Math.max(...parts.map((part) => needed(part, side, share)));
}

interface Divided {
  value: number;
  /** The length of the first part, for every split on the way down, in the order of the tree. */
  cuts: number[];
}

const STEPS = 20;

const sized = (size: Size, side: Side, length: number): Size => ({ ...size, [side]: length });

/** Returns the best way to divide a cell among the areas of a tree. */
function divide(tree: Tree, size: Size, steps = STEPS): Divided {
  if (isLeaf(tree)) return { value: worth(tree, size), cuts: [] };
  const side: Side = tree.across ? "w" : "h";
  if (!isSplit(tree)) {
    const each = sized(size, side, (size[side] - GAP * (tree.parts.length - 1)) / tree.parts.length);
    return tree.parts.reduce<Divided>(
      (sum, part) => {
        const { value, cuts } = divide(part, each, steps);
        return { value: sum.value + value, cuts: [...sum.cuts, ...cuts] };
      },
      { value: 0, cuts: [] },
    );
  }
  const length = size[side] - GAP;
  const other = tree.across ? size.h : size.w;
  const cuts = Array.from({ length: steps - 1 }, (_, index) => (length * (index + 1)) / steps);
  // An area that cannot get larger leaves the rest to the other one.
  cuts.push(needed(tree.first, side, other), length - needed(tree.second, side, other));
  let best: Divided | undefined;
  for (const cut of cuts) {
    if (!(cut > 0 && cut < length)) continue;
    const inner = Math.max(8, steps - 6);
    const first = divide(tree.first, sized(size, side, cut), inner);
    const second = divide(tree.second, sized(size, side, length - cut), inner);
    const value = first.value + second.value;
    if (!best || value > best.value + 1e-9) best = { value, cuts: [cut, ...first.cuts, ...second.cuts] };
  }
  return best ?? { value: -1e6, cuts: [] };
}

function place(tree: Tree, room: Rect, cuts: number[], cells: Map<string, Cell>): void {
  if (isLeaf(tree)) {
    const align = tree.most === LARGEST.slim ? "top" : "middle";
    cells.set(tree.area.id, { ...room, rows: fitted(tree, room).rows, most: tree.most, least: 0, align });
    return;
  }
  const [start, side]: ["x" | "y", Side] = tree.across ? ["x", "w"] : ["y", "h"];
  const parts = isSplit(tree) ? [tree.first, tree.second] : tree.parts;
  const share = (room[side] - GAP * (parts.length - 1)) / parts.length;
  const cut = isSplit(tree) ? (cuts.shift() ?? share) : share;
  let at = room[start];
  parts.forEach((part, index) => {
    const length = isSplit(tree) && index === 1 ? room[side] - GAP - cut : cut;
    place(part, { ...room, [start]: at, [side]: length }, cuts, cells);
    at += length + GAP;
  });
}

/** Returns the ways to divide the screen that are tried. */
function candidates({ shared, mine, others }: Groups): Tree[] {
  const boards = [...mine, ...others.flat()].some((area) => area.role === "board");
  const leaf = (area: Area, weight: number, most: number): Leaf => ({ area, weight, most });
  const own = mine.map((area) =>
    area.role === "hand" ? leaf(area, 0.8, LARGEST.hand) : leaf(area, 2.2, LARGEST.board),
  );
  const theirs = others.map((areas) =>
    chain(
      false,
      areas.map((area) =>
        area.role === "hand"
          ? leaf(area, 0.08, LARGEST.slim)
          : leaf(area, Math.max(0.3, 1 / others.length), LARGEST.board),
      ),
    ),
  );
  const rest = theirs.filter((tree) => tree !== undefined);
  const middles = shared.map((area) => leaf(area, boards ? 2 : 4, LARGEST.board));
  const unique = <T>(all: T[], few: boolean) => (few ? all.slice(0, 1) : all);
  const found: (Tree | undefined)[] = [];
  for (const across of unique([false, true], rest.length < 2)) {
    const opposite = equal(across, rest);
    for (const sharedAcross of unique([false, true], middles.length < 2)) {
      const middle = chain(sharedAcross, middles);
      for (const ownAcross of unique([false, true], own.length < 2)) {
        const me = chain(ownAcross, own);
        found.push(
          row(middle, column(opposite, me)),
          row(column(middle, me), opposite),
          column(opposite, row(middle, me)),
          column(row(middle, me), opposite),
          column(opposite, column(middle, me)),
          row(column(opposite, middle), me),
          row(column(middle, opposite), me),
          column(row(middle, opposite), me),
          row(middle, row(me, opposite)),
        );
      }
    }
  }
  return found.filter((tree) => tree !== undefined);
}

function placed(tree: Tree, room: Rect, { cuts }: Divided): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  place(tree, room, [...cuts], cells);
  return cells;
}

/** Returns by how much boards of others are larger than they should be beside one's own. */
function outsized({ mine, others }: Groups, cells: Map<string, Cell>): number {
  const largest = (areas: Area[]) =>
    Math.max(
      0,
      ...areas.map((area) => {
        const cell = area.role === "board" && cells.get(area.id);
        return cell ? Math.min(cell.w / area.w, cell.h / area.h) : 0;
      }),
    );
  const own = largest(mine);
  return own > 0 ? Math.max(0, largest(others.flat()) / own - SMALLER) : 0;
}

/** Returns a cell for every area. Where nothing could be made larger, the cells keep together in the middle. */
export function compose(groups: Groups, width: number, height: number): Map<string, Cell> {
  const all = { x: EDGE, y: EDGE, w: width - 2 * EDGE, h: height - 2 * EDGE };
  let best: { tree: Tree; cells: Map<string, Cell>; value: number } | undefined;
  for (const tree of candidates(groups)) {
    const divided = divide(tree, all);
    const cells = placed(tree, all, divided);
    const value = divided.value - 3 * outsized(groups, cells);
    if (!best || value > best.value + 0.02) best = { tree, cells, value };
  }
  if (!best) return new Map();
  const w = Math.min(all.w, needed(best.tree, "w", all.h));
  const h = Math.min(all.h, needed(best.tree, "h", w));
  if (w === all.w && h === all.h) return best.cells;
  const room = { x: (width - w) / 2, y: (height - h) / 2, w, h };
  return placed(best.tree, room, divide(best.tree, room));
}
