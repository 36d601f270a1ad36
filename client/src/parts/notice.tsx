// What a page shows while it loads, when it fails, and when it is empty.

import type { ComponentChildren } from "preact";

/** The eight-pointed star of the logo. */
export function Star({ class: name = "star" }: { class?: string }) {
  return (
    <svg class={name} viewBox="0 0 100 100" aria-hidden="true">
      <path d="M50 4 63.500 17.400 82.500 17.500 82.600 36.500 96 50 82.600 63.500 82.500 82.500 63.500 82.600 50 96 36.500 82.600 17.500 82.500 17.400 63.500 4 50 17.400 36.500 17.500 17.500 36.500 17.400z" />
    </svg>
  );
}

interface NoticeProps {
  title: string;
  children?: ComponentChildren;
  busy?: boolean;
  /** Whether the page around it has its own heading. */
  within?: boolean;
}

export function Notice({ title, children, busy = false, within = false }: NoticeProps) {
  return (
    <div class={`notice${busy ? " busy" : ""}`} role="status">
      <Star />
      {within ? <h2>{title}</h2> : <h1>{title}</h1>}
      {children}
    </div>
  );
}
