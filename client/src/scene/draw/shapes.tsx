// Draws pieces, spots and texts as SVG, where one unit of length is 100.

import { fillSeats } from "../../parts/seat-names";
import { signPath } from "../../parts/seat-sign";
import type { Faces, Piece, Spot, Text } from "../../protocol";
import type { Art } from "./art";
import { PIPS, type Side, sides } from "./cube";

export const UNIT = 100;

const round = (value: number) => Math.round(value * 100) / 100;

interface TextsProps {
  texts?: Text[];
  names?: readonly string[];
  letters?: boolean;
}

/** Texts of an area, a spot or a piece. Faint ones on pieces are letters that name a colour; a setting shows them. */
export function Texts({ texts, names = [], letters = false }: TextsProps) {
  return (
    <>
      {texts?.map((text, index) => (
        <text
          key={index}
          x={round(text.x * UNIT)}
          y={round(text.y * UNIT)}
          font-size={round((text.size ?? 0.4) * UNIT)}
          text-anchor={text.align ?? "middle"}
          dominant-baseline="central"
          class={`text-${letters && text.role === "faint" ? "letter" : (text.role ?? "plain")}`}
        >
          {fillSeats(text.text, names)}
        </text>
      ))}
    </>
  );
}

function Face({ side, material, art }: { side: Side; material: string; art: Art }) {
  const drawn = art.has(material);
  const pip = `${material}-pip`;
  const size = side.number === 1 ? 28 : 21;
  return (
    <g
      transform={`matrix(${side.matrix.map((part, index) => round(index < 4 ? part : part * UNIT)).join(" ")})`}
    >
      {drawn ? (
        <use href={art.ref(material)} width={UNIT} height={UNIT} />
      ) : (
        <rect class="die-face" width={UNIT} height={UNIT} rx={12} />
      )}
      <rect class={`die-shade die-${side.light}`} width={UNIT} height={UNIT} />
      {PIPS[side.number]?.map(([x, y]) =>
        art.has(pip) ? (
          <use
            key={`${x} ${y}`}
            href={art.ref(pip)}
            x={x * UNIT - size / 2}
            y={y * UNIT - size / 2}
            width={size}
            height={size}
          />
        ) : (
          <circle key={`${x} ${y}`} class="die-pip" cx={x * UNIT} cy={y * UNIT} r={size / 2} />
        ),
      )}
    </g>
  );
}

interface DieProps {
  faces: Faces;
  material: string;
  art: Art;
  tip?: { dx: number; dy: number; share: number };
}

/** A die at rest, or while it tips over. */
export function Die({ faces, material, art, tip }: DieProps) {
  const seen = sides(faces, tip?.dx, tip?.dy, tip?.share);
  return (
    <g class={`die material-${material}`}>
      {seen.map((side) => (
        <Face key={side.number} side={side} material={material} art={art} />
      ))}
    </g>
  );
}

/** A piece without its position. Travelling pieces are drawn with this, too. */
export function Drawing({ piece, art, tip }: { piece: Piece; art: Art; tip?: DieProps["tip"] }) {
  const [w, h] = [(piece.w ?? 1) * UNIT, (piece.h ?? 1) * UNIT];
  return (
    <g class={`drawing kind-${piece.kind}${piece.look ? ` look-${piece.look}` : ""}`}>
      {piece.faces ? (
        <g transform={w === UNIT ? undefined : `scale(${w / UNIT})`}>
          <Die faces={piece.faces} material={piece.symbol} art={art} tip={tip} />
        </g>
      ) : art.has(piece.symbol) ? (
        <use href={art.ref(piece.symbol)} width={w} height={h} />
      ) : (
        <rect class="plain-piece" x={4} y={4} width={w - 8} height={h - 8} rx={14} />
      )}
      <Texts texts={piece.texts} letters />
      {piece.owner != null && (
        <g class={`owner seat-${piece.owner % 6}`}>
          <rect class="owner-ring" x={2} y={2} width={w - 4} height={h - 4} rx={12} />
          <g transform={`translate(${w - 28} 2) scale(0.26)`}>
            <circle class="owner-ground" cx={50} cy={50} r={66} />
            <path d={signPath(piece.owner)} />
          </g>
        </g>
      )}
    </g>
  );
}

function hexagon(w: number, h: number): string {
  const points = [
    [0.5, 0],
    [1, 0.25],
    [1, 0.75],
    [0.5, 1],
    [0, 0.75],
    [0, 0.25],
  ];
  return points.map(([x = 0, y = 0]) => `${round(x * w)},${round(y * h)}`).join(" ");
}

/** The outline of a spot, also used for the ring around an item. */
export function Outline({
  shape,
  w,
  h,
  grow = 0,
  ...rest
}: {
  shape: string;
  w: number;
  h: number;
  grow?: number;
  class: string;
}) {
  const size = { x: -grow, y: -grow, width: w + 2 * grow, height: h + 2 * grow };
  if (shape === "round" || shape === "bowl") {
    return <ellipse cx={w / 2} cy={h / 2} rx={w / 2 + grow} ry={h / 2 + grow} {...rest} />;
  }
  if (shape === "hex") return <polygon points={hexagon(w, h)} {...rest} />;
  return <rect {...size} rx={(shape === "panel" ? 22 : 12) + grow} {...rest} />;
}

/** A place where pieces lie or can go. */
export function SpotDrawing({ spot, art }: { spot: Spot; art: Art }) {
  const [w, h] = [(spot.w ?? 1) * UNIT, (spot.h ?? 1) * UNIT];
  const shape = spot.shape ?? "cell";
  return (
    <>
      {shape === "none" ? (
        <rect class="spot-none" width={w} height={h} />
      ) : (
        <Outline
          shape={shape}
          w={w}
          h={h}
          grow={shape === "cell" ? -3 : 0}
          class={`spot-shape spot-${shape}`}
        />
      )}
      {shape === "bowl" && (
        <ellipse class="bowl-inner" cx={w / 2} cy={h / 2 + h * 0.02} rx={w * 0.42} ry={h * 0.42} />
      )}
      {spot.symbol && art.has(spot.symbol) && (
        <use class={shape === "none" ? "" : "spot-symbol"} href={art.ref(spot.symbol)} width={w} height={h} />
      )}
      <Texts texts={spot.texts} />
    </>
  );
}
