// Who sits at a set-up table, and how many points they have.

import { texts } from "../texts";
import { SeatSign, SideName } from "./seat-sign";

interface ScoreListProps {
  game: string;
  names: readonly string[];
  scores: readonly (number | string | undefined)[];
  /** The viewer's seat. */
  seat: number;
}

export function ScoreList({ game, names, scores, seat }: ScoreListProps) {
  return (
    <ol class="players" aria-label={texts.common.players}>
      {names.map((name, each) => (
        <li key={each} class={`player${each === seat ? " mine" : ""}`}>
          <SeatSign game={game} seat={each} size={16} />
          <span class="player-name">
            {name} <SideName game={game} seat={each} />
          </span>
          <span class="score">{scores[each]}</span>
        </li>
      ))}
    </ol>
  );
}
