// What this person likes, remembered on this device.

import { effect, signal } from "@preact/signals";

export interface Settings {
  theme: "auto" | "light" | "dark";
  palette: "usual" | "colour-blind";
  letters: boolean;
  sound: boolean;
  /** How fast things move: 0 not at all, 1 as usual. */
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

/** Whether things fade in place instead of travelling. */
export const motionOff = (): boolean => lessMotion.matches || settings.value.speed === 0;

/** Whether it is dark now: by choice, or because the device is. */
export const dark = signal(false);

/** So many milliseconds at the speed that the person likes. */
export const pace = (milliseconds: number): number => milliseconds / (settings.value.speed || 1);

effect(() => {
  const { theme, palette, letters } = settings.value;
  const root = document.documentElement.dataset;
  root.theme = theme;
  root.palette = palette;
  root.letters = letters ? "on" : "off";
  // The browser's own bar is coloured as the page is, not as the device.
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
    const { scheme } = bar.dataset;
    bar.media = theme === "auto" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
  }
  dark.value = theme === "dark" || (theme === "auto" && darkness.matches);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Without storage the settings last as long as the page.
  }
});
darkness.addEventListener("change", () => {
  settings.value = { ...settings.value };
});
// What is changed in one tab is meant for all of them: who turns the sound off does not want to look for the others.
addEventListener("storage", ({ key }) => {
  if (key === KEY) settings.value = stored();
});
