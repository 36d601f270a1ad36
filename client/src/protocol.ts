// Made by `python -m tilora.tools.typescript`. Don't edit: change the structs in Python instead.
/* eslint-disable */

/** A player, before two turns have been played: end the match without a result. */
export interface Abort {
  kind: "abort";
  id: string;
}

/** How a seat got its result: start, luck, own play and the play of others add up to the end. */
export interface Account {
  /** What the seat could expect before chance and players had done anything. */
  start: number;
  luck: number;
  own_play: number;
  others_play: number;
  end: number;
}

/** The request with that id is done and safely stored. The look that shows it was sent before. */
export interface Ack {
  kind: "ack";
  id: string;
  version: number;
  moment: number;
}

/** One action that the seat could take. */
export interface Advised {
  text: string;
  /** What it does, in a sentence with placeholders for seats: "{seat:0} …". */
  words: string;
  /** The expected result, from 0 (last) to 1 (first). */
  value: number;
}

/** An action that the seat to act could take. */
export interface AnalysedAction {
  action: string;
  /** With placeholders for seats. */
  sentence: string;
  /** The expected result of the seat after it. */
  value: number;
}

/** What a search has found. */
export interface Analysis {
  /** From 0 to one less than `efforts`. With the next one, the search is longer. */
  effort: number;
  efforts: number;
  /** The expected result by seat, from 0 to 1. */
  values: number[];
  /** The expected points by seat. */
  points: number[];
  /** The best first. */
  best: AnalysedAction[];
  /** How the match is expected to go on, as far as that can be foreseen. */
  line: ExpectedStep[];
  /** Why the best action is better than the next best; None before the last effort, and where there is only one. */
  reason: Reason | null;
  /** Whether it is certain how the match ends, if everybody plays well. Then no other effort finds more. */
  proven: boolean;
}

/** A part of the table with a background of its own. */
export interface Area {
  id: string;
  /** Shared by everybody, the board of a seat, or the hand of a seat. */
  role: "board" | "hand" | "shared";
  seat?: number | null;
  label: string;
  w: number;
  h: number;
  /** May lie turned by a quarter, clockwise, where there is more height than width: on a phone. Pieces and texts stay upright. */
  turns?: boolean;
  /** Becomes larger during a match. The page keeps as much room for it as it can, from the beginning. */
  grows?: boolean;
  /** Of a hand whose pieces lie side by side: how far apart they are. The page may then lay it in several rows. */
  pitch?: number;
  spots?: Spot[];
  pieces?: Piece[];
  texts?: Text[];
}

/** What is new in an area. What is missing is as before. */
export interface AreaChange {
  label?: string;
  w?: number;
  h?: number;
  spots?: ([number, number | Record<string, unknown>] | Spot)[];
  pieces?: ([number, number | Record<string, unknown>] | Piece)[];
  texts?: ([number, number | Record<string, unknown>] | Text)[];
}

/** Ask what the seat should do. Only its own player may ask, and only on their turn. */
export interface AskHint {
  kind: "hint";
  id: string;
  seat: number;
  level?: number;
}

/** Ask why an action of a hint is better than another one. Only those who may ask for a hint may ask this. */
export interface AskHintWhy {
  kind: "hint-why";
  id: string;
  seat: number;
  action: string;
  instead: string;
}

/** Ask what an action of your seat would do, as far as that is certain. */
export interface AskPreview {
  kind: "preview";
  id: string;
  seat: number;
  action: string;
}

/** Ask why clicking these things of the scene, one after the other, leads nowhere, or what they add up to. */
export interface AskWhy {
  kind: "why";
  id: string;
  seat?: number | null;
  path: string[];
}

/** One of the things that happen when an action is played. A newcomer should see them one after the other. The page shows the beats of a step in order: it highlights the ids, makes the moves (all of a beat at once), moves the other pieces among the ids to their places in the next scene, and shows the points. What no beat names moves at the end, until everything is as in the next scene. */
export interface Beat {
  /** A short sentence: "Line 3 is full: its tile goes to the wall and touches 2 others: 3 points. */
  words: string;
  /** What to highlight, by the ids after the moves of this beat. */
  ids?: string[];
  /** Pieces that move in this beat; only needed where ids change or a piece stops on its way. */
  moves?: Move[];
  /** Whose points change. */
  seat?: number | null;
  points?: number;
  /** Where the points come from, in two words, the same for all of a kind: "full lines". The page adds them up for the final breakdown, so the points of all beats of a step add up to the change of the scores. */
  source?: string;
  /** Dice that were rolled. */
  roll?: number[];
}

/** Points from one source. */
export interface Breakdown {
  source: string;
  /** By seat. */
  points: number[];
}

/** A button beside the table: "Cast", "Swap". As long as no choice needs it, it can't be pressed. */
export interface Button {
  id: string;
  label: string;
  about?: string;
  /** The key that presses it, unless another button has the same one. */
  key?: string;
  /** Not what people usually do: drawn without emphasis. */
  quiet?: boolean;
}

/** The server closes this connection, and says why. */
export interface Bye {
  kind: "bye";
  reason: "closed" | "kept-out" | "restarting" | "signed-out" | "too-many" | "too-slow";
  text: string;
}

/** An action that the seat could take, and what it is worth, by what the seat could know. */
export interface Candidate {
  action: string;
  /** With placeholders for seats. */
  sentence: string;
  /** The seat's expected result. */
  value: number;
  points: number;
}

