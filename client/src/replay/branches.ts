// What has been tried on an analysis board: a small tree of actions, in the order in which they were tried.

import type { StepLook } from "../protocol";

export interface Branch {
  action: string;
  seat: number;
  words: string;
  /** What was played after it. */
  next: readonly Branch[];
}

/** Returns the tree with a line in it. `steps` say what the actions of the line did. */
export function withLine(
  tree: readonly Branch[],
  line: readonly string[],
  steps: readonly StepLook[],
): readonly Branch[] {
  const [action, ...rest] = line;
  const [step, ...later] = steps;
  if (action === undefined || !step) return tree;
  const known = tree.find((branch) => branch.action === action);
  const next = withLine(known?.next ?? [], rest, later);
  if (known)
    return known.next === next ? tree : tree.map((each) => (each === known ? { ...known, next } : each));
  return [...tree, { action, seat: step.seat, words: step.words, next }];
}
