// Calls to the server that are not about one table's live connection.

import { signal } from "@preact/signals";
import type { GameBody, LevelBody, Me, Scene } from "./protocol";
import { texts } from "./texts";

export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }

  /** Whether the same may be granted in a moment, because it was not refused but not heard. */
  get passing(): boolean {
    return ["offline", "try-again", "restarting", "too-many"].includes(this.code);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline", texts.common.serverAway);
  }
  const text = await answer.text();
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // Our server speaks JSON. Whatever stands before it and says something else has found it away.
    throw new Refused("offline", texts.common.serverAway);
  }
  if (!answer.ok) {
    const told = data as { code?: string; text?: string } | null;
    throw new Refused(told?.code ?? "offline", told?.text ?? texts.common.serverAway);
  }
  return data as T;
}

export const get = <T>(path: string) => call<T>("GET", path);

/** Whoever wants something done is somebody: on a slow line, a newcomer's first wish waits for their name. */
export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  await greet().catch(() => undefined);
  return call<T>("POST", path, body);
}

export const remove = (path: string) => call<null>("DELETE", path);
export const patch = <T>(path: string, body: unknown) => call<T>("PATCH", path, body);

/** Letters and digits that nobody can guess: a seat's part in the seed, or the name of a request. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

const kept = new Map<string, Promise<unknown>>();

/** The same as `get`, asked once: for what does not change while the page is open. */
export function once<T>(path: string): Promise<T> {
  const found = kept.get(path) as Promise<T> | undefined;
  if (found) return found;
  const asked = get<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

export const games = () => once<GameBody[]>("/api/games");
export const levels = () => once<LevelBody[]>("/api/levels");
/** A scene in the middle of a match, or what it looks like so many changes later. */
export const exampleScene = (game: string, later = 0) =>
  once<Scene>(`/api/games/${encodeURIComponent(game)}/scene${later ? `?later=${later}` : ""}`);

export const me = signal<Me | undefined>(undefined);

/** Who one is; a browser that comes for the first time becomes a guest. */
export async function greet(): Promise<Me> {
  const known = me.value ?? (await once<Me>("/api/me"));
  me.value ??= known;
  return known;
}

export async function rename(name: string): Promise<void> {
  me.value = await patch<Me>("/api/me", { name });
}
