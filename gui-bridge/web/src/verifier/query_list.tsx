// The queries as a table; the chosen one is edited below. Arrows choose, Enter opens the trace.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CodeText } from "../common/code_text.tsx";
import { bytes, count, seconds } from "../common/format.ts";
import { Icon } from "../common/icons.tsx";
import type { ModelQuery, Verdict, VerdictParams } from "../protocol/types.ts";
import { inform } from "../store/app.ts";
import { undo } from "../store/model.ts";
import {
  check, exploredNow, filter, isStale, jobs, matches, openTraceOf, queries, removeQuery, rowOf, select, selectedQuery, sharedWith, stopAll, type RowState,
} from "../store/verifier.ts";
import { asExpected } from "../store/verdicts.ts";
import { RowChip } from "./verdict_chip.tsx";
import { Sparkline } from "./sparkline.tsx";

export function QueryList(): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  const shown = queries.value.filter((q) => matches(rowOf(q.index), filter.value));
  const at = shown.findIndex((q) => q.index === selectedQuery.value);
  useEffect(() => body.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [selectedQuery.value]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const query = shown[at];
    if (event.key === "ArrowDown" && at + 1 < shown.length) select(shown[at + 1].index);
    else if (event.key === "ArrowUp" && at > 0) select(shown[at - 1].index);
    else if (event.key === "Enter" && query) void openTraceOf(query.index);
    else if (event.key === "Delete" && query) remove(query);
    else if (event.key === "Insert") document.getElementById("new-query")?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div class="queries" role="grid" aria-label="Queries" aria-rowcount={shown.length + 1} tabIndex={0} ref={body} onKeyDown={onKeyDown}>
      <div class="query-row head-row" role="row">
        {["#", "Verdict", "Query", "States", "Time", "Memory", ""].map((title, i) => <span key={i} role="columnheader" class={`c${i}`}>{title || <span class="visually-hidden">Actions</span>}</span>)}
      </div>
      {shown.map((q) => <QueryRow key={q.index} query={q} />)}
      {queries.value.length === 0 && <div class="query-row none" role="row"><span role="gridcell" class="c2">No queries yet. Write one below.</span></div>}
    </div>
  );
}

function remove(query: ModelQuery): void {
  void removeQuery(query);
  if (query.xpath) inform(`Query ${query.index} removed.`, [{ title: "Undo", run: () => void undo() }]);
}

function QueryRow({ query }: { query: ModelQuery }): JSX.Element {
  const row = rowOf(query.index);
  const chosen = selectedQuery.value === query.index;
  const job = row.kind === "running" ? jobs.value.get(row.job) : undefined;
  const result = row.kind === "decided" ? row.result : null;
  if (query.formula.trim() === "") return <CommentRow query={query} chosen={chosen} />;
  const progress = job?.progress;
  const leads = job !== undefined && exploredNow(job)[0] === query.index; // of several explored together one shows the curve
  return (
    <div class={`query-row ${chosen ? "chosen" : ""}`} role="row" aria-selected={chosen} onClick={() => select(query.index)}>
      <span role="gridcell" class="c0">{query.index}</span>
      <span role="gridcell" class="c1" title={result ? facts(query, result) : undefined}><RowChip row={row} /></span>
      <span role="gridcell" class="c2">
        <span class="formula"><CodeText text={query.formula} /></span>
        <span class="note">
          {query.comment.split("\n")[0]} <Tags query={query} row={row} />
        </span>
        {result?.reason && <span class="note reason">{result.reason}</span>}
        {leads && job.history.length > 1 && <Sparkline points={job.history.map((h) => h.waiting)} label={`${count(progress?.waiting ?? 0)} waiting, ${progress?.trend ?? ""}`} />}
      </span>
      <span role="gridcell" class="c3">{result?.stored !== undefined ? count(result.stored) : progress ? count(progress.stored) : ""}</span>
      <span role="gridcell" class="c4">{result?.seconds !== undefined ? seconds(result.seconds) : progress ? seconds(progress.seconds) : ""}</span>
      <span role="gridcell" class="c5">{result?.peak_bytes ? bytes(result.peak_bytes) : progress ? bytes(progress.bytes) : ""}</span>
      <span role="gridcell" class="c6"><Action query={query} row={row} /></span>
    </div>
  );
}

// An entry without a formula: a heading, in words.
function CommentRow({ query, chosen }: { query: ModelQuery; chosen: boolean }): JSX.Element {
  return (
    <div class={`query-row ${chosen ? "chosen" : ""}`} role="row" aria-selected={chosen} onClick={() => select(query.index)}>
      <span role="gridcell" class="c0">{query.index}</span>
      <span role="gridcell" class="c1" />
      <span role="gridcell" class="c2 note">{query.comment.trim() || "No formula"}</span>
      {[3, 4, 5, 6].map((i) => <span key={i} role="gridcell" class={`c${i}`} />)}
    </div>
  );
}

function facts(query: ModelQuery, result: VerdictParams): string {
  return [result.seconds !== undefined ? seconds(result.seconds) : "", query.expect ? `expected ${query.expect.replace("-", " ")}` : ""].filter(Boolean).join(", ");
}

function Tags({ query, row }: { query: ModelQuery; row: RowState }): JSX.Element | null {
  const now = row.kind === "running" ? exploredNow(jobs.value.get(row.job)!) : [];
  if (now.length > 1 && now[0] !== query.index) return <span class="tag">explored together with {now[0]}</span>;
  if (row.kind !== "decided") {
    if (query.expect) return <span class="tag">expected: {query.expect.replace("-", " ")}</span>;
    return query.result ? <span class="tag">last time: {query.result.replace("-", " ")}</span> : null;
  }
  if (isStale(row)) return <span class="tag warn">model changed</span>;
  const together = sharedWith(row.result);
  return (
    <>
      {together.length > 1 && <span class="tag" title="States, time and memory are of all of them together">shared exploration of {together.join(", ")}</span>}
      <AsExpected query={query} verdict={row.result.verdict} />
    </>
  );
}

function AsExpected({ query, verdict }: { query: ModelQuery; verdict: Verdict }): JSX.Element | null {
  if (!query.expect) return null;
  const fits = asExpected(verdict, query.expect);
  if (fits) return <span class="tag ok"><Icon name="check" /> as expected</span>;
  return <span class={fits === null ? "tag" : "tag bad"}>{fits === false && <Icon name="cross" />} expected {query.expect.replace("-", " ")}</span>;
}

function Action({ query, row }: { query: ModelQuery; row: RowState }): JSX.Element | null {
  if (row.kind === "running" || row.kind === "queued") return <button class="button" onClick={() => void stopAll()}><Icon name="stop" /> Stop</button>;
  if (row.kind === "decided" && row.result.trace) return <button class="button" onClick={() => void openTraceOf(query.index)}><Icon name="play" /> Open trace</button>;
  if (row.kind === "lost" || row.kind === "none") return <button class="button quiet" onClick={() => void check([query.index])}>Check</button>;
  return null;
}
