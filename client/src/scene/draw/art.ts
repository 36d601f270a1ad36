// The drawings of a game: loaded once, inserted into the page, and used by pieces. Their ids are prefixed with the name
// of the game, so that two games can be on one page.

import { effect, signal } from "@preact/signals";
import { dark, settings } from "../../settings";

export interface Art {
  game: string;
  /** Whether loading has finished. Until then draw nothing: it would look different a moment later. */
  ready: boolean;
  has(symbol: string): boolean;
  /** Returns the href for a `<use>` element. */
  ref(symbol: string): string;
}

type Colours = Record<string, string>;

const NONE: Art = { game: "", ready: true, has: () => false, ref: () => "" };
const LOADING: Art = { ...NONE, ready: false };
/** Milliseconds before drawings that could not be loaded are requested again. */
const RETRY_AFTER = 2_000;
const loaded = signal<ReadonlyMap<string, Art>>(new Map());
const requested = new Set<string>();

/** Returns the drawings with prefixed ids, and without the white space between elements, which every `<use>` copies. */
function prefixed(svg: string, prefix: string): string {
  return svg
    .replace(/>\s+</g, "><")
    .replace(/\bid="/g, `id="${prefix}`)
    .replace(/url\(#/g, `url(#${prefix}`)
    .replace(/href="#/g, `href="#${prefix}`);
}

/** Sets the CSS variables of a game's drawings to match the theme and palette, now and on every change. */
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
  // 404 means that the game has no drawings. Any other error is worth another try.
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
      game,
      ready: true,
      has: (symbol) => symbols.has(prefix + symbol),
      ref: (symbol) => `#${prefix}${symbol}`,
    };
  }
  loaded.value = new Map(loaded.value).set(game, art);
}

/** Returns the drawings of a game, and loads them on first use. */
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
