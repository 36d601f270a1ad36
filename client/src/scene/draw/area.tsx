// Draws one area of a scene.

import type { ComponentChildren } from "preact";
import { fillSeats } from "../../parts/seat-names";
import type { Area, Ghost, Piece, Spot } from "../../protocol";
import { covered, liesOn } from "../geometry";
import type { Frame } from "../layout";
import type { Art } from "./art";
import { Item, type MarksOf, unmarked } from "./item";
import { Drawing, Texts, UNIT } from "./shapes";

/** Whether a piece lies on a spot that can be clicked. Then a click on the piece means the spot. */
const resting = (piece: Piece, alive: readonly Spot[]): boolean => alive.some((spot) => liesOn(piece, spot));

/** A label beside an item, large enough to read at any scale. */
function Badge({ thing, text, scale }: { thing: Spot | Piece; text: string; scale: number }) {
  const size = Math.min(40, Math.max(18, (11.5 / scale) * UNIT));
  const [width, height] = [size * (0.75 + text.length * 0.62), size * 1.35];
  const [x, y] = [thing.x * UNIT - 2, thing.y * UNIT - height * 0.35];
  return (
    <g
      class={text.startsWith("−") ? "badge loss" : text === "0%" ? "badge hopeless" : "badge"}
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

/** A piece as it would lie. */
function GhostPiece({ piece, art }: { piece: Piece; art: Art }) {
  const [w, h] = [(piece.w ?? 1) * UNIT, (piece.h ?? 1) * UNIT];
  const turn = piece.turn ? ` rotate(${piece.turn} ${w / 2} ${h / 2})` : "";
  return (
    <g
      class="preview"
      transform={`translate(${Math.round(piece.x * UNIT)} ${Math.round(piece.y * UNIT)})${turn}`}
      data-ghost={piece.id}
      aria-hidden="true"
    >
      <Drawing piece={piece} art={art} />
    </g>
  );
}

const NO_NAMES: readonly string[] = [];

interface AreaProps {
  area: Area;
  art: Art;
  frame?: Frame;
  marks?: MarksOf;
  /** Pieces as they would lie. */
  ghosts?: readonly Ghost[];
  names?: readonly string[];
  classes?: string;
  /** Called when the person scrolls within the area. */
  moved?: (x: number, y: number) => void;
  children?: ComponentChildren;
}

/** An area, placed at its frame; without one it fills its container. */
export function AreaDrawing(props: AreaProps) {
  const { area, art, frame, marks = unmarked, ghosts, names = NO_NAMES, classes: more = "" } = props;
  const { moved, children } = props;
  const room = frame?.window ?? frame?.panel ?? frame;
  const style = room && {
    left: `${room.x}px`,
    top: `${room.y}px`,
    width: `${room.w}px`,
    height: `${room.h}px`,
  };
  const size = frame?.window && { width: `${frame.w}px`, height: `${frame.h}px` };
  const inset = frame?.panel && {
    width: `${frame.w}px`,
    height: `${frame.h}px`,
    translate: `${frame.x - frame.panel.x}px ${frame.y - frame.panel.y}px`,
  };
  const open = (area.spots ?? []).filter((spot) => marks(spot.id).alive);
  const badges = [...(area.spots ?? []), ...(area.pieces ?? [])].flatMap((thing) => {
    const { badge } = marks(thing.id);
    return badge ? [<Badge key={thing.id} thing={thing} text={badge} scale={frame?.scale ?? 40} />] : [];
  });
  return (
    <div
      class={`area role-${area.role} ${size ? "windowed " : ""}${covered(area) ? "covered " : ""}${more}`}
      style={style}
      data-area={area.id}
      tabIndex={size ? 0 : undefined}
      onScroll={size && ((event) => moved?.(event.currentTarget.scrollLeft, event.currentTarget.scrollTop))}
    >
      <svg
        viewBox={`0 0 ${area.w * UNIT} ${area.h * UNIT}`}
        role="group"
        aria-label={fillSeats(area.label, names)}
        style={size ?? inset}
      >
        {art.ready && (
          <>
            {area.spots?.map((spot) => (
              <Item key={spot.id} spot={spot} art={art} names={names} marks={marks(spot.id)} />
            ))}
            <Texts texts={area.texts} names={names} />
            {area.pieces?.map((piece) => (
              <Item
                key={piece.id}
                piece={piece}
                art={art}
                names={names}
                marks={marks(piece.id)}
                resting={open.length > 0 && !marks(piece.id).alive && resting(piece, open)}
              />
            ))}
            {ghosts?.map(({ piece }) => (
              <GhostPiece key={piece.id} piece={piece} art={art} />
            ))}
            {badges}
          </>
        )}
      </svg>
      {children}
    </div>
  );
}
