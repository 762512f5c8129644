// The verifier: is it true, and how far are we?
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../common/icons.tsx";
import { online } from "../store/app.ts";
import { model } from "../store/model.ts";
import { addQueries, checkAll, checkSelected, filter, isRunning, keepResults, matches, questions, results, rowOf, stopAll, type Filter } from "../store/verifier.ts";
import { QueryEditor } from "./query_editor.tsx";
import { QueryList } from "./query_list.tsx";
import { RunPanel } from "./run_panel.tsx";

const filters: [Filter, string][] = [["all", "All"], ["satisfied", "Satisfied"], ["not-satisfied", "Not satisfied"], ["open", "Open"]];
const newText = signal("");

export function Verifier(): JSX.Element {
  const offline = online.value ? undefined : "No connection";
  return (
    <div class="verifier">
      <section class="query-pane" aria-label="Queries" data-pane tabIndex={-1}>
        <div class="query-bar" role="toolbar" aria-label="Checking">
          <button class="button primary" disabled={!online.value || questions.value.length === 0} title={offline} onClick={() => void checkAll()}><Icon name="play" /> Check all</button>
          <button class="button" disabled={!online.value || questions.value.length === 0} title={offline} onClick={() => void checkSelected()}>Check selected <kbd>Ctrl Enter</kbd></button>
          <button class="button" disabled={!isRunning.value} onClick={() => void stopAll()}><Icon name="stop" /> Stop <span class="note">Esc</span></button>
          <span class="grow" />
          <div class="filters" role="group" aria-label="Show">
            {filters.map(([key, title]) => (
              <button key={key} aria-pressed={filter.value === key} onClick={() => (filter.value = key)}>{title} {questions.value.filter((q) => matches(rowOf(q.index), key)).length}</button>
            ))}
          </div>
          {model.value?.format === "xml" && results.value.length > 0 && <button class="button quiet" title="Write the verdicts into the model, as UPPAAL does" onClick={() => void keepResults()}>Keep results</button>}
        </div>
        <QueryList />
        <NewQuery />
        <QueryEditor />
      </section>
      <RunPanel />
    </div>
  );
}

export const newQueryId = "new-query";

function NewQuery(): JSX.Element {
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = newText.value;
    newText.value = "";
    void addQueries(text);
  };
  return (
    <form class="new-query" onSubmit={submit}>
      <Icon name="plus" />
      <textarea
        id={newQueryId} rows={1} class="mono" aria-label="New query" placeholder="New query, or paste several lines" value={newText.value}
        onInput={(e) => (newText.value = e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter" && !e.shiftKey) submit(e);
          if (e.key !== "Escape") e.stopPropagation();
        }}
      />
      <kbd>Insert</kbd>
    </form>
  );
}
