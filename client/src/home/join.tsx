// Joining a table by code, link, address or id.

import { useSignal } from "@preact/signals";
import { get } from "../api";
import type { FoundTable } from "../protocol";
import { navigate } from "../router";
import { texts } from "../texts";
import { joinTarget } from "./join-target";

export function JoinForm() {
  const typed = useSignal("");
  const problem = useSignal("");
  const join = async (event: Event) => {
    event.preventDefault();
    const to = joinTarget(typed.value, location.origin);
    problem.value = "";
    if (!to) problem.value = texts.join.empty;
    else if ("away" in to) location.assign(to.away);
    else {
      try {
        const table = "code" in to ? (await get<FoundTable>(`/api/join/${to.code}`)).table : to.table;
        await get(`/api/tables/${encodeURIComponent(table)}`);
        navigate(`/t/${encodeURIComponent(table)}`);
      } catch (error) {
        problem.value = error instanceof Error ? error.message : texts.join.notFound;
      }
    }
  };
  return (
    <form class="join" onSubmit={join} aria-label={texts.join.title}>
      <div class="row">
        <span class="join-title" aria-hidden="true">
          {texts.join.title}
        </span>
        <input
          class="grow"
          type="text"
          placeholder={texts.join.placeholder}
          aria-label={texts.join.field}
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
        <button type="submit">{texts.join.join}</button>
      </div>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </form>
  );
}
