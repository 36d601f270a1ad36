// The coach explains a game during the first match: the idea at the beginning, the turn at the first click, scoring when
// the first points are counted; and at every click, what to do next.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getOnce } from "../api";
import { useFetched } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import { Sheet } from "../parts/sheet";
import type { Guide } from "../protocol";
import { GuidePart } from "../scene/draw/guide-part";
import { texts } from "../texts";
import { taskOf } from "./caption";
import { beginsWith, reasonOf } from "./hint-words";
import type { TableModel } from "./model";

const memory = (game: string) => `tilora.known.${game}`;
const [YOUR_TURN, SCORING] = [1, 2];
/** In this many turns the coach shows a good move without being asked. */
const ADVISED_TURNS = 3;

/** Whether the game has not been explained on this device. */
export function isNew(game: string): boolean {
  try {
    return localStorage.getItem(memory(game)) === null;
  } catch {
    return false;
  }
}

/** Stops explaining the game on this device. */
export function remember(game: string): void {
  try {
    localStorage.setItem(memory(game), "yes");
  } catch {
    // Without storage, it is explained again next time.
  }
}

/** Returns what to do now, in the words of the game. */
function nextStep(model: TableModel): string {
  if (model.playback.busy.value) return texts.coach.watch;
  if (model.acting.value === undefined) return texts.coach.wait;
  const kinds = model.choosable.value;
  return taskOf(model) || (kinds.length > 0 ? texts.caption.choose(kinds) : texts.caption.chooseButton);
}

/** How much better a move has to be than the next best: to be better at all, and clearly. */
const [BETTER, CLEARLY] = [0.03, 0.15];
/** Closer to 0 and 1 than this, a rating says more about who rates than about the move. */
const SURE = 0.05;

/** Returns how a move compares with the next best, both rated from 0 (last) to 1 (first); "" if nobody can tell. */
export function comparison(best: number, second: number): string {
  const lead = best - second;
  if (best > 1 - SURE && second < SURE) return "";
  if (lead < BETTER) return texts.coach.asGood;
  return lead < CLEARLY ? texts.coach.better : texts.coach.clearlyBetter;
}

/** Returns a good move that the AI has found for this position, with what speaks for it; "" if there is none. */
function goodMove(model: TableModel): string {
  const hint = model.hints.advice.value;
  if (!hint || model.playback.busy.value || hint.moment !== model.seen.value?.moment) return "";
  const [best, second] = hint.alternatives;
  const choice = model.seen.value?.position?.scene?.choices?.find(({ action }) => action === hint.action);
  // Whoever wants to know more than where it begins asks for it, step by step.
  const first = model.hints.shown.value && model.hints.step.value !== "piece" ? "" : beginsWith(model, hint);
  if (first && (choice?.path.length ?? 0) > 1) return texts.coach.goodStart(first);
  const move = fillSeats(best?.words ?? choice?.words ?? "", model.names.value);
  const reasons = [
    reasonOf(model),
    choice?.odds != null ? texts.coach.succeeds(texts.scene.percent(choice.odds)) : "",
    choice?.gain?.startsWith("+") ? texts.coach.earns(choice.gain) : "",
    best && second ? comparison(best.value, second.value) : "",
  ];
  return move && texts.coach.goodMove(move, reasons.filter(Boolean).join(" "));
}

interface CoachProps {
  model: TableModel;
  game: string;
  /** One line only, which opens on a tap: for phones. */
  slim: boolean;
  /** The curtain is down, so do not say what to do. */
  curtained: boolean;
  close: () => void;
}

export function Coach({ model, game, slim, curtained, close }: CoachProps) {
  const fetched = useFetched(
    () => getOnce<Guide>(`/api/games/${encodeURIComponent(game)}/guide`),
    [game],
  ).value;
  const guide = fetched.value;
  const at = useSignal(0);
  const shown = useSignal(0);
  const turns = useSignal(0);
  const opened = useSignal(false);
  const myTurn = model.acting.value !== undefined && !model.playback.busy.value;
  const counting = Boolean(model.playback.snapshot.value.beat?.points);
  const advance = (to: number) => {
    if (shown.value >= to) return;
    shown.value = to;
    at.value = to;
  };
  useEffect(() => {
    if (myTurn) turns.value++;
    // The first turn comes at once: let people read the idea first.
    if (myTurn && turns.value > 1) advance(YOUR_TURN);
  }, [myTurn]);
  const choosing = model.selection.picked.value.length > 0;
  useEffect(() => {
    if (choosing) advance(YOUR_TURN);
  }, [choosing]);
  // Points of others may be counted before the person has done anything: that is too early to explain them.
  const acted = (model.seen.value?.steps ?? []).some((step) => model.mine.value.includes(step.seat));
  useEffect(() => {
    if (counting && acted) advance(SCORING);
  }, [counting, acted]);
  const moment = model.seen.value?.moment;
  useEffect(() => {
    if (myTurn && !curtained && turns.value <= ADVISED_TURNS) void model.hints.askAdvice();
  }, [myTurn, curtained, moment]);
  const section = guide?.sections[at.value];
  // Reserve its space, so that the table does not move when it appears.
  if (slim && !guide && !fetched.error) return <div class="coach slim" />;
  if (!guide || !section) return null;
  const leave = (
    <button
      type="button"
      class="quiet"
      aria-label={texts.coach.leave}
      title={texts.coach.leave}
      onClick={() => {
        remember(game);
        close();
      }}
    >
      <Icon name="close" />
    </button>
  );
  const steps = (
    <footer class="row">
      <button
        type="button"
        class="quiet"
        aria-label={texts.common.previous}
        disabled={at.value === 0}
        onClick={() => at.value--}
      >
        <Icon name="back" />
      </button>
      <span class="faint">{texts.coach.page(at.value + 1, guide.sections.length)}</span>
      <button
        type="button"
        class="quiet flip"
        aria-label={texts.common.next}
        disabled={at.value + 1 >= guide.sections.length}
        onClick={() => at.value++}
      >
        <Icon name="back" />
      </button>
      <span class="grow" />
      {myTurn && !curtained && !model.seen.value?.table?.challenge && (
        <button
          type="button"
          onClick={() => {
            opened.value = false;
            void model.hints.ask();
          }}
        >
          <Icon name="hint" />{" "}
          {model.hints.shown.value && model.hints.step.value !== "why"
            ? texts.hint.more[model.hints.step.value]
            : texts.coach.showMe}
        </button>
      )}
    </footer>
  );
  const advice = goodMove(model);
  const now = !curtained && (
    <div class="now">
      <p>{nextStep(model)}</p>
      {advice && <p class="advice">{advice}</p>}
    </div>
  );
  const words = section.parts.map((part, index) => <GuidePart key={index} part={part} game={game} />);
  if (slim) {
    return (
      <section class="coach slim" aria-label={texts.common.howToPlay}>
        <button type="button" class="quiet grow" onClick={() => (opened.value = true)}>
          <Icon name="book" /> {texts.coach.section(section.title)}
        </button>
        {leave}
        {opened.value && (
          <Sheet title={section.title} close={() => (opened.value = false)}>
            {now}
            <div class="coach-words">{words}</div>
            {steps}
          </Sheet>
        )}
      </section>
    );
  }
  return (
    <section class="coach" aria-label={texts.common.howToPlay}>
      <header>
        <h2>{section.title}</h2>
        {leave}
      </header>
      {now}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="coach-words" tabIndex={0}>
        {words}
      </div>
      {steps}
    </section>
  );
}
