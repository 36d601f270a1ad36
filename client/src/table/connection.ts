// The live connection to a table. It reconnects by itself, asks only for what it missed, and repeats
// unanswered requests. Each request has an id, so the server carries it out only once.

import { signal } from "@preact/signals";
import { get, nonce, RequestError } from "../api";
import type { Bye, FromClient, FromServer } from "../protocol";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** A request without its id, which `ask` adds. */
export type Command = WithoutId<FromClient>;

export type ConnectionState = "connecting" | "open" | "lost" | "restarting" | "closed";

export interface Known {
  seat: number | null | undefined;
  version: number;
  steps: number;
  lines: number;
}

type Answer = Extract<FromServer, { id: string | null }>;

interface Pending {
  frame: string;
  done: (answer: Answer) => void;
  failed: (why: RequestError) => void;
}

const FIRST_DELAY = 400;
const LONGEST_DELAY = 8_000;
/** Milliseconds before the page says that the connection is lost: short gaps do not matter. */
const PATIENCE = 1_500;
const HEARTBEAT = 20_000;

export class Connection {
  readonly state = signal<ConnectionState>("connecting");
  readonly bye = signal<Bye | undefined>(undefined);
  private socket: WebSocket | undefined;
  private pending = new Map<string, Pending>();
  private delay = FIRST_DELAY;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private notice: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private stopped = false;
  /** Whether the current socket has received a look. */
  private hasLook = false;

  constructor(
    private readonly table: string,
    private readonly known: () => Known,
    private readonly onMessage: (message: Exclude<FromServer, Answer>) => void,
  ) {
    addEventListener("online", this.reconnectNow);
    document.addEventListener("visibilitychange", this.reconnectNow);
    this.open();
  }

  /** Sends a request. Resolves with the answer; rejects with a RequestError if the server refuses. */
  ask(command: Command): Promise<Answer> {
    const id = nonce();
    const frame = JSON.stringify({ ...command, id });
    return new Promise((done, failed) => {
      this.pending.set(id, { frame, done, failed });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(frame);
    });
  }

  /** Closes the socket, so that a new one is opened. */
  reconnect(): void {
    this.socket?.close();
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    clearTimeout(this.notice);
    clearInterval(this.heartbeat);
    removeEventListener("online", this.reconnectNow);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.socket?.close();
  }

  private open(): void {
    const { seat, version, steps, lines } = this.known();
    const query = new URLSearchParams({ wants: "changes", protocol: "1" });
    if (seat != null) query.set("seat", String(seat));
    if (version > 0) {
      query.set("version", String(version));
      query.set("steps", String(steps));
      query.set("lines", String(lines));
    }
    const base = location.origin.replace(/^http/, "ws");
    const socket = new WebSocket(`${base}/api/tables/${encodeURIComponent(this.table)}/socket?${query}`);
    this.socket = socket;
    this.hasLook = false;
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.lost(socket);
    clearInterval(this.heartbeat);
    this.lastHeard = Date.now();
    this.heartbeat = setInterval(() => this.checkAlive(socket), HEARTBEAT / 2);
  }

  private checkAlive(socket: WebSocket): void {
    if (Date.now() - this.lastHeard > HEARTBEAT * 1.5) {
      this.lost(socket);
      socket.close();
    } else if (socket.readyState === WebSocket.OPEN && Date.now() - this.lastHeard > HEARTBEAT / 2) {
      socket.send(JSON.stringify({ kind: "ping", id: nonce() }));
    }
  }

  private receive(message: FromServer): void {
    if (this.stopped) return;
    this.lastHeard = Date.now();
    if (message.kind === "look") this.opened();
    if (message.kind === "bye") this.bye.value = message;
    if ("id" in message) this.answer(message);
    else this.onMessage(message);
  }

  private opened(): void {
    this.hasLook = true;
    if (this.state.value === "open") return;
    clearTimeout(this.notice);
    this.notice = undefined;
    this.state.value = "open";
    this.bye.value = undefined;
    this.delay = FIRST_DELAY;
    for (const { frame } of this.pending.values()) this.socket?.send(frame);
  }

  private answer(message: Answer): void {
    const pending = message.id === null ? undefined : this.pending.get(message.id);
    if (message.id !== null) this.pending.delete(message.id);
    if (message.kind !== "error") pending?.done(message);
    else pending?.failed(new RequestError(message.code, message.text));
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.stopped) return;
    this.socket = undefined;
    clearInterval(this.heartbeat);
    const reason = this.bye.value?.reason;
    if (reason && reason !== "restarting" && reason !== "too-slow") {
      this.state.value = "closed";
      return;
    }
    if (this.state.value === "open") this.state.value = "connecting";
    if (!this.hasLook) void this.findRefusal();
    this.notice ??= setTimeout(() => {
      this.state.value = reason === "restarting" ? "restarting" : "lost";
    }, PATIENCE);
    this.retry = setTimeout(() => this.open(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(this.delay * 1.7, LONGEST_DELAY);
  }

  /** Asks over HTTP why the socket was refused, which a browser does not say. */
  private async findRefusal(): Promise<void> {
    try {
      await get(`/api/tables/${encodeURIComponent(this.table)}`);
    } catch (error) {
      if (!(error instanceof RequestError) || error.temporary) return;
      this.bye.value = { kind: "bye", reason: "closed", text: error.message };
      this.state.value = "closed";
      this.close();
    }
  }

  /** When the page is visible or online again: reconnect at once, and check a socket that has been silent. */
  private readonly reconnectNow = (): void => {
    const { socket } = this;
    if (this.stopped || this.state.value === "closed" || document.hidden) return;
    if (!socket) {
      clearTimeout(this.retry);
      this.open();
    } else if (socket.readyState === WebSocket.OPEN && Date.now() - this.lastHeard > HEARTBEAT) {
      const lastHeard = this.lastHeard;
      socket.send(JSON.stringify({ kind: "ping", id: nonce() }));
      setTimeout(() => {
        if (this.lastHeard !== lastHeard) return;
        this.lost(socket);
        socket.close();
      }, PATIENCE);
    }
  };
}
