// The person's settings, stored on this device.

import { effect, signal } from "@preact/signals";

export interface Settings {
  theme: "auto" | "light" | "dark";
  palette: "usual" | "colour-blind";
  letters: boolean;
  sound: boolean;
  /** Speed of animations: 0 is off, 1 is normal. */
  speed: number;
}

const DEFAULTS: Settings = { theme: "auto", palette: "usual", letters: false, sound: true, speed: 1 };
const KEY = "tilora.settings";

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return DEFAULTS;
  }
}

export const settings = signal<Settings>(stored());

export function change(what: Partial<Settings>): void {
  settings.value = { ...settings.value, ...what };
}

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const darkness = matchMedia("(prefers-color-scheme: dark)");

/** Whether pieces should fade in place instead of travelling. */
export const motionOff = (): boolean => lessMotion.matches || settings.value.speed === 0;

/** Whether the dark theme is on, by choice or because the device uses it. */
export const dark = signal(false);

/** How many times faster than usual everything moves, because somebody's time is waiting for it. */
export const hurry = { by: 1 };

/** Scales a duration to the speed that the person has set. */
export const pace = (milliseconds: number): number => milliseconds / (settings.value.speed || 1) / hurry.by;

effect(() => {
  const { theme, palette, letters } = settings.value;
  const root = document.documentElement.dataset;
  root.theme = theme;
  root.palette = palette;
  root.letters = letters ? "on" : "off";
  // Colour the browser's bar like the page, not like the device.
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
    const { scheme } = bar.dataset;
    bar.media = theme === "auto" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
  }
  dark.value = theme === "dark" || (theme === "auto" && darkness.matches);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Without storage, settings last until the page is closed.
  }
});
darkness.addEventListener("change", () => {
  settings.value = { ...settings.value };
});
// A setting changed in one tab applies to all of them.
addEventListener("storage", ({ key }) => {
  if (key === KEY) settings.value = stored();
});
