// A sheet: something that lies above the page until it is dealt with. Escape and a click beside it put it away.

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
}

export function Sheet({ title, close, children, wide = false }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would choose the button that closes the sheet again.
    if (!element?.querySelector("[autofocus]")) element?.focus();
    return () => element?.close();
  }, []);
  // Who marks words with the mouse may let go of it beside the sheet: that is no click there.
  const began = useRef<EventTarget | null>(null);
  const beside = (event: MouseEvent) => {
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
      class={wide ? "sheet wide" : "sheet"}
      aria-label={title}
      onPointerDown={(event) => (began.current = event.target)}
      onClick={beside}
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
