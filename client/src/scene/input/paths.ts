// Turns clicks into actions. A choice is made by clicking the ids of its path; this finds what can be clicked next, and
// what a click means.

import type { Choice } from "../../protocol";

function fits(choice: Choice, picked: readonly string[]): boolean {
  if (picked.length > choice.path.length) return false;
  if (choice.free) return picked.every((id) => choice.path.includes(id));
  return picked.every((id, index) => choice.path[index] === id);
}

/** Returns the choices that are still possible after these clicks. */
export function possible(choices: readonly Choice[], picked: readonly string[]): Choice[] {
  return choices.filter((choice) => fits(choice, picked));
}

/** Returns the choice that these clicks complete, if any. */
export function completed(choices: readonly Choice[], picked: readonly string[]): Choice | undefined {
  if (picked.length === 0) return undefined;
  return choices.find((choice) => choice.path.length === picked.length && fits(choice, picked));
}

/** Returns what can be clicked next, each with the choice that this click would complete, if any. */
export function next(choices: readonly Choice[], picked: readonly string[]): Map<string, Choice | undefined> {
  const found = new Map<string, Choice | undefined>();
  for (const choice of possible(choices, picked)) {
    const last = choice.path.length === picked.length + 1;
    const ids = choice.free
      ? choice.path.filter((id) => !picked.includes(id))
      : choice.path.slice(picked.length, picked.length + 1);
    for (const id of ids) {
      if (last) found.set(id, choice);
      else if (!found.has(id)) found.set(id, undefined);
    }
  }
  return found;
}

/** The ids of the paths after the last piece or spot are of buttons: they only confirm what was picked. */
export type IsButton = (id: string) => boolean;

/** Whether nothing but buttons can follow these clicks: then other things can still be clicked in place of the last. */
export function awaitsButton(
  choices: readonly Choice[],
  picked: readonly string[],
  isButton: IsButton,
): boolean {
  return picked.length > 0 && [...next(choices, picked).keys()].every(isButton);
}

/** Returns all that can be clicked: what continues the path, what replaces its end, and choices of one click. */
export function clickable(
  choices: readonly Choice[],
  picked: readonly string[],
  isButton: IsButton,
): Map<string, Choice | undefined> {
  const found = next(choices, picked);
  const add = (more: Map<string, Choice | undefined>) => {
    for (const [id, choice] of more) if (!found.has(id) && !picked.includes(id)) found.set(id, choice);
  };
  const single = ({ path }: Choice) => path.length === 1;
  if (picked.length > 0) add(next(choices.filter(single), []));
  if (awaitsButton(choices, picked, isButton)) {
    const alike = ({ path }: Choice) => path.some((id) => found.has(id) && isButton(id));
    add(next(choices.filter(alike), picked.slice(0, -1)));
  }
  return found;
}

/** Returns the choices that are made by clicking one more piece or spot, and perhaps buttons, by the id of that piece. */
export function lastPieces(
  choices: readonly Choice[],
  picked: readonly string[],
  isButton: IsButton,
): Map<string, Choice> {
  const kept = awaitsButton(choices, picked, isButton) ? picked.slice(0, -1) : picked;
  const found = new Map<string, Choice>();
  for (const choice of possible(choices, kept)) {
    const open = choice.path.filter((id) => !isButton(id) && !kept.includes(id));
    if (open.length === 1 && open[0] !== undefined) found.set(open[0], choice);
  }
  return found;
}

export type Click =
  | { kind: "picked"; picked: string[] }
  | { kind: "taken"; choice: Choice; picked: string[] }
  | { kind: "nowhere"; path: string[] };

/** Returns what clicking `id` means after the clicks in `picked`. */
export function click(choices: readonly Choice[], picked: readonly string[], id: string): Click {
  const longer = [...picked, id];
  if (next(choices, picked).has(id)) return advanced(choices, longer);
  const at = picked.indexOf(id);
  if (at >= 0) {
    const rest = picked.filter((other) => other !== id);
    const anyOrder = possible(choices, picked).every((choice) => choice.free);
    return { kind: "picked", picked: anyOrder ? rest : picked.slice(0, at) };
  }
  // A click on another start means a change of mind: keep the longest part of the path that allows it.
  for (let kept = picked.length - 1; kept >= 0; kept--) {
    const shorter = picked.slice(0, kept);
    if (next(choices, shorter).has(id)) return advanced(choices, [...shorter, id]);
  }
  return { kind: "nowhere", path: longer };
}

function advanced(choices: readonly Choice[], picked: string[]): Click {
  const done = completed(choices, picked);
  if (done && next(choices, picked).size === 0) return { kind: "taken", choice: done, picked };
  return { kind: "picked", picked };
}
