// How time is kept: chosen by whoever opens a table, read by everybody else.

import type { Time } from "../protocol";
import { Segments } from "./segments";

type Clock = Time["kind"];

function timeOf(kind: Clock, seconds: number): Time {
  if (kind === "bullet") return { kind, seconds: seconds > 120 ? 12 : seconds, increment: 0 };
  if (kind === "clock") return { kind, seconds: seconds < 180 ? 600 : seconds, increment: 5 };
  return { kind: "none", seconds: 12, increment: 0 };
}

/** In a few words: "12 seconds a turn". */
export function timeWords({ kind, seconds, increment }: Time): string {
  if (kind === "bullet") return `Bullet: ${seconds} seconds a turn`;
  if (kind === "none") return "No clock";
  const each = seconds % 60 === 0 ? `${seconds / 60} minutes each` : `${seconds} seconds each`;
  return increment ? `${each}, and ${increment} seconds more for each turn` : each;
}

export function TimePick({ time, change }: { time: Time; change: (time: Time) => void }) {
  return (
    <>
      <Segments<Clock>
        label="Time"
        value={time.kind}
        options={{ none: "No clock", bullet: "Bullet", clock: "Clock" }}
        change={(kind) => change(timeOf(kind, time.seconds))}
      />
      {time.kind === "bullet" && (
        <Segments
          label="Seconds for a turn"
          value={String(time.seconds)}
          options={{ "5": "5", "12": "12", "20": "20", "30": "30", "60": "60" }}
          change={(seconds) => change({ ...time, seconds: Number(seconds) })}
        />
      )}
      {time.kind === "clock" && (
        <Segments
          label="Minutes for each, and 5 seconds more for each turn"
          value={String(time.seconds)}
          options={{ "180": "3", "300": "5", "600": "10", "1200": "20", "3600": "60" }}
          change={(seconds) => change({ ...time, seconds: Number(seconds) })}
        />
      )}
    </>
  );
}
