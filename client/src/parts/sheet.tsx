// A modal sheet above the page. Escape or a click beside it closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import { handleArrowKeys } from "./arrow-keys";
import { Icon } from "./icons";

interface SheetProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
  wide?: boolean;
  /** At the side of the page, or at its bottom on a phone, so that the table stays in sight. */
  beside?: boolean;
}

export function Sheet({ title, close, children, wide = false, beside = false }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Otherwise the browser would focus the close button.
    if (!element?.querySelector("[autofocus]")) element?.focus();
    return () => element?.close();
  }, []);
  // Selecting text may end with the mouse beside the sheet. That is not a click there.
  const began = useRef<EventTarget | null>(null);
  const clickBeside = (event: MouseEvent) => {
    if (event.target === dialog.current && began.current === dialog.current) close();
  };
  const cancel = (event: Event) => {
    event.preventDefault();
    close();
  };
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      class={`sheet${wide ? " wide" : ""}${beside ? " beside" : ""}`}
      aria-label={title}
      onPointerDown={(event) => (began.current = event.target)}
      onClick={clickBeside}
      onCancel={cancel}
      onKeyDown={handleArrowKeys}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label={texts.common.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}
