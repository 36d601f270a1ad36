// A piece or a spot with its marks. Most items do not change from one move to the next, so they skip rendering.

import { Component } from "preact";
import { fillSeats } from "../../parts/seat-names";
import { sideOf, signPath } from "../../parts/seat-sign";
import type { Piece, Spot } from "../../protocol";
import { texts } from "../../texts";
import type { Art } from "./art";
import { Drawing, Outline, SpotDrawing, UNIT } from "./shapes";

/** How an item is highlighted right now. */
export interface Marks {
  alive: boolean;
  picked: boolean;
  lit: boolean;
  hinted: boolean;
  focused: boolean;
  /** Shown beside it: the odds or the gain of clicking it. */
  badge: string;
  /** Clicking it cannot succeed. */
  hopeless: boolean;
  /** The seat that touched it last, as long as that is marked. */
  by?: number;
  /** The seat that has won the match with it. */
  wonBy?: number;
  /** Whether it would leave its place, if somebody chose what they point at. */
  going?: boolean;
}

export type MarksOf = (id: string) => Marks;

const PLAIN: Marks = {
  alive: false,
  picked: false,
  lit: false,
  hinted: false,
  focused: false,
  badge: "",
  hopeless: false,
};
export const unmarked: MarksOf = () => PLAIN;

function classes(kind: string, marks: Marks): string {
  let all = kind;
  if (marks.alive) all += " alive";
  if (marks.picked) all += " picked";
  if (marks.lit) all += " lit";
  if (marks.hinted) all += " hinted";
  if (marks.hopeless) all += " hopeless";
  if (marks.going) all += " going";
  if (marks.wonBy !== undefined) all += ` seat-${marks.wonBy % 6}`;
  return all;
}

const spokenLabel = (thing: Spot | Piece, marks: Marks, names: readonly string[]) =>
  texts.scene.labelled(fillSeats(thing.label || thing.id, names), marks.badge);

interface TouchedProps {
  seat: number;
  art: Art;
  w: number;
  h: number;
  shape: string;
}

/** Marks what a seat touched last, with the seat's colour and sign. */
function Touched({ seat, art, w, h, shape }: TouchedProps) {
  const side = sideOf(art.game, seat);
  return (
    <g class={`touched ${side ? "by-side" : `seat-${seat % 6}`}`} data-by={seat}>
      <Outline shape={shape} w={w} h={h} grow={1} class="touched-ring" />
      <g transform="translate(-6 -6) scale(0.26)">
        <circle class="owner-ground" cx={50} cy={50} r={66} />
        {side ? (
          <rect x={12} y={12} width={76} height={76} rx={20} fill={side.colour} />
        ) : (
          <path d={signPath(seat)} />
        )}
      </g>
    </g>
  );
}

type ItemProps = {
  marks: Marks;
  art: Art;
  /** Who sits where. */
  names: readonly string[];
  /** Whether it lies on a spot that can be clicked. */
  resting?: boolean;
} & ({ spot: Spot; piece?: undefined } | { piece: Piece; spot?: undefined });

const same = (a: Marks, b: Marks) =>
  a.alive === b.alive &&
  a.picked === b.picked &&
  a.lit === b.lit &&
  a.hinted === b.hinted &&
  a.focused === b.focused &&
  a.badge === b.badge &&
  a.hopeless === b.hopeless &&
  a.by === b.by &&
  a.wonBy === b.wonBy &&
  a.going === b.going;

export class Item extends Component<ItemProps> {
  override shouldComponentUpdate(next: ItemProps): boolean {
    const { piece, spot, marks, art, names, resting } = this.props;
    return (
      names !== next.names ||
      piece !== next.piece ||
      spot !== next.spot ||
      art !== next.art ||
      resting !== next.resting ||
      !same(marks, next.marks)
    );
  }

  override render({ piece, spot, marks, art, names, resting = false }: ItemProps) {
    const thing = piece ?? spot;
    const [w, h] = [(thing.w ?? 1) * UNIT, (thing.h ?? 1) * UNIT];
    const turn = thing.turn ? ` rotate(${thing.turn} ${w / 2} ${h / 2})` : "";
    const shape = spot?.shape ?? (piece?.kind === "token" ? "round" : "cell");
    const access = marks.alive
      ? {
          role: "button" as const,
          tabindex: marks.focused ? 0 : -1,
          "aria-pressed": marks.picked,
          "aria-label": spokenLabel(thing, marks, names),
        }
      : thing.label
        ? { role: "img" as const, "aria-label": fillSeats(thing.label, names) }
        : { "aria-hidden": true as const };
    return (
      <g
        class={classes(piece ? "piece" : "spot", marks) + (resting ? " resting" : "")}
        transform={`translate(${Math.round(thing.x * UNIT)} ${Math.round(thing.y * UNIT)})${turn}`}
        data-id={thing.id}
        data-piece={piece?.id}
        {...access}
      >
        <g class="lift">
          {piece ? <Drawing piece={piece} art={art} /> : <SpotDrawing spot={spot} art={art} />}
        </g>
        {marks.by !== undefined && <Touched seat={marks.by} art={art} w={w} h={h} shape={shape} />}
        {(marks.alive || marks.lit || marks.hinted) && (
          <Outline shape={shape} w={w} h={h} grow={3} class="ring" />
        )}
      </g>
    );
  }
}
