// A few quiet sounds of ceramic and wood, synthesized in the browser.

import { settings } from "./settings";

type Sound = "pick" | "place" | "illegal" | "turn" | "tick" | "end";

/** Frequency in hertz, length in seconds, loudness, delay in seconds, and waveform. */
type Tone = [number, number, number, number, OscillatorType];

const TONES: Record<Sound, Tone[]> = {
  pick: [
    [1450, 0.05, 0.08, 0, "sine"],
    [2900, 0.03, 0.03, 0, "triangle"],
  ],
  place: [
    [620, 0.09, 0.14, 0, "sine"],
    [1860, 0.05, 0.05, 0, "triangle"],
    [240, 0.06, 0.1, 0, "sine"],
  ],
  illegal: [[190, 0.12, 0.12, 0, "triangle"]],
  turn: [
    [784, 0.16, 0.09, 0, "sine"],
    [1175, 0.22, 0.08, 0.11, "sine"],
  ],
  tick: [[980, 0.04, 0.08, 0, "triangle"]],
  end: [
    [523, 0.3, 0.09, 0, "sine"],
    [659, 0.3, 0.08, 0.14, "sine"],
    [784, 0.5, 0.08, 0.28, "sine"],
  ],
};

let context: AudioContext | undefined;
let busyUntil = 0;

/** Plays a sound, unless sound is off or another one has just started. */
export function play(sound: Sound): void {
  if (!settings.value.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  // After sleep the audio context must be resumed first. Sounds missed meanwhile are not replayed.
  if (context.state === "running") ring(sound, context);
  else
    context.resume().then(
      () => context && ring(sound, context),
      () => undefined,
    );
}

function ring(sound: Sound, context: AudioContext): void {
  const start = context.currentTime;
  if (start < busyUntil) return;
  for (const [frequency, length, loudness, after, type] of TONES[sound]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = type;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start + after);
    volume.gain.linearRampToValueAtTime(loudness, start + after + 0.004);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + after + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start + after);
    tone.stop(start + after + length);
  }
  busyUntil = start + 0.04;
}
