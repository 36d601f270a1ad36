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
