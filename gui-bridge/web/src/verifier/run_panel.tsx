// Figures of the running exploration, or of the chosen query's last one; options for the next.
import type { ComponentChildren, JSX } from "preact";
import { bytes, count, groupText, seconds, short } from "../common/format.ts";
import type { VerdictParams, VerifyOptions } from "../protocol/types.ts";
import { report } from "../store/symmetry.ts";
import { model } from "../store/model.ts";
import { exploredNow, options, queries, rowOf, rowWith, runningJob, selectedQuery, setOption, sharedWith, type Job } from "../store/verifier.ts";
import { ProgressPlot } from "./progress_plot.tsx";
import { RowChip } from "./verdict_chip.tsx";

export function RunPanel(): JSX.Element {
  const job = runningJob.value;
  const row = rowOf(selectedQuery.value);
  return (
    <aside class="pane run-panel" aria-label="Exploration" data-pane tabIndex={-1}>
      {job?.progress ? <Running job={job} /> : row.kind === "decided" ? <Decided result={row.result} /> : <Idle />}
      <Options />
      <Shell />
    </aside>
  );
}

function Figure({ title, value, note }: { title: string; value: ComponentChildren; note?: string }): JSX.Element {
  return <div class="figure"><p>{title}</p><p class="value">{value} {note && <span class="note">{note}</span>}</p></div>;
}

function Running({ job }: { job: Job }): JSX.Element {
  const p = job.progress!;
  return (
    <>
      <header class="run-head"><RowChip row={{ kind: "running", job: job.id }} /> <b class="grow">{runningTitle(job)} <span class="note">{decidedNote(job)}</span></b> {seconds(p.seconds)}</header>
      <div class="figures">
        <Figure title="States stored" value={count(p.stored)} />
        <Figure title="Waiting" value={count(p.waiting)} note={p.trend} />
        <Figure title="Speed" value={count(p.states_per_second)} note="states/s" />
        <Figure title="Each state stands for" value={p.orbit_mean > 0 ? `≈ ${short(rounded(p.orbit_mean))}` : "–"} note={p.orbit_mean > 0 ? "sampled" : "not known yet"} />
      </div>
      <ProgressPlot history={job.history} />
      <Memory used={p.bytes} limit={p.memory_bytes} />
    </>
  );
}

// A sample knows two digits.
function rounded(mean: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(mean)) - 1);
  return Math.round(mean / unit) * unit;
}

// "Query 2" or "Queries 1, 3, 5": those of the running exploration.
function runningTitle(job: Job): string {
  const now = exploredNow(job);
  return now.length === 0 ? `${job.queries.length} queries` : `${now.length === 1 ? "Query" : "Queries"} ${now.join(", ")}`;
}

function decidedNote(job: Job): string {
  const decided = job.queries.filter((key) => rowWith(key).kind === "decided").length;
  return job.queries.length > 1 ? `${decided} of ${job.queries.length} decided` : "";
}

function Memory({ used, limit }: { used: number; limit: number }): JSX.Element {
  return (
    <div class="panel-part">
      <div class="spread"><span class="note">Memory</span><span>{bytes(used)}{limit > 0 && ` of ${bytes(limit)}`}</span></div>
      <div class="meter"><span style={{ width: `${limit > 0 ? Math.min(100, Math.max(0.6, (used / limit) * 100)) : 0}%` }} /></div>
    </div>
  );
}

function Decided({ result }: { result: VerdictParams }): JSX.Element {
  const row = rowOf(selectedQuery.value);
  const mean = result.symmetry?.orbit_mean ?? 0;
  return (
    <>
      <header class="run-head"><RowChip row={row} /> <b class="grow">Query {selectedQuery.value}{sharedWith(result).length > 1 && <span class="note"> figures of queries {sharedWith(result).join(", ")} together</span>}</b> {result.seconds !== undefined && seconds(result.seconds)}</header>
      <div class="figures">
        <Figure title="States stored" value={count(result.stored ?? 0)} />
        <Figure title="States explored" value={count(result.explored ?? 0)} />
        <Figure title="Memory" value={result.peak_bytes ? bytes(result.peak_bytes) : "–"} />
        <Figure title="Each state stands for" value={mean > 0 ? (mean < 100 ? mean.toFixed(1) : count(mean)) : "–"} note={mean > 0 ? "on average" : ""} />
      </div>
      <Shares result={result} />
      {result.reason && <p class="panel-part">{result.reason}</p>}
      {result.values?.map((v) => <p key={v.expression} class="panel-part spread"><code>{v.expression}</code> <b>{valueText(v)}</b></p>)}
    </>
  );
}

function valueText(v: NonNullable<VerdictParams["values"]>[number]): string {
  if (!v.reached) return "never reached";
  return v.infinite ? "∞" : `${v.strict ? "< " : ""}${v.value}`;
}

