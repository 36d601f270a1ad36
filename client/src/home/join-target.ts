import { decodePart } from "../parts/uri";

/** Returns where a typed link, address or code leads: to another server, or to a table here. */
export function joinTarget(typed: string, origin: string): { away: string } | { table: string } | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  const found = /\/t\/([^/?#\s]+)/.exec(text);
  if (/^https?:\/\//i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url) return undefined;
    if (url.origin !== origin) return { away: url.href };
  }
  if (found?.[1]) return { table: decodePart(found[1]) };
  if (/^[\w.-]+:\d+$/.test(text)) return { away: `http://${text}/` };
  return { table: text.replace(/\s+/g, "") };
}
