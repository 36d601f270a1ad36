// Past matches, and imported records.

import { useSignal } from "@preact/signals";
import { get, loadMe, post, remove } from "../api";
import { askToConfirm } from "../parts/confirm";
import { useFetched, useTitle } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { Notice } from "../parts/notice";
import { Segments } from "../parts/segments";
import { timeAgo } from "../parts/time-ago";
import type { RecordList, TableList } from "../protocol";
import { Link, navigate } from "../router";
import { texts } from "../texts";
import { MatchRows } from "./match-rows";

function Import() {
  const problem = useSignal("");
  const take = async (event: { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    problem.value = "";
    try {
      const record: unknown = JSON.parse(await file.text());
      const { id } = await post<{ id: string }>("/api/records", record);
      navigate(`/r/${id}`);
    } catch (error) {
      problem.value = error instanceof SyntaxError ? texts.matches.notARecord : (error as Error).message;
    }
  };
  return (
    <div>
      <label class="button">
        <Icon name="upload" /> {texts.matches.openRecord}
        <input type="file" class="unseen" accept="application/json,.json" onChange={take} />
      </label>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  );
}

/** Returns all pages of a list loaded so far, and `more` to load the next one. Starts over when `on` changes. */
function usePages<Page extends { next: string | null }>(path: string, on: number) {
  const first = useFetched(
    () => loadMe().then(async () => ({ path, page: await get<Page>(path) })),
    [path, on],
  ).value;
  const current = first.value?.path === path ? first.value : undefined;
  const later = useSignal<{ after?: typeof current; pages: Page[]; error?: string }>({ pages: [] });
  const { pages, error } = later.value.after === current ? later.value : { pages: [], error: undefined };
  const next = (pages.at(-1) ?? current?.page)?.next;
  const more = async () => {
    const before = `${path}${path.includes("?") ? "&" : "?"}before=${encodeURIComponent(next ?? "")}`;
    try {
      later.value = { after: current, pages: [...pages, await get<Page>(before)] };
    } catch (problem) {
      later.value = { after: current, pages, error: (problem as Error).message };
    }
  };
  return {
    pages: current && [current.page, ...pages],
    error: first.error ?? error,
    more: next ? more : undefined,
  };
}

function OlderButton({ more }: { more: (() => Promise<void>) | undefined }) {
  return (
    more && (
      <button type="button" onClick={more}>
        {texts.matches.older}
      </button>
    )
  );
}

export function MatchesPage(_: { id: string }) {
  useTitle(texts.matches.title);
  const whose = useSignal<"mine" | "all">("mine");
  const removed = useSignal(0);
  const played = usePages<TableList>(`/api/matches?mine=${whose.value === "mine"}`, 0);
  const records = usePages<RecordList>("/api/records", removed.value);
  const rows = played.pages?.flatMap((page) => page.tables);
  const imported = records.pages?.flatMap((page) => page.records) ?? [];
  const problem = useSignal("");
  const removeRecord = async (id: string, title: string) => {
    if (
      !(await askToConfirm(
        texts.matches.removeQuestion(title),
        texts.matches.removeEffect,
        texts.matches.removeYes,
      ))
    )
      return;
    try {
      await remove(`/api/records/${encodeURIComponent(id)}`);
      problem.value = "";
    } catch (error) {
      problem.value = (error as Error).message;
    }
    removed.value++;
  };
  return (
    <div class="page">
      <div class="row wrap">
        <h1 class="grow">{texts.matches.title}</h1>
        <Link to="/analysis" class="button">
          {texts.analysis.board}
        </Link>
        <Import />
      </div>
      <Segments
        label={texts.matches.show}
        value={whose.value}
        options={texts.matches.whose}
        change={(value) => {
          whose.value = value;
        }}
      />
      {played.error && <p class="problem">{played.error}</p>}
      {rows?.length === 0 && (
        <Notice title={texts.matches.none} within>
          {texts.matches.noneHint}
        </Notice>
      )}
      {rows && <MatchRows rows={rows} />}
      <OlderButton more={played.more} />
      {imported.length > 0 && <h2>{texts.matches.imported}</h2>}
      {(problem.value || records.error) && (
        <p class="problem" role="alert">
          {problem.value || records.error}
        </p>
      )}
      <ul class="rows">
        {imported.map((row) => (
          <li key={row.id} class="row">
            <Link to={`/r/${row.id}`} class="button wide-row">
              <strong>{row.title}</strong>
              <span class="grow">{texts.matches.players(row.seats)}</span>
              <span class="faint">{timeAgo(row.at)}</span>
            </Link>
            <button
              type="button"
              class="quiet"
              aria-label={texts.matches.remove(row.title)}
              onClick={() => removeRecord(row.id, row.title)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <OlderButton more={records.more} />
    </div>
  );
}
