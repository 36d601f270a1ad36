// When a match ends, the flourish comes first and the result after it. A click or a key skips to the result.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lengthOf } from "../scene/motion/flourish";
import { play } from "../sound";
import type { TableModel } from "./model";

/** Calls `show` when the match is over and its flourish has been seen. Returns whether it ended before our eyes. */
export function useEnding(model: TableModel, over: boolean, show: () => void): boolean {
  const live = useSignal(false);
  const running = model.seen.value?.table.status === "running" && !model.seen.value.position?.over;
  useEffect(() => {
    if (running) live.value = true;
  }, [running]);
  useEffect(() => {
    if (!over) return;
    if (live.value) play("end");
    const wait = live.value ? lengthOf(model.seen.value?.position?.scene?.ending) : 0;
    if (wait === 0) {
      show();
      return;
    }
    const timer = setTimeout(show, wait);
    const skip = () => {
      clearTimeout(timer);
      show();
    };
    addEventListener("pointerdown", skip, { once: true });
    addEventListener("keydown", skip, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", skip);
      removeEventListener("keydown", skip);
    };
  }, [over]);
  return live.value;
}
