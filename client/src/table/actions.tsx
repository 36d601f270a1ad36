// The bar with everything that can be done now.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Key, useKeys } from "../keys";
import { askToConfirm } from "../parts/confirm";
import { UPRIGHT, useMedia } from "../parts/hooks";
import { Icon, type IconName } from "../parts/icons";
import { fillSeats } from "../parts/seat-names";
import { SceneButton } from "../scene/scene-button";
import { texts } from "../texts";
import { Claim } from "./claim";
import { canGiveUp, giveUp } from "./give-up";
import { isHost } from "./host-sheet";
import type { TableModel } from "./model";

interface Act {
  icon: IconName;
  label: string;
  key: string;
  press: () => void;
  when: boolean;
  /** Shown, but disabled. */
  off?: boolean;
  main?: boolean;
  /** Under "More actions" instead of in the bar. */
  rare?: boolean;
}

/** So many buttons of a scene have room in the bar of a phone, beside those that are always there. */
const MOST_IN_BAR = 2;
/** If there are several, their labels may have so many characters together. */
const LONGEST_IN_BAR = 12;

function actsOf(model: TableModel, phone: boolean, words: () => void, host: () => void): Act[] {
  const seen = model.seen.value;
  const seat = model.acting.value;
  const mine = model.mine.value;
  const running = seen?.table.status === "running" && !seen.position?.over;
  const myTurn = seat !== undefined && seat === seen?.seat;
  const handed = mine.find(
    (each) => seen?.table.seats[each]?.driver === "bot" && !seen.table.seats[each]?.gave_up,
  );
  const only = mine[0];
  const playing = running && mine.some((each) => !seen?.table.seats[each]?.gave_up);
  const drafted = seen?.position?.drafted ?? 0;
  const early = (seen?.steps.at(-1)?.turn ?? 0) < 2;
  return [
    {
      icon: "undo",
      label: texts.actions.undo,
      key: "u",
      press: () => model.undo(),
      // Where a second click takes things back, a narrow bar does without it.
      when: myTurn && drafted > 0 && !(phone && model.selection.takebacks.value.length > 0),
    },
    {
      icon: "undo",
      label: texts.actions.undoAll,
      key: "a",
      press: () => model.undo(true),
      when: myTurn && drafted > 1,
      rare: phone,
    },
    {
      icon: "back",
      label: texts.actions.takeBack,
      key: "z",
      // Where it is not possible, the server says why.
      press: () => model.retract(),
      when: Boolean(playing && handed === undefined),
      rare: phone || !model.retractable.value,
    },
    {
      icon: "hint",
      label: texts.actions.hint,
      key: "h",
      press: () => void model.hints.ask(),
      // Everyone plays a challenge alone.
      when: Boolean(playing && handed === undefined && !seen?.table?.challenge),
      off: !myTurn,
    },
    {
      icon: "words",
      label: texts.actions.allMoves,
      key: "w",
      press: words,
      when: phone && myTurn,
      rare: true,
    },
    {
      icon: "robot",
      label: texts.actions.letAiMove,
      key: "m",
      press: () => model.standIn(),
      when: myTurn,
      rare: true,
    },
    {
      icon: "people",
      label: texts.actions.takeSeatBack,
      key: "b",
      press: () => handed !== undefined && void model.ask({ kind: "take-back", seat: handed }),
      when: Boolean(running && handed !== undefined),
      main: true,
    },
    {
      icon: "robot",
      label: texts.actions.handOver,
      key: "o",
      press: () => {
        const from = seat ?? only;
        if (from !== undefined) void model.ask({ kind: "hand-over", seat: from, level: 4 });
      },
      when: Boolean(playing && handed === undefined),
      rare: true,
    },
    {
      icon: "flag",
      label: texts.actions.giveUp,
      key: "g",
      press: () => void giveUp(model),
      when: canGiveUp(model),
      rare: true,
    },
    {
      icon: "close",
      label: texts.actions.cancel,
      key: "x",
      press: async () => {
        if (
          await askToConfirm(texts.actions.cancelQuestion, texts.actions.cancelEffect, texts.actions.cancel)
        )
          void model.ask({ kind: "abort" });
      },
      when: Boolean(running && only !== undefined && early),
      rare: true,
    },
    {
      icon: "book",
      label: texts.common.rules,
      key: "r",
      press: () => void open(`/g/${seen?.table.game}`, "_blank"),
      when: seen !== undefined,
      rare: true,
    },
    {
      icon: "people",
      label: texts.actions.tableSettings,
      key: "",
      press: host,
      when: isHost(model),
      rare: true,
    },
  ];
}

interface ActionsProps {
  model: TableModel;
  words: () => void;
  host: () => void;
}