/** Today's challenge. */
export interface ChallengeBody {
  /** Such as 2026-11-17; it begins and ends at midnight UTC. */
  day: string;
  game: string;
  title: string;
  unit: string;
  seats: number;
  /** The level of the bots. */
  level: number;
  ends_at: number;
  /** SHA-256 of the secret that all luck comes from, in hex. */
  commitment: string;
  /** The table of your attempt, if you have begun one. */
  table: string | null;
  /** Whether your attempt is over. */
  over: boolean;
  /** How many players have begun an attempt. */
  tries: number;
  /** The best first. */
  results: ChallengeResultBody[];
  yesterday: PastChallenge | null;
}

/** A player's result in a challenge. */
export interface ChallengeResultBody {
  name: string;
  score: number;
  at: number;
  /** Whether the player is a guest. Anyone can try again as another guest. */
  guest: boolean;
  you: boolean;
}

/** A legal action, and what to click for it. */
export interface Choice {
  /** Its text. */
  action: string;
  words: string;
  /** The ids of the pieces, spots and buttons to click, in this order. A path may be the beginning of a longer one: the page then offers to stop there. Where a stray click would cost something, the path ends with a button, which plays what was picked before. A choice of one click can be made while other things are picked; they stay picked as long as some choice begins with them. */
  path: string[];
  /** The ids may be clicked in any order. */
  free?: boolean;
  /** If chance decides: how likely it succeeds. Shown beside the last piece or spot of the path, like the gain; where it is 0, that is dim. */
  odds?: number | null;
  /** What it certainly earns or costs: "+6", "−2". */
  gain?: string;
}

/** A password for your name. */
export interface Claim {
  password: string;
}

/** Claim that another seat, whose turn it is, has lost, because its person has been away for three minutes. */
export interface ClaimWin {
  kind: "claim-win";
  id: string;
  seat: number;
}

/** The clocks at `now`, the server's time when it sent this. */
export interface ClockLook {
  now: number;
  /** The seat whose time is running. */
  running: number | null;
  /** Milliseconds left by seat; null for bots. */
  left: (number | null)[];
  /** Milliseconds that the last turn was credited for delays of the network or the server. */
  compensated: number;
  /** Milliseconds for which the running time still waits while pages show what happened. */
  waits?: number;
}

/** Host: close the table before the start, after the match, or while no other person is still playing. */
export interface Close {
  kind: "close";
  id: string;
}

/** The command is done and safely stored. */
export interface CommandDone {
  id: string;
  /** The table as you see it now. */
  look: Look;
}

/** Points that mistakes have cost. */
export interface CostBody {
  /** Where they would have come from, in the words of the game. */
  source: string;
  points: number;
  /** The number of mistakes. */
  times: number;
}

/** The puzzle of the day, the same for everyone. */
export interface DayPuzzle {
  /** Such as 2026-11-17; it begins and ends at midnight UTC. */
  day: string;
  game: string;
  title: string;
  id: string;
  /** The result of your first try. */
  tried: "" | "failed" | "solved";
}

/** How the end of a match is celebrated. */
export interface Ending {
  /** One for each seat that has won; after a draw, one for each seat. */
  won: Won[];
  /** Glaze: light runs over what won. Tumble: it rolls on the spot. Tint: it takes the colour of its seat. */
  flourish: "glaze" | "tint" | "tumble";
}

/** An error, whatever its status. */
export interface ErrorBody {
  /** For programs. Its meaning never changes. */
  code: string;
  /** For people. */
  text: string;
}

/** A step that the search expects. */
export interface ExpectedStep {
  seat: number;
  action: string;
  /** With placeholders for seats. */
  sentence: string;
  /** 0 for the turn in which the line begins, then 1 and so on. */
  turn: number;
}

/** What the picked things add up to, before they are played. */
export interface Explanation {
  /** How it adds up, line by line. */
  terms?: Term[];
  /** The result, in a sentence. */
  text?: string;
}

/** The visible faces of a die: the numbers on top, on the side nearest to the viewer, and on the right side. */
export interface Faces {
  top: number;
  front: number;
  right: number;
}

/** How you were doing after one of your matches. */
export interface FormBody {
  at: number;
  /** The share of wins in your last `window` matches up to then. A draw counts half. */
  share: number;
}

/** The table with a join code. */
export interface FoundTable {
  /** Its id. */
  table: string;
}

/** A game. */
export interface GameBody {
  name: string;
  title: string;
  summary: string;
  version: number;
  /** Possible numbers of players. The first is the default. */
  seats: number[];
  options: OptionBody[];
  /** What scores count: "points" or "dice". */
  unit: string;
  /** Whether high scores are multiplied by the number of seats and share one list for all numbers. */
  score_times_seats: boolean;
  /** Whether seats hold something that others may not see. */
  hidden: boolean;
  /** Whether chance decides which seat goes first. If not, it is the first seat. */
  draws_beginner: boolean;
  /** How much there is to learn, from 1 (little) to 5 (a lot). */
  learning: number;
  /** One for each seat in games that have names for their seats; otherwise empty. */
  sides: SideBody[];
  /** Whether it has a lesson. */
  lesson: boolean;
}

/** How you play a game. */
export interface GameProgress {
  game: string;
  /** The earliest first. */
  matches: ProgressPoint[];
  /** The costliest first. */
  costs: CostBody[];
  /** Points that your mistakes gave to others. */
  given: CostBody;
}

/** The puzzles of a game, and how you have done. */
export interface GamePuzzles {
  game: string;
  title: string;
  count: number;
  tried: number;
  /** On the first try. */
  solved: number;
  /** Yours; null if you have not tried any. */
  rating: number | null;
  /** Whether the rating is certain to about 100 points. */
  certain: boolean;
}

/** Your results in one game. */
export interface GameStats {
  game: string;
  matches: number;
  won: number;
  /** Your best score. */
  best: number;
  /** The highest level of a bot that you have beaten. */
  strongest: number | null;
}

/** A piece as it would lie. */
export interface Ghost {
  area: string;
  piece: Piece;
}

