// The menu of the table, which Escape opens: what a player may want besides the next move.

import { Icon, type IconName } from "../parts/icons";
import { Sheet } from "../parts/sheet";
import { navigate } from "../router";
import { sheet } from "../sheets";
import { texts } from "../texts";
import { canGiveUp, giveUp } from "./give-up";
import type { TableModel } from "./model";

interface Entry {
  icon: IconName;
  label: string;
  /** What it leads to, if that is not obvious. */
  about?: string;
  press: () => void;
}

interface TableMenuProps {
  model: TableModel;
  invite: () => void;
  close: () => void;
}

export function TableMenu({ model, invite, close }: TableMenuProps) {
  const table = model.seen.value?.table;
  if (!table) return null;
  const entries: Entry[] = [
    { icon: "play", label: texts.menu.continue, press: () => undefined },
    { icon: "again", label: texts.menu.newMatch, press: () => navigate(`/new/${table.game}`) },
    { icon: "book", label: texts.common.rules, press: () => navigate(`/g/${table.game}`) },
    { icon: "share", label: texts.table.invite, press: invite },
    { icon: "sliders", label: texts.settings.title, press: () => (sheet.value = "settings") },
    ...(canGiveUp(model)
      ? [{ icon: "flag" as const, label: texts.actions.giveUp, press: () => void giveUp(model) }]
      : []),
    {
      icon: "close",
      label: texts.menu.leave,
      about: table.status === "running" && model.mine.value.length > 0 ? texts.menu.saved : undefined,
      press: () => navigate("/"),
    },
  ];
  return (
    <Sheet title={texts.menu.title} close={close}>
      <ul class="table-menu">
        {entries.map(({ icon, label, about, press }, index) => (
          <li key={label}>
            <button
              type="button"
              class={index === 0 ? "main" : ""}
              autofocus={index === 0}
              onClick={() => {
                close();
                press();
              }}
            >
              <Icon name={icon} /> {label}
              {about && <small>{about}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
