// All choices in words: for screen readers, and for whoever would rather read than look.

import { useSignal } from "@preact/signals";
import { Sheet } from "../parts/sheet";
import type { TableModel } from "./model";

const MOST = 200;

export function Choices({ model, close }: { model: TableModel; close: () => void }) {
  const search = useSignal("");
  const known = new Map(model.picker.choices.value.map((choice) => [choice.action, choice]));
  const wanted = search.value.trim().toLowerCase();
  const found = [...known.values()].filter((choice) => choice.words.toLowerCase().includes(wanted));
  return (
    <Sheet title={`${known.size} choices`} close={close}>
      <input
        type="search"
        placeholder="Find"
        aria-label="Find a choice"
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
              {choice.odds != null && <span class="faint"> {Math.round(choice.odds * 100)}%</span>}
              {choice.gain && <span class="faint"> {choice.gain}</span>}
            </button>
          </li>
        ))}
      </ul>
      {found.length > MOST && <p class="faint">{found.length - MOST} more: type a word to find them.</p>}
    </Sheet>
  );
}