/** Give up: you have lost. With more than two seats, a bot plays on in yours. */
export interface GiveUp {
  kind: "give-up";
  id: string;
  seat: number;
}

/** How a game is played. */
export interface Guide {
  title: string;
  sections: Section[];
}

/** Let a bot of that level play until you take the seat back. */
export interface HandOver {
  kind: "hand-over";
  id: string;
  seat: number;
  level?: number;
}

/** The best action for the seat, as far as the AI can tell from that seat's view. */
export interface Hint {
  kind: "hint";
  id: string;
  seat: number;
  /** The position that the hint is for. */
  moment: number;
  action: string;
  /** How the turn may continue. */
  line: string[];
  /** The expected result by seat. */
  values: number[];
  /** Best first. */
  alternatives: Advised[];
}

/** Why the action of a hint is better than another one. */
export interface HintWhy {
  kind: "hint-why";
  id: string;
  /** The position that it is about. */
  moment: number;
  /** Where the points come from, with placeholders for seats; empty if points don't tell the two apart. */
  text: string;
}

/** A list. */
export interface Items {
  part: "items";
  items: string[];
}

/** Take a seat: the one named, or the first open one. */
export interface Join {
  kind: "join";
  id: string;
  seat?: number | null;
  commitment?: string;
}

/** Before the start: leave the seat, and open it for others. */
export interface Leave {
  kind: "leave";
  id: string;
  seat: number;
}

/** A legal action of the viewer. */
export interface Legal {
  text: string;
  /** What it does, in a sentence with placeholders for seats: "{seat:0} …". */
  words: string;
}

/** How far a player is in a lesson. */
export interface LessonBody {
  /** Of the game. */
  title: string;
  /** Where the player sits. */
  seat: number;
  seats: number;
  /** How many steps there are. */
  total: number;
  /** The number of the current step, from 0; `total` once all are done. */
  at: number;
  /** What was played last, and the replies to it. */
  moves: LessonMove[];
  /** What to say about them before the next step; empty if the next step follows at once. */
  done: string;
  /** What to say if the player tried something that the step does not ask for. Then nothing was played. */
  instead: string;
  /** The current step; null once all are done. */
  task: LessonTask | null;
  /** What to say at the end of the lesson. */
  end: string;
}

/** What a seat played in a lesson, and the position after it. */
export interface LessonMove {
  seat: number;
  /** What happened, one thing after another. */
  beats: Beat[];
  position: PositionLook;
}

/** A step of a lesson: what to know, and what to do. */
export interface LessonTask {
  say: string;
  /** The text of an action that the step asks for; empty for a step with nothing to do. */
  example: string;
  /** Ids of areas, spots and pieces to point at. */
  show: string[];
  position: PositionLook;
}

/** A level of bots, and the character who plays at it. */
export interface LevelBody {
  number: number;
  /** Of the character, with its article: "The Glazier". */
  name: string;
  /** How the character plays, in its own words. */
  saying: string;
  /** The same, in the words of others: "a good player". */
  words: string;
}

/** A position of a side line, which shows what could have been played instead. */
export interface LineBody {
  table: ReplayTable;
  /** The step of the match after which the line begins. */
  step: number;
  /** The seat whose view this is; null if nothing is hidden. */
  seat: number | null;
  /** Its scene has choices for the seat to act, unless it is the view of another seat. */
  position: PositionLook;
  /** How the last step of the line came about. */
  beats: Beat[];
  /** The steps of the line. */
  steps: StepLook[];
}

/** Earlier lines of the log, which a look has left out. */
export interface LinesLook {
  /** The number of the first of these lines, from 0. If it is not 0, there are more before it. */
  first: number;
  lines: LogLine[];
}

/** The address of this server. */
export interface LinkBody {
  /** For others to open, without a slash at the end. */
  link: string;
}

/** A line of the table's log: a chat message, an event at the table, or a step of the match. A step enters the log once everybody may know of it; a draft enters it all at once. */
export interface LogLine {
  at: number;
  kind: "chat" | "step" | "table";
  seat: number | null;
  player: string | null;
  name: string;
  /** Of a step: with placeholders for seats, "{seat:0} …". */
  text: string;
  /** The number of the step that the line describes; null if it was taken back. */
  step: number | null;
}

/** A claimed name and its password. */
export interface Login {
  name: string;
  password: string;
  /** Whether to answer with a token, for programs, instead of a cookie. */
  token?: boolean;
}

/** What has changed since the client's last look; everything in the first look. */
export interface Look {
  kind: "look";
  /** Whose view this is: a seat's, or a spectator's (null). */
  seat: number | null;
  /** The number of changes that this viewer could see. */
  version: number;
  /** The number of changes of the position that this viewer could see. Actions name the moment they are meant for. */
  moment: number;
  table?: TableLook;
  /** Missing before the start. */
  position?: PositionLook;
  /** How many of the client's steps are still valid; the others have been undone or taken back. Lines that the client has about those no longer describe a step. */
  kept: number;
  /** The steps that follow them. */
  steps: StepLook[];
  /** The new lines of the log; if there are very many, the last of them. */
  lines: LogLine[];
  /** How many lines there are: the last of `lines` is the last of all. */
  lines_total: number;
  clock: ClockLook | null;
}

/** Your account. */
export interface Me {
  player: string;
  name: string;
  /** Whether you can sign in with a password on other devices. */
  claimed: boolean;
}

/** Your account with its token, which is never shown again. */
export interface MeWithToken {
  player: string;
  name: string;
  claimed: boolean;
  token: string;
}

/** Where a puzzle from your own mistake comes from. */
export interface MistakeBody {
  /** The match. */
  table: string;
  /** How many actions had been played. */
  step: number;
  played: string;
  /** What you did, in words with placeholders for seats. */
  words: string;
}

