// How many states symmetry saves, over the size of the model: the same query with and without it.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { bytes, count, seconds, short } from "../common/format.ts";
import { letterKeys, online } from "../store/app.ts";
import { onModelOpened, summary } from "../store/model.ts";
import { measure, report, startSweep, stopSweep, sweep, type Measure } from "../store/symmetry.ts";
import { queries } from "../store/verifier.ts";
import { sizes } from "../shell/constants_tag.tsx";
import { LogPlot, type Series } from "./log_plot.tsx";

const measures: [Measure, string][] = [["stored", "States"], ["seconds", "Time"], ["peak_bytes", "Memory"]];
const units: Record<Measure, (v: number) => string> = { stored: count, seconds, peak_bytes: bytes };
const noForm = { constant: "", from: 2, to: 6, formula: "", seconds: 20 };
const form = signal(noForm);
onModelOpened((again) => again || (form.value = noForm));
const asTable = signal(false);

function setup(): typeof form.value {
  const constant = form.value.constant || sizes.value[0]?.name || summary.value?.constants[0]?.name || "N";
  const formula = form.value.formula || queries.value.find((q) => q.formula.includes("deadlock"))?.formula || queries.value[0]?.formula || "A[] not deadlock";
  return { ...form.value, constant, formula };
}

function series(): { off: Series; on: Series } {
  const points = sweep.value?.points ?? [];
  const of = (symmetry: string): Series =>
    points.filter((p) => (p.options.symmetry === "off") === (symmetry === "off")).map((p) => ({
      x: Number(p.set[sweep.value!.constant]),
      y: p.verdict === "unknown" || p.verdict === "error" ? null : p[measure.value],
      why: p.reason,
    })).sort((a, b) => a.x - b.x);
  return { off: of("off"), on: of("auto") };
}

export function SweepPanel(): JSX.Element {
  const now = sweep.value;
  const onKeyDown = (event: KeyboardEvent): void => {
    const wanted = measures[Number(event.key) - 1];
    if (wanted && letterKeys.value && !(event.target as HTMLElement).matches("input, select")) measure.value = wanted[0];
  };
  const titles: Record<Measure, string> = { stored: "States stored", seconds: "Time", peak_bytes: "Memory" };
  return (
    <section class="card sweep" aria-label="States stored" data-pane tabIndex={-1} onKeyDown={onKeyDown}>
      <header class="spread card-head">
        <h2 class="card-title">{titles[measure.value]}</h2>
        <div class="segmented" role="group" aria-label="Measure">
          {measures.map(([key, title]) => <button key={key} aria-pressed={measure.value === key} onClick={() => (measure.value = key)}>{title}</button>)}
        </div>
      </header>
      {now && now.points.length > 0 ? (asTable.value ? <Table /> : <LogPlot {...series()} unit={units[measure.value]} tick={measure.value === "stored" ? short : units[measure.value]} xTitle={now.constant} current={Number(sizes.value.find((s) => s.name === now.constant)?.value)} />) : (
        <div class="empty small"><strong>How much does symmetry save?</strong> The same query for several sizes, with and without it.</div>
      )}
      {now && now.points.length > 0 && <button class="link as-table" onClick={() => (asTable.value = !asTable.value)}>{asTable.value ? "Show as plot" : "Show as table"}</button>}
      <SweepForm />
    </section>
  );
}

function Table(): JSX.Element {
  const { off, on } = series();
  const unit = units[measure.value];
  return (
    <table class="renamed sweep-table">
      <thead><tr><th>{sweep.value!.constant}</th><th>without symmetry</th><th>with</th></tr></thead>
      <tbody>{off.map((p) => <tr key={p.x}><td>{p.x}</td><td>{p.y === null ? p.why : unit(p.y)}</td><td>{((y) => (y == null ? "" : unit(y)))(on.find((q) => q.x === p.x)?.y)}</td></tr>)}</tbody>
    </table>
  );
}

function SweepForm(): JSX.Element {
  const now = setup();
  const running = sweep.value?.state === "running";
  const set = (change: Partial<typeof now>): void => void (form.value = { ...form.value, ...change });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (running) void stopSweep();
    else void startSweep(now.constant, now.from, now.to, now.formula, now.seconds);
  };
  if ((summary.value?.constants.length ?? 0) === 0) return <p class="note pad">The model has no constant to vary.</p>;
  return (
    <form class="sweep-form" onSubmit={submit}>
      <select class="field mono" aria-label="Constant" value={now.constant} onChange={(e) => set({ constant: e.currentTarget.value })}>
        {summary.value!.constants.map((c) => <option key={c.name}>{c.name}</option>)}
      </select>
      <span>=</span>
      <input class="field mono" type="number" aria-label="From" min={1} max={60} value={now.from} onChange={(e) => set({ from: Number(e.currentTarget.value) })} />
      <span>to</span>
      <input class="field mono" type="number" aria-label="To" min={1} max={60} value={now.to} onChange={(e) => set({ to: Number(e.currentTarget.value) })} />
      <select class="field mono query" aria-label="Query" value={now.formula} onChange={(e) => set({ formula: e.currentTarget.value })}>
        {[...new Set([...queries.value.map((q) => q.formula), "A[] not deadlock"])].map((f) => <option key={f} value={f}>{f}</option>)}
      </select>
      <button class="button" disabled={!online.value}>{running ? `Stop (${sweep.value!.points.length} of ${sweep.value!.expected})` : sweep.value ? "Sweep again" : `Sweep ${now.constant}`}</button>
      {report.value?.sets.length === 0 && <p class="note">No ids can be exchanged, so both curves are the same.</p>}
    </form>
  );
}
