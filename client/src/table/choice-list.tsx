// All possible moves in words: for screen readers, and for people who would rather read.

import { useSignal } from "@preact/signals";
import { fillSeats } from "../parts/seat-names";
import { Sheet } from "../parts/sheet";
import { texts } from "../texts";
import type { TableModel } from "./model";

const MOST = 200;

export function ChoiceList({ model, close }: { model: TableModel; close: () => void }) {
  const search = useSignal("");
  const byAction = new Map(model.selection.choices.value.map((choice) => [choice.action, choice]));
  const query = search.value.toLowerCase().split(/\s+/);
  const all = [...byAction.values()].map((choice) => ({
    ...choice,
    words: fillSeats(choice.words, model.names.value),
  }));
  const found = all.filter((choice) => query.every((word) => choice.words.toLowerCase().includes(word)));
  return (
    <Sheet title={texts.choiceList.title(byAction.size)} close={close}>
      <input
        type="search"
        placeholder={texts.choiceList.placeholder}
        aria-label={texts.choiceList.search}
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
        }}
      />
      <ul class="choices">
        {found.slice(0, MOST).map((choice) => (
          <li key={choice.action}>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                close();
                model.play(choice.action);
              }}
            >
              {choice.words}
              {choice.odds != null && <span class="faint"> {texts.scene.percent(choice.odds)}</span>}
              {choice.gain && <span class="faint"> {choice.gain}</span>}
            </button>
          </li>
        ))}
      </ul>
      {found.length > MOST && <p class="faint">{texts.choiceList.more(found.length - MOST)}</p>}
    </Sheet>
  );
}
