// Every text of the page itself, in one place: to translate the page, translate this file. Texts about a game (its
// title, guide, labels and sentences) come from the server.

import type { Piece, Time } from "./protocol";

/** What can be chosen on the table: a kind of piece, or a place. */
export type Choosable = Piece["kind"] | "place";

const NOUNS: Record<Choosable, string> = {
  tile: "tile",
  brick: "brick",
  card: "card",
  die: "die",
  token: "token",
  place: "place",
};

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const listed = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
/** "highlighted tile or place" */
const highlighted = (what: readonly Choosable[]): string =>
  `highlighted ${
    listed(
      what.map((kind) => NOUNS[kind]),
      "or",
    ) || "item"
  }`;
/** "The Glazier" is "the Glazier" within a sentence. */
export const inSentence = (name: string): string => name.replace(/^The (?=.)/, "the ");
const takenBack = (turns: number) => `${turns === 1 ? "A turn was" : `${turns} turns were`} taken back`;
const seconds = (count: number) => plural(count, "second", "seconds");
const minutes = (count: number) => plural(count, "minute", "minutes");
const players = (count: number) => plural(count, "player", "players");

export const texts = {
  /** For dates and numbers. */
  language: "en",

  common: {
    back: "Back",
    close: "Close",
    freeSeat: "Free seat",
    goBack: "Go back",
    home: "Home",
    howToPlay: "How to play",
    howToPlayGame: (title: string) => `How to play ${title}`,
    next: "Next",
    off: "Off",
    on: "On",
    play: "Play",
    players: "Players",
    previous: "Previous",
    rules: "Rules",
    serverAway: "The server isn't responding. Is it running, and are you online?",
    tryAgain: "Try again",
    you: "You",
  },

  app: {
    loading: "One moment …",
    notFound: "Page not found",
    notLoaded: "This page could not be loaded",
    notLoadedWhy: "Is the server still running?",
    skipToContent: "Skip to content",
    keyHelp: "Show these shortcuts",
    keySettings: "Settings",
    keySound: "Turn sound on or off",
    keyTheme: "Switch between light and dark",
  },

  header: {
    brand: "Tilora, home page",
    account: "Account",
    accountGuest: "Keep your name, or sign in",
    accountNamed: "Your account",
    keys: "Keyboard shortcuts",
    keysTitle: "Keyboard shortcuts (?)",
    name: "Your name",
    nameTitle: "Your name. Click to change it.",
    settings: "Settings",
    settingsTitle: "Settings (,)",
    sound: "Sound",
    soundTurnOff: "Turn sound off (Q)",
    soundTurnOn: "Turn sound on (Q)",
  },

  keysSheet: {
    title: "Keyboard shortcuts",
    arrows: "← → ↑ ↓",
    enter: "Enter",
    escape: "Esc",
    space: "Space",
    tab: "Tab",
    tabAndEnter: "Go to the next item, and choose it",
    tooltips: "Point at anything on the table, or hold a finger on it, to see what it is.",
  },

  account: {
    changePassword: "Change password",
    devices: "Devices",
    guest:
      "You are playing as a guest on this device. Set a password to keep your name and use it on other devices.",
    haveAccount: "I already have an account",
    matchesStay: (name: string) => `Matches that you started here as ${name} will stay with ${name}.`,
    name: "Name",
    named: "This name is yours. Sign in with it on another device to continue your matches there.",
    newPassword: (shortest: number) => `Password (at least ${shortest} characters)`,
    oldPassword: "Current password",
    othersSignedOut: "Your other devices will be signed out.",
    password: "Password",
    setPassword: "Set password",
    signIn: "Sign in",
    signOut: "Sign out",
    signOutDevice: (device: string) => `Sign out ${device}`,
    signOutOthers: "Sign out all other devices",
    thisDevice: "this device",
    unknownDevice: "A device without a name",
  },

  settings: {
    title: "Settings",
    theme: "Theme",
    themes: { auto: "Same as device", light: "Light", dark: "Dark" },
    palette: "Colours",
    palettes: { usual: "Standard", "colour-blind": "Colour-blind friendly" },
    letters: "Letters on pieces",
    sound: "Sound",
    motion: "Animations",
    motions: { "0×": "Off", "0.6×": "Slow", "1×": "Normal", "2×": "Fast" },
  },

  home: {
    question: "What shall we play?",
    loading: "Setting up the tables",
    noServer: "The server isn't responding",
    retrying: (why: string) => `${why} Trying again …`,
    players: (fewest: number, most: number) =>
      fewest === most ? players(fewest) : `${fewest}–${most} players`,
    playGame: (title: string) => `Play ${title}`,
    keyArrows: "Move between items",
    more: "More",
    lookBack: "Look back",
    yourPage: "Your results",
    pastMatches: "Past matches",
    highScores: "High scores",
    continue: "Continue playing",
    waiting: "waiting",
    ready: "ready to start",
    yourTurn: "Your turn",
    theirTurn: (name: string) => `${name} to move`,
    codeIs: (code: string) => `Code ${code.slice(0, 3)} ${code.slice(3)}`,
    against: (names: readonly string[]) => `with ${listed(names.map(inSentence), "and")}`,
    welcome: (title: string) =>
      `New here? ${title} is the easiest to learn, and explains itself while you play.`,
    startWith: (title: string) => `Start with ${title}`,
    learn: (title: string) => `Learn ${title} in five minutes`,
    nameless: "free seat",
    allMatches: (count: number) => `Show all ${count} matches`,
    openTables: "Open tables",
    noOpenTables:
      "No one is waiting for players right now. Start a match with a friend online, and it appears here.",
    freeSeats: (count: number) => plural(count, "free seat", "free seats"),
    neighbours: "On your network",
  },

  challenge: {
    title: "The day's challenge",
    today: (title: string) => `Today's challenge: ${title}`,
    rules: (bots: number, level: number) =>
      `Everyone plays the same match today: the same luck, and ${bots === 1 ? "the same AI" : `the same ${bots} AIs`} of level ${level}. The score counts. You have one try, without hints; if the AI moves for you or you take a move back, your result does not count.`,
    ends: (at: Date) =>
      `It ends at midnight UTC, ${at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })} your time. Matches have to be over by then.`,
    play: "Take the challenge",
    goOn: "Go on",
    look: "See your match",
    results: "Results",
    resultsToday: "Today's results",
    noResults: "No one has finished yet.",
    nobody: "No one finished it.",
    yesterday: (title: string) => `Yesterday: ${title}`,
    winner: (name: string, score: number) => `Yesterday's winner: ${name}, ${score}.`,
    best: (name: string, score: number) => `Best so far: ${name}, ${score}.`,
    yourPlace: (place: number, score: number) => `You are in place ${place} with ${score}.`,
    notCounted: "You have had your try. It has no counted result.",
    running: "Your try is running.",
    tries: (count: number) =>
      `The same match for everyone, one try.${count > 0 ? ` ${plural(count, "player has", "players have")} tried it.` : ""}`,
    guest: "(guest)",
    fair: "Is it fair?",
    fairHow:
      "The luck comes from a secret that the server made up when the day began. Its hash is shown now, the secret tomorrow; then you can save the record of your match and check it with “tilora verify”. Only the first try of each player counts, but anyone can come back as another guest: that is why guests are marked.",
    commitment: "Hash of today's secret:",
    secret: "Yesterday's secret:",
  },

  quickStart: {
    play: "Play",
    label: (title: string, last: string) => `Play ${title} at once: ${last}`,
    setUp: "Set up …",
    setUpGame: (title: string) => `Set up ${title}`,
    ais: (count: number, level: number | undefined) =>
      `${count === 1 ? "AI" : `${count} AIs`}${level === undefined ? "" : `, level ${level}`}`,
    friendsHere: (count: number) => `${plural(count, "friend", "friends")} here`,
    friendsOnline: (count: number) => `${plural(count, "friend", "friends")} online`,
  },

  join: {
    title: "Join somebody",
    placeholder: "Code or link",
    field: "Code, link or address of a table",
    join: "Join",
    empty: "Type the code that you were given, or paste the link.",
    notFound: "There is no such table.",
  },

  newMatch: {
    players: "Players",
    kinds: { bot: "The AI", here: "A friend on this device", open: "A friend online" },
    whoSits: (seat: number) => `Who sits in seat ${seat}`,
    player: (seat: number) => `Player ${seat}`,
    nameOfPlayer: (seat: number) => `Name of player ${seat}`,
    joinsByLink: "joins by link or code",
    begins: "Who begins",
    byLot: "Who begins is decided by lot when the match starts.",
    opponent: "Opponent",
    listed: "List it under “Open tables”",
    openTable: "Open the table",
  },

  level: {
    label: "Level of the AI",
    full: (name: string, level: number) => `${name} · level ${level}`,
    short: (level: number) => `level ${level}`,
    unnamed: (level: number) => `Level ${level}`,
    saying: (sentence: string) => `“${sentence}”`,
    described: (name: string, words: string) => `${name}: ${words}`,
    change: (name: string) => `${name}. Choose another opponent`,
  },

  time: {
    label: "Time",
    kinds: { none: "No clock", bullet: "Bullet", clock: "Clock" },
    perTurn: "Seconds per turn",
    perPlayer: (increment: number) => `Minutes per player, plus ${seconds(increment)} per turn`,
    summary({ kind, seconds: total, increment }: Time): string {
      if (kind === "bullet") return `Bullet: ${seconds(total)} per turn.`;
      if (kind === "none") return "No clock.";
      const each = total % 60 === 0 ? minutes(total / 60) : seconds(total);
      return increment ? `${each} per player, plus ${seconds(increment)} per turn.` : `${each} per player.`;
    },
  },

  timeAgo: { justNow: "just now" },

  matches: {
    title: "Past matches",
    show: "Show",
    whose: { mine: "My matches", all: "Everyone's matches" },
    none: "No matches yet",
    noneHint: "Matches that you finish appear here.",
    older: "Show older ones",
    openRecord: "Open a record",
    notARecord: "This file is not the record of a match.",
    imported: "Imported records",
    players,
    remove: (title: string) => `Remove ${title}`,
    removeQuestion: (title: string) => `Remove “${title}”?`,
    removeEffect: "No one will be able to open it again.",
    removeYes: "Remove",
  },

  player: {
    none: "No results yet",
    noneHint:
      "Finish a match without the AI's help, and it counts here: against whom you have won, your best scores, and your streaks.",
    begin: "Choose a game",
    matches: "Matches",
    won: "Won",
    streak: "Wins in a row",
    longest: "Most in a row",
    counted: "Only you can see this page. Matches in which the AI moved for somebody don't count.",
    countedLast: (most: number) =>
      `Only you can see this page. Your last ${most.toLocaleString("en")} matches are counted, without those in which the AI moved for somebody.`,
    opponents: "Whom you have beaten",
    withoutArticle: (name: string) => name.replace(/^The /, ""),
    beatenOf: (beaten: number, met: number) => `won ${beaten} of ${met}`,
    notMet: "not met yet",
    games: "Game by game",
    share: (won: number, matches: number) => `${won} of ${matches}`,
    best: "Best score",
    strongest: "Strongest beaten",
    nobody: "nobody yet",
    form: (window: number) => `Share of wins in ${window} matches`,
    formNow: (share: number) => `${Math.round(100 * share)}% of your last matches`,
    formLater: (missing: number) =>
      `After ${plural(missing, "more match", "more matches")} you see a curve here.`,
    progress: "How you play",
    progressNone:
      "Review your matches, and you see here how much your decisions cost, and what costs you most.",
    progressFrom: (matches: number) => `From ${plural(matches, "reviewed match", "reviewed matches")}.`,
    lossNow: (loss: number) => `${loss.toFixed(1)} out of 100 lost on a decision`,
    lossBefore: (loss: number) => `${loss.toFixed(1)} before`,
    luckMean: (luck: number) =>
      `Luck was worth ${luck < 0 ? "−" : "+"}${Math.abs(luck).toFixed(1)} out of 100 a match.`,
    likeLevel: (level: number) => `Like level ${Math.round(level)}.`,
    costsMost: "What costs you most",
    cost: (source: string, points: number, unit: string, times: number) =>
      `${source}: ${points.toFixed(1)} ${unit} in ${plural(times, "mistake", "mistakes")}`,
    givenAway: (points: number, unit: string, times: number) =>
      `given away to others: ${points.toFixed(1)} ${unit} in ${plural(times, "mistake", "mistakes")}`,
    lastReview: "Last review",
    people: "People you have met",
    recent: "Last matches",
    all: "All past matches",
  },

  scores: {
    title: "High scores",
    game: "Game",
    against: "Against",
    people: (count: number) => plural(count, "person", "people"),
    product: (score: number, seats: number) => `${score} × ${seats}`,
    counts: (unit: string, times: boolean) =>
      times
        ? `Every match counts its ${unit} times the number of players, so that larger tables don't lose out.`
        : `Every match counts its ${unit}.`,
    onlyAlone: "Matches in which the AI moved for somebody, or somebody gave up, don't count.",
    none: "No scores yet",
    noneHint: "Finish a match to be the first.",
    rank: "Rank",
    name: "Name",
    when: "When",
  },

  guide: {
    loading: "Opening the guide",
    none: "There is no guide here",
  },

  learn: {
    title: "Lesson",
    titleOf: (game: string) => `Learn ${game}`,
    loading: "Setting up the lesson",
    none: "There is no lesson here",
    opponent: "Opponent",
    rail: "The lesson",
    step: (step: number, total: number) => `${step} of ${total}`,
    progress: (done: number, total: number) => `${done} of ${plural(total, "step", "steps")} done`,
    next: "Go on",
    back: "Back to the step before",
    showMe: "Show me",
    skip: "Skip this step",
    leave: "Leave the lesson",
    firstMatch: "Play your first match",
    readRules: "Read the rules",
    again: "Start again",
  },

  puzzles: {
    title: "Puzzles",
    titleOf: (game: string) => `Puzzle: ${game}`,
    today: (game: string) => `Puzzle of the day: ${game}`,
    dayState: {
      "": "Can you find the best move?",
      solved: "Solved. There is another one tomorrow.",
      failed: "You have had your try. There is another one tomorrow.",
    },
    due: (count: number) => `${plural(count, "mistake of yours has", "mistakes of yours have")} come back.`,
    mistakes: "Your own mistakes",
    mistakesState: (due: number, coming: number, next: number | null) => {
      if (due > 0) return `${plural(due, "has", "have")} come back. Can you do better now?`;
      if (next !== null)
        return `${plural(coming, "comes", "come")} back later, the first on ${new Date(next).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}.`;
      return "When a review of one of your matches finds a mistake, it comes back here as a puzzle.";
    },
    game: "Game",
    solved: "Solved",
    ofAll: (solved: number, tried: number, count: number) =>
      `${solved} of ${count}${tried > solved ? `, ${tried - solved} missed` : ""}`,
    rating: "Your rating",
    rated1: (rating: number, certain: boolean) => `${rating}${certain ? "" : "?"}`,
    rated: (before: number, after: number, certain: boolean) =>
      `Your rating: ${before} → ${after}${certain ? "" : "?"}`,
    solve: "Solve",
    solveOf: (game: string) => `Solve a puzzle of ${game}`,
    look: "Look again",
    all: "All puzzles",
    about:
      "Only your first try at a puzzle counts. The rating compares you with the puzzles; a question mark means that it is not certain yet.",
    noneYet: "None of the games on this server has puzzles.",
    none: "There is no puzzle here",
    loading: "Setting up the puzzle",
    rail: "The puzzle",
    leave: "Leave the puzzle",
    opponent: (seat: number, seats: number) => (seats > 2 ? `Opponent ${seat + 1}` : "Opponent"),
    level: (level: number) => (level > 8 ? "Master" : `Level ${level}`),
    own: "Your mistake",
    find: "It is your turn. One choice is clearly better than all others. Which?",
    findBetter: (played: string) => `Here you chose: “${played}” Find something better.`,
    right: (words: string) => `Right! ${words}`,
    solution: (words: string) => `The solution: ${words}`,
    wrong: (cost: number | undefined, why: string) =>
      `Not quite. ${cost === undefined ? "Something else is clearly better" : `It costs you about ${cost} out of 100`}${why ? `: the best choice means ${why}` : "."} Try again.`,
    why: (instead: string, why: string) => `Why rather than “${instead.replace(/\.$/, "")}”? ${why}`,
    noWhy: "Points alone do not tell why; the search expects more from it.",
    rest: (words: string) => `And in the same turn: ${words}`,
    line: (words: string) => `Then perhaps: ${words}`,
    compared: "What each is worth, out of 100",
    themes: "Themes",
    theme: {
      hinder: "hinder others",
      decisive: "wins the match",
      rescue: "saves the match",
      foresight: "foresight",
    } as Record<string, string>,
    comesBack: (due: number | null) =>
      due === null
        ? "Solved for good. It does not come back."
        : `It comes back on ${new Date(due).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}.`,
    next: "Next puzzle",
    seeSolution: "See the solution",
  },

  replay: {
    takenBack: (count: number) => `${takenBack(count)}.`,
    title: "Replay",
    titleOf: (game: string) => `Replay of ${game}`,
    loading: "Loading the match",
    notLoaded: "This match could not be loaded",
    start: "The match begins.",
    step: (name: string, sentence: string) => `${name}: ${sentence}`,
    nextStep: "Next step",
    previousStep: "Previous step",
    nextTurn: "Next turn",
    previousTurn: "Previous turn",
    toStart: "Go to the start",
    toEnd: "Go to the end",
    playOrPause: "Play or pause",
    play: "Play",
    pause: "Pause",
    position: "Step",
    count: (step: number, total: number) => `${step} / ${total}`,
    speed: "Speed",
    about: "About the match",
    viewAs: "View as",
    everyone: "everyone",
    playFromHere: "Play from here",
    review: "Review",
    analyse: "Analyse",
    save: "Save",
    saveRecord: "Save record",
    checkLuck: "Check the luck",
    checkLuckHow:
      "Save the record. This command proves that nobody chose the luck, and that no move was changed:",
  },

  review: {
    title: "Review",
    titleOf: (game: string) => `Review of ${game}`,
    none: "There is no review here",
    about: "About the match",
    grades: {
      best: "Best",
      fine: "Fine",
      inaccuracy: "Inaccuracy",
      mistake: "Mistake",
      blunder: "Blunder",
    },
    beginning: "Looking at the match …",
    examining: "Examining every decision …",
    waiting: "Other reviews come first. Yours begins in a moment.",
    progress: "How far the review is",
    cancel: "Cancel",
    cancelled: "The review was cancelled.",
    failed: (why: string) => `The match could not be reviewed. ${why}`,
    summary: "What decided the match",
    /** Names are undefined for the person at this page. */
    byPoints: (who: string | undefined, outcome: number, points: number) =>
      outcome === 0
        ? "It was a draw"
        : `${who ?? "You"} ${outcome > 0 ? "won" : "lost"} ${points > 0 ? `by ${points}` : "on the tie-break"}`,
    byResult: (who: string | undefined, outcome: number) =>
      outcome === 0 ? "It was a draw" : `${who ?? "You"} ${outcome > 0 ? "won" : "lost"}`,
    sum(
      outcome: string,
      who: string | undefined,
      rival: string | undefined,
      { start, luck, own, others }: { start: number; luck: number; own: number; others: number },
    ): string {
      const them = who === undefined ? "you" : "them";
      const change = (what: string, by: number) =>
        by === 0 ? "" : `${what} ${by > 0 ? "gave" : "cost"} ${them} ${Math.abs(by)}`;
      const parts = [
        change(who === undefined ? "your seat" : "the seat", start),
        change("luck", luck),
        change(who === undefined ? "your play" : "their play", own),
        change(rival === undefined ? "the others' play" : `${inSentence(rival)}'s play`, others),
      ].filter(Boolean);
      return parts.length === 0 ? `${outcome}: luck and play were even.` : `${outcome}: ${parts.join(", ")}.`;
    },
    averagePoints: (who: string | undefined, lead: number) =>
      `With average luck, ${who ?? "you"} would have ${
        lead === 0 ? "drawn" : lead > 0 ? `won by ${lead}` : `lost by ${-lead}`
      }.`,
    averageResult: (who: string | undefined, share: number) =>
      `With average luck, ${who ?? "you"} would have got ${share} out of 100.`,
    slips: (grades: Record<string, number>) => {
      const found = [
        plural(grades.blunder ?? 0, "blunder", "blunders"),
        plural(grades.mistake ?? 0, "mistake", "mistakes"),
        plural(grades.inaccuracy ?? 0, "inaccuracy", "inaccuracies"),
      ].filter((words) => !words.startsWith("0"));
      return found.length === 0 ? "No mistakes." : `${listed(found, "and")}.`;
    },
    playedLike: (mine: boolean, level: number, lowest: number, highest: number) =>
      `${mine ? "You played" : "Played"} like level ${Math.round(level)}${
        Math.round(lowest) < Math.round(highest)
          ? ` (somewhere from ${Math.round(lowest)} to ${Math.round(highest)})`
          : ""
      }.`,
    levelNumber: (level: number) => level.toFixed(1),
    everybody: "Everybody's luck and play",
    inPoints: "In points",
    inResults: "Out of 100",
    luck: "Luck",
    play: "Own play",
    othersPlay: "The others",
    end: "End",
    level: "Like level",
    addsUp: "What everybody could expect, luck and play add up to the end.",
    number: (value: number, sign: boolean) => {
      const text = Math.abs(value) < 10 ? Math.abs(value).toFixed(1) : Math.abs(value).toFixed(0);
      return `${value < 0 && Number(text) !== 0 ? "−" : sign && Number(text) !== 0 ? "+" : ""}${text}`;
    },
    curve: "Curve",
    units: { result: "Chances", points: "Points" },
    chancesAre: (percent: number) => `Chances ${Math.round(percent)}%`,
    thisStep: "This step",
    atStart: "Go through the match step by step, or jump to the next mistake.",
    noChoice: "There was no choice.",
    notExamined: "Not examined yet.",
    luckHere: (name: string, luck: string) =>
      `Luck here was worth ${luck} out of 100 to ${inSentence(name)}.`,
    costs: (loss: number, doubt: number) =>
      `costs ${loss.toFixed(loss < 10 ? 1 : 0)} ± ${doubt.toFixed(loss < 10 ? 1 : 0)} out of 100`,
    better: "Better:",
    why: "Why:",
    expected: "Then:",
    instead: "After what was played:",
    nothingBetter: { best: "Nothing was better.", fine: "Nothing was clearly better." },
    nextMistake: "Next mistake",
    previousMistake: "Previous mistake",
    noMistakes: "No mistakes",
    tryAgain: "Try again",
    tryOther: "Try something else",
    onceMore: "Once more",
    showBetter: "Show the best move",
    backToMatch: "Back to the match",
    secondTry: "Second try",
    findBetter: "Find something better.",
    tryInstead: (played: string) => `Played was: ${played} Find something better.`,
    judging: "Judging your move …",
  },

  analysis: {
    title: "Analysis",
    titleOf: (game: string) => `Analysis of ${game}`,
    none: "There is nothing to analyse here",
    about:
      "Play for all seats, and see what a search expects. Begin a match, or set up a position by its text.",
    game: "Game",
    seats: "Seats",
    position: "Position",
    positionHint: "The text of a position. Leave it empty to begin at the start.",
    begin: "Analyse",
    board: "Analysis board",
    rail: "What the search expects",
    toMove: (name: string, task: string) => `${name}: ${task}`,
    back: "Take back",
    toStart: "Start over",
    showBest: "Show the best move",
    best: (name: string) => `Best for ${inSentence(name)}`,
    thinking: "Thinking …",
    searching: (effort: number, efforts: number) => `Looking deeper … (${effort} of ${efforts})`,
    done: "Searched as deeply as the strongest level.",
    goesOn: "And in the same turn:",
    why: "Why not the second:",
    proven: "This is certain.",
    percent: (percent: number) => `${Math.round(percent)}%`,
    expectedPoints: (points: number) => `about ${points.toFixed(0)} at the end`,
    line: (step: number) => (step === 0 ? "From the start" : `From step ${step}`),
    empty: "Play any move on the board, for whoever is to move.",
  },

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
      seats === 2 ? "Your opponent wins." : "The AI plays on in your seat, and you come last.",
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
    chooseButton: "Choose a button below.",
    thinking: (name: string) => `${name} is thinking …`,
    theirTurn: (name: string) => `It's ${inSentence(name)}'s turn.`,
    skip: "Skip",
    /** For screen readers: the newest line of the log. */
    spoken: (name: string, sentence: string) => (name ? `${name}: ${sentence}` : sentence),
  },

  /** A hint has three steps: which piece, where to, and why. */
  hint: {
    piece: (label: string) => `Begin with: ${label}.`,
    more: { piece: "Where to?", move: "Why?" },
    because: (reason: string) => `Why: ${reason}`,
    noReason: "Why: the points do not tell it; the AI expects more from it in the end.",
    onlyMove: "There is nothing else to do.",
    findingReason: "Looking for the reason …",
    withReason: (move: string, reason: string) => `${move} ${reason}`,
  },

  choiceList: {
    title: (count: number) => plural(count, "possible move", "possible moves"),
    placeholder: "Search",
    search: "Search the moves",
    more: (count: number) => `${count} more. Type a word to find them.`,
  },

  coach: {
    watch: "Watch what happens.",
    wait: "The others are playing. Wait for your turn.",
    goodStart: (label: string) => `A good move begins with: ${label}.`,
    goodMove: (move: string, reasons: string) => `A good move: ${move} ${reasons}`,
    succeeds: (share: string) => `It succeeds in ${share} of all rolls.`,
    earns: (gain: string) => `It earns ${gain} at once.`,
    asGood: "There are others as good.",
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
    takenBack: (count: number) => `${takenBack(count)}, so this match does not count.`,
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
    clockWaits: "The time starts when everything has been shown.",
    series: (wins: number) => `${plural(wins, "match", "matches")} won in this series`,
    watching: (count: number) => `${count} watching`,
  },

  invite: {
    anyone: "Or send this link. Anyone with it can take a free seat, or watch.",
    onlyHere:
      "This link works on this device only. Others open the address that the server printed when it started, and enter the code of this table there.",
    link: "Link to this table",
    copy: "Copy",
    copied: "Copied",
    qrCode: "The link as a QR code",
    code: "Your friend enters this code under “Join somebody”:",
    id: "Or enter this id on the home page:",
    onlyCode: "Enter this code under “Join somebody”:",
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
      "You took your seat on another device or in another browser. Open the table there once, and the match starts.",
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
