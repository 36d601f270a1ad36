// A button of a scene, beside the table: "Cast", "End turn".

import { fillSeats } from "../parts/seat-names";
import type { Button } from "../protocol";
import type { Selection } from "./input/selection";

interface SceneButtonProps {
  selection: Selection;
  button: Button;
  names: readonly string[];
}

export function SceneButton({ selection, button, names }: SceneButtonProps) {
  const reachable = selection.reachable.value.has(button.id);
  const picked = selection.picked.value.includes(button.id);
  return (
    <button
      type="button"
      class={picked ? "picked main" : button.quiet ? "" : "main"}
      disabled={!reachable && !picked}
      title={fillSeats(button.about ?? "", names)}
      aria-pressed={picked}
      data-button={button.id}
      onClick={() => selection.press(button.id)}
    >
      {fillSeats(button.label, names)}
      {button.key && <kbd>{button.key.toUpperCase()}</kbd>}
    </button>
  );
}
