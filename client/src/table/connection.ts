// The live connection to a table: comes back by itself, asks only for what it missed, and sends again what was not
// answered. A request has a name of its own, so the server carries it out once however often it comes.

import { signal } from "@preact/signals";
import { get, nonce, Refused } from "../api";
import type { Bye, FromClient, FromServer } from "../protocol";

type Nameless<T> = T extends unknown ? Omit<T, "id"> : never;

/** What can be asked for; the name of the request is given to it on the way. */
export type Command = Nameless<FromClient>;

export type Line = "connecting" | "open" | "lost" | "restarting" | "closed";

export interface Has {
  seat: number | null | undefined;
  version: number;
  steps: number;
  lines: number;
}

type Answer = Extract<FromServer, { id: string | null }>;

interface Waiting {
  frame: string;
  done: (answer: Answer) => void;
  failed: (why: Refused) => void;
}

const SHORTEST = 400;
const LONGEST = 8_000;
/** Say that the connection is lost only when it has been for so long: short gaps are nobody's business. */
const PATIENCE = 1_500;
const QUIET = 20_000;

export class Connection {
  readonly line = signal<Line>("connecting");
  readonly bye = signal<Bye | undefined>(undefined);
  private socket: WebSocket | undefined;
  private waiting = new Map<string, Waiting>();
  private delay = SHORTEST;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private notice: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private stopped = false;
  /** Whether the present socket has brought a look. */
  private welcome = false;

  constructor(
    private readonly table: string,
    private readonly has: () => Has,
    private readonly told: (message: Exclude<FromServer, Answer>) => void,
  ) {
    addEventListener("online", this.hasten);
    document.addEventListener("visibilitychange", this.hasten);
    this.open();
  }

  /** Ask for something. Resolves when the server has answered; rejects with its words when it refuses. */
  ask(command: Command): Promise<Answer> {
    const id = nonce();
    const frame = JSON.stringify({ ...command, id });
    return new Promise((done, failed) => {
      this.waiting.set(id, { frame, done, failed });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(frame);
    });
  }

  /** Forget what is known and get everything anew. */
  again(): void {
    this.socket?.close();
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    clearTimeout(this.notice);
    clearInterval(this.pulse);
    removeEventListener("online", this.hasten);
    document.removeEventListener("visibilitychange", this.hasten);
    this.socket?.close();
  }

  private open(): void {
    const { seat, version, steps, lines } = this.has();
    const query = new URLSearchParams({ wants: "scene", protocol: "1" });
    if (seat != null) query.set("seat", String(seat));
    if (version > 0) {
      query.set("version", String(version));
      query.set("steps", String(steps));
      query.set("lines", String(lines));
    }
    const base = location.origin.replace(/^http/, "ws");
    const socket = new WebSocket(`${base}/api/tables/${encodeURIComponent(this.table)}/socket?${query}`);
    this.socket = socket;
    this.welcome = false;
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.lost(socket);
    clearInterval(this.pulse);
    this.heard = Date.now();
    this.pulse = setInterval(() => this.beat(socket), QUIET / 2);
  }

  private beat(socket: WebSocket): void {
    if (Date.now() - this.heard > QUIET * 1.5) {
      this.lost(socket);
      socket.close();
    } else if (socket.readyState === WebSocket.OPEN && Date.now() - this.heard > QUIET / 2) {
      socket.send(JSON.stringify({ kind: "ping", id: nonce() }));
    }
  }

  private hear(message: FromServer): void {
    if (this.stopped) return;
    this.heard = Date.now();
    if (message.kind === "look") this.greeted();
    if (message.kind === "bye") this.bye.value = message;
    if ("id" in message) this.answer(message);
    else this.told(message);
  }

  private greeted(): void {
    this.welcome = true;
    if (this.line.value === "open") return;
    clearTimeout(this.notice);
    this.notice = undefined;
    this.line.value = "open";
    this.bye.value = undefined;
    this.delay = SHORTEST;
    for (const { frame } of this.waiting.values()) this.socket?.send(frame);
  }

  private answer(message: Answer): void {
    const waiting = message.id === null ? undefined : this.waiting.get(message.id);
    if (message.id !== null) this.waiting.delete(message.id);
    if (message.kind !== "error") waiting?.done(message);
    else waiting?.failed(new Refused(message.code, message.text));
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.stopped) return;
    this.socket = undefined;
    clearInterval(this.pulse);
    const reason = this.bye.value?.reason;
    if (reason && reason !== "restarting" && reason !== "too-slow") {
      this.line.value = "closed";
      return;
    }
    if (this.line.value === "open") this.line.value = "connecting";
    if (!this.welcome) void this.inquire();
    this.notice ??= setTimeout(() => {
      this.line.value = reason === "restarting" ? "restarting" : "lost";
    }, PATIENCE);
    this.retry = setTimeout(() => this.open(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(this.delay * 1.7, LONGEST);
  }

  /** A socket that was refused does not say why; asked in another way, the server does. */
  private async inquire(): Promise<void> {
    try {
      await get(`/api/tables/${encodeURIComponent(this.table)}`);
    } catch (error) {
      if (!(error instanceof Refused) || error.passing) return;
      this.bye.value = { kind: "bye", reason: "closed", text: error.message };
      this.line.value = "closed";
      this.close();
    }
  }

  /** Somebody looks again, or the network is back: what was lost is tried at once, what may be dead has to answer soon. */
  private readonly hasten = (): void => {
    const { socket } = this;
    if (this.stopped || this.line.value === "closed" || document.hidden) return;
    if (!socket) {
      clearTimeout(this.retry);
      this.open();
    } else if (socket.readyState === WebSocket.OPEN && Date.now() - this.heard > QUIET) {
      const heard = this.heard;
      socket.send(JSON.stringify({ kind: "ping", id: nonce() }));
      setTimeout(() => {
        if (this.heard !== heard) return;
        this.lost(socket);
        socket.close();
      }, PATIENCE);
    }
  };
}
