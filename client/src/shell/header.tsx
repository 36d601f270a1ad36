// The bar at the top of every page: home, the person's name, sound, settings and keyboard shortcuts.

import { me, rename } from "../api";
import { Icon } from "../parts/icons";
import { Star } from "../parts/notice";
import { Link } from "../router";
import { change, settings as current } from "../settings";
import { texts } from "../texts";

interface HeaderProps {
  account: () => void;
  settings: () => void;
  help: () => void;
}

export function Header({ account, settings, help }: HeaderProps) {
  const sound = current.value.sound;
  return (
    <header class="top">
      <Link to="/" class="brand" aria-label={texts.header.brand}>
        <Star class="mark" />
        <span>Tilora</span>
      </Link>
      <span class="grow" />
      <OwnName />
      {me.value && (
        <button
          type="button"
          class="quiet"
          aria-label={texts.header.account}
          title={me.value.claimed ? texts.header.accountNamed : texts.header.accountGuest}
          onClick={account}
        >
          <Icon name="person" />
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-pressed={sound}
        aria-label={texts.header.sound}
        title={sound ? texts.header.soundTurnOff : texts.header.soundTurnOn}
        onClick={() => change({ sound: !sound })}
      >
        <Icon name={sound ? "sound" : "mute"} />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={texts.header.settings}
        title={texts.header.settingsTitle}
        onClick={settings}
      >
        <Icon name="sliders" />
      </button>
      <button
        type="button"
        class="quiet keys-button"
        aria-label={texts.header.keys}
        title={texts.header.keysTitle}
        onClick={help}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}

/** The person's name, edited in place. */
function OwnName() {
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
      <span class="unseen">{texts.header.name}</span>
      <input
        type="text"
        maxLength={24}
        value={person.name}
        title={texts.header.nameTitle}
        autocomplete="nickname"
        spellcheck={false}
        onInput={(event) => event.currentTarget.setCustomValidity("")}
        onKeyDown={({ key, currentTarget }) => {
          // Escape also restores the name.
          if (key === "Escape") currentTarget.value = person.name;
          if (key === "Enter") currentTarget.blur();
        }}
        onBlur={save}
      />
    </label>
  );
}
