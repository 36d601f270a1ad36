// One area of a scene, drawn.

import type { ComponentChildren } from "preact";
import type { Area, Piece, Spot } from "../protocol";
import type { Art } from "./art";
import { Drawing, Outline, SpotDrawing, Texts, UNIT } from "./drawing";
import type { Frame } from "./layout";

/** How a thing stands out at the moment. */
export interface Marks {
  alive: boolean;
  picked: boolean;
  lit: boolean;
  hinted: boolean;
  focused: boolean;
  /** Beside it: the odds or the gain of clicking it. */
  badge: string;
}

export type MarksOf = (id: string) => Marks;

const PLAIN: Marks = { alive: false, picked: false, lit: false, hinted: false, focused: false, badge: "" };
export const unmarked: MarksOf = () => PLAIN;

function classes(kind: string, marks: Marks): string {
  let all = kind;
  if (marks.alive) all += " alive";
  if (marks.picked) all += " picked";
  if (marks.lit) all += " lit";
  if (marks.hinted) all += " hinted";
  return all;
}

/** Whether a piece lies on a place that can be clicked: then the place is meant, whatever lies on it. */
function resting(piece: Piece, alive: readonly Spot[]): boolean {
  const [x, y] = [piece.x + (piece.w ?? 1) / 2, piece.y + (piece.h ?? 1) / 2];
  return alive.some(
    (spot) => x >= spot.x && y >= spot.y && x <= spot.x + (spot.w ?? 1) && y <= spot.y + (spot.h ?? 1),
  );
}

interface ThingProps {
  resting?: boolean;
  thing: Spot | Piece;
  shape: string;
  kind: "spot" | "piece";
  marks: Marks;
  children: ComponentChildren;
}

function ThingGroup({ thing, shape, kind, marks, resting: still = false, children }: ThingProps) {
  const [w, h] = [(thing.w ?? 1) * UNIT, (thing.h ?? 1) * UNIT];
  const turn = "turn" in thing && thing.turn ? ` rotate(${thing.turn} ${w / 2} ${h / 2})` : "";
  const access = marks.alive
    ? {
        role: "button" as const,
        tabindex: marks.focused ? 0 : -1,
        "aria-pressed": marks.picked,
        "aria-label": named(thing, marks),
      }
    : thing.label
      ? { role: "img" as const, "aria-label": thing.label }
      : { "aria-hidden": true as const };
  return (
    <g
      class={classes(kind, marks) + (still ? " resting" : "")}
      transform={`translate(${Math.round(thing.x * UNIT)} ${Math.round(thing.y * UNIT)})${turn}`}
      data-id={thing.id}
      data-piece={kind === "piece" ? thing.id : undefined}
      {...access}
    >
      <g class="lift">{children}</g>
      {(marks.alive || marks.lit || marks.hinted) && (
        <Outline shape={shape} w={w} h={h} grow={3} class="ring" />
      )}
    </g>
  );
}

const named = (thing: Spot | Piece, marks: Marks) =>
  `${thing.label || thing.id}${marks.badge ? `, ${marks.badge}` : ""}`;

/** Beside a thing, large enough to be read at any scale. */
function Badge({ thing, text, scale }: { thing: Spot | Piece; text: string; scale: number }) {
  const size = Math.min(40, Math.max(18, (11.5 / scale) * UNIT));
  const [width, height] = [size * (0.6 + text.length * 0.62), size * 1.35];
  const [x, y] = [thing.x * UNIT - size * 0.4, thing.y * UNIT - height * 0.35];
  return (
    <g
      class={text.startsWith("−") ? "badge loss" : "badge"}
      transform={`translate(${x} ${y})`}
      aria-hidden="true"
    >
      <rect width={width} height={height} rx={height / 2} />
      <text x={width / 2} y={height * 0.53} font-size={size} text-anchor="middle" dominant-baseline="central">
        {text}
      </text>
    </g>
  );
}

interface AreaProps {
  area: Area;
  art: Art;
  frame?: Frame;
  marks?: MarksOf;
  classes?: string;
  children?: ComponentChildren;
}

/** An area, at its frame if it has one, else as large as its surroundings let it be. */
export function AreaDrawing({ area, art, frame, marks = unmarked, classes: more = "", children }: AreaProps) {
  const style = frame && {
    left: `${frame.x}px`,
    top: `${frame.y}px`,
    width: `${frame.w}px`,
    height: `${frame.h}px`,
  };
  const open = (area.spots ?? []).filter((spot) => marks(spot.id).alive);
  const badges = [...(area.spots ?? []), ...(area.pieces ?? [])].flatMap((thing) => {
    const { badge } = marks(thing.id);
    return badge ? [<Badge key={thing.id} thing={thing} text={badge} scale={frame?.scale ?? 40} />] : [];
  });
  return (
    <div class={`area role-${area.role} ${more}`} style={style} data-area={area.id}>
      <svg viewBox={`0 0 ${area.w * UNIT} ${area.h * UNIT}`} role="group" aria-label={area.label}>
        {area.spots?.map((spot) => (
          <ThingGroup
            key={spot.id}
            thing={spot}
            shape={spot.shape ?? "cell"}
            kind="spot"
            marks={marks(spot.id)}
          >
            <SpotDrawing spot={spot} art={art} />
          </ThingGroup>
        ))}
        <Texts texts={area.texts} />
        {area.pieces?.map((piece) => (
          <ThingGroup
            key={piece.id}
            thing={piece}
            shape="cell"
            kind="piece"
            marks={marks(piece.id)}
            resting={open.length > 0 && !marks(piece.id).alive && resting(piece, open)}
          >
            <Drawing piece={piece} art={art} />
          </ThingGroup>
        ))}
        {badges}
      </svg>
      {children}
    </div>
  );
}
