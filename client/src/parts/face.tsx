// The faces of the characters who play at the levels of the AI, drawn in faces.svg, and their names.

import { texts } from "../texts";
import drawings from "./faces.svg";

/** The face of a level. It only adds to a name that stands beside it. */
export function Face({ level, size = 32 }: { level: number; size?: number }) {
  return (
    <svg class="face" width={size} height={size} aria-hidden="true">
      <use href={`${drawings}#level-${level}`} />
    </svg>
  );
}

interface Someone {
  kind: string;
  name: string;
  level?: number | null;
}

/** The face of a bot; nothing for a person. */
export function BotFace({ who, size = 18 }: { who: Omit<Someone, "name"> | undefined; size?: number }) {
  return who?.kind === "bot" && who.level != null ? <Face level={who.level} size={size} /> : null;
}

/** "The Glazier · level 5", or the name of a person. */
export const fullName = ({ kind, name, level }: Someone): string =>
  // Bots of old matches have their level in their names.
  kind === "bot" && level != null && !/\blevel \d/.test(name) ? texts.level.full(name, level) : name;

/** A bot with its face, or a person, in a line of text. */
export function Named({ who, size = 20 }: { who: Someone; size?: number }) {
  return (
    <span class="named">
      <BotFace who={who} size={size} />
      {fullName(who)}
    </span>
  );
}