/** A piece moves, and may have another id afterwards. For games whose states only count pieces: there an id names the place (`mine-3-blue-0`), so a move says that the piece `mine-3-blue-0` is `line-0-2-1` from now on, and the page shows one piece that travels. */
export interface Move {
  /** Its id so far: in the scene before, or after earlier beats of the same step. */
  id: string;
  /** Its id from now on, if that changes. */
  becomes?: string;
  /** Where it goes, if not to its place in the next scene: the area, with the place of its top left corner there. Without an area, the piece goes to its place in the next scene; a piece that the next scene does not have leaves the table. */
  area?: string;
  x?: number;
  y?: number;
  turn?: number;
  /** Of a die that tips on its way: what it shows afterwards. */
  faces?: Faces | null;
}

/** Host: mute somebody, or let them chat again. */
export interface Mute {
  kind: "mute";
  id: string;
  player: string;
  muted?: boolean;
}

/** Another server on the local network. */
export interface NeighbourBody {
  name: string;
  address: string;
}

/** A request to change your name. */
export interface NewName {
  name: string;
}

/** A request to change your password. */
export interface NewPassword {
  old: string;
  new: string;
}

/** A request for a guest account. */
export interface NewPlayer {
  name?: string | null;
}

/** A new table. */
export interface OpenedTable {
  id: string;
  /** For others to open and join. */
  link: string;
  /** The `draw` of the table, so that you can reveal your nonce at once; empty while seats are open. */
  draw: string;
}

/** Another player at a table. */
export interface OpponentBody {
  kind: "bot" | "person";
  /** Empty for a person at a private table where you did not play. */
  name: string;
  level: number | null;
}

/** An option to choose before the match. */
export interface OptionBody {
  name: string;
  /** The first is the default. */
  choices: string[];
  words: string;
}

/** Some sentences. */
export interface Paragraph {
  part: "paragraph";
  text: string;
}

/** A challenge whose day is over. */
export interface PastChallenge {
  day: string;
  game: string;
  title: string;
  /** The secret that all luck came from. Its SHA-256 was the commitment. */
  secret: string;
  results: ChallengeResultBody[];
}

/** Why clicks on a board lead nowhere, in a sentence with placeholders for seats, or what they add up to. */
export interface PathWhy {
  text: string;
  explanation: Explanation | null;
}

/** Your results against another person. */
export interface PersonStats {
  /** The name they had then. */
  name: string;
  matches: number;
  /** How often you finished ahead of them. */
  beaten: number;
}

/** A scene, or part of one, with a caption. */
export interface Picture {
  part: "picture";
  caption: string;
  scene: Scene;
}

/** Something on the table: a tile, a brick, a die, a card, a token. */
export interface Piece {
  id: string;
  kind: "brick" | "card" | "die" | "tile" | "token";
  /** Of the game's art. For a die, its material: the page draws dice from their faces. */
  symbol: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  /** Degrees clockwise. */
  turn?: number;
  faces?: Faces | null;
  /** Numbers and letters on it, relative to its top left corner. */
  texts?: Text[];
  /** Faded: not there yet, or out of play. Marked: chosen or just played. Back: only its back is visible. */
  look?: "" | "back" | "faded" | "marked";
  /** The seat whose colour and sign it shows. */
  owner?: number | null;
  label?: string;
  about?: string;
}

/** Ask whether the server is there. Answered by a pong. */
export interface Ping {
  kind: "ping";
  id: string;
}

/** Who is to sit in a seat. */
export interface PlaceSetup {
  /** me: whoever opens the table; here: a friend on the same device; open: anybody who follows the link. */
  kind: "bot" | "here" | "me" | "open";
  /** The name of a friend on the same device. */
  name?: string | null;
  /** The level of a bot. */
  level?: number | null;
  commitment?: string;
}

/** A seat, who sits there, and their result. */
export interface PlaceSummary {
  seat: number;
  kind: "bot" | "open" | "person";
  player: string | null;
  name: string;
  level: number | null;
  /** Null until the match is finished. */
  score: number | null;
  /** 1 is best. Null until the match is finished. */
  rank: number | null;
  /** What enters the high scores. Null for bots, in matches that don't count, and until the match is finished. */
  value: number | null;
  /** Whether the person is a friend on the device of `player`. */
  here: boolean;
  /** Whether a person's result is their own: no bot has moved for anybody, and the match began from its usual start. To give up, or to run out of time, always counts. */
  counts: boolean;
}

/** Play an action in the position seen at `moment`. */
export interface Play {
  kind: "play";
  id: string;
  seat: number;
  moment: number;
  action: string;
}

/** Which level loses as much on a decision as the seat did. */
export interface PlayedLike {
  /** From 1 to 8, with a fraction between two levels. */
  level: number;
  /** The ends of its 80 % interval: one match says little. */
  lowest: number;
  highest: number;
}

/** The answer to a ping. */
export interface Pong {
  kind: "pong";
  id: string;
  /** The server's time in milliseconds since 1970. */
  now: number;
}

/** The position as the viewer may know it. */
export interface PositionLook {
  turn: number;
  over: boolean;
  scores: number[];
  ranks: number[] | null;
  reason: string | null;
  /** How many of the viewer's last steps can be undone. */
  drafted: number;
  /** The head of the chain over all actions that are final. Keep it: with it, you can check the record. */
  head?: string;
  /** The position in one line, with `?` for what is hidden. Only with `wants=position`. */
  text?: string;
  /** The legal actions, if the viewer is the one to decide; otherwise empty. Only with `wants=legal`. */
  legal?: string[];
  /** The same with sentences. Only with `wants=words`. */
  choices?: Legal[];
  /** What the position looks like. Only with `wants=scene` or `wants=changes`. */
  scene?: Scene;
  /** What is new in the scene, instead of the whole. Only over a socket with `wants=changes`. */
  scene_change?: SceneChange;
  /** Where all points came from, once the match is over. Only with `wants=scene`. */
  breakdown?: Breakdown[];
}

