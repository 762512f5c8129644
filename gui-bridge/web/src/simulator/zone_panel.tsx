// The zone seen from two clocks: solid now, dotted before, dashed after, the concrete run as a dot. With one clock a
// number line.
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { timeText, timeValue } from "../common/format.ts";
import type { Projection } from "../protocol/types.ts";
import { call } from "../store/app.ts";
import { current, inspected, position, projection, run } from "../store/simulation.ts";
import { ZonePicture } from "./zone_picture.tsx";

const chosenX = signal<string | null>(null);
const chosenY = signal<string | null>(null);
const asTable = signal(false);

interface Pictures {
  before: Projection | null;
  now: Projection | null;
  after: Projection | null;
}

// Clocks that are chosen if the run has them, else the first two.
function clocks(): { all: string[]; x: string | undefined; y: string | undefined } {
  const all = run.value?.names.clocks ?? [];
  const has = (name: string | null): name is string => name !== null && all.includes(name);
  const x = has(chosenX.value) ? chosenX.value : all[0];
  const y = has(chosenY.value) ? chosenY.value : all.find((c) => c !== x);
  return { all, x, y };
}

export function ZonePanel(): JSX.Element {
  const pictures = useSignal<Pictures>({ before: null, now: null, after: null });
  const constraints = useSignal<string[]>([]);
  useSignalEffect(() => {
    const { x, y } = clocks();
    const states = run.value?.states ?? [];
    const at = position.value;
    if (!x || !y || states[at]?.id == null) return;
    const ask = (i: number, frame?: number): Promise<Projection | null> => (states[i]?.id == null ? Promise.resolve(null) : projection(states[i].id!, x, y, frame));
    let wanted = true;
    void (async () => {
      const all = await Promise.all([ask(at - 1), ask(at), ask(at + 1)]);
      const frame = Math.max(...all.map((p) => p?.frame ?? 0)); // one for all three
      const [before, now, after] = await Promise.all(all.map((p, i) => (p && p.frame !== frame ? ask(at - 1 + i, frame) : p)));
      if (wanted && now) pictures.value = { before: before ?? null, now, after: after ?? null };
    })();
    return () => (wanted = false);
  });
  useSignalEffect(() => {
    const id = current.value?.id;
    if (!asTable.value || id == null || !run.value) return;
    void call("inspect/zone", { simulation: run.value.simulation, state: id }).then((z) => (constraints.value = z.constraints.map((c) => c.text)), () => (constraints.value = []));
  });
  const { all, x, y } = clocks();
  return (
    <section class="zone">
      <header class="pane-head">
        <h2 class="head">Zone</h2>
        {all.length > 1 && (
          <span class="row">
            <ClockChoice label="Horizontal clock" value={x!} all={all} choose={(c) => (chosenX.value = c)} />
            <ClockChoice label="Vertical clock" value={y!} all={all} choose={(c) => (chosenY.value = c)} />
          </span>
        )}
      </header>
      {all.length === 0 && <p class="note pad">The model has no clocks.</p>}
      {all.length === 1 && <NumberLine />}
      {all.length > 1 && pictures.value.now && !asTable.value && <ZonePicture {...pictures.value} now={pictures.value.now} index={position.value} run={runPoint(x!, y!)} previous={runPoint(x!, y!, -1)} />}
      {asTable.value && <ul class="constraints mono">{constraints.value.map((c) => <li key={c}>{c}</li>)}{constraints.value.length === 0 && <li>true</li>}</ul>}
      {all.length > 0 && <button class="link as-table" onClick={() => (asTable.value = !asTable.value)}>{asTable.value ? "Show as picture" : "Show as constraints"}</button>}
    </section>
  );
}

function runPoint(x: string, y: string, by = 0): { x: number; y: number } | null {
  const names = run.value!.names.clocks;
  const values = run.value!.states[position.value + by]?.clocks;
  const [a, b] = [values?.[names.indexOf(x)], values?.[names.indexOf(y)]];
  return a == null || b == null ? null : { x: timeValue(a), y: timeValue(b) };
}

function ClockChoice(props: { label: string; value: string; all: string[]; choose(clock: string): void }): JSX.Element {
  return (
    <select class="small" aria-label={props.label} value={props.value} onChange={(e) => props.choose(e.currentTarget.value)}>
      {props.all.map((c) => <option key={c} value={c}>{c}</option>)}
    </select>
  );
}

function NumberLine(): JSX.Element {
  const clock = inspected.value?.clocks[0];
  if (!clock?.range) return <p class="note pad">…</p>;
  const low = timeValue(clock.range.earliest);
  const high = clock.range.latest === null ? null : timeValue(clock.range.latest);
  const end = Math.max(1, Math.ceil((high ?? low + 2) * 1.25));
  const at = (v: number): number => 24 + (v / end) * 280;
  return (
    <svg class="number-line" viewBox="0 0 328 56" role="img" aria-label={`${clock.name} in ${clock.range.text}`}>
      <path class="axis" d="M24,28H312" />
      <path class="range" d={`M${at(low)},28H${high === null ? 312 : at(high)}`} />
      {[0, end].map((v) => <text key={v} x={at(v)} y="48">{v}</text>)}
      {clock.value && <circle class="run" cx={at(timeValue(clock.value))} cy="28" r="5"><title>{timeText(clock.value)}</title></circle>}
      <text x="168" y="14" class="title">{clock.name}: {clock.range.text.replace("inf", "∞")}</text>
    </svg>
  );
}
