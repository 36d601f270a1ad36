// The sum of luck and play, in a sentence and for every seat.

import { SeatSign } from "../parts/seat-sign";
import type { Account, ReplayTable, Review } from "../protocol";
import { texts } from "../texts";
import { marginOf, resultOf, rivalOf, unitOf, wholeParts } from "./review-data";

/** Returns the sum of the match for a seat in a sentence, and what average luck would have brought. */
export function summaryOf(review: Review, seat: number, names: readonly string[], mine: boolean): string[] {
  const rival = rivalOf(review, seat);
  const who = mine ? undefined : (names[seat] ?? "");
  const others = review.seats.length === 2 ? (names[rival] ?? "") : undefined;
  const [own, theirs] = [review.seats[seat], review.seats[rival]];
  const outcome = Math.sign((own?.result.end ?? 0) - (theirs?.result.end ?? 0));
  if (unitOf(review, seat) === "points") {
    const parts = wholeParts(marginOf(review, seat));
    return [
      texts.review.sum(texts.review.byPoints(who, outcome, Math.abs(parts.end)), who, others, parts),
      texts.review.averagePoints(who, parts.end - parts.luck),
    ];
  }
  const parts = wholeParts(resultOf(review, seat));
  return [
    texts.review.sum(texts.review.byResult(who, outcome), who, others, { ...parts, start: 0 }),
    texts.review.averageResult(who, Math.max(0, Math.min(100, parts.end - parts.luck))),
  ];
}

interface SummaryProps {
  review: Review;
  table: ReplayTable;
  seat: number;
  names: readonly string[];
  choose: (seat: number) => void;
  /** Whether the sentence is elsewhere on the page. */
  rest?: boolean;
}

/** The sum of the match in a sentence. */
export function SummarySentence({ review, table, seat, names }: Omit<SummaryProps, "choose">) {
  return <p class="sentence">{summaryOf(review, seat, names, Boolean(table.seats[seat]?.mine))[0]}</p>;
}

export function Summary({ review, table, seat, names, choose, rest = false }: SummaryProps) {
  const mine = Boolean(table.seats[seat]?.mine);
  const [sum, average] = summaryOf(review, seat, names, mine);
  const own = review.seats[seat];
  const like = own?.played_like;
  const points = unitOf(review, seat) === "points";
  const account = (index: number): Account | undefined =>
    points ? review.seats[index]?.points : review.seats[index]?.result;
  const shown = (value: number | undefined, sign = true) =>
    texts.review.number((points ? 1 : 100) * (value ?? 0), sign);
  return (
    <section class="sum-of-match" aria-label={texts.review.summary}>
      {!rest && <p class="sentence">{sum}</p>}
      <p>
        {average}
        {own && own.decisions > 0 && <> {texts.review.slips(own.grades)}</>}
        {like && <> {texts.review.playedLike(mine, like.level, like.lowest, like.highest)}</>}
      </p>
      <details>
        <summary>{texts.review.everybody}</summary>
        <div class="scroll-x">
          <table class="list numbers">
            <thead>
              <tr>
                <th scope="col">{points ? texts.review.inPoints : texts.review.inResults}</th>
                {[texts.review.luck, texts.review.play, texts.review.othersPlay, texts.review.end].map(
                  (head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ),
                )}
                <th scope="col">{texts.review.level}</th>
              </tr>
            </thead>
            <tbody>
              {review.seats.map(({ played_like }, index) => (
                <tr key={index} aria-current={index === seat ? "true" : undefined}>
                  <th scope="row">
                    <button type="button" class="quiet" onClick={() => choose(index)}>
                      <SeatSign game={table.game} seat={index} /> {names[index]}
                    </button>
                  </th>
                  <td>{shown(account(index)?.luck)}</td>
                  <td>{shown(account(index)?.own_play)}</td>
                  <td>{shown(account(index)?.others_play)}</td>
                  <td>{shown(account(index)?.end, false)}</td>
                  <td>{played_like ? texts.review.levelNumber(played_like.level) : "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p class="faint">{texts.review.addsUp}</p>
      </details>
    </section>
  );
}
