// Our part in the luck of a match: a nonce that we commit to when we sit down and reveal when all seats are taken. What
// we saw of the match is kept on this device, so that its record can be checked against it: docs/chance-and-secrets.

import { nonce, post } from "./api";
import type { OpenedTable, PlaceSetup, Setup, TableLook } from "./protocol";
import { sha256 } from "./sha256";

/** What this device knows about a match. */
export interface Evidence {
  nonce: string;
  /** The table, and its `draw` as it was before we revealed the nonce. */
  table?: string;
  draw?: string;
  /** The last head of the chain that we saw while the match ran. */
  head?: string;
  /** When the nonce was made. */
  at: number;
}

const PREFIX = "tilora.luck.";
/** How many matches are remembered. */
const MOST = 200;
/** Where the browser stores nothing, all of it lasts until the page is closed. */
const memory = new Map<string, string>();

function read(commitment: string): Evidence | undefined {
  let text: string | null = null;
  try {
    text = localStorage.getItem(PREFIX + commitment);
  } catch {
    // The memory has it.
  }
  text ??= memory.get(commitment) ?? null;
  return text === null ? undefined : (JSON.parse(text) as Evidence);
}

function write(commitment: string, evidence: Evidence): void {
  const text = JSON.stringify(evidence);
  memory.set(commitment, text);
  try {
    localStorage.setItem(PREFIX + commitment, text);
  } catch {
    // The memory has it.
  }
}

/** Returns all commitments on this device, the newest first. */
function commitments(): string[] {
  const known = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) known.add(key.slice(PREFIX.length));
  } catch {
    // Only those in memory.
  }
  return [...known].sort((a, b) => (read(b)?.at ?? 0) - (read(a)?.at ?? 0));
}

function forget(commitment: string): void {
  memory.delete(commitment);
  try {
    localStorage.removeItem(PREFIX + commitment);
  } catch {
    // Nothing was stored.
  }
}

/** Makes a nonce, keeps it, and returns its commitment. */
export function commit(): string {
  commitments().slice(MOST).forEach(forget);
  const ours = nonce();
  const commitment = sha256(ours);
  write(commitment, { nonce: ours, at: Date.now() });
  return commitment;
}

/**
 * Returns the nonce to reveal in this draw, which is kept as evidence; undefined if this device does not have it.
 *
 * It is revealed in one draw only: if a server showed another one later, it would know our nonce when it made that one.
 */
export function nonceFor(commitment: string, table: string, draw: string): string | undefined {
  const evidence = read(commitment);
  if (!evidence || !draw || (evidence.draw ?? draw) !== draw) return undefined;
  if (!evidence.draw) write(commitment, { ...evidence, table, draw });
  return evidence.nonce;
}

/** Keeps the newest head of the chain. */
export function keepHead(commitment: string, head: string): void {
  const evidence = read(commitment);
  if (evidence && evidence.head !== head) write(commitment, { ...evidence, head });
}

/** Returns what this device knows about the match at a table. */
export function evidenceOf(table: string): Evidence | undefined {
  return commitments()
    .map(read)
    .find((evidence) => evidence?.table === table);
}

/** Returns the seats that have not revealed their nonces yet. */
export const missingSeats = ({ seats, drawing }: TableLook): number[] =>
  drawing ? seats.flatMap((seat, index) => (seat.commitment && !seat.revealed ? [index] : [])) : [];

const isOurs = ({ kind }: PlaceSetup): boolean => kind === "me" || kind === "here";

/** Opens a table, and returns its id. If no seat is open, our nonce is revealed at once: nobody has to wait for it. */
export async function openTable(setup: Setup): Promise<string> {
  const seat = setup.places.findIndex(isOurs);
  if (seat < 0) return (await post<OpenedTable>("/api/tables", setup)).id;
  const commitment = commit();
  const places = setup.places.map((place, index) => (index === seat ? { ...place, commitment } : place));
  const { id, draw } = await post<OpenedTable>("/api/tables", { ...setup, places });
  const ours = nonceFor(commitment, id, draw);
  // If this fails, the page of the table does it again.
  if (ours !== undefined)
    void post(`/api/tables/${encodeURIComponent(id)}/commands`, {
      kind: "reveal",
      id: commitment,
      seat,
      nonce: ours,
    }).catch(() => undefined);
  return id;
}
