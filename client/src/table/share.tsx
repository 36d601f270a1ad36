// How others come to this table: by link, by QR code, by its code.

import { useSignal } from "@preact/signals";
import { Sheet } from "../parts/sheet";

/** The three ways to this table. */
export function Invitation({ id }: { id: string }) {
  const copied = useSignal(false);
  const link = `${location.origin}/t/${id}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      copied.value = true;
    } catch {
      copied.value = false;
    }
  };
  return (
    <div class="invitation">
      <p>Whoever opens this link can take a free seat, or watch.</p>
      <div class="row">
        <input
          class="grow"
          type="text"
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
        <img
          src={`/api/qr?text=${encodeURIComponent(link)}`}
          alt="The link as a QR code"
          width="180"
          height="180"
        />
        <div>
          <p class="faint">Or type this code on the first page:</p>
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
