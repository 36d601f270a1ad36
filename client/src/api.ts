// Calls to the server that are not about one table's live connection.

import { signal } from "@preact/signals";
import type { GameBody, LevelBody, Me, Scene } from "./protocol";
import { texts } from "./texts";

export class RequestError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }

  /** Whether the same may be granted in a moment, because it was not refused but not heard. */
  get temporary(): boolean {
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
    throw new RequestError("offline", texts.common.serverAway);
  }
  const text = await answer.text();
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // Our server speaks JSON. Whatever stands before it and says something else has found it away.
    throw new RequestError("offline", texts.common.serverAway);
  }
  if (!answer.ok) {
    const problem = data as { code?: string; text?: string } | null;
    throw new RequestError(problem?.code ?? "offline", problem?.text ?? texts.common.serverAway);
  }
  return data as T;
}

export const get = <T>(path: string) => call<T>("GET", path);

/** Whoever wants something done is somebody: on a slow line, a newcomer's first wish waits for their name. */
export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  await loadMe().catch(() => undefined);
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

const cache = new Map<string, Promise<unknown>>();

/** The same as `get`, asked once: for what does not change while the page is open. */
export function getOnce<T>(path: string): Promise<T> {
  const found = cache.get(path) as Promise<T> | undefined;
  if (found) return found;
  const request = get<T>(path);
  cache.set(path, request);
  request.catch(() => cache.delete(path));
  return request;
}

export const games = () => getOnce<GameBody[]>("/api/games");
export const levels = () => getOnce<LevelBody[]>("/api/levels");
/** A scene in the middle of a match, or what it looks like so many changes later. */
export const exampleScene = (game: string, later = 0) =>
  getOnce<Scene>(`/api/games/${encodeURIComponent(game)}/scene${later ? `?later=${later}` : ""}`);

export const me = signal<Me | undefined>(undefined);

/** Who one is; a browser that comes for the first time becomes a guest. */
export async function loadMe(): Promise<Me> {
  const known = me.value ?? (await getOnce<Me>("/api/me"));
  me.value ??= known;
  return known;
}

export async function rename(name: string): Promise<void> {
  me.value = await patch<Me>("/api/me", { name });
}
