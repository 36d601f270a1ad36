// Table settings for the host: spectators, muting, and closing the table.

import { me } from "../api";
import { askToConfirm } from "../parts/confirm";
import { Segments } from "../parts/segments";
import { Sheet } from "../parts/sheet";
import { navigate } from "../router";
import { texts } from "../texts";
import type { TableModel } from "./model";

/** Whether this person is the host. */
export const isHost = (model: TableModel): boolean => {
  const host = model.seen.value?.table.host;
  return host !== undefined && host === me.value?.player;
};

/** Returns everyone else who plays or has written in the chat, with their names. */
function guests(model: TableModel): [string, string][] {
  const seen = model.seen.value;
  if (!seen) return [];
  const messages = seen.lines.filter((line) => line.kind === "chat");
  const everyone = [...messages, ...seen.table.seats].flatMap(({ player, name }) =>
    player && player !== seen.table.host ? [[player, name] as [string, string]] : [],
  );
  return [...new Map(everyone)];
}

export function HostSheet({ model, close }: { model: TableModel; close: () => void }) {
  const table = model.seen.value?.table;
  if (!table) return null;
  const people = guests(model);
  const shut = async () => {
    const running = table.status === "running";
    const text = running ? texts.host.closeRunning : texts.host.closeWaiting;
    if (!(await askToConfirm(texts.host.closeQuestion, text, texts.host.closeTable))) return;
    if (await model.ask({ kind: "close" })) navigate("/");
    else close();
  };
  return (
    <Sheet title={texts.host.title} close={close}>
      <div class="fields">
        <Segments
          label={texts.host.spectators}
          value={table.watchers ? "in" : "out"}
          options={texts.host.spectatorOptions}
          change={(who) => void model.ask({ kind: "set-watchers", watchers: who === "in" })}
        />
        {people.length > 0 && (
          <section aria-labelledby="talking">
            <h3 id="talking" class="legend">
              {texts.host.chat}
            </h3>
            <ul class="places">
              {people.map(([player, name]) => {
                const muted = table.muted.includes(player);
                return (
                  <li key={player}>
                    <span class="grow">
                      {name} {muted && <small class="faint">{texts.host.muted}</small>}
                    </span>
                    <button
                      type="button"
                      onClick={() => void model.ask({ kind: "mute", player, muted: !muted })}
                    >
                      {muted ? texts.host.unmute : texts.host.mute}
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
        <div class="row">
          <button type="button" onClick={shut}>
            {texts.host.closeTable}
          </button>
        </div>
      </div>
    </Sheet>
  );
}
