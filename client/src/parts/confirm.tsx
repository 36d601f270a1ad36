// A yes-or-no question above the page.

import { signal } from "@preact/signals";
import { texts } from "../texts";
import { Sheet } from "./sheet";

interface Question {
  title: string;
  text: string;
  yes: string;
  answer: (sure: boolean) => void;
}

const pending = signal<Question | undefined>(undefined);

/** Asks the person to confirm. Resolves to whether they did. */
export function askToConfirm(title: string, text: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    pending.value = {
      title,
      text,
      yes,
      answer: (sure) => {
        pending.value = undefined;
        resolve(sure);
      },
    };
  });
}

export function ConfirmSheet() {
  const question = pending.value;
  if (!question) return null;
  return (
    <Sheet title={question.title} close={() => question.answer(false)}>
      <p>{question.text}</p>
      <div class="row end">
        <button type="button" onClick={() => question.answer(false)}>
          {texts.common.goBack}
        </button>
        <button type="button" class="main" onClick={() => question.answer(true)}>
          {question.yes}
        </button>
      </div>
    </Sheet>
  );
}
