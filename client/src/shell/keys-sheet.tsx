import { listedKeys } from "../keys";
import { Sheet } from "../parts/sheet";
import { texts } from "../texts";

const { keysSheet } = texts;
const NAMES: Record<string, string> = {
  " ": keysSheet.space,
  ArrowLeft: keysSheet.arrows,
  Escape: keysSheet.escape,
};

/** The keys that work on this page. */
export function KeysSheet({ close }: { close: () => void }) {
  return (
    <Sheet title={keysSheet.title} close={close}>
      <dl class="keys">
        {listedKeys().map(({ key, words }) => (
          <div key={key + words}>
            <dt>
              <kbd>{NAMES[key] ?? key.toUpperCase()}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>{keysSheet.tab}</kbd> <kbd>{keysSheet.enter}</kbd>
          </dt>
          <dd>{keysSheet.tabAndEnter}</dd>
        </div>
      </dl>
      <p class="faint">{keysSheet.tooltips}</p>
    </Sheet>
  );
}
