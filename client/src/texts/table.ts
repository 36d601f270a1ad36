// Texts of a table: actions, captions, hints, the coach, the result, the log, and the waiting room.

import { type Choosable, highlighted, inSentence, listed, plural, takenBack } from "./words";

export const table = {
  actions: {
    toolbar: "Actions",
    undo: "Undo",
    undoAll: "Undo all",
    takeBack: "Take back a turn",
    hint: "Hint",
    letAiMove: "Let the AI move",
    takeSeatBack: "Take your seat back",
    handOver: "Hand over to the AI",
    giveUp: "Give up",
    giveUpQuestion: "Give up this match?",
    giveUpEffect: (seats: number) =>
      seats === 2 ? "Your opponent wins." : "The AI takes over your seat, and you come last.",
    cancel: "Cancel the match",
    cancelQuestion: "Cancel this match?",
    cancelEffect: "It will end without a result.",
    tableSettings: "Table settings …",
    finish: "Finish here",
    allMoves: "List all moves",
    allMovesTitle: "List all moves (W)",
    more: "More actions",
    closeMenu: "Close the menu",
    skip: "Skip the animation",
    review: "Review",
    result: "Result",
  },

  table: {
    loading: "Setting the table",
    notOpened: "This table could not be opened",
    notResponding: "The table isn't responding",
    notRespondingWhy: "It may be gone, or the server may be down. Trying again …",
    cancelled: "The match was cancelled",
    closed: "This table is closed",
    settings: "Table settings",
    titleYourTurn: (game: string) => `Your turn: ${game}`,
    invite: "Invite someone",
    inviteTitle: "Invite someone (I)",
    logAndChat: "Log and chat",
    logAndChatUnread: "Log and chat, new messages",
    rail: "Players, log and chat",
    keyBack: "Undo the last click, or open the menu",
    keyArrows: "Move around the table",
  },

  menu: {
    title: "Menu",
    titleWithKey: "Menu (Esc)",
    continue: "Continue",
    newMatch: "New match",
    leave: "Leave the table",
    saved: "Your match is saved",
  },

  banner: {
    restarting: "The server is restarting. Nothing is lost: your match continues in a moment.",
    lost: "Connection lost. Reconnecting …",
    closed: "The connection was closed.",
    dismiss: "Dismiss",
  },

  caption: {
    step: (name: string, sentence: string) => `${name}: ${sentence}`,
    findingHint: "Looking for a good move …",
    over: "The match is over.",
    yourTurn: "Your turn.",
    yourTurnNamed: (name: string) => `${name}, it's your turn.`,
    choose: (what: readonly Choosable[]) => `Choose a ${highlighted(what)}.`,
    chooseNext: (what: readonly Choosable[]) => `Now choose a ${highlighted(what)}.`,
    chooseButton: "Use one of the buttons below.",
    thinking: (name: string) => `${name} is thinking …`,
    theirTurn: (name: string) => `It's ${inSentence(name)}'s turn.`,
    skip: "Skip",
    /** For screen readers: the newest line of the log. */
    spoken: (name: string, sentence: string) => (name ? `${name}: ${sentence}` : sentence),
  },

  /** A hint has three steps: which piece, where to, and why. */
  hint: {
    piece: (label: string) => `Start with: ${label}.`,
    more: { piece: "Where to?", move: "Why?" },
    because: (reason: string) => `Why: ${reason}`,
    noReason: "Why: points alone don't explain it, but the AI expects more from it in the end.",
    noComparison: "There was nothing to compare it with.",
    findingReason: "Looking for the reason …",
    withReason: (move: string, reason: string) => `${move} ${reason}`,
  },

  choiceList: {
    title: (count: number) => plural(count, "possible move", "possible moves"),
    placeholder: "Search",
    search: "Search the moves",
    more: (count: number) => `${count} more. Type to narrow the list.`,
  },

  coach: {
    watch: "Watch what happens.",
    wait: "The others are playing. Wait for your turn.",
    goodStart: (label: string) => `A good move starts with: ${label}.`,
    goodMove: (move: string, reasons: string) => `A good move: ${move} ${reasons}`,
    succeeds: (share: string) => `It succeeds on ${share} of rolls.`,
    earns: (gain: string) => `It earns ${gain} right away.`,
    asGood: "Other moves are just as good.",
    better: "The AI likes it a little better than the next best.",
    clearlyBetter: "The AI likes it much better than anything else.",
    page: (page: number, pages: number) => `${page} of ${pages}`,
    section: (title: string) => `How to play: ${title}`,
    showMe: "Show me",
    leave: "I know this game",
  },

  curtain: {
    passTo: "Pass the device to",
    hidden: "Your hand stays hidden until you are ready.",
    ready: (name: string) => `I'm ${name}`,
  },

  result: {
    draw: "It's a draw",
    youWin: "You win",
    youBeat: (name: string) => `You beat ${inSentence(name)}`,
    wins: ([first = "", ...others]: readonly string[]) =>
      `${listed([first, ...others.map(inSentence)], "and")} ${others.length > 0 ? "win" : "wins"}`,
    atStart: "at the start",
    otherSource: "points",
    othersWantRematch: "Someone would like a rematch.",
    waitingFor: (names: readonly string[]) => `Waiting for ${listed(names, "and") || "the others"} …`,
    review: "Review the match",
    rematch: "Rematch",
    rematchRequested: "Rematch requested",
    series: "matches won",
    /** One of the characters, or "level 5" until their names are known. */
    playNext: (who: string) => `Play ${inSentence(who)}`,
    takenBack: (count: number) => `${takenBack(count)}, so this match doesn't count.`,
    share: "Share picture",
  },

  host: {
    title: "Table settings",
    spectators: "Spectators",
    spectatorOptions: { in: "Allowed", out: "Not allowed" },
    chat: "Chat",
    muted: "muted",
    mute: "Mute",
    unmute: "Unmute",
    closeTable: "Close the table",
    closeQuestion: "Close this table?",
    closeRunning: "The match will end without a result.",
    closeWaiting: "No one will be able to join it again.",
  },

  log: {
    title: "Match log",
    speaker: (name: string) => `${name}:`,
    earlier: (count: number) => `Show ${plural(count, "earlier entry", "earlier entries")}`,
    message: "Say something",
    send: "Send",
  },

  reactions: {
    label: "Show a reaction",
    names: {
      "well-played": "Well played",
      thanks: "Thank you",
      thinking: "Let me think",
      ouch: "Ouch",
      "good-luck": "Good luck",
      oops: "Oops",
    },
  },

  claim: {
    waiting: (name: string, left: number) =>
      `${name} is away. You can claim the win in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}.`,
    claim: (name: string) => `${name} is still away: claim the win`,
  },

  players: {
    yourTurn: "your turn",
    thinking: "is thinking",
    theirTurn: "to move",
    away: "away",
    aiPlays: "the AI is playing",
    gaveUp: "gave up, the AI is playing",
    wins: "wins",
    draw: "draw",
    notConnected: "Not connected",
    clockWaits: "The clock starts once everything has been shown.",
    series: (wins: number) => `${plural(wins, "match", "matches")} won in this series`,
    watching: (count: number) => `${count} watching`,
  },

  invite: {
    anyone: "Or send this link. Anyone with it can take a free seat, or watch.",
    onlyHere:
      "This link only works on this device. Others can open the address that the server printed when it started, and enter this table's code there.",
    link: "Link to this table",
    copy: "Copy",
    copied: "Copied",
    qrCode: "The link as a QR code",
    code: "Your friend enters this code under “Join a table”:",
    id: "Or enter this id on the home page:",
    onlyCode: "Enter this code under “Join a table”:",
    share: "Share …",
    shareTitle: "Tilora",
  },

  waitingRoom: {
    waitingFor: (count: number) =>
      `Waiting for ${count === 1 ? "one more player" : `${count} more players`}.`,
    complete: "Everyone is here.",
    sitHere: "Sit here",
    addAi: "Add an AI",
    freeSeat: "Free this seat",
    leaveSeat: "Leave the seat",
    start: "Start",
    starting: "The match is starting …",
    waitingForReturn: (names: readonly string[]) =>
      `All seats are taken. The match starts as soon as ${listed(names, "and")} ${names.length > 1 ? "have" : "has"} this page open.`,
    otherDevice:
      "You took your seat on another device or in another browser. Open the table there to start the match.",
    startWithout: "Start anyway",
    startWithoutQuestion: (names: readonly string[]) => `Start without ${listed(names, "and")}?`,
    startWithoutEffect: (names: readonly string[]) =>
      `The AI will play for ${listed(names, "and")} to the end.`,
    more: "Table settings …",
  },

  scene: {
    lookAt: (name: string) => `Look at ${inSentence(name)}'s side`,
    enlarge: (label: string) => `Enlarge: ${label}`,
    /** Only what is certain or impossible is called so. */
    percent: (share: number) =>
      share <= 0 || share >= 1 ? `${share * 100}%` : `${Math.min(99, Math.max(1, Math.round(share * 100)))}%`,
    labelled: (label: string, badge: string) => (badge ? `${label}, ${badge}` : label),
  },
};
