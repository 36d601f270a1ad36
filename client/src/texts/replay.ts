// Texts of replays, reviews and the analysis board.

import { inSentence, listed, plural, takenBack } from "./words";

export const replay = {
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
      "Save the record, then run this command. It proves that no one chose the luck and that no move was changed:",
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
    progress: "Progress of the review",
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
          ? ` (between ${Math.round(lowest)} and ${Math.round(highest)})`
          : ""
      }.`,
    levelNumber: (level: number) => level.toFixed(1),
    everybody: "Everyone's luck and play",
    inPoints: "In points",
    inResults: "Out of 100",
    luck: "Luck",
    play: "Own play",
    othersPlay: "The others",
    end: "End",
    level: "Like level",
    addsUp: "Starting chances, luck and play add up to the result.",
    number: (value: number, sign: boolean) => {
      const text = Math.abs(value) < 10 ? Math.abs(value).toFixed(1) : Math.abs(value).toFixed(0);
      return `${value < 0 && Number(text) !== 0 ? "−" : sign && Number(text) !== 0 ? "+" : ""}${text}`;
    },
    curve: "Curve",
    units: { result: "Chances", points: "Points" },
    chancesAre: (percent: number) => `Chances ${Math.round(percent)}%`,
    thisStep: "This step",
    atStart: "Step through the match, or jump to the next mistake.",
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
    tryInstead: (played: string) => `What was played: ${played} Find something better.`,
    judging: "Judging your move …",
  },

  analysis: {
    title: "Analysis",
    titleOf: (game: string) => `Analysis of ${game}`,
    none: "There is nothing to analyse here",
    about:
      "Play every seat yourself, and see what the AI expects. Start from the beginning, or from a position.",
    game: "Game",
    seats: "Seats",
    position: "Position",
    positionHint: "Paste the text of a position, or leave this empty to start from the beginning.",
    begin: "Analyse",
    board: "Analysis board",
    rail: "What the AI expects",
    toMove: (name: string, task: string) => `${name}: ${task}`,
    back: "Take back",
    toStart: "Start over",
    showBest: "Show the best move",
    best: (name: string) => `Best for ${inSentence(name)}`,
    thinking: "Thinking …",
    searching: (effort: number, efforts: number) => `Looking deeper … (${effort} of ${efforts})`,
    done: "Searched as deeply as the strongest level.",
    goesOn: "And in the same turn:",
    why: "Better than the second best:",
    proven: "This is certain.",
    percent: (percent: number) => `${Math.round(percent)}%`,
    expectedPoints: (points: number) => `about ${points.toFixed(0)} at the end`,
    line: (step: number) => (step === 0 ? "From the start" : `From step ${step}`),
    empty: "Play any move on the board, for whoever is to move.",
  },
};
