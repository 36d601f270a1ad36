// Choosing the clock of a match.

import type { Time } from "../protocol";
import { texts } from "../texts";
import { Segments } from "./segments";

type Clock = Time["kind"];

/** Seconds that a clock gains after each turn. */
const INCREMENT = 5;

function timeOf(kind: Clock, seconds: number): Time {
  if (kind === "bullet") return { kind, seconds: seconds > 120 ? 12 : seconds, increment: 0 };
  if (kind === "clock") return { kind, seconds: seconds < 180 ? 600 : seconds, increment: INCREMENT };
  return { kind: "none", seconds: 12, increment: 0 };
}

export function TimeSelect({ time, change }: { time: Time; change: (time: Time) => void }) {
  return (
    <>
      <Segments<Clock>
        label={texts.time.label}
        value={time.kind}
        options={texts.time.kinds}
        change={(kind) => change(timeOf(kind, time.seconds))}
      />
      {time.kind === "bullet" && (
        <Segments
          label={texts.time.perTurn}
          value={String(time.seconds)}
          options={{ "5": "5", "12": "12", "20": "20", "30": "30", "60": "60" }}
          change={(seconds) => change({ ...time, seconds: Number(seconds) })}
        />
      )}
      {time.kind === "clock" && (
        <Segments
          label={texts.time.perPlayer(INCREMENT)}
          value={String(time.seconds)}
          options={{ "180": "3", "300": "5", "600": "10", "1200": "20", "3600": "60" }}
          change={(seconds) => change({ ...time, seconds: Number(seconds) })}
        />
      )}
    </>
  );
}
