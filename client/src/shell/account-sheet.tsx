// The account: set a password as a guest, sign in, change the password, see one's devices, or sign out.

import { useSignal } from "@preact/signals";
import { me, post } from "../api";
import { Sheet } from "../parts/sheet";
import type { Me } from "../protocol";
import { navigate } from "../router";
import { texts } from "../texts";
import { Devices, PasswordForm } from "./devices";

const SHORTEST = 8;

function NameField() {
  return (
    <label class="field">
      <span>{texts.account.name}</span>
      <input type="text" name="name" required maxLength={24} autocomplete="username" autocapitalize="none" />
    </label>
  );
}

function PasswordField({ label, complete }: { label: string; complete: string }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="password"
        name="password"
        required
        minLength={SHORTEST}
        maxLength={200}
        autocomplete={complete}
      />
    </label>
  );
}

const tabs = new BroadcastChannel("tilora.me");
tabs.onmessage = () => location.reload();

/** Reloads this tab and all others, because everything they show belongs to the previous person. */
function reloadEverything(): void {
  tabs.postMessage("changed");
  location.assign("/");
}

export function AccountSheet({ close }: { close: () => void }) {
  const person = me.value;
  const problem = useSignal("");
  const busy = useSignal(false);
  const signingIn = useSignal(false);
  const changingPassword = useSignal(false);
  if (!person) return null;
  const attempt = async (what: () => Promise<void>) => {
    problem.value = "";
    busy.value = true;
    try {
      await what();
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
    busy.value = false;
  };
  const typed = (event: Event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    return (name: string) => String(form.get(name) ?? "");
  };
  const claim = (event: Event) => {
    const value = typed(event);
    void attempt(async () => {
      me.value = await post<Me>("/api/me/claim", { password: value("password") });
    });
  };
  const login = (event: Event) => {
    const value = typed(event);
    void attempt(async () => {
      await post<Me>("/api/me/login", { name: value("name").trim(), password: value("password") });
      reloadEverything();
    });
  };
  const logout = () =>
    void attempt(async () => {
      await post("/api/me/logout");
      reloadEverything();
    });
  return (
    <Sheet title={person.name} close={close}>
      <div class="fields">
        <button
          type="button"
          onClick={() => {
            close();
            navigate("/players/me");
          }}
        >
          {texts.home.yourPage}
        </button>
        {changingPassword.value ? (
          <PasswordForm
            attempt={attempt}
            busy={busy.value}
            shortest={SHORTEST}
            done={() => (changingPassword.value = false)}
          />
        ) : person.claimed ? (
          <>
            <p>{texts.account.named}</p>
            <Devices attempt={attempt} busy={busy.value} />
            <div class="row wrap end">
              <button type="button" onClick={() => (changingPassword.value = true)}>
                {texts.account.changePassword}
              </button>
              <button type="button" disabled={busy.value} onClick={logout}>
                {texts.account.signOut}
              </button>
            </div>
          </>
        ) : signingIn.value ? (
          <form class="fields" onSubmit={login}>
            <NameField />
            <PasswordField label={texts.account.password} complete="current-password" />
            <p class="faint">{texts.account.matchesStay(person.name)}</p>
            <div class="row end">
              <button type="button" onClick={() => (signingIn.value = false)}>
                {texts.common.back}
              </button>
              <button type="submit" class="main" disabled={busy.value}>
                {texts.account.signIn}
              </button>
            </div>
          </form>
        ) : (
          <form class="fields" onSubmit={claim}>
            <p>{texts.account.guest}</p>
            <PasswordField label={texts.account.newPassword(SHORTEST)} complete="new-password" />
            <div class="row wrap end">
              <button type="button" onClick={() => (signingIn.value = true)}>
                {texts.account.haveAccount}
              </button>
              <button type="submit" class="main" disabled={busy.value}>
                {texts.account.setPassword}
              </button>
            </div>
          </form>
        )}
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
      </div>
    </Sheet>
  );
}
