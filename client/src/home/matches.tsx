// Past matches, and records from elsewhere.

import { useSignal } from "@preact/signals";
import { get, greet, post } from "../api";
import { Notice } from "../parts/feedback";
import { Icon } from "../parts/icons";
import { Segments } from "../parts/segments";
import { useAsked, useTitle } from "../parts/use";
import type { RecordPage, TablePage } from "../protocol";
import { go, Link } from "../router";
import { ago } from "./ago";
import { useTitles } from "./tables";

function Import() {
  const problem = useSignal("");
  const take = async (event: { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    problem.value = "";
    try {
      const record: unknown = JSON.parse(await file.text());
      const { id } = await post<{ id: string }>("/api/records", record);
      go(`/r/${id}`);
    } catch (error) {
      problem.value =
        error instanceof SyntaxError ? "This file is no record of a match." : (error as Error).message;
    }
  };
  return (
    <div>
      <label class="button">
        <Icon name="upload" /> Open a record
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

export function MatchesPage(_: { id: string }) {
  useTitle("Past matches");
  const whose = useSignal<"mine" | "all">("mine");
  const asked = useAsked(
    () => greet().then(() => get<TablePage>(`/api/matches?mine=${whose.value === "mine"}`)),
    [whose.value],
  ).value;
  const brought =
    useAsked(() => greet().then(() => get<RecordPage>("/api/records")), []).value.value?.records ?? [];
  const titleOf = useTitles();
  const rows = asked.value?.tables ?? [];
  return (
    <div class="page">
      <div class="row wrap">
        <h1 class="grow">Past matches</h1>
        <Import />
      </div>
      <Segments
        label="Whose"
        value={whose.value}
        options={{ mine: "Mine", all: "Everybody's" }}
        change={(value) => {
          whose.value = value;
        }}
      />
      {asked.error && <p class="problem">{asked.error}</p>}
      {asked.value && rows.length === 0 && (
        <Notice title="No matches yet" within>
          Those that you play to the end are kept here.
        </Notice>
      )}
      <ul class="rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/r/${row.id}`} class="button wide-row">
              <strong>{titleOf(row.summary.game)}</strong>
              <span class="grow">
                {row.summary.places.map((place, index) => (
                  <span key={index} class="scored">
                    {place.name} <b>{place.score}</b>
                  </span>
                ))}
              </span>
              <span class="faint">{ago(row.summary.ended_at ?? row.moved_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {brought.length > 0 && <h2>Records from elsewhere</h2>}
      <ul class="rows">
        {brought.map((row) => (
          <li key={row.id}>
            <Link to={`/r/${row.id}`} class="button wide-row">
              <strong>{row.title}</strong>
              <span class="grow">{row.seats} players</span>
              <span class="faint">{ago(row.at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
