// Animates pieces. A travelling piece is drawn a second time, above everything, and moved by the browser's own
// animations, so that nothing needs rendering on the way; the real one appears when it has arrived.

import { render } from "preact";
import { motionOff, pace } from "../../settings";
import type { Art } from "../draw/art";
import { SIDE } from "../draw/cube";
import { Drawing, UNIT } from "../draw/shapes";
import type { Flight, Glide, PlacedPiece, TravelPlan } from "./travel";

const TRAVEL = 250;
const APART = 50;
const LONGEST_WAIT = 450;
const ROLLING = 480;
const EASE = "cubic-bezier(0.22, 0.75, 0.25, 1)";

/** Functions that end the running animations. */
const running = new Set<() => void>();

/** Hides the real piece while its copy travels. Returns the function that ends the journey. */
function track(holder: HTMLElement, real: SVGElement | undefined): () => void {
  if (real) real.style.opacity = "0";
  const end = () => {
    if (!running.delete(end)) return;
    if (real) real.style.opacity = "";
    render(null, holder);
    holder.remove();
  };
  running.add(end);
  return end;
}

function makeFlyer(at: PlacedPiece, art: Art, layer: HTMLElement): HTMLElement {
  const holder = document.createElement("div");
  holder.className = "flyer";
  Object.assign(holder.style, {
    left: `${at.x}px`,
    top: `${at.y}px`,
    width: `${at.w}px`,
    height: `${at.h}px`,
  });
  draw(holder, at, art);
  layer.append(holder);
  return holder;
}

function draw(
  holder: HTMLElement,
  at: PlacedPiece,
  art: Art,
  tip?: { dx: number; dy: number; share: number },
): void {
  const { piece } = at;
  render(
    <svg viewBox={`0 0 ${(piece.w ?? 1) * UNIT} ${(piece.h ?? 1) * UNIT}`} aria-hidden="true">
      <Drawing piece={piece} art={art} tip={tip} />
    </svg>,
    holder,
  );
}

function travel(
  flight: Flight,
  delay: number,
  art: Art,
  layer: HTMLElement,
  real: SVGElement | undefined,
): void {
  const { from, to } = flight;
  const holder = makeFlyer(to, art, layer);
  const shrink = from.w / to.w;
  const [dx, dy] = [from.x + from.w / 2 - to.x - to.w / 2, from.y + from.h / 2 - to.y - to.h / 2];
  const [start, end] = [from.piece.turn ?? 0, to.piece.turn ?? 0];
  const distance = Math.hypot(dx, dy);
  const rise = Math.min(18, 5 + distance * 0.05);
  const frames: Keyframe[] = [
    { transform: `translate(${dx}px, ${dy}px) rotate(${start}deg) scale(${shrink})` },
    {
      transform: `translate(${dx * 0.55}px, ${dy * 0.55 - rise}px) rotate(${(start + end) / 2}deg) scale(${(1 + shrink) * 0.53})`,
      offset: 0.4,
    },
    { transform: `translate(0, 0) rotate(${end}deg) scale(1)` },
  ];
  const duration = pace(TRAVEL + Math.min(90, distance * 0.12));
  const animation = holder.animate(frames, { duration, delay, easing: EASE, fill: "both" });
  animation.onfinish = track(holder, real);
}

/** Lets a die tip over its edge, and slide the rest of the way. */
function tip(flight: Flight, art: Art, layer: HTMLElement, real: SVGElement | undefined): void {
  const { from, to } = flight;
  const turn = flight.tip;
  if (!turn) return;
  const holder = makeFlyer(from, art, layer);
  const end = track(holder, real);
  const length = pace(TRAVEL + 60);
  const started = performance.now();
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // Tipping moves the die by its own side; the rest of the way it slides.
  const side = SIDE * from.w;
  const [slideX, slideY] = [dx - turn.dx * side, dy - turn.dy * side];
  const frame = (now: number) => {
    const share = Math.min(1, (now - started) / length);
    const eased = share < 0.5 ? 2 * share * share : 1 - (1 - share) ** 2 * 2;
    if (share >= 1 || !holder.isConnected) {
      end();
      return;
    }
    draw(holder, { ...from, piece: { ...from.piece, faces: turn.faces } }, art, {
      dx: turn.dx,
      dy: turn.dy,
      share: eased,
    });
    holder.style.transform = `translate(${slideX * eased}px, ${slideY * eased}px)`;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const ROLL: Keyframe[] = [
  { transform: "none" },
  { transform: "translate(6%, -55%) rotate(210deg) scale(1.12)", offset: 0.45 },
  { transform: "translate(0, 0) rotate(350deg)", offset: 0.8 },
  { transform: "translate(0, -7%) rotate(362deg)", offset: 0.9 },
  { transform: "translate(0, 0) rotate(360deg)" },
];

/** Lets a die roll on the spot. */
function roll(
  { to }: Flight,
  delay: number,
  art: Art,
  layer: HTMLElement,
  real: SVGElement | undefined,
): void {
  const holder = makeFlyer(to, art, layer);
  const timing = { duration: pace(ROLLING), delay, easing: "ease-out", fill: "both" } as const;
  holder.animate(ROLL, timing).onfinish = track(holder, real);
}

function leave(at: PlacedPiece, art: Art, layer: HTMLElement): void {
  const holder = makeFlyer(at, art, layer);
  const frames = [{ opacity: 1 }, { opacity: 0, transform: "scale(0.85)" }];
  const animation = holder.animate(frames, { duration: pace(200), easing: "ease-out", fill: "both" });
  animation.onfinish = track(holder, undefined);
}

function arrive(real: SVGElement, delay: number): void {
  real.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: pace(220),
    delay,
    easing: "ease-out",
    fill: "backwards",
  });
}

/** Moves the contents of an area smoothly after it has grown. */
function glide({ area, x, y, scale }: Glide, stage: HTMLElement): void {
  const drawing = stage.querySelector(`[data-area="${CSS.escape(area)}"] > svg`);
  const frames = [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }];
  drawing?.animate(frames, { duration: pace(TRAVEL), easing: EASE });
}

/** Ends all running animations at once. */
export function finishAll(): void {
  for (const end of [...running]) end();
}

/** Animates everything in the plan. The stage already shows the scene as it is afterwards. */
export function animate(plan: TravelPlan, art: Art, stage: HTMLElement, layer: HTMLElement): void {
  const real = new Map<string, SVGElement>();
  for (const element of stage.querySelectorAll<SVGElement>("[data-piece]")) {
    real.set(element.dataset.piece ?? "", element);
  }
  finishAll();
  if (motionOff()) {
    for (const id of [...plan.flights.map((flight) => flight.id), ...plan.arriving]) {
      const element = real.get(id);
      if (element) arrive(element, 0);
    }
    return;
  }
  for (const moved of plan.glides) glide(moved, stage);
  for (const at of plan.leaving) leave(at, art, layer);
  let delay = 0;
  for (const flight of plan.flights) {
    if (flight.tip && !flight.tip.dx && !flight.tip.dy)
      roll(flight, pace(delay), art, layer, real.get(flight.id));
    else if (flight.tip) tip(flight, art, layer, real.get(flight.id));
    else travel(flight, pace(delay), art, layer, real.get(flight.id));
    delay = Math.min(delay + APART, LONGEST_WAIT);
  }
  for (const id of plan.arriving) {
    const element = real.get(id);
    if (element) arrive(element, pace(plan.flights.length > 0 ? 120 : 0));
  }
}
