// Every text of the page itself, in one place: to translate the page, translate this folder. Texts about a game (its
// title, guide, labels and sentences) come from the server.

import { home } from "./home";
import { learn } from "./learn";
import { replay } from "./replay";
import { shell } from "./shell";
import { table } from "./table";

export { type Choosable, inSentence } from "./words";

export const texts = {
  /** For dates and numbers. */
  language: "en",
  ...shell,
  ...home,
  ...learn,
  ...replay,
  ...table,
};
