// The drawings of a game: fetched once, put into the page, and referred to by pieces. Ids in a file are its own affair:
// here they get the game's name in front, so that two games can be on one page.

import { effect, signal } from "@preact/signals";
import { dark, settings } from "../../settings";

export interface Art {
  /** Whether it is known what there is: until then nothing should be drawn that would look otherwise a moment later. */
  ready: boolean;
  has(symbol: string): boolean;
  /** What a `<use>` refers to. */
  ref(symbol: string): string;
}

type Colours = Record<string, string>;

const NONE: Art = { ready: true, has: () => false, ref: () => "" };
const LOADING: Art = { ...NONE, ready: false };
/** Milliseconds after which drawings that could not be fetched are asked for again. */
const RETRY_AFTER = 2_000;
const loaded = signal<ReadonlyMap<string, Art>>(new Map());
const requested = new Set<string>();

function prefixed(svg: string, prefix: string): string {
  return svg
    .replace(/\bid="/g, `id="${prefix}`)
    .replace(/url\(#/g, `url(#${prefix}`)
    .replace(/href="#/g, `href="#${prefix}`);
}

/** Keeps the variables of a game's drawings as the theme and the palette want them. */
function paint(palettes: { dark?: Colours; clear?: Colours }): void {
  const root = document.documentElement.style;
  const names = new Set([...Object.keys(palettes.dark ?? {}), ...Object.keys(palettes.clear ?? {})]);
  effect(() => {
    const colours: Colours = {
      ...(dark.value ? palettes.dark : {}),
      ...(settings.value.palette === "colour-blind" ? palettes.clear : {}),
    };
    for (const name of names) {
      const value = colours[name];
      if (value === undefined) root.removeProperty(name);
      else root.setProperty(name, value);
    }
  });
}

async function load(game: string): Promise<void> {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/art.svg`);
  // A game need not have any drawings; a server that is just away may have them all the same.
  if (!answer.ok && answer.status !== 404) throw new Error(`The drawings of ${game} were not sent.`);
  const source = answer.ok ? await answer.text() : "";
  let art = NONE;
  if (source) {
    const prefix = `${game}--`;
    const parsed = new DOMParser().parseFromString(prefixed(source, prefix), "image/svg+xml");
    const svg = document.importNode(parsed.documentElement, true);
    for (const script of svg.querySelectorAll("script, style, foreignObject")) script.remove();
    const symbols = new Set([...svg.querySelectorAll("symbol")].map((symbol) => symbol.id));
    const palettes = svg.querySelector("metadata")?.textContent;
    if (palettes) paint(JSON.parse(palettes) as { dark?: Colours; clear?: Colours });
    svg.setAttribute("class", "art");
    svg.setAttribute("aria-hidden", "true");
    document.body.append(svg);
    art = {
      ready: true,
      has: (symbol) => symbols.has(prefix + symbol),
      ref: (symbol) => `#${prefix}${symbol}`,
    };
  }
  loaded.value = new Map(loaded.value).set(game, art);
}

/** The drawings of a game, as soon as they are here. */
export function artOf(game: string): Art {
  const found = loaded.value.get(game);
  if (found) return found;
  if (!requested.has(game)) {
    requested.add(game);
    const attempt = () => load(game).catch(() => setTimeout(attempt, RETRY_AFTER));
    void attempt();
  }
  return LOADING;
}
