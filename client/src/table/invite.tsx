// How others come to this table: by link, by QR code, by its code.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { get } from "../api";
import { useAsked } from "../parts/hooks";
import { Sheet } from "../parts/sheet";
import type { LinkBody } from "../protocol";

/** Whether an address of that host leads to this device alone, wherever it is opened. */
export const onlyHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The three ways to this table. */
export function Invitation({ id }: { id: string }) {
  const copied = useSignal(false);
  // The server may know a better address than the one that this page was opened by.
  const told = useAsked(() => get<LinkBody>("/api/link"), []).value.value;
  const link = `${told?.link ?? location.origin}/t/${id}`;
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      copied.value = true;
    } catch {
      // Pages without https, as on a home network, have no clipboard: there the old way is the only one.
      field.current?.select();
      copied.value = document.execCommand("copy");
    }
  };
  const alone = onlyHere(new URL(link).hostname);
  return (
    <div class="invitation">
      <p>
        {alone
          ? "This link works on this device only. Others open the address that the server printed when it began, and type the code of this table there."
          : "Whoever opens this link can take a free seat, or watch."}
      </p>
      <div class="row">
        <input
          class="grow"
          type="text"
          ref={field}
          readOnly
          value={link}
          aria-label="Link to this table"
          onFocus={(e) => e.currentTarget.select()}
        />
        <button type="button" class="main" onClick={copy}>
          {copied.value ? "Copied" : "Copy"}
        </button>
      </div>
      <div class="share">
        {!alone && (
          <img
            src={`/api/qr?text=${encodeURIComponent(link)}`}
            alt="The link as a QR code"
            width="180"
            height="180"
          />
        )}
        <div>
          <p class="faint">
            {alone ? "The code to type on the first page:" : "Or type this code on the first page:"}
          </p>
          <p class="code">{id}</p>
          {typeof navigator.share === "function" && (
            <button
              type="button"
              onClick={() => void navigator.share({ title: "Tilora", url: link }).catch(() => undefined)}
            >
              Share …
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

export function Share({ id, close }: { id: string; close: () => void }) {
  return (
    <Sheet title="Invite somebody" close={close}>
      <Invitation id={id} />
    </Sheet>
  );
}
