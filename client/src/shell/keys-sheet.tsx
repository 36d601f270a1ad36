import { known } from "../keys";
import { Sheet } from "../parts/sheet";

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "← → ↑ ↓", Escape: "Esc" };

/** The keys that work on this page. */
export function Help({ close }: { close: () => void }) {
  return (
    <Sheet title="Keys" close={close}>
      <dl class="keys">
        {known().map(({ key, words }) => (
          <div key={key + words}>
            <dt>
              <kbd>{NAMES[key] ?? key.toUpperCase()}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Tab</kbd> <kbd>Enter</kbd>
          </dt>
          <dd>From one thing to the next, and choose it</dd>
        </div>
      </dl>
      <p class="faint">Hold the mouse or a finger on anything, and it says what it is.</p>
    </Sheet>
  );
}
