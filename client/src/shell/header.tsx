// The strip at the top of every page: where one is, who one is, and the few things that are always at hand.

import { me, rename } from "../api";
import { Icon } from "../parts/icons";
import { Star } from "../parts/notice";
import { Link } from "../router";
import { change, settings as liked } from "../settings";

interface HeaderProps {
  account: () => void;
  settings: () => void;
  help: () => void;
}

export function Header({ account, settings, help }: HeaderProps) {
  const sound = liked.value.sound;
  return (
    <header class="top">
      <Link to="/" class="brand" aria-label="Tilora, first page">
        <Star class="mark" />
        <span>Tilora</span>
      </Link>
      <span class="grow" />
      <Name />
      {me.value && (
        <button
          type="button"
          class="quiet"
          aria-label="You, here and elsewhere"
          title={me.value.claimed ? "Log out" : "Keep this name, or log in"}
          onClick={account}
        >
          <Icon name="person" />
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-pressed={sound}
        aria-label="Sound"
        title={sound ? "Sound off (Q)" : "Sound on (Q)"}
        onClick={() => change({ sound: !sound })}
      >
        <Icon name={sound ? "sound" : "mute"} />
      </button>
      <button type="button" class="quiet" aria-label="Settings" title="Settings (,)" onClick={settings}>
        <Icon name="sliders" />
      </button>
      <button
        type="button"
        class="quiet keys-button"
        aria-label="Keys and help"
        title="Keys (?)"
        onClick={help}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}

/** One's name, typed in place. */
function Name() {
  const person = me.value;
  if (!person) return null;
  const save = (event: { currentTarget: HTMLInputElement }) => {
    const field = event.currentTarget;
    const name = field.value.trim();
    if (!name || name === person.name) {
      field.value = person.name;
      return;
    }
    rename(name).catch((error: Error) => {
      field.value = person.name;
      field.setCustomValidity(error.message);
      field.reportValidity();
    });
  };
  return (
    <label class="my-name">
      <span class="unseen">Your name</span>
      <input
        type="text"
        maxLength={24}
        value={person.name}
        title="Your name: type another one if you like"
        autocomplete="nickname"
        spellcheck={false}
        onInput={(event) => event.currentTarget.setCustomValidity("")}
        onKeyDown={({ key, currentTarget }) => {
          // Escape leaves every field; here it also leaves the name as it was.
          if (key === "Escape") currentTarget.value = person.name;
          if (key === "Enter") currentTarget.blur();
        }}
        onBlur={save}
      />
    </label>
  );
}
