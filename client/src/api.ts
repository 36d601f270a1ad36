// HTTP requests to the server. The live connection to a table is in table/connection.

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

  /** Whether trying again may help: the request did not reach the server, or the server was busy. */
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
    // Our server answers in JSON. Anything else comes from a proxy that could not reach it.
    throw new RequestError("offline", texts.common.serverAway);
  }
  if (!answer.ok) {
    const problem = data as { code?: string; text?: string } | null;
    throw new RequestError(problem?.code ?? "offline", problem?.text ?? texts.common.serverAway);
  }
  return data as T;
}

export const get = <T>(path: string) => call<T>("GET", path);

/** Sends a request after the person is known: on a slow connection a newcomer may click before that. */
export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  await loadMe().catch(() => undefined);
  return call<T>("POST", path, body);
}

export const remove = (path: string) => call<null>("DELETE", path);
export const patch = <T>(path: string, body: unknown) => call<T>("PATCH", path, body);

/** Returns an unguessable string: a seat's part of the seed, or the id of a request. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

const cache = new Map<string, Promise<unknown>>();

/** Like `get`, but cached: for what does not change while the page is open. */
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
/** Returns a scene from the middle of a match, or the scene that many moves later. */
export const exampleScene = (game: string, later = 0) =>
  getOnce<Scene>(`/api/games/${encodeURIComponent(game)}/scene${later ? `?later=${later}` : ""}`);

export const me = signal<Me | undefined>(undefined);

/** Returns the person at this browser. On a first visit the server creates a guest. */
export async function loadMe(): Promise<Me> {
  const person = me.value ?? (await getOnce<Me>("/api/me"));
  me.value ??= person;
  return person;
}

export async function rename(name: string): Promise<void> {
  me.value = await patch<Me>("/api/me", { name });
}