/** Who is connected now. */
export interface Presence {
  kind: "presence";
  seats: boolean[];
  watchers: number;
  /** By seat: for how many milliseconds its person has been away; None if they are here, and for seats without one. */
  away: (number | null)[];
}

/** What an action would do, as far as it is certain: nothing that chance decides, and nothing hidden. */
export interface Preview {
  /** The pieces that would lie somewhere else, or look different. */
  ghosts?: Ghost[];
  /** The ids of pieces that would no longer be where they are. */
  gone?: string[];
  /** What it would earn or cost, now and later, in a few words each: "+3 at the end of the round", "−2 floor line". */
  points?: string[];
}

/** What an action would do; null if there is nothing to show. */
export interface PreviewBody {
  preview: Preview | null;
}

/** What the action would do: pieces as they would lie, and points; null if there is nothing to show. */
export interface Previewed {
  kind: "preview";
  id: string;
  preview: Preview | null;
}

/** How you play, from the reviews of your last matches. */
export interface ProgressBody {
  /** Those with the most reviews come first. */
  games: GameProgress[];
}

/** What the review of one of your matches says about you. */
export interface ProgressPoint {
  id: string;
  at: number;
  /** What a decision cost on average, as a share of the result. */
  loss: number;
  decisions: number;
  /** What luck was worth, as a share of the result. */
  luck: number;
  /** The level that you played like. */
  level: number | null;
}

/** The result of a try. */
export interface PuzzleAnswer {
  right: boolean;
  /** The text of what you tried; empty if you asked for the solution. */
  action: string;
  /** The same in words with placeholders for seats. */
  words: string;
  /** How much it costs compared with the solution, as an expected result; null if that is not known. */
  loss: number | null;
  /** Why something else is better, with placeholders for seats; empty if points alone don't explain it. It does not give the solution away. */
  why: string;
  /** Null after a wrong try, so that you can try again. */
  solution: PuzzleSolution | null;
  /** Null if it was not your first try, or one at your own mistake. */
  rating: RatingChange | null;
  /** When your own mistake comes back; null for other puzzles, and if it does not. */
  due_at: number | null;
}

/** A puzzle as it is shown before you try it. */
export interface PuzzleBody {
  game: string;
  title: string;
  id: string;
  /** Where you sit. */
  seat: number;
  seats: number;
  /** What scores count. */
  unit: string;
  /** The lowest level of bots that finds it reliably, 9 if none does; null for your own mistake. */
  level: number | null;
  rating: number | null;
  /** The result of your first try. */
  tried: "" | "failed" | "solved";
  mistake: MistakeBody | null;
  position: PositionLook;
}

/** Something that you could do, and what it is worth. */
export interface PuzzleOptionBody {
  action: string;
  /** With placeholders for seats. */
  words: string;
  /** Your expected result, from 0 to 1. */
  value: number;
  right: boolean;
}

/** What is best, and why. */
export interface PuzzleSolution {
  action: string;
  /** With placeholders for seats. */
  words: string;
  /** Why it is better than what players tend to do, with placeholders for seats; empty if points don't explain it. */
  why: string;
  /** What `why` compares it with: the words of that action. */
  instead_of: string;
  themes: string[];
  /** How the match is expected to go on, as far as the seat can know. */
  line: ExpectedStep[];
  /** What was compared, the best first. */
  options: PuzzleOptionBody[];
  /** What playing it does. */
  moves: LessonMove[];
}

/** An answer to a puzzle. */
export interface PuzzleTry {
  /** The text of an action; empty to see the solution, which counts as a try that failed. */
  action?: string;
}

/** The puzzle of the day, the puzzles of each game, and your own mistakes. */
export interface PuzzlesBody {
  day: DayPuzzle | null;
  games: GamePuzzles[];
  /** How many of your own mistakes have come back. */
  due: number;
  /** How many will come back later. */
  coming: number;
  /** When the first of them will. */
  next_due: number | null;
}

/** How a first try changed your rating. */
export interface RatingChange {
  before: number;
  after: number;
  /** Whether the rating is certain to about 100 points. */
  certain: boolean;
}

/** Show the others at the table a reaction, beside the name of your seat. It is not stored. */
export interface React {
  kind: "react";
  id: string;
  seat: number;
  reaction: "good-luck" | "oops" | "ouch" | "thanks" | "thinking" | "well-played";
}

/** A player shows a reaction. Whoever is not connected misses it. */
export interface Reacted {
  kind: "reaction";
  seat: number;
  reaction: "good-luck" | "oops" | "ouch" | "thanks" | "thinking" | "well-played";
}

/** Why one action is better than the played one: where the points of all seats come from if play goes on. */
export interface Reason {
  /** By seat: how many more points it ends up with after the better action. The sources add up to this. */
  points: number[];
  sources: Source[];
  /** What matters, in a phrase with placeholders for seats; empty where nothing is beyond doubt. */
  words: string;
  rollouts: number;
  /** Whether the better action wins or the played one loses, whatever others do. Then points do not matter. */
  certain: boolean;
}

/** A record that was uploaded. */
export interface RecordAdded {
  id: string;
  link: string;
}

/** An uploaded record in a list. */
export interface RecordBody {
  id: string;
  game: string;
  seats: number;
  title: string;
  at: number;
}

/** A page of a list of uploaded records, newest first. */
export interface RecordList {
  records: RecordBody[];
  next: string | null;
}

