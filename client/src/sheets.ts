// Which of the sheets around every page is open: any page can open one.

import { signal } from "@preact/signals";

export const sheet = signal<"" | "account" | "settings" | "help">("");
