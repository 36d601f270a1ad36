// Texts of the home page and of what it leads to: challenges, new matches, past ones, results and scores.

import type { Time } from "../protocol";
import { inSentence, listed, minutes, players, plural, seconds } from "./words";

export const home = {
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
      `New here? ${title} is the easiest game to learn, and teaches you as you play.`,
    startWith: (title: string) => `Start with ${title}`,
    learn: (title: string) => `Learn ${title} in five minutes`,
    nameless: "free seat",
    allMatches: (count: number) => `Show all ${count} matches`,
    openTables: "Open tables",
    noOpenTables:
      "No one is waiting for players right now. Set up a match with a friend online, and list it here.",
    freeSeats: (count: number) => plural(count, "free seat", "free seats"),
    neighbours: "On your network",
  },

  challenge: {
    title: "Daily challenge",
    today: (title: string) => `Today's challenge: ${title}`,
    rules: (bots: number, level: number) =>
      `Everyone plays the same match today, with the same luck, against ${bots === 1 ? "the same AI" : `the same ${bots} AIs`} at level ${level}. The highest score wins. You get one try, with no hints. If the AI moves for you, or you take back a move, your result doesn't count.`,
    ends: (at: Date) =>
      `It ends at midnight UTC (${at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })} your time). Finish your match by then.`,
    play: "Take the challenge",
    goOn: "Continue",
    look: "View your match",
    results: "Results",
    resultsToday: "Today's results",
    noResults: "No one has finished yet.",
    nobody: "No one finished it.",
    yesterday: (title: string) => `Yesterday: ${title}`,
    winner: (name: string, score: number) => `Yesterday's winner: ${name}, ${score}.`,
    best: (name: string, score: number) => `Best so far: ${name}, ${score}.`,
    yourPlace: (place: number, score: number) => `Your rank so far: ${place}, with ${score}.`,
    notCounted: "You've had your try, but the result doesn't count.",
    running: "Your match is under way.",
    tries: (count: number) =>
      `The same match for everyone, one try.${count > 0 ? ` ${plural(count, "player has", "players have")} tried it.` : ""}`,
    guest: "(guest)",
    fair: "Is it fair?",
    fairHow:
      "All luck comes from a secret that the server chose when the day began. You see its hash today and the secret tomorrow; then you can save the record of your match and check it with “tilora verify”. Only a player's first try counts, but anyone can come back as a new guest, which is why guests are marked.",
    commitment: "Hash of today's secret:",
    secret: "Yesterday's secret:",
  },

  quickStart: {
    play: "Play",
    label: (title: string, last: string) => `Play ${title} now: ${last}`,
    setUp: "Set up …",
    setUpGame: (title: string) => `Set up ${title}`,
    ais: (count: number, level: number | undefined) =>
      `${count === 1 ? "AI" : `${count} AIs`}${level === undefined ? "" : `, level ${level}`}`,
    friendsHere: (count: number) => `${plural(count, "friend", "friends")} here`,
    friendsOnline: (count: number) => `${plural(count, "friend", "friends")} online`,
  },

  join: {
    title: "Join a table",
    placeholder: "Code or link",
    field: "Code, link or address of a table",
    join: "Join",
    empty: "Type the code you were given, or paste the link.",
    notFound: "There is no such table.",
  },

  newMatch: {
    players: "Players",
    kinds: { bot: "The AI", here: "A friend on this device", open: "A friend online" },
    whoSits: (seat: number) => `Who sits in seat ${seat}`,
    player: (seat: number) => `Player ${seat}`,
    nameOfPlayer: (seat: number) => `Name of player ${seat}`,
    joinsByLink: "joins by link or code",
    begins: "Who goes first",
    byLot: "When the match starts, a random draw decides who goes first.",
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
    noneHint: "Matches you finish appear here.",
    older: "Show older matches",
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
      "Finish a match without help from the AI to see whom you have beaten, your best scores and your streaks.",
    begin: "Choose a game",
    matches: "Matches",
    won: "Won",
    streak: "Wins in a row",
    longest: "Most in a row",
    counted: "Only you can see this page. Matches in which the AI moved for someone don't count.",
    countedLast: (most: number) =>
      `Only you can see this page. Your last ${most.toLocaleString("en")} matches count, except those in which the AI moved for someone.`,
    opponents: "Opponents you have beaten",
    withoutArticle: (name: string) => name.replace(/^The /, ""),
    beatenOf: (beaten: number, met: number) => `won ${beaten} of ${met}`,
    notMet: "not met yet",
    games: "Game by game",
    share: (won: number, matches: number) => `${won} of ${matches}`,
    best: "Best score",
    strongest: "Strongest beaten",
    nobody: "no one yet",
    form: (window: number) => `Win rate over ${window} matches`,
    formNow: (share: number) => `${Math.round(100 * share)}% of your last matches`,
    formLater: (missing: number) =>
      `Finish ${plural(missing, "more match", "more matches")} to see a curve here.`,
    progress: "How you play",
    progressNone: "Review your matches to see how much your decisions cost you, and what costs you most.",
    progressFrom: (matches: number) => `From ${plural(matches, "reviewed match", "reviewed matches")}.`,
    lossNow: (loss: number) => `${loss.toFixed(1)} out of 100 lost per decision`,
    lossBefore: (loss: number) => `${loss.toFixed(1)} before`,
    luckMean: (luck: number) =>
      `Luck was worth ${luck < 0 ? "−" : "+"}${Math.abs(luck).toFixed(1)} out of 100 per match.`,
    likeLevel: (level: number) => `Like level ${Math.round(level)}.`,
    costsMost: "What costs you most",
    cost: (source: string, points: number, unit: string, times: number) =>
      `${source}: ${points.toFixed(1)} ${unit} in ${plural(times, "mistake", "mistakes")}`,
    givenAway: (points: number, unit: string, times: number) =>
      `given away to others: ${points.toFixed(1)} ${unit} in ${plural(times, "mistake", "mistakes")}`,
    lastReview: "Last review",
    people: "People you have played",
    recent: "Recent matches",
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
        ? `The score is your ${unit} times the number of players, so that larger tables don't lose out.`
        : `The score is your ${unit} in a match.`,
    onlyAlone: "Matches in which the AI moved for someone, or someone gave up, don't count.",
    none: "No scores yet",
    noneHint: "Finish a match to be the first.",
    rank: "Rank",
    name: "Name",
    when: "When",
  },
};