/** The request with that id was refused and has changed nothing; null for a message that could not be read. */
export interface Refusal {
  kind: "error";
  id: string | null;
  /** For programs. Its meaning never changes. */
  code: string;
  /** For people. */
  text: string;
}

/** Ask to play again. Once every person has, a new table opens with the seats rotated. */
export interface Rematch {
  kind: "rematch";
  id: string;
  seat: number;
  /** For the seat's nonce in the rematch. */
  commitment?: string;
}

/** A position of a finished match. */
export interface ReplayBody {
  id: string;
  table: ReplayTable;
  /** Number of steps in the match. */
  total: number;
  /** The step that is shown; 0 is the start. */
  step: number;
  /** The seat whose view this is; null if nothing is hidden. */
  seat: number | null;
  position: PositionLook;
  /** How this step came about; only with `scene` in `wants`. */
  beats?: Beat[];
  /** All steps, if the request asks for them. */
  steps?: StepLook[];
}

/** A seat of a finished match. */
export interface ReplaySeat {
  name: string;
  kind: "bot" | "open" | "person";
  level: number | null;
  /** Whether it was yours. */
  mine: boolean;
}

/** The table of a finished match. */
export interface ReplayTable {
  game: string;
  title: string;
  options: Record<string, string>;
  seats: ReplaySeat[];
  /** For each turn that was taken back: the number of steps after which the match continued. */
  taken_back: number[];
}

/** Alone against bots: take back your last turn and all that came after it. */
export interface Retract {
  kind: "retract";
  id: string;
  seat: number;
  moment: number;
}

/** Reveal the nonce that the seat has committed to, now that all seats are taken. */
export interface Reveal {
  kind: "reveal";
  id: string;
  seat: number;
  nonce: string;
}

/** Everything that a review found out about a match. */
export interface Review {
  format: number;
  game: string;
  /** Of the game's rules. */
  version: number;
  /** The fingerprint of the network that valued positions; empty without one. With another one, review again. */
  network: string;
  /** How much was computed; see `tilora.ai.review.settings`. */
  settings: string;
  /** False for a quick review: curves and luck from first sight, without decisions. */
  complete: boolean;
  seats: SeatReview[];
  /** By seat: the luck of the first position. */
  opening: number[];
  points_opening: number[];
  steps: ReviewedStep[];
  /** The expected result by seat before each action, and after the last. */
  curve: number[][];
  points_curve: number[][];
  /** By seat: what giving up changed. It counts as play of the seat that gave up first. */
  forfeit: number[] | null;
  points_forfeit: number[] | null;
}

/** The progress of the review of a finished match. */
export interface ReviewBody {
  /** From 0 to 1. */
  share: number;
  /** Whether it is waiting for other reviews. */
  waiting: boolean;
  /** A quick review at first, then the complete one. Null until the quick one is ready. */
  review: Review | null;
}

/** What the choice of a seat that had one was worth. It depends only on what the seat could know. */
export interface ReviewedDecision {
  grade: "best" | "blunder" | "fine" | "inaccuracy" | "mistake";
  /** How much better the best candidate's expected result is than that of the played action. */
  loss: number;
  /** The same in points, which can be negative: the best result is not always that with the most points. */
  points_loss: number;
  /** How far off the loss may be. A loss smaller than its doubt is not a mistake. */
  doubt: number;
  /** The best first. The played action is always among them. */
  candidates: Candidate[];
  /** Of a mistake: how the match is expected to go on, from the best candidate on. */
  line: ExpectedStep[];
  /** Of a mistake: the same, from the played action on. */
  instead: ExpectedStep[];
  reason: Reason | null;
}

/** One action of the match. */
export interface ReviewedStep {
  seat: number;
  turn: number;
  action: string;
  /** With placeholders for seats. */
  sentence: string;
  /** By seat: what the action changed about its expected result, apart from luck. */
  play: number[];
  points_play: number[];
  /** By seat: what the chance in it changed. None if nothing was left to chance. */
  luck: number[] | null;
  points_luck: number[] | null;
  /** None where there was no choice, and in a quick review. */
  decision: ReviewedDecision | null;
}

/** A table; its first row holds the headings. */
export interface Rows {
  part: "rows";
  rows: string[][];
}

/** Send a line of chat. */
export interface Say {
  kind: "say";
  id: string;
  text: string;
}

/** What a viewer sees. */
export interface Scene {
  areas: Area[];
  buttons?: Button[];
  /** All legal actions of the viewer; none when it is somebody else's turn. An action that can be played with any of several equal things, such as two equal cards, is listed once for each. */
  choices?: Choice[];
  takebacks?: Takeback[];
  /** What to do, one for each beginning of a path. They may be there between the viewer's turns, too. */
  tasks?: Task[];
  /** Once the match is over, unless nothing on the table shows who has won. */
  ending?: Ending | null;
}

/** What is new in a scene. What is missing is as before. */
export interface SceneChange {
  /** By id. The areas are the same as before, in the same order. */
  areas?: Record<string, AreaChange>;
  buttons?: Button[];
  /** The old list is the last one that had at least half as many choices as its own old list. */
  choices?: ([number, number | Record<string, unknown>] | Choice)[];
  takebacks?: Takeback[];
  tasks?: Task[];
  ending?: Ending | null;
}

/** A high score. */
export interface ScoreBody {
  /** The table; null if it was private and you did not play there. */
  table: string | null;
  seat: number;
  name: string;
  player: string | null;
  seats: number;
  score: number;
  /** What the list is sorted by. */
  high: number;
  /** The others at the table. Empty for very old matches. */
  against: OpponentBody[];
  at: number;
}

