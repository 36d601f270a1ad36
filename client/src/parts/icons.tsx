// Icons, drawn as SVG paths.

const PATHS = {
  back: "M15 5 8 12l7 7",
  close: "M6 6l12 12M18 6 6 18",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  check: "M5 13l5 5L20 7",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  robot:
    "M7 9h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM12 5v4M9.5 13v1.5M14.5 13v1.5M2.5 13v3M21.5 13v3",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  share: "M12 15V4M8 7.5 12 4l4 3.5M6 12v7h12v-7",
  chat: "M5 5h14v10H10l-5 4z",
  log: "M6 6h12M6 12h12M6 18h8",
  sliders:
    "M4 7h8M16 7h4M14 5a2 2 0 1 0 .01 0zM4 12h1M9 12h11M7 10a2 2 0 1 0 .01 0zM4 17h9M17 17h3M15 15a2 2 0 1 0 .01 0z",
  sound: "M4 10v4h3l5 4V6l-5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h3l5 4V6l-5 4zM16 10l5 5M21 10l-5 5",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5",
  eye: "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  first: "M18 6l-8 6 8 6zM6 6v12",
  last: "M6 6l8 6-8 6zM18 6v12",
  again: "M5 12a7 7 0 1 1 2 5M5 18v-4h4",
  book: "M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2zM12 6v14",
  download: "M12 4v11M8 11.5l4 3.5 4-3.5M5 19h14",
  upload: "M12 20V9M8 12.5 12 9l4 3.5M5 5h14",
  words: "M4 7h16M4 12h10M4 17h13",
  more: "M4.500 12a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0zM11.100 12a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0zM17.700 12a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z",
  larger:
    "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 20 20M10.500 8v5M8 10.500h5",
  smaller: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 20 20M8 10.500h5",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20c0-3.500 3.300-6 7.500-6s7.500 2.500 7.500 6",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c0-3 2.5-5 5.5-5s5.5 2 5.5 5M16 5.5a3 3 0 0 1 0 5.5M17 14.3c2.2.5 3.5 2.3 3.5 4.7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
