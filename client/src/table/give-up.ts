// Giving up, from the bar and from the menu of the table.

import { askToConfirm } from "../parts/confirm";
import { texts } from "../texts";
import type { TableModel } from "./model";

/** The seat that the person plays and can give up. */
function seatToGiveUp(model: TableModel): number | undefined {
  const seen = model.seen.value;
  if (seen?.table.status !== "running" || seen.position?.over) return undefined;
  const mine = model.mine.value.filter((seat) => !seen.table.seats[seat]?.gave_up);
  // A seat that the AI plays is taken back first.
  if (mine.some((seat) => seen.table.seats[seat]?.driver === "bot")) return undefined;
  return mine.length > 0 ? (model.acting.value ?? model.mine.value[0]) : undefined;
}

export const canGiveUp = (model: TableModel): boolean => seatToGiveUp(model) !== undefined;

/** Gives up, once the person has confirmed it. */
export async function giveUp(model: TableModel): Promise<void> {
  const seat = seatToGiveUp(model);
  const seats = model.seen.value?.table.seats.length ?? 2;
  if (seat === undefined) return;
  const effect = texts.actions.giveUpEffect(seats);
  const sure = await askToConfirm(texts.actions.giveUpQuestion, effect, texts.actions.giveUp);
  if (sure) void model.ask({ kind: "give-up", seat });
}
