// The coach explains a game during the first match: the idea at the beginning, the turn at the first click, scoring when
// the first points are counted; and at every click, what to do next.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getOnce } from "../api";
import { useFetched } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { inlineMarkdown } from "../parts/inline-markdown";
import { fillSeats } from "../parts/seat-names";
import { Sheet } from "../parts/sheet";
import type { Guide, Section } from "../protocol";
import { possible } from "../scene/input/paths";
import { texts } from "../texts";
import type { TableModel } from "./model";

const memory = (game: string) => `tilora.known.${game}`;
const [YOUR_TURN, SCORING] = [1, 2];

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

/** The text of a section, without its pictures: the table is the picture. */
function Words({ section }: { section: Section }) {
  return (
    <>
      {section.parts.map((part, index) => {
        if (part.part === "paragraph") return <p key={index}>{inlineMarkdown(part.text)}</p>;
        if (part.part !== "items") return null;
        return (
          <ul key={index}>
            {part.items.map((item, at) => (
              <li key={at}>{inlineMarkdown(item)}</li>
            ))}
          </ul>
        );
      })}
    </>
  );
}

/** Returns what to do next, with an example. */
function nextStep(model: TableModel): string {
  const { selection, playback } = model;
  if (playback.busy.value) return texts.coach.watch;
  if (model.acting.value === undefined) return texts.coach.wait;
  const choices = possible(selection.choices.value, selection.picked.value);
  const buttons = new Set(model.seen.value?.position?.scene?.buttons?.map((button) => button.id));
  const usual = choices.filter((choice) => !choice.path.some((id) => buttons.has(id)));
  const examples = usual.length > 0 ? usual : choices;
  const example = examples[Math.floor(examples.length / 2)];
  if (!example) return "";
  const move = fillSeats(example.words, model.names.value);
  if (choices.length === 1) return texts.coach.onlyMove(move);
  if (selection.picked.value.length > 0) return texts.coach.chooseNext(move);
  const kinds = model.choosable.value;
  return kinds.length > 0 ? texts.coach.choose(kinds, move) : texts.coach.chooseButton(move);
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
  useEffect(() => {
    if (counting) advance(SCORING);
  }, [counting]);
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
      {myTurn && !curtained && (
        <button
          type="button"
          onClick={() => {
            opened.value = false;
            void model.askHint();
          }}
        >
          <Icon name="hint" /> {texts.coach.showMe}
        </button>
      )}
    </footer>
  );
  if (slim) {
    return (
      <section class="coach slim" aria-label={texts.common.howToPlay}>
        <button type="button" class="quiet grow" onClick={() => (opened.value = true)}>
          <Icon name="book" /> {texts.coach.section(section.title)}
        </button>
        {leave}
        {opened.value && (
          <Sheet title={section.title} close={() => (opened.value = false)}>
            {!curtained && <p class="now">{nextStep(model)}</p>}
            <div class="coach-words">
              <Words section={section} />
            </div>
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
      {!curtained && <p class="now">{nextStep(model)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="coach-words" tabIndex={0}>
        <Words section={section} />
      </div>
      {steps}
    </section>
  );
}
