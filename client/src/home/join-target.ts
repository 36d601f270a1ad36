import { decodePart } from "../parts/uri";

/** The six letters of a code, in any case, perhaps with spaces or hyphens between them. Ids of tables are longer. */
const CODE = /^[bcdfghjklmnpqrstvwxz]{6}$/i;

type Target = { away: string } | { table: string } | { code: string };

/** Returns where a typed link, address, code or id leads: to another server, or to a table here. */
export function joinTarget(typed: string, origin: string): Target | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  const letters = text.replace(/[\s-]+/g, "");
  if (CODE.test(letters)) return { code: letters.toUpperCase() };
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
