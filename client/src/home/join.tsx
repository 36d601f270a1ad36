// Joining a table by link, address or code.

import { useSignal } from "@preact/signals";
import { get } from "../api";
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
        await get(`/api/tables/${encodeURIComponent(to.table)}`);
        navigate(`/t/${encodeURIComponent(to.table)}`);
      } catch (error) {
        problem.value = error instanceof Error ? error.message : texts.join.notFound;
      }
    }
  };
  return (
    <form class="join" onSubmit={join} aria-label={texts.join.title}>
      <div class="row">
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
        <button type="submit" class="main">
          {texts.join.join}
        </button>
      </div>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </form>
  );
}
