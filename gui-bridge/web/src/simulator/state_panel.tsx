// The current state: its zone as a picture, or its classes by location; variables and clocks as a table.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { VirtualList } from "../common/virtual_list.tsx";
import { timeText, timeValue } from "../common/format.ts";
import { delayAfter } from "../store/run.ts";
import { current, inspected, next, position, run } from "../store/simulation.ts";
import { groups } from "../store/symmetry.ts";
import { arrayOf, arrays } from "./arrays.ts";
import { ClassPanel } from "./class_panel.tsx";
import { ZonePanel } from "./zone_panel.tsx";

type Upper = "zone" | "classes" | "state";
const upper = signal<Upper | null>(null);
const manyProcesses = 9;

export function StatePanel(): JSX.Element {
  const many = groups.value.some((g) => g.processes.length >= manyProcesses);
  const low = innerHeight < 840;
  const shown: Upper = upper.value ?? (many ? "classes" : "zone");
  const tabs: [Upper, string][] = [["zone", "Zone"], ...(many ? [["classes", "By location"] as [Upper, string]] : []), ...(low ? [["state", "State"] as [Upper, string]] : [])];
  return (
    <aside class="pane sim-right" aria-label="State" data-pane tabIndex={-1}>
      {tabs.length > 1 && (
        <div class="pane-head">
          <h2 class="head">State {position.value}</h2>
          <div class="segmented">
            {tabs.map(([key, title]) => <button key={key} aria-pressed={shown === key} onClick={() => (upper.value = key)}>{title}</button>)}
          </div>
        </div>
      )}
      {shown === "zone" && <ZonePanel />}
      {shown === "classes" && <ClassPanel />}
      {(shown === "state" || !low) && <StateTable />}
    </aside>
  );
}

interface TableRow {
  key: string;
  head?: boolean;
  name: string;
  left: string;
  right: string;
  changed: boolean;
  variables?: [number, number]; // first and last
}

const valueText = (v: number | null | undefined): string => (v === null ? "dead" : v === undefined ? "" : String(v));

function tableRows(): TableRow[] {
  const now = run.value!;
  const state = current.value!;
  const after = next.value;
  const rows: TableRow[] = [];
  if (now.names.variables.length > 0) {
    rows.push({ key: "v", head: true, name: "Variable", left: `state ${position.value}`, right: after ? `state ${position.value + 1}` : "next", changed: false });
    const names = now.names.variables.map((v) => v.name);
    for (const [first, last] of arrays(names)) {
      const text = (values: (number | null)[]): string => {
        if (first === last) return valueText(values[first]);
        return `[${values.slice(first, last + 1).map(valueText).join(", ")}]`;
      };
      const left = text(state.variables);
      const right = after ? text(after.variables) : "";
      rows.push({ key: `v${first}`, variables: [first, last], name: first === last ? names[first] : arrayOf(names[first])!, left, right, changed: after !== null && left !== right });
    }
  }
  if (now.names.clocks.length > 0) {
    rows.push({ key: "c", head: true, name: "Clock", left: "zone", right: "run", changed: false });
    const ranges = inspected.value?.state === state.id ? inspected.value?.clocks : undefined;
    const delay = delayAfter(now.states, position.value);
    now.names.clocks.forEach((name, i) => {
      const range = ranges?.[i]?.range?.text.replace("inf", "∞") ?? "";
      const [value, later] = [state.clocks[i], after?.clocks[i]];
      const reset = value != null && later != null && timeValue(later) !== timeValue(value) + timeValue(delay);
      rows.push({ key: `c${i}`, name, left: range, right: `${timeText(value)}${reset && later !== value ? ` → ${timeText(later)}` : ""}`, changed: reset });
    });
  }
  return rows;
}

function StateTable(): JSX.Element {
  const rows = tableRows();
  return (
    <VirtualList
      class="state-table" role="table" label="Variables and clocks" count={rows.length} rowHeight={24}
      row={(i) => {
        const r = rows[i];
        const cell = r.head ? "columnheader" : "cell";
        return (
          <div key={r.key} role="row" class={`state-row ${r.head ? "head-row" : ""} ${r.changed ? "changed" : ""}`} data-variables={r.variables?.join(" ")} tabIndex={r.variables ? -1 : undefined}>
            <span role={r.head ? cell : "rowheader"} class="cut" title={r.name}>{r.name}</span>
            <span role={cell} class="cut" title={r.left}>{r.left}</span>
            <span role={cell} class="after cut" title={r.right}>{r.right}</span>
          </div>
        );
      }}
    />
  );
}
