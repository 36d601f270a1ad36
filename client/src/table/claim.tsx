// Somebody whose turn it is stays away: after a while, the others can claim the win.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { texts } from "../texts";
import type { TableModel } from "./model";

/** How long somebody may be away. The server decides; this is what the page counts down. */
const GRACE = 180_000;

/** Returns the seat that is to move while its person is away, if this player has to wait for it. */
function absentSeat(model: TableModel): number | undefined {
  const seen = model.seen.value;
  const turn = seen?.position?.turn;
  if (!seen || turn === undefined || seen.table.status !== "running" || seen.position?.over) return undefined;
  const seat = seen.table.seats[turn];
  const playing = model.mine.value.some((mine) => !seen.table.seats[mine]?.gave_up);
  const away = model.presence.value?.away[turn] != null;
  return playing && away && seat?.driver === "person" && !model.mine.value.includes(turn) ? turn : undefined;
}

export function Claim({ model }: { model: TableModel }) {
  const now = useSignal(performance.now());
  const seat = absentSeat(model);
  const waiting = seat !== undefined;
  const steps = model.seen.value?.steps.length;
  // Only time in the turn counts. After loading the page it is not known how long that has lasted.
  const began = useMemo(() => performance.now(), [steps]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => (now.value = performance.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  if (seat === undefined) return null;
  const away = (model.presence.value?.away[seat] ?? 0) + now.value - model.presenceAt.value;
  const left = Math.ceil((GRACE - Math.min(away, now.value - began)) / 1000);
  const name = model.names.value[seat] ?? "";
  if (left > 0) return <p class="claim">{texts.claim.waiting(name, left)}</p>;
  return (
    <button type="button" class="main" onClick={() => void model.ask({ kind: "claim-win", seat })}>
      {texts.claim.claim(name)}
    </button>
  );
}
