// The geometry of a die: which faces are visible, at rest and while it tips over an edge. Opposite faces add up to
// seven, and pips are fixed to the body, so that nothing jumps when a die comes to rest.

import type { Faces } from "../../protocol";

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** A face as drawn: its number, the affine map of the unit square onto the screen, and how much light it gets. */
export interface Side {
  number: number;
  matrix: [number, number, number, number, number, number];
  light: "top" | "front" | "right";
}

/** Within the unit square of its place: margin, side of the top face, and how far the sides lean out. */
export const MARGIN = 0.05;
export const SIDE = 0.62;
export const DEPTH = 0.28;

const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const times = (m: Matrix, a: Vector): Vector => [dot(m[0], a), dot(m[1], a), dot(m[2], a)];

/** Where the numbers are on the body: 1 up, 2 to the front, 3 to the right. */
const BODY: Record<number, Vector> = {
  1: [0, 0, 1],
  6: [0, 0, -1],
  2: [0, 1, 0],
  5: [0, -1, 0],
  3: [1, 0, 0],
  4: [-1, 0, 0],
};

/** Returns the rotation that makes the body show these faces. */
function turned(faces: Faces): Matrix {
  const [right, front, top] = [BODY[faces.right], BODY[faces.front], BODY[faces.top]];
  return right && front && top
    ? [right, front, top]
    : [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
}

/** A quarter of a turn at `share` 1: to the right (x), towards the viewer (y) or back, about an edge on the ground. */
function tipped(dx: number, dy: number, share: number): Matrix {
  const angle = (share * Math.PI) / 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (dx !== 0)
    return [
      [c, 0, s * Math.sign(dx)],
      [0, 1, 0],
      [-s * Math.sign(dx), 0, c],
    ];
  return [
    [1, 0, 0],
    [0, c, s * Math.sign(dy)],
    [0, -s * Math.sign(dy), c],
  ];
}

function projected([x, y, z]: Vector): [number, number] {
  return [MARGIN + SIDE * x + DEPTH * (1 - z), MARGIN + SIDE * y + DEPTH * (1 - z)];
}

/** Returns the visible sides of a die that shows `faces` and has tipped by `share` of a quarter turn towards (dx, dy). */
export function sides(faces: Faces, dx = 0, dy = 0, share = 0): Side[] {
  const rest = turned(faces);
  const tip = share > 0 ? tipped(dx, dy, share) : undefined;
  const edge: Vector = [dx > 0 ? 0.5 : dx < 0 ? -0.5 : 0, dy > 0 ? 0.5 : dy < 0 ? -0.5 : 0, -0.5];
  const world = (point: Vector): Vector => {
    const still = times(rest, point);
    if (!tip) return add(still, [0.5, 0.5, 0.5]);
    return add(add(times(tip, add(still, scaled(edge, -1))), edge), [0.5, 0.5, 0.5]);
  };
  const seen: Side[] = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const normal = BODY[number] as Vector;
    const u: Vector = normal[0] === 0 ? [1, 0, 0] : [0, 1, 0];
    const v = cross(normal, u);
    const corner = add(add(scaled(normal, 0.5), scaled(u, -0.5)), scaled(v, -0.5));
    const [o, a, b] = [
      projected(world(corner)),
      projected(world(add(corner, u))),
      projected(world(add(corner, v))),
    ];
    const out = add(world(normal), scaled(world([0, 0, 0]), -1));
    // The eye looks along the direction in which the projection is constant.
    const facing = dot(out, [DEPTH / SIDE, DEPTH / SIDE, 1]);
    if (facing <= 1e-6) continue;
    const light = out[2] > 0.7 ? "top" : out[1] > out[0] ? "front" : "right";
    seen.push({ number, light, matrix: [a[0] - o[0], a[1] - o[1], b[0] - o[0], b[1] - o[1], o[0], o[1]] });
  }
  return seen;
}

/** Returns what a die shows after it has tipped towards (dx, dy). */
export function facesAfter(faces: Faces, dx: number, dy: number): Faces {
  const { top, front, right } = faces;
  if (dx > 0) return { top: 7 - right, front, right: top };
  if (dx < 0) return { top: right, front, right: 7 - top };
  if (dy > 0) return { top: 7 - front, front: top, right };
  if (dy < 0) return { top: front, front: 7 - top, right };
  return faces;
}

const CORNERS: [number, number][] = [
  [0.25, 0.25],
  [0.75, 0.75],
];
const OTHERS: [number, number][] = [
  [0.75, 0.25],
  [0.25, 0.75],
];
const MIDDLE: [number, number][] = [[0.5, 0.5]];
const FLANKS: [number, number][] = [
  [0.5, 0.25],
  [0.5, 0.75],
];

/** Where the pips of a number are on a face: two run to the corner of 1 and 3, three to that of 1 and 2. */
export const PIPS: Record<number, [number, number][]> = {
  1: MIDDLE,
  2: OTHERS,
  3: [...CORNERS, ...MIDDLE],
  4: [...CORNERS, ...OTHERS],
  5: [...CORNERS, ...OTHERS, ...MIDDLE],
  6: [...CORNERS, ...OTHERS, ...FLANKS],
};