const shareNames = [["successors", "Successors"], ["representatives", "Representatives"], ["store", "Store"]] as const;

// Where the time went.
function Shares({ result }: { result: VerdictParams }): JSX.Element | null {
  const shares = result.time_shares;
  if (!shares || shareNames.every(([key]) => shares[key] === 0)) return null;
  return (
    <div class="panel-part">
      <div class="spread"><h2 class="head">Where the time went</h2></div>
      <div class="shares" aria-hidden="true">{shareNames.map(([key]) => <span key={key} class={key} style={{ flexGrow: shares[key] }} />)}</div>
      <div class="spread note">{shareNames.map(([key, title]) => <span key={key}>{title} {Math.round(shares[key] * 100)} %</span>)}</div>
    </div>
  );
}

function Idle(): JSX.Element {
  return (
    <div class="panel-part">
      <p class="head big">Nothing is running</p>
      <p class="note">{queries.value.length === 0 ? "Write a query first." : "Check all queries, or the selected one. Figures of the exploration appear here."}</p>
    </div>
  );
}

interface Choice {
  key: "engine" | "symmetry" | "order" | "extrapolation" | "trace";
  title: string;
  values: [string, string][];
}

const choices: Choice[] = [
  { key: "engine", title: "Engine", values: [["auto", "auto"], ["zones", "zones"], ["interpolation", "interpolation"], ["bdd", "BDD"]] },
  { key: "symmetry", title: "Symmetry", values: [["auto", "auto"], ["off", "off"], ["declared", "declared only"], ["counted", "counted"], ["adaptive", "adaptive"], ["sort", "sort"], ["segment", "segment"], ["refine", "refine"], ["canonical", "canonical"], ["enumerate", "enumerate"]] },
  { key: "order", title: "Search order", values: [["bfs", "breadth first"], ["dfs", "depth first"], ["rdfs", "random depth first"]] },
  { key: "extrapolation", title: "Extrapolation", values: ["auto", "none", "M", "M+", "LU", "LU+", "aM", "aLU"].map((v) => [v, v]) },
  { key: "trace", title: "Diagnostic trace", values: [["none", "none"], ["some", "some"], ["shortest", "shortest"], ["fastest", "fastest"]] },
];

function Options(): JSX.Element {
  const group = report.value?.group;
  return (
    <div class="panel-part">
      <div class="spread"><h2 class="head">Options</h2><span class="note">for the next run</span></div>
      <div class="options">
        {choices.map((c) => (
          <label key={c.key}>
            <span>{c.title}</span>
            <select value={options.value[c.key] ?? c.values[0][0]} onChange={(e) => setOption({ [c.key]: e.currentTarget.value === c.values[0][0] && c.key !== "trace" ? undefined : e.currentTarget.value } as VerifyOptions)}>
              {c.values.map(([value, title]) => <option key={value} value={value}>{title}</option>)}
            </select>
            {c.key === "symmetry" && group && <span class="note">{groupText(group)}</span>}
          </label>
        ))}
        <label>
          <span>Time limit</span>
          <span class="row"><input class="field mono" type="number" min={1} placeholder="none" value={options.value.seconds ?? ""} onChange={(e) => setOption({ seconds: Number(e.currentTarget.value) || undefined })} /> s</span>
        </label>
      </div>
    </div>
  );
}

// The same run for a terminal.
export function shellCommand(): string {
  const file = model.value?.file ?? "model.xml";
  const o = options.value;
  const parts = ["orbita verify", /[^\w./-]/.test(file) ? `'${file}'` : file];
  for (const [name, value] of Object.entries(model.value?.set ?? {})) parts.push(`--set ${name}=${value}`);
  if (o.engine) parts.push(`--engine ${o.engine}`);
  if (o.symmetry) parts.push(`--symmetry ${o.symmetry}`);
  if (o.extrapolation) parts.push(`--extrapolation ${o.extrapolation}`);
  if (o.order) parts.push(`--order ${o.order}`);
  if (o.trace && o.trace !== "none") parts.push(`--trace ${o.trace}`);
  if (o.seconds) parts.push(`--timeout ${o.seconds}`);
  return parts.join(" ");
}

function Shell(): JSX.Element {
  const text = shellCommand();
  return (
    <div class="panel-part">
      <div class="spread"><h2 class="head">Same run in a shell</h2><button class="button quiet" onClick={() => void navigator.clipboard?.writeText(text)}>Copy</button></div>
      <pre class="shell-line mono">{text.split(" ").map((word, i) => <span key={i}>{i > 0 && " "}<span class="word">{word}</span></span>)}</pre>
    </div>
  );
}
