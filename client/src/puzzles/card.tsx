// What a puzzle says: what to find, what is wrong with a try, and at the end the solution and why.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { foreseen, laterTurns, restOfTurn } from "../parts/expected-line";
import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import type { PuzzleAnswer, PuzzleBody } from "../protocol";
import { back, Link } from "../router";
import { texts } from "../texts";
import type { PuzzleModel } from "./model";

interface CardProps {
  model: PuzzleModel;
  body: PuzzleBody;
  names: readonly string[];
  phone: boolean;
  /** What is being shown on the table, if the card should say it. */
  happening?: string;
  /** What the picked things add up to, in place of the sentence. */
  sum?: ComponentChildren;
  children?: ComponentChildren;
}

export function Card({ model, body, names, phone, happening = "", sum, children }: CardProps) {
  const answer = model.answer.value;
  const solution = answer?.solution;
  const line = solution?.line ?? [];
  const rest = restOfTurn(line, names);
  const then = foreseen(laterTurns(line).slice(0, 2), names);
  const tone = answer?.right ? " right" : answer && !solution ? " instead" : "";
  return (
    <section class={`lesson puzzle${tone}`} aria-label={texts.puzzles.rail}>
      <header>
        <h1>{texts.puzzles.titleOf(body.title)}</h1>
        <span class="faint">{difficultyOf(body)}</span>
        <button
          type="button"
          class="quiet"
          aria-label={texts.puzzles.leave}
          title={texts.puzzles.leave}
          onClick={back}
        >
          <Icon name="close" />
        </button>
      </header>
      {sum ? (
        <div class="sentence">{sum}</div>
      ) : (
        <p class="sentence" aria-live="polite" key={model.tries.value}>
          {happening || sentenceOf(body, answer, names)}
        </p>
      )}
      {solution && (
        <>
          <p class="why">
            {solution.why &&
              texts.puzzles.why(fillSeats(solution.instead_of, names), fillSeats(solution.why, names))}
            {!solution.why && texts.puzzles.noWhy}
          </p>
          <details open={!phone}>
            <summary>{texts.puzzles.compared}</summary>
            <Options answer={answer} names={names} />
            {rest && <p class="faint">{texts.puzzles.rest(rest)}</p>}
            {then && <p class="faint">{texts.puzzles.line(then)}</p>}
          </details>
          <ul class="themes" aria-label={texts.puzzles.themes}>
            {solution.themes.map((theme) => (
              <li key={theme} class="chip">
                {texts.puzzles.theme[theme] ?? theme}
              </li>
            ))}
          </ul>
        </>
      )}
      {answer?.rating && (
        <p class="rating">
          {texts.puzzles.rated(answer.rating.before, answer.rating.after, answer.rating.certain)}
        </p>
      )}
      {solution && body.mistake && <p class="rating">{texts.puzzles.comesBack(answer.due_at)}</p>}
      {children}
    </section>
  );
}

const difficultyOf = (body: PuzzleBody): string =>
  body.level === null ? texts.puzzles.own : texts.puzzles.level(body.level);

function sentenceOf(body: PuzzleBody, answer: PuzzleAnswer | undefined, names: readonly string[]): string {
  if (!answer) {
    const played = body.mistake && fillSeats(body.mistake.words, names);
    return played ? texts.puzzles.findBetter(played) : texts.puzzles.find;
  }
  const { solution } = answer;
  if (answer.right && solution) return texts.puzzles.right(fillSeats(solution.words, names));
  if (solution) return texts.puzzles.solution(fillSeats(solution.words, names));
  const cost = answer.loss === null ? undefined : Math.max(1, Math.round(100 * answer.loss));
  return texts.puzzles.wrong(cost, fillSeats(answer.why, names));
}

/** What was compared: the best first, with what each is worth out of 100. */
function Options({ answer, names }: { answer: PuzzleAnswer; names: readonly string[] }) {
  const options = answer.solution?.options.slice(0, 4) ?? [];
  return (
    <ol class="options">
      {options.map((option) => (
        <li key={option.action} class={option.right ? "right" : ""}>
          <span>{fillSeats(option.words, names)}</span>
          <strong>{Math.round(100 * option.value)}</strong>
        </li>
      ))}
    </ol>
  );
}

/** The buttons that lead on: the solution, and once it is known, the next puzzle. */
export function Ways({ model, next }: { model: PuzzleModel; next: () => void }) {
  const main = useRef<HTMLButtonElement>(null);
  const { done } = model;
  useEffect(() => {
    // Give the keyboard focus a place.
    if (done) main.current?.focus({ preventScroll: true });
  }, [done]);
  return (
    <div class="row wrap">
      {done ? (
        <button ref={main} type="button" class="main" onClick={next}>
          {texts.puzzles.next} <kbd>N</kbd>
        </button>
      ) : (
        <button type="button" class="quiet" onClick={() => void model.attempt()}>
          <Icon name="eye" /> {texts.puzzles.seeSolution}
        </button>
      )}
      {done && (
        <Link to="/puzzles" class="button">
          {texts.puzzles.all}
        </Link>
      )}
    </div>
  );
}
