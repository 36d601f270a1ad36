// The page of a table: connects, and puts the parts together.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { loadMe, me } from "../api";
import { useKeys } from "../keys";
import { PHONE, UPRIGHT, useMedia, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import { Sheet } from "../parts/sheet";
import { Link, navigate } from "../router";
import { artOf } from "../scene/draw/art";
import { toStageKeys } from "../scene/input/stage-keys";
import { OpponentsStrip } from "../scene/opponents-strip";
import { Stage } from "../scene/stage";
import { texts } from "../texts";
import { Actions } from "./actions";
import { Banner, Caption, LiveRegion } from "./caption";
import { ChoiceList } from "./choice-list";
import { Coach, isNew, remember } from "./coach";
import { Curtain } from "./curtain";
import { useEnding } from "./ending";
import { HostSheet, isHost } from "./host-sheet";
import { InviteSheet } from "./invite";
import { Chat, Log } from "./log";
import { TableMenu } from "./menu";
import { TableModel } from "./model";
import { Players } from "./players";
import { ReactionButtons } from "./reactions";
import { ResultSheet } from "./result-sheet";
import { WaitingRoom } from "./waiting-room";

export function TablePage({ id }: { id: string }) {
  const model = useSignal<TableModel | undefined>(undefined);
  useEffect(() => {
    let opened: TableModel | undefined;
    let left = false;
    let unsubscribe: (() => void) | undefined;
    // On a first visit the person needs a name before they connect.
    const open = () => {
      if (left) return;
      opened = new TableModel(id);
      model.value = opened;
    };
    // If the server is down, connect anyway, and reload the table once the person is known.
    const openUnknown = () => {
      open();
      unsubscribe = me.subscribe((person) => person && opened?.reload());
    };
    loadMe().then(open, openUnknown);
    return () => {
      left = true;
      unsubscribe?.();
      opened?.close();
      model.value = undefined;
    };
  }, [id]);
  return model.value ? <Table key={id} model={model.value} /> : <Notice title={texts.table.loading} busy />;
}

/** Switches to the seat of this person whose turn it is, behind a curtain if the game hides something. */
function useSeat(model: TableModel) {
  const lifted = useSignal<number | undefined>(undefined);
  const acting = model.acting.value;
  const seen = model.seen.value;
  const several = model.mine.value.length > 1;
  // Show nothing to two people at one device before we know whether the game hides anything.
  const unsure = several && model.hidden.value === undefined;
  const curtained = several && model.hidden.value === true;
  const nextSeat = acting !== undefined && acting !== seen?.seat ? acting : undefined;
  const busy = model.playback.busy.value;
  useEffect(() => {
    if (nextSeat !== undefined && !busy && !unsure && (!curtained || lifted.value === nextSeat))
      model.sit(nextSeat);
  }, [nextSeat, busy, unsure, curtained, lifted.value]);
  // After a reload we do not know who is looking.
  const unknown = curtained && acting !== undefined && lifted.value !== acting;
  const over = seen?.position?.over;
  const behind = !over && !busy && curtained && (unknown || nextSeat !== undefined);
  return { unsure, curtain: behind ? acting : undefined, open: (seat: number) => (lifted.value = seat) };
}

function Table({ model }: { model: TableModel }) {
  const seen = model.seen.value;
  const upright = useMedia(UPRIGHT);
  const phone = useMedia(PHONE);
  const mentioned = useSignal<readonly string[]>([]);
  const sheet = useSignal<"" | "share" | "log" | "words" | "end" | "host" | "menu">("");
  const coaching = useSignal(true);
  const readMessages = useSignal(0);
  // Messages from before the visit, or seen in the open chat, are not new.
  useEffect(() => {
    readMessages.value = countMessages(model);
  }, [seen === undefined, sheet.value === "log", sheet.value === "log" && countMessages(model)]);
  const { unsure, curtain, open } = useSeat(model);
  const connection = model.connectionState.value;
  const busy = model.playback.busy.value;
  const over = Boolean(seen?.position?.over) && !busy;
  const myTurn = model.acting.value !== undefined;
  useTitle(seen ? (myTurn ? texts.table.titleYourTurn(seen.table.title) : seen.table.title) : "");

  const live = useEnding(model, over, () => {
    sheet.value = "end";
    // After a finished match the game needs no explanation.
    if (seen && model.mine.value.length > 0) remember(seen.table.game);
  });
  useEffect(() => {
    if (!busy && curtain === undefined) model.reportShown();
  }, [busy, curtain, seen?.seat, seen?.moment]);
  const rematch = seen?.table.rematch;
  useEffect(() => {
    if (rematch && model.mine.value.length > 0) navigate(`/t/${rematch}`, true);
  }, [rematch]);
  useKeys(
    [
      {
        key: "Escape",
        words: texts.table.keyBack,
        press: () => {
          // What was said about the last click goes first, too.
          const complained = model.selection.complaint.value !== undefined;
          if (!model.selection.back() && !model.hints.dismiss() && !complained) sheet.value = "menu";
        },
      },
      { key: "i", words: texts.table.invite, press: () => (sheet.value = "share") },
      {
        key: "l",
        words: texts.table.logAndChat,
        press: () => {
          if (upright) sheet.value = "log";
          else document.querySelector<HTMLElement>(".chat input")?.focus();
        },
      },
      ...toStageKeys,
    ],
    1,
  );

  if (!seen || unsure || model.starting.value) {
    const bye = model.bye.value;
    if (connection === "closed") {
      return (
        <Notice title={texts.table.notOpened}>
          <p>{bye?.text}</p>
          <Link to="/" class="button main">
            {texts.common.home}
          </Link>
        </Notice>
      );
    }
    return (
      <Notice title={connection === "lost" ? texts.table.notResponding : texts.table.loading} busy>
        {connection === "lost" && (
          <>
            <p>{texts.table.notRespondingWhy}</p>
            <Link to="/" class="button">
              {texts.common.home}
            </Link>
          </>
        )}
      </Notice>
    );
  }

  const { table, position } = seen;
  const messages = countMessages(model);
  const unread = messages > readMessages.value && sheet.value !== "log";
  const names = model.names.value;
  const turn = table.status === "running" && position && !position.over ? model.playback.turn.value : null;
  const scene = position?.scene;
  const coach = coaching.value && model.mine.value.length > 0 && scene && !over && isNew(table.game) && (
    <Coach
      model={model}
      game={table.game}
      slim={upright}
      curtained={curtain !== undefined}
      close={() => (coaching.value = false)}
    />
  );
  const menuButton = (
    <button
      type="button"
      class="quiet"
      aria-label={texts.menu.title}
      title={texts.menu.titleWithKey}
      onClick={() => (sheet.value = "menu")}
    >
      <Icon name="log" />
    </button>
  );
  return (
    <div
      class={sheet.value === "end" && over ? "table-page ended" : "table-page"}
      data-state={stateOf(model, curtain !== undefined)}
      data-moment={seen.moment}
    >
      <div class="table-main">
        <Banner model={model} />
        {curtain !== undefined && (
          <Curtain game={table.game} name={names[curtain] ?? ""} seat={curtain} open={() => open(curtain)} />
        )}
        {upright && table.status !== "waiting" && <Players model={model} />}
        {scene && curtain === undefined ? (
          <>
            {upright && <h1 class="unseen">{table.title}</h1>}
            <div class="overhead">
              {phone && (
                <OpponentsStrip
                  playback={model.playback}
                  game={table.game}
                  seat={seen.seat}
                  names={names}
                  mentioned={mentioned.value}
                  touched={model.lastActions.value}
                />
              )}
              <Caption model={model} names={names} />
            </div>
            <Stage
              game={table.game}
              playback={model.playback}
              selection={model.selection}
              seat={seen.seat}
              turn={turn}
              names={names}
              phone={phone}
              mentioned={mentioned.value}
              touched={model.lastActions.value}
              previews={model.previews}
            />
          </>
        ) : (
          table.status === "waiting" && <WaitingRoom model={model} host={() => (sheet.value = "host")} />
        )}
        {(table.status === "aborted" || (table.status === "closed" && !position?.over)) && (
          <Notice title={table.status === "aborted" ? texts.table.cancelled : texts.table.closed}>
            <Link to="/" class="button main">
              {texts.common.home}
            </Link>
          </Notice>
        )}
        {upright && curtain === undefined && coach}
        <div class="bar">
          {curtain === undefined && table.status === "running" && !over && (
            <Actions
              model={model}
              words={() => (sheet.value = "words")}
              host={() => (sheet.value = "host")}
            />
          )}
          {over && (
            <div class="actions">
              <button type="button" class="main" onClick={() => (sheet.value = "end")}>
                {texts.actions.result}
              </button>
              <button type="button" onClick={() => navigate(`/review/${model.id}`)}>
                {texts.actions.review}
              </button>
              {isHost(model) && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={texts.table.settings}
                  title={texts.table.settings}
                  onClick={() => (sheet.value = "host")}
                >
                  <Icon name="people" />
                </button>
              )}
            </div>
          )}
          {upright && (
            <button
              type="button"
              class={`quiet${unread ? " unread" : ""}`}
              aria-label={unread ? texts.table.logAndChatUnread : texts.table.logAndChat}
              onClick={() => (sheet.value = "log")}
            >
              <Icon name="chat" />
            </button>
          )}
          {upright && menuButton}
        </div>
      </div>
      {!upright && (
        <aside class="rail" aria-label={texts.table.rail}>
          <header class="rail-head">
            <h1>{table.title}</h1>
            <button
              type="button"
              class="quiet"
              aria-label={texts.table.invite}
              title={texts.table.inviteTitle}
              onClick={() => (sheet.value = "share")}
            >
              <Icon name="share" />
            </button>
            {menuButton}
          </header>
          <Players model={model} />
          {coach}
          {curtain === undefined && <Log model={model} mentioned={mentioned} />}
          <ReactionButtons model={model} />
          {me.value && <Chat model={model} />}
        </aside>
      )}
      {curtain === undefined && <LiveRegion model={model} />}
      {sheet.value === "menu" && (
        <TableMenu model={model} invite={() => (sheet.value = "share")} close={() => (sheet.value = "")} />
      )}
      {sheet.value === "share" && (
        <InviteSheet id={model.id} code={table?.code ?? ""} close={() => (sheet.value = "")} />
      )}
      {sheet.value === "words" && <ChoiceList model={model} close={() => (sheet.value = "")} />}
      {sheet.value === "end" && over && (
        <ResultSheet model={model} counting={live} close={() => (sheet.value = "")} />
      )}
      {sheet.value === "host" && <HostSheet model={model} close={() => (sheet.value = "")} />}
      {sheet.value === "log" && (
        <Sheet title={texts.table.logAndChat} close={() => (sheet.value = "")}>
          {curtain === undefined && (
            <Log model={model} mentioned={mentioned} chosen={() => (sheet.value = "")} />
          )}
          <ReactionButtons model={model} done={() => (sheet.value = "")} />
          <Chat model={model} />
        </Sheet>
      )}
    </div>
  );
}

/** Returns the number of chat messages by others. */
const countMessages = (model: TableModel): number =>
  (model.seen.value?.lines ?? []).filter((line) => line.kind === "chat" && line.player !== me.value?.player)
    .length;

/** Returns the state of the match for this person in one word, for styles and tests. */
function stateOf(model: TableModel, curtained: boolean): string {
  const seen = model.seen.value;
  if (seen?.table.status !== "running" && !seen?.position?.over) return seen?.table.status ?? "";
  if (!artOf(seen.table.game).ready) return "loading";
  if (model.playback.busy.value) return "animating";
  if (seen.position?.over) return "over";
  if (curtained) return "curtain";
  if (model.acting.value === undefined || model.acting.value !== seen.seat) return "theirs";
  return model.selection.choices.value.length > 0 ? "mine" : "sent";
}