/** A seat and who sits there. */
export interface SeatLook {
  kind: "bot" | "open" | "person";
  player: string | null;
  name: string;
  /** The level of the bot that plays here now, even in a person's seat. */
  level: number | null;
  /** Who decides now: a bot can play in a person's seat. */
  driver: "bot" | "person";
  /** Whether a bot plays here to the end, because the person gave up, ran out of time or kept back their nonce. */
  gave_up: boolean;
  /** SHA-256 of the seat's nonce, in hex; empty for a bot, and for a player without one. */
  commitment: string;
  /** Whether the seat has revealed its nonce. */
  revealed: boolean;
  wants_rematch: boolean;
}

/** The sum of the match for one seat. */
export interface SeatReview {
  result: Account;
  points: Account;
  /** How often it had a choice. */
  decisions: number;
  /** The mean loss on a decision, weighted by how certain each loss is. */
  loss: number;
  grades: Record<string, number>;
  played_like: PlayedLike | null;
}

/** A heading and what follows it. */
export interface Section {
  title: string;
  parts: (Paragraph | Items | Rows | Picture)[];
}

/** A device on which you are signed in. */
export interface SessionBody {
  id: string;
  /** What it called itself, such as "Firefox, Linux". */
  device: string;
  created_at: number;
  /** When it was last used, to the day. */
  seen_at: number;
  /** Whether this request came from it. */
  current: boolean;
}

/** Host, before the start: open a seat, or put a bot there. */
export interface SetPlace {
  kind: "set-place";
  id: string;
  seat: number;
  place: "bot" | "open";
  level?: number | null;
}

/** Host, before the start: change how time is kept. */
export interface SetTime {
  kind: "set-time";
  id: string;
  time: Time;
}

/** Host: let spectators watch, or keep them out. */
export interface SetWatchers {
  kind: "set-watchers";
  id: string;
  watchers: boolean;
}

/** A new table, as its host wants it. */
export interface Setup {
  game: string;
  options?: Record<string, string>;
  /** The position to start from instead of the usual one. Such a match does not count for the high scores. */
  position?: string | null;
  /** One for each seat. */
  places: PlaceSetup[];
  time?: Time;
  /** Whether the lobby lists the table while it has open seats. */
  public?: boolean;
  /** Whether spectators may watch. */
  watchers?: boolean;
}

/** Say that your page has shown everything up to `moment`. Your time starts then. */
export interface Shown {
  kind: "shown";
  id: string;
  seat: number;
  moment: number;
}

/** What a game calls one of its seats. */
export interface SideBody {
  /** Such as "White". */
  name: string;
  /** Of the seat's pieces, as #rrggbb. */
  colour: string;
}

/** Switch to the view of another of your own seats, or of a spectator (null). */
export interface Sit {
  kind: "sit";
  id: string;
  seat: number | null;
}

/** How many more points one source brings a seat after the better action than after the played one. */
export interface Source {
  source: string;
  seat: number;
  points: number;
  /** Half the width of its 95 % interval. */
  doubt: number;
}

/** A place where pieces lie or can go, drawn below all pieces. */
export interface Spot {
  id: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  /** Degrees clockwise, about its middle. */
  turn?: number;
  /** Cell: a square hollow. Hex: with corners at top and bottom. Bowl: a wide shallow dish. Panel: a background for many things. None: only a target. */
  shape?: "bowl" | "cell" | "hex" | "none" | "panel" | "round";
  /** Of the game's art, drawn faintly, to show what belongs here. */
  symbol?: string;
  /** A few words for the screen reader and the tooltip: "line 3 of {seat:0}, 2 of 3 blue tiles". */
  label?: string;
  /** A sentence that explains it, shown when somebody points at it. */
  about?: string;
  /** Relative to the spot's top left corner. */
  texts?: Text[];
}

/** Let the AI finish this turn. */
export interface StandIn {
  kind: "stand-in";
  id: string;
  seat: number;
  moment: number;
}

/** Host: start the match once all seats are taken. It also starts by itself when the last open seat is taken. Any player, once all seats are taken: start without those who have not revealed their nonces after 20 seconds. */
export interface Start {
  kind: "start";
  id: string;
}

/** Your attempt at today's challenge. */
export interface StartedChallenge {
  /** Its table. */
  id: string;
}

/** Your results at a glance. Matches in which the AI moved for someone do not count. */
export interface StatsBody {
  matches: number;
  won: number;
  drawn: number;
  /** How many of your last matches count at most. */
  most: number;
  /** How many matches you have won in a row, up to the last one. */
  streak: number;
  longest_streak: number;
  /** The ones you play most come first. */
  games: GameStats[];
  /** By level, from 1: how often you have played against bots of that level. */
  met: number[];
  /** By level, from 1: how often you finished ahead of them. */
  beaten: number[];
  /** The people you have played most often. */
  people: PersonStats[];
  window: number;
  /** The earliest first; empty until you have finished `window` matches. */
  form: FormBody[];
}

/** An action that was played, as the viewer may know it. */
export interface StepLook {
  seat: number;
  turn: number;
  text: string;
  /** What happened, in a sentence with placeholders for seats: "{seat:0} …". */
  words: string;
  by: "bot" | "person" | "stand-in";
  /** What happened in this step, one thing after another. Only with `wants=scene`, and only for the latest steps. */
  beats?: Beat[];
}

/** A table in a list of tables. It changes rarely: a move changes it only by ending the match. */
export interface Summary {
  game: string;
  seats: number;
  options: Record<string, string>;
  status: "aborted" | "closed" | "finished" | "running" | "waiting";
  time: Time;
  public: boolean;
  watchers: boolean;
  host: string;
  host_name: string;
  open_seats: number;
  opened_at: number;
  /** When the match was finished or aborted, or when the table was closed before that. */
  ended_at: number | null;
  places: PlaceSummary[];
  /** The number of seats whose high-score list the values belong to. Null if all numbers share one list. */
  score_seats: number | null;
  earlier: string | null;
  rematch: string | null;
  /** Six letters to join by; empty once nobody can join. */
  code: string;
}