export function Actions({ model, words, host }: ActionsProps) {
  const phone = useMedia(UPRIGHT);
  const tall = useRef(false);
  const acts = actsOf(model, phone, words, host).filter((act) => act.when);
  const busy = model.playback.busy.value;
  const { selection } = model;
  const myTurn = model.acting.value !== undefined && model.acting.value === model.seen.value?.seat;
  const buttons = myTurn ? (model.seen.value?.position?.scene?.buttons ?? []) : [];
  const finish = busy ? undefined : selection.finishable.value;
  const choosing = selection.picked.value.length > 0 && selection.choices.value.length > 0;
  const taken = new Set(acts.map((act) => act.key));
  const keys: Key[] = [
    ...acts.flatMap(({ key, label, press }) => (key ? [{ key, words: label, press }] : [])),
    ...buttons
      .filter((button) => button.key && !taken.has(button.key.toLowerCase()))
      .map((button) => ({
        key: button.key ?? "",
        words: fillSeats(button.label, model.names.value),
        press: () => {
          if (!busy && selection.alive(button.id)) selection.press(button.id);
        },
      })),
    { key: "f", words: texts.actions.finish, press: () => selection.finish(), unlisted: !finish },
    { key: "w", words: texts.actions.allMoves, press: words, unlisted: taken.has("w") },
    { key: " ", words: texts.actions.skip, press: () => model.playback.skip(), unlisted: true },
  ];
  useKeys(keys, 2);
  const rare = acts.filter((act) => act.rare);
  // Once many buttons have been there, a phone keeps a row for them, so that the board keeps its size.
  const length = buttons.reduce((sum, button) => sum + button.label.length, 0);
  if (buttons.length > MOST_IN_BAR || (buttons.length > 1 && length > LONGEST_IN_BAR)) tall.current = true;
  return (
    <div class={tall.current ? "actions tall" : "actions"} role="toolbar" aria-label={texts.actions.toolbar}>
      <Claim model={model} />
      {buttons.map((button) => (
        <SceneButton key={button.id} selection={selection} button={button} names={model.names.value} />
      ))}
      {finish && (
        <button
          type="button"
          class="main"
          onClick={() => selection.finish()}
          title={fillSeats(finish.words, model.names.value)}
        >
          <Icon name="check" /> {texts.actions.finish} <kbd>F</kbd>
        </button>
      )}
      {choosing && !busy && (
        <button type="button" onClick={() => selection.back()}>
          <Icon name="back" /> <span class="word">{texts.common.back}</span>{" "}
          <kbd>{texts.keysSheet.escape}</kbd>
        </button>
      )}
      {acts
        .filter((act) => !act.rare)
        .map((act) => (
          <button
            type="button"
            key={act.key}
            class={act.main ? "main" : ""}
            disabled={(busy || act.off) && !act.main}
            onClick={act.press}
          >
            <Icon name={act.icon} />
            <span class={act.main ? "" : "word"}>{act.label}</span>
            <kbd>{act.key.toUpperCase()}</kbd>
          </button>
        ))}
      {!phone && model.mine.value.length > 0 && (
        <button
          type="button"
          class="quiet"
          disabled={busy || selection.choices.value.length === 0}
          onClick={words}
          aria-label={texts.actions.allMoves}
          title={texts.actions.allMovesTitle}
        >
          <Icon name="words" />
        </button>
      )}
      {rare.length > 0 && <MoreMenu acts={rare} />}
    </div>
  );
}

/** Rare actions, in a menu. Escape or a click beside it closes it. */
function MoreMenu({ acts }: { acts: Act[] }) {
  const open = useSignal(false);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open.value) return;
    const beside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) open.value = false;
    };
    addEventListener("pointerdown", beside, true);
    return () => removeEventListener("pointerdown", beside, true);
  }, [open.value]);
  const putAway = () => {
    open.value = false;
    // The focused item is gone: focus the button of the menu.
    box.current?.querySelector("button")?.focus();
  };
  useKeys(
    open.value ? [{ key: "Escape", words: texts.actions.closeMenu, unlisted: true, press: putAway }] : [],
    3,
  );
  return (
    <span class="more" ref={box}>
      <button
        type="button"
        class="quiet"
        aria-label={texts.actions.more}
        title={texts.actions.more}
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <Icon name="more" />
      </button>
      {open.value && (
        <div class="menu">
          {acts.map((act) => (
            <button
              type="button"
              key={act.label}
              class="quiet"
              onClick={() => {
                open.value = false;
                act.press();
              }}
            >
              <Icon name={act.icon} /> {act.label} {act.key && <kbd>{act.key.toUpperCase()}</kbd>}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
