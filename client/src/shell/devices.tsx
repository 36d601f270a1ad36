// The devices on which the person is signed in, and the password.

import { useSignal } from "@preact/signals";
import { get, post, remove } from "../api";
import { useFetched } from "../parts/hooks";
import { timeAgo } from "../parts/time-ago";
import type { NewPassword, SessionBody } from "../protocol";
import { texts } from "../texts";

type Attempt = (what: () => Promise<void>) => Promise<void>;

/** Lists the devices. All but this one can be signed out. */
export function Devices({ attempt, busy }: { attempt: Attempt; busy: boolean }) {
  const changes = useSignal(0);
  const sessions =
    useFetched(() => get<SessionBody[]>("/api/me/sessions"), [changes.value]).value.value ?? [];
  const signOut = (path: string) =>
    void attempt(async () => {
      await remove(path);
      changes.value += 1;
    });
  const nameOf = (session: SessionBody) => session.device || texts.account.unknownDevice;
  return (
    <section class="fields" aria-label={texts.account.devices}>
      <h3>{texts.account.devices}</h3>
      <ul class="rows">
        {sessions.map((session) => (
          <li key={session.id} class="row">
            <span>
              {nameOf(session)}{" "}
              <small class="faint">
                {session.current ? texts.account.thisDevice : timeAgo(session.seen_at)}
              </small>
            </span>
            {!session.current && (
              <button
                type="button"
                disabled={busy}
                aria-label={texts.account.signOutDevice(nameOf(session))}
                onClick={() => signOut(`/api/me/sessions/${session.id}`)}
              >
                {texts.account.signOut}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 2 && (
        <div class="row end">
          <button type="button" disabled={busy} onClick={() => signOut("/api/me/sessions")}>
            {texts.account.signOutOthers}
          </button>
        </div>
      )}
    </section>
  );
}

/** Asks for the old password and a new one. */
export function PasswordForm(props: { attempt: Attempt; busy: boolean; shortest: number; done: () => void }) {
  const { attempt, busy, shortest, done } = props;
  const submit = (event: Event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const body: NewPassword = { old: String(form.get("old")), new: String(form.get("new")) };
    void attempt(async () => {
      await post("/api/me/password", body);
      done();
    });
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label class="field">
        <span>{texts.account.oldPassword}</span>
        <input type="password" name="old" required maxLength={200} autocomplete="current-password" />
      </label>
      <label class="field">
        <span>{texts.account.newPassword(shortest)}</span>
        <input
          type="password"
          name="new"
          required
          minLength={shortest}
          maxLength={200}
          autocomplete="new-password"
        />
      </label>
      <p class="faint">{texts.account.othersSignedOut}</p>
      <div class="row end">
        <button type="button" onClick={done}>
          {texts.common.back}
        </button>
        <button type="submit" class="main" disabled={busy}>
          {texts.account.changePassword}
        </button>
      </div>
    </form>
  );
}