/** A table in a list. */
export interface TableBody {
  id: string;
  summary: Summary;
  /** When somebody last moved. May be a minute out of date. */
  moved_at: number;
}

/** A page of a list of tables, newest first. */
export interface TableList {
  tables: TableBody[];
  /** Send it as `before` to get the next page. */
  next: string | null;
}

/** Facts about the table that change rarely. */
export interface TableLook {
  game: string;
  title: string;
  /** The unit of scores: "points", "dice". */
  unit: string;
  options: Record<string, string>;
  seats: SeatLook[];
  status: "aborted" | "closed" | "finished" | "running" | "waiting";
  /** Whether nothing more can be done here, not even chat. */
  closed: boolean;
  time: Time;
  host: string;
  host_name: string;
  public: boolean;
  watchers: boolean;
  /** Players whom the host has muted. */
  muted: string[];
  opened_at: number;
  /** The SHA-256 of the server's half of the seed, in hex. */
  commitment: string;
  /** Once all seats are taken: a hash that fixes the match, the server's half of the seed and all nonces. Keep it, and only then reveal your nonce. */
  draw: string;
  /** The server's half of the seed, once the match has ended in any way. */
  secret: string | null;
  /** The seats' parts of the seed, once the match has started. For a seat that kept its nonce back, its commitment. */
  nonces: string[];
  /** Whether all seats are taken, and the match starts as soon as they have revealed their nonces. */
  drawing: boolean;
  from_position: boolean;
  earlier: string | null;
  rematch: string | null;
  /** By seat: the matches won in this series of rematches, this one included. */
  series: number[];
  /** Whether the match can still enter the high scores. */
  counts: boolean;
  /** Six letters to join by; empty once nobody can join. */
  code: string;
  /** The day whose challenge this is; otherwise empty. Its secret comes out when the day is over. */
  challenge: string;
  /** Why nobody can take back a finished turn here, in a sentence; empty if the only person at the table can. */
  no_retraction: string;
  /** How often a finished turn has been taken back. */
  retractions: number;
}

/** Take your seat back from the bot, and play on yourself. */
export interface TakeBack {
  kind: "take-back";
  id: string;
  seat: number;
}

/** A click that takes back an action of the unfinished turn: a chosen card is clicked again. */
export interface Takeback {
  /** The piece or spot to click. No choice begins with it. */
  id: string;
  /** The text of the action. Those that came after it are played again. */
  undoes: string;
  /** The text of an action that is played then: of two things that exclude each other, the other is chosen. */
  action?: string;
}

/** What the viewer is to do now, in the words of the game. */
export interface Task {
  /** A short sentence: "Now choose a line for the {picked}." The page fills in the label of what was picked last. */
  words: string;
  /** How the id of what was picked last begins; "" while nothing is picked, "*" for all that no other task names. */
  after?: string;
}

/** A line of an explanation: what counts, and how much: "red 6 against 4", "2". */
export interface Term {
  label: string;
  value: string;
}

/** A few words or a number, centred at a point, or starting or ending there. */
export interface Text {
  x: number;
  y: number;
  text: string;
  size?: number;
  align?: "end" | "middle" | "start";
  /** Score: the score of a `seat`, which the page counts up when points come in; drawn like a title. Number: in the serif that pieces wear. Price: what something costs, in the warning colour. Mono: all letters equally wide and all spaces kept, as in a terminal (a letter is then 0.6 of the size wide). */
  role?: "faint" | "mono" | "number" | "plain" | "price" | "score" | "title";
  /** Whose score it is. */
  seat?: number | null;
}

/** How time is kept: not at all, by seconds per turn (bullet), or by a clock for each player. */
export interface Time {
  kind: "bullet" | "clock" | "none";
  /** For each turn (bullet), or for the whole match (clock). */
  seconds: number;
  /** Seconds added to the clock after each turn. */
  increment: number;
}

/** Take back actions of the unfinished turn, and play others in their place. */
export interface Undo {
  kind: "undo";
  id: string;
  seat: number;
  moment: number;
  /** How many actions of the turn to keep, from the first; null for all but the last. */
  keep?: number | null;
  /** Actions to play afterwards, at most as many as were taken back. This way, one action can be taken back from among others. Each must be one that can itself be taken back. */
  then?: string[];
}

/** The reason why a click leads nowhere, in a sentence with placeholders for seats: "{seat:0} …". */
export interface Why {
  kind: "why";
  id: string;
  text: string;
  /** Instead of a reason, if the click does lead somewhere: what it adds up to. */
  explanation?: Explanation;
}

/** What a seat won the match with: a full row, or the die that got across. */
export interface Won {
  seat: number;
  /** Pieces and spots. They light up one after another. */
  ids: string[];
}

export type FromClient =
  | Play
  | Shown
  | Undo
  | Retract
  | StandIn
  | HandOver
  | TakeBack
  | GiveUp
  | ClaimWin
  | Join
  | Reveal
  | Leave
  | SetPlace
  | SetTime
  | Start
  | Say
  | Mute
  | SetWatchers
  | Abort
  | Close
  | Rematch
  | AskHint
  | AskHintWhy
  | AskWhy
  | AskPreview
  | Sit
  | React
  | Ping;

export type FromServer =
  | Look
  | Ack
  | Refusal
  | Hint
  | HintWhy
  | Why
  | Previewed
  | Presence
  | Reacted
  | Pong
  | Bye;

export type OpenTable =
  | Setup;

export type GuideBody =
  | Guide;

export type SceneBody =
  | Scene;
