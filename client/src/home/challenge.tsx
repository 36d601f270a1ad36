// The daily challenge on the home page.

import { useSignal } from "@preact/signals";
import { get, loadMe, post } from "../api";
import { useFetched } from "../parts/hooks";
import type { ChallengeBody, StartedChallenge } from "../protocol";
import { Link, navigate } from "../router";
import { texts } from "../texts";

/** Returns today's challenge; undefined until it is known, and on a server without one. */
export const useChallenge = (on: readonly unknown[]): ChallengeBody | undefined =>
  useFetched(() => loadMe().then(() => get<ChallengeBody>("/api/challenge")), on).value.value;

interface PlayChallengeProps {
  challenge: ChallengeBody;
  /** Whether it is the main thing to do on the page. */
  main?: boolean;
}

/** Begins the person's only attempt, or continues it; or shows its last position. */
export function PlayChallenge({ challenge, main = false }: PlayChallengeProps) {
  const opening = useSignal(false);
  const problem = useSignal("");
  const play = async () => {
    opening.value = true;
    problem.value = "";
    try {
      navigate(`/t/${(await post<StartedChallenge>("/api/challenge")).id}`);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
      opening.value = false;
    }
  };
  if (challenge.table !== null)
    return (
      <Link to={`/t/${challenge.table}`} class={main && !challenge.over ? "button main" : "button"}>
        {challenge.over ? texts.challenge.look : texts.challenge.goOn}
      </Link>
    );
  return (
    <>
      <button type="button" class={main ? "main" : undefined} disabled={opening.value} onClick={play}>
        {main ? texts.challenge.play : texts.common.play}
      </button>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}

/** How the person has done, or how many have tried. */
function standing({ results, table, over, tries }: ChallengeBody): string {
  const place = results.findIndex((result) => result.you);
  const own = results[place];
  if (own) return texts.challenge.yourPlace(place + 1, own.score);
  if (table !== null) return over ? texts.challenge.notCounted : texts.challenge.running;
  return texts.challenge.tries(tries);
}

export function ChallengeCard({ on }: { on: readonly unknown[] }) {
  const challenge = useChallenge(on);
  if (!challenge) return null;
  const best = challenge.results[0];
  const winner = challenge.yesterday?.results[0];
  return (
    <section class="card challenge-card" aria-labelledby="challenge">
      <div class="grow">
        <h2 id="challenge">
          <Link to="/challenge">{texts.challenge.today(challenge.title)}</Link>
        </h2>
        <p>
          {standing(challenge)}
          {best && !best.you && ` ${texts.challenge.best(best.name, best.score)}`}
          {winner && <span class="faint"> {texts.challenge.winner(winner.name, winner.score)}</span>}
        </p>
      </div>
      <div class="row">
        <Link to="/challenge" class="button quiet challenge-more">
          {texts.challenge.results}
        </Link>
        <PlayChallenge challenge={challenge} />
      </div>
    </section>
  );
}
