// Inviting others to a table: by link, QR code or code.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { get } from "../api";
import { useFetched } from "../parts/hooks";
import { Sheet } from "../parts/sheet";
import type { LinkBody } from "../protocol";
import { texts } from "../texts";

/** Whether links to that host only work on this device. */
export const isLocalOnly = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Splits a code into two groups, which are easier to read out. */
export const grouped = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

interface InvitationProps {
  id: string;
  /** Empty once nobody can join; then the id takes its place. */
  code: string;
}

/** The code, the link and the QR code. */
export function Invitation({ id, code }: InvitationProps) {
  const copied = useSignal(false);
  // The server may know a better address than the one this page was opened with.
  const serverAddress = useFetched(() => get<LinkBody>("/api/link"), []).value.value;
  const link = `${serverAddress?.link ?? location.origin}/t/${id}`;
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      copied.value = true;
    } catch {
      // Without HTTPS, as on a home network, the clipboard API is missing: use the old way.
      field.current?.select();
      copied.value = document.execCommand("copy");
    }
  };
  const alone = isLocalOnly(new URL(link).hostname);
  return (
    <div class="invitation">
      {code && (
        <>
          <p class="faint">{alone ? texts.invite.onlyCode : texts.invite.code}</p>
          <p class="join-code">{grouped(code)}</p>
        </>
      )}
      <p>{alone ? texts.invite.onlyHere : texts.invite.anyone}</p>
      <div class="row">
        <input
          class="grow"
          type="text"
          ref={field}
          readOnly
          value={link}
          aria-label={texts.invite.link}
          onFocus={(e) => e.currentTarget.select()}
        />
        <button type="button" class="main" onClick={copy}>
          {copied.value ? texts.invite.copied : texts.invite.copy}
        </button>
      </div>
      <div class="share">
        {!alone && (
          <img
            src={`/api/qr?text=${encodeURIComponent(link)}`}
            alt={texts.invite.qrCode}
            width="180"
            height="180"
          />
        )}
        <div>
          {!code && (
            <>
              <p class="faint">{texts.invite.id}</p>
              <p class="code">{id}</p>
            </>
          )}
          {typeof navigator.share === "function" && (
            <button
              type="button"
              onClick={() =>
                void navigator.share({ title: texts.invite.shareTitle, url: link }).catch(() => undefined)
              }
            >
              {texts.invite.share}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

export function InviteSheet({ close, ...invitation }: InvitationProps & { close: () => void }) {
  return (
    <Sheet title={texts.table.invite} close={close}>
      <Invitation {...invitation} />
    </Sheet>
  );
}
