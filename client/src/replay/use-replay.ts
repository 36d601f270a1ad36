// A finished match on the page: its facts, and the position of the step that is asked for, on a playback.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { get } from "../api";
import { retryUntilAnswered } from "../parts/hooks";
import type { ReplayBody, StepLook } from "../protocol";
import type { Playback } from "../scene/motion/playback";

export interface MatchFacts {
  table: ReplayBody["table"];
  total: number;
  steps: StepLook[];
}

export interface Replay {
  match: Signal<MatchFacts | undefined>;
  /** The position that was loaded last. */
  shown: Signal<ReplayBody | undefined>;
  problem: Signal<string>;
}

/** Shows a step on the playback: the first one if `step` is undefined, nothing while `paused`. `seat` is a number, or "all". */
export function useReplay(
  id: string,
  step: number | undefined,
  seat: string,
  playback: Playback,
  paused = false,
): Replay {
  const match = useSignal<MatchFacts | undefined>(undefined);
  const shown = useSignal<ReplayBody | undefined>(undefined);
  const problem = useSignal("");
  const cache = useMemo(() => new Map<string, Promise<ReplayBody>>(), [id]);
  const total = match.value?.total ?? 0;
  const now = Math.min(step ?? 0, total);

  const fetchStep = (at: number): Promise<ReplayBody> => {
    const key = `${at} ${seat}`;
    const found = cache.get(key);
    if (found) return found;
    const request = get<ReplayBody>(
      `/api/replay/${encodeURIComponent(id)}?step=${at}&seat=${seat}&wants=scene,position`,
    );
    cache.set(key, request);
    request.catch(() => cache.delete(key));
    return request;
  };

  const showProblem = (why: string) => {
    problem.value = why;
  };
  useEffect(
    () =>
      retryUntilAnswered(
        () => get<ReplayBody>(`/api/replay/${encodeURIComponent(id)}?step=0&seat=${seat}&steps=true`),
        (answer) => {
          problem.value = "";
          match.value = { table: answer.table, total: answer.total, steps: answer.steps ?? [] };
        },
        showProblem,
      ),
    [id, seat],
  );
  useEffect(() => () => playback.stop(), [playback]);

  useEffect(() => {
    if (paused) {
      // What comes next does not follow from what was shown before.
      shown.value = undefined;
      return;
    }
    if (!match.value) return;
    return retryUntilAnswered(
      () => fetchStep(now),
      (answer) => {
        problem.value = "";
        const before = shown.value;
        const { scene, scores, turn } = answer.position;
        shown.value = answer;
        if (!scene) return;
        const forward = before && before.step === answer.step - 1 && before.seat === answer.seat;
        if (forward) playback.enqueue({ scene, scores, turn, beats: answer.beats ?? [], foreign: false });
        else playback.set({ scene, scores, turn });
        // Load the next step in advance.
        if (now < total) void fetchStep(now + 1).catch(() => undefined);
      },
      showProblem,
    );
  }, [id, now, seat, total, paused]);

  return { match, shown, problem };
}
