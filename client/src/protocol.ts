// What goes between page and server.

export interface OptionBody {
  name: string;
  choices: string[];
  words: string;
}

export interface GameBody {
  name: string;
  title: string;
  summary: string;
  version: number;
  seats: number[];
  options: OptionBody[];
  hidden: boolean;
}

export interface LevelBody {
  number: number;
  words: string;
}

export interface Me {
  player: string;
  name: string;
  claimed: boolean;
}

export interface PlaceSetup {
  kind: "me" | "here" | "open" | "bot";
  name?: string | null;
  level?: number | null;
  nonce?: string;
}

export interface Setup {
  game: string;
  options?: Record<string, string>;
  position?: string | null;
  places: PlaceSetup[];
  time?: Time;
  public?: boolean;
  watchers?: boolean;
}

export interface PlaceSummary {
  seat: number;
  kind: "person" | "bot" | "open";
  player: string | null;
  name: string;
  level: number | null;
  score: number | null;
  rank: number | null;
  value: number | null;
}

export interface Summary {
  game: string;
  seats: number;
  options: Record<string, string>;
  status: "waiting" | "running" | "finished" | "aborted" | "closed";
  time: Time;
  public: boolean;
  watchers: boolean;
  host: string;
  host_name: string;
  open_seats: number;
  opened_at: number;
  ended_at: number | null;
  places: PlaceSummary[];
  score_seats: number | null;
  earlier: string | null;
  rematch: string | null;
}

export interface TableBody {
  id: string;
  summary: Summary;
  moved_at: number;
}

export interface TablePage {
  tables: TableBody[];
  next: string | null;
}

export interface ScoreBody {
  table: string;
  seat: number;
  name: string;
  player: string | null;
  seats: number;
  score: number;
  high: number;
  at: number;
}

export interface RecordBody {
  id: string;
  game: string;
  seats: number;
  title: string;
  at: number;
}

export interface RecordPage {
  records: RecordBody[];
  next: string | null;
}

export interface ReplaySeat {
  name: string;
  kind: "person" | "bot" | "open";
  level: number | null;
}

export interface ReplayTable {
  game: string;
  title: string;
  options: Record<string, string>;
  seats: ReplaySeat[];
}

export interface ReplayBody {
  id: string;
  table: ReplayTable;
  total: number;
  step: number;
  seat: number | null;
  position: PositionLook;
  beats?: Beat[];
  steps?: StepLook[];
}

export interface Paragraph {
  part: "paragraph";
  text: string;
}

export interface Items {
  part: "items";
  items: string[];
}

export interface Rows {
  part: "rows";
  rows: string[][];
}

export interface Picture {
  part: "picture";
  caption: string;
  scene: Scene;
}

export interface Section {
  title: string;
  parts: (Paragraph | Items | Rows | Picture)[];
}

export interface Guide {
  title: string;
  sections: Section[];
}

export interface Time {
  kind: "none" | "bullet" | "clock";
  seconds: number;
  increment: number;
}

export interface SeatLook {
  kind: "person" | "bot" | "open";
  player: string | null;
  name: string;
  level: number | null;
  driver: "person" | "bot";
  gave_up: boolean;
  wants_rematch: boolean;
}

export interface TableLook {
  game: string;
  title: string;
  options: Record<string, string>;
  seats: SeatLook[];
  status: "waiting" | "running" | "finished" | "aborted" | "closed";
  closed: boolean;
  time: Time;
  host: string;
  host_name: string;
  public: boolean;
  watchers: boolean;
  opened_at: number;
  commitment: string;
  secret: string | null;
  nonces: string[];
  from_position: boolean;
  earlier: string | null;
  rematch: string | null;
  counts: boolean;
}

export interface StepLook {
  seat: number;
  turn: number;
  text: string;
  words: string;
  by: "person" | "bot" | "stand-in";
  beats?: Beat[];
}

export interface Line {
  at: number;
  kind: "chat" | "table" | "step";
  seat: number | null;
  player: string | null;
  name: string;
  text: string;
  step: number | null;
}

export interface ClockLook {
  now: number;
  running: number | null;
  left: (number | null)[];
  compensated: number;
}

