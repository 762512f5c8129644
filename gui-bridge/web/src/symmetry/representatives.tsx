// A state of the run beside the state that is stored for it, and the permutation as curves between them.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../common/icons.tsx";
import { slotClass } from "../drawing/slots.ts";
import type { Representative } from "../protocol/types.ts";
import { slotsOf } from "../store/model.ts";
import { current, goToState, lastIndex, position, random, run } from "../store/simulation.ts";
import { noRepresentative, report, representative } from "../store/symmetry.ts";
import { locationText } from "../simulator/words.ts";
import { OrbitDrawing } from "./orbit_drawing.tsx";

const rowHeight = 50;
const boxHeight = 34;
const width = 600;
const boxWidth = 186;
const rowsAtMost = 60;
const allProcesses = signal(false);
const inDrawing = signal(false);

export function Representatives(): JSX.Element {
  const now = representative.value;
  return (
    <section class="card represent" aria-label="A state and its representative" data-pane tabIndex={-1}>
      <header class="spread card-head">
        <h2 class="card-title cut">A state and its representative</h2>
        <span class="row">
          <div class="segmented" role="group" aria-label="Show">
            <button aria-pressed={!inDrawing.value} onClick={() => (inDrawing.value = false)}>Pairs</button>
            <button aria-pressed={inDrawing.value} onClick={() => (inDrawing.value = true)}>Drawing</button>
          </div>
          <span class="tag">State {position.value} of {lastIndex.value}</span>
          <button class="button icon" aria-label="State before" disabled={position.value === 0} onClick={() => goToState(position.value - 1)}><Icon name="previous" /></button>
          <button class="button icon" aria-label="State after" disabled={position.value === lastIndex.value} onClick={() => goToState(position.value + 1)}><Icon name="next" /></button>
          <button class="button" onClick={() => void random(5)}><Icon name="dice" /> <span aria-hidden="true">+5</span><span class="visually-hidden">5 random moves</span></button>
        </span>
      </header>
      {noRepresentative.value !== null && <p class="note pad">{noRepresentative.value}</p>}
      {now && run.value && current.value && now.locations.length === current.value.locations.length && <Pair found={now} />}
    </section>
  );
}

// Processes that belong to a reduced set come first; the others are the same on both sides.
function moved(found: Representative): number[] {
  const names = run.value!.names.processes;
  const inSet = new Set(report.value?.sets.filter((s) => s.reduced).flatMap((s) => s.elements.flatMap((e) => e.processes)));
  return names.map((_, i) => i).filter((i) => inSet.has(names[i].name) || found.processes[i] !== i);
}

function Pair({ found }: { found: Representative }): JSX.Element {
  const state = current.value!;
  const all = moved(found);
  const shown = allProcesses.value ? all : all.slice(0, rowsAtMost);
  const row = new Map(shown.map((p, i) => [p, i]));
  const height = shown.length * rowHeight + 6;
  const moving = found.sets.filter((s) => s.cycles !== "" && s.cycles !== "()");
  const cycles = moving.map((s) => (found.sets.length > 1 ? `${s.name} ${s.cycles}` : s.cycles)).join(", ");
  return (
    <div class="pair-scroll" tabIndex={0} role="region" aria-label="State and representative">
      <div class="pair-head"><b>State {position.value} of the run</b><code>π = {cycles || "identity"}</code><b>Stored representative</b></div>
      {found.sets.length === 0 && <p class="note pad">Nothing can be exchanged: every state is stored as it is, without its dead values.</p>}
      {inDrawing.value && all.length > 0 ? <OrbitDrawing found={found} processes={all} /> : <svg class="pair" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Permutation ${cycles || "identity"}: ${shown.map((p) => `${run.value!.names.processes[p].name} becomes ${run.value!.names.processes[found.processes[p]]?.name}`).join(", ")}`}>
        {shown.map((p) => <Curve key={p} from={row.get(p)!} to={row.get(found.processes[p])} slot={slot(p, state.locations[p])} />)}
        {shown.map((p) => <Box key={p} process={p} location={state.locations[p]} x={0} y={row.get(p)! * rowHeight} dot={boxWidth} />)}
        {shown.map((p) => <Box key={`r${p}`} process={p} location={found.locations[p]} x={width - boxWidth} y={row.get(p)! * rowHeight} dot={width - boxWidth} />)}
      </svg>}
      {!inDrawing.value && all.length > shown.length && <button class="link" onClick={() => (allProcesses.value = true)}>Show all {all.length}</button>}
      <Renamed found={found} />
    </div>
  );
}

function slot(process: number, location: number): string {
  return slotClass(slotsOf(run.value!.names.processes[process].template)[location] ?? location);
}

function Curve({ from, to, slot }: { from: number; to: number | undefined; slot: string }): JSX.Element | null {
  if (to === undefined) return null;
  const [y1, y2] = [from * rowHeight + boxHeight / 2 + 1, to * rowHeight + boxHeight / 2 + 1];
  const [x1, x2] = [boxWidth, width - boxWidth];
  const middle = (x1 + x2) / 2;
  const d = `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`;
  return <g class={slot.replace(/loc-(hatch|dots)/g, "")}><path class="curve-ground" d={d} /><path class="curve" d={d} /></g>;
}

function Box({ process, location, x, y, dot }: { process: number; location: number; x: number; y: number; dot: number }): JSX.Element {
  const names = run.value!.names;
  return (
    <g class={slot(process, location).replace(/loc-(hatch|dots)/g, "")}>
      <rect class="pair-box" x={x + 1} y={y + 1} width={boxWidth - 2} height={boxHeight} rx="5" />
      <text class="pair-name" x={x + 12} y={y + 22}>{names.processes[process].name}</text>
      <text class="pair-place" x={x + boxWidth - 14} y={y + 22}>{locationText(names, process, location)}</text>
      <circle class="pair-dot" cx={dot} cy={y + boxHeight / 2 + 1} r="4.5" />
    </g>
  );
}

// Variables whose value differs: renamed with the ids, or dropped because nobody reads them.
function Renamed({ found }: { found: Representative }): JSX.Element | null {
  const state = current.value!;
  const names = run.value!.names.variables;
  const rows = names.map((v, i) => ({ name: v.name, before: state.variables[i], after: found.variables[i] })).filter((r) => r.before !== r.after);
  rows.sort((a, b) => Number(a.after === null) - Number(b.after === null)); // what is renamed before what is dropped
  if (rows.length === 0) return null;
  return (
    <table class="renamed">
      <thead><tr><th>Renamed with the processes</th><th>state {position.value}</th><th>representative</th></tr></thead>
      <tbody>
        {rows.slice(0, 100).map((r) => (
          <tr key={r.name}><td>{r.name}</td><td>{r.before ?? "dead"}</td><td class={r.after === null ? "dropped" : "renamed-value"}>{r.after ?? "dead, dropped"}</td></tr>
        ))}
      </tbody>
    </table>
  );
}