export interface Breakdown {
  source: string;
  points: number[];
}

export interface PositionLook {
  turn: number;
  over: boolean;
  scores: number[];
  ranks: number[] | null;
  reason: string | null;
  drafted: number;
  text?: string;
  legal?: string[];
  scene?: Scene;
  breakdown?: Breakdown[];
}

export interface Look {
  kind: "look";
  seat: number | null;
  version: number;
  moment: number;
  table?: TableLook;
  position?: PositionLook;
  kept: number;
  steps: StepLook[];
  lines: Line[];
  lines_total: number;
  clock: ClockLook | null;
}

export interface Ack {
  kind: "ack";
  id: string;
  version: number;
  moment: number;
}

export interface Refusal {
  kind: "error";
  id: string | null;
  code: string;
  text: string;
}

export interface Advised {
  text: string;
  words: string;
  value: number;
}

export interface Hint {
  kind: "hint";
  id: string;
  seat: number;
  moment: number;
  action: string;
  line: string[];
  values: number[];
  alternatives: Advised[];
}

export interface Why {
  kind: "why";
  id: string;
  text: string;
}

export interface Presence {
  kind: "presence";
  seats: boolean[];
  watchers: number;
}

export interface Pong {
  kind: "pong";
  id: string;
  now: number;
}

export interface Bye {
  kind: "bye";
  reason: "restarting" | "closed" | "too-slow" | "kept-out" | "too-many" | "signed-out";
  text: string;
}

export type FromServer = Look | Ack | Refusal | Hint | Why | Presence | Pong | Bye;

export type Command =
  | { kind: "play"; seat: number; moment: number; action: string }
  | { kind: "undo" | "stand-in"; seat: number; moment: number }
  | { kind: "hand-over"; seat: number; level: number }
  | { kind: "take-back" | "give-up" | "leave" | "rematch"; seat: number }
  | { kind: "join"; seat: number | null; nonce: string }
  | { kind: "set-place"; seat: number; place: "open" | "bot"; level: number | null }
  | { kind: "set-time"; time: Time }
  | { kind: "start" | "abort" | "close" | "ping" }
  | { kind: "say"; text: string }
  | { kind: "mute"; player: string; muted: boolean }
  | { kind: "set-watchers"; watchers: boolean }
  | { kind: "hint"; seat: number }
  | { kind: "sit"; seat: number | null }
  | { kind: "why"; seat: number; path: string[] };

// Scenes: what a view looks like and where one can click. What has its usual value is left out.

export interface Text {
  x: number;
  y: number;
  text: string;
  size?: number;
  align?: "middle" | "start" | "end";
  role?: "plain" | "title" | "number" | "faint" | "price" | "mono";
}

export interface Spot {
  id: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  shape?: "cell" | "round" | "hex" | "bowl" | "panel" | "none";
  symbol?: string;
  label?: string;
  about?: string;
  texts?: Text[];
}

export interface Faces {
  top: number;
  front: number;
  right: number;
}

export interface Piece {
  id: string;
  kind: "tile" | "brick" | "die" | "card" | "token";
  symbol: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  turn?: number;
  faces?: Faces | null;
  texts?: Text[];
  look?: "" | "faded" | "marked" | "back";
  owner?: number | null;
  label?: string;
  about?: string;
}

export interface Area {
  id: string;
  role: "shared" | "board" | "hand";
  seat?: number | null;
  label: string;
  w: number;
  h: number;
  spots?: Spot[];
  pieces?: Piece[];
  texts?: Text[];
}

export interface Button {
  id: string;
  label: string;
  about?: string;
  key?: string;
}

export interface Choice {
  action: string;
  words: string;
  path: string[];
  free?: boolean;
  odds?: number | null;
  gain?: string;
}

export interface Scene {
  areas: Area[];
  buttons?: Button[];
  choices?: Choice[];
}

export interface Move {
  id: string;
  becomes?: string;
  area?: string;
  x?: number;
  y?: number;
  turn?: number;
  faces?: Faces | null;
}

export interface Beat {
  words: string;
  ids?: string[];
  moves?: Move[];
  seat?: number | null;
  points?: number;
  source?: string;
  roll?: number[];
}
