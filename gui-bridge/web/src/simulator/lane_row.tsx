// One row of the timeline: a process, a class of processes, those that do nothing, or the variables.
import type { JSX } from "preact";
import { count } from "../common/format.ts";
import { slotClass } from "../drawing/slots.ts";
import { slotsOf } from "../store/model.ts";
import { census, changedVariables, segments, type Group } from "../store/run.ts";
import { goToState, position, run } from "../store/simulation.ts";
import { ClockStrip } from "./clock_strip.tsx";
import type { Placed } from "./lanes.ts";
import { unfolded } from "./settings.ts";
import type { TimelineView } from "./timeline.tsx";
import { edgeText, locationText } from "./words.ts";

interface Props {
  placed: Placed;
  view: TimelineView;
  goal: ReadonlySet<number>;
  offset: number;
}

const roomForText = 44;
const roomForDetail = 90;

export function LaneRow({ placed, view, goal, offset }: Props): JSX.Element {
  const { row, top, height } = placed;
  const style = { top: `${top + offset}px`, height: `${height}px` };
  if (row.kind === "lane") return <ProcessRow {...{ process: row.process, indented: row.indented, view, style, height, violated: goal.has(row.process) }} />;
  if (row.kind === "idle") return <IdleRow process={row.process} view={view} style={style} />;
  if (row.kind === "class") return <ClassRow group={row.group} open={row.open} view={view} style={style} height={height} />;
  if (row.kind === "others") return <OthersRow processes={row.processes} view={view} style={style} />;
  return <VariablesRow view={view} style={style} />;
}

type Style = { top: string; height: string };

function slotOf(process: number, location: number): string {
  return slotClass(slotsOf(run.value!.names.processes[process].template)[location] ?? location);
}

function spanOf(view: TimelineView, from: number, to: number): { left: number; width: number } {
  return { left: view.edges[from], width: view.edges[to + 1] - view.edges[from] };
}

interface ProcessProps {
  process: number;
  indented: boolean;
  view: TimelineView;
  style: Style;
  height: number;
  violated: boolean;
}

function ProcessRow({ process, indented, view, style, height, violated }: ProcessProps): JSX.Element {
  const now = run.value!;
  const names = now.names;
  const last = now.states.length - 1;
  const clocks = height > 60;
  return (
    <div class={`lane ${indented ? "member" : ""}`} role="row" style={style} data-process={process} tabIndex={-1}>
      <div class="lane-label" role="rowheader"><span class="cut">{names.processes[process].name}</span></div>
      {segments(now.states, process, view.from, view.to).map((s) => {
        const { left, width } = spanOf(view, s.from, s.to);
        const name = locationText(names, process, s.location);
        const detail = s.step && !indented && width >= roomForDetail ? edgeText(names, s.step) : "";
        return (
          <div
            key={s.from} role="gridcell" aria-colindex={s.from + 1}
            class={`segment ${slotOf(process, s.location)} ${s.from <= position.value && position.value <= s.to ? "current" : ""}`}
            style={{ left: `calc(var(--label) + ${left + 2}px)`, width: `${width - 4}px` }}
            title={`${name}${s.step ? `\n${edgeText(names, s.step, ["select", "guard", "synchronisation", "assignment"])}` : ""}`}
            onClick={() => goToState(s.from)}
          >
            <span class="visually-hidden">{names.processes[process].name}, state {s.from}, {width < roomForText && name}</span>
            {width >= roomForText && <b class="cut">{name}</b>}
            {detail && <code class="cut">{detail}</code>}
          </div>
        );
      })}
      {violated && view.to === last && <span class="violated-here" role="presentation" style={{ left: `calc(var(--label) + ${view.edges[last] + 2}px)`, width: `${view.edges[last + 1] - view.edges[last] - 4}px` }} />}
      {clocks && <ClockStrip process={process} view={view} />}
    </div>
  );
}

function IdleRow({ process, view, style }: { process: number; view: TimelineView; style: Style }): JSX.Element {
  const now = run.value!;
  const location = now.states[view.from].locations[process];
  const { left, width } = spanOf(view, view.from, view.to);
  return (
    <div class="lane idle" role="row" style={style} data-process={process} tabIndex={-1}>
      <div class="lane-label" role="rowheader"><span class="cut">{now.names.processes[process].name} <span class="note">never moves</span></span></div>
      <div role="gridcell" class={`segment ${slotOf(process, location)}`} style={{ left: `calc(var(--label) + ${left + 2}px)`, width: `${width - 4}px` }}>
        <span class="sticky">{locationText(now.names, process, location)}</span>
      </div>
    </div>
  );
}

function toggleClass(title: string): void {
  const next = new Set(unfolded.value);
  if (!next.delete(title)) next.add(title);
  unfolded.value = next;
}

// One stacked bar per state: how many processes are where.
function ClassRow({ group, open, view, style, height }: { group: Group; open: boolean; view: TimelineView; style: Style; height: number }): JSX.Element {
  const now = run.value!;
  const n = group.processes.length;
  const slots = slotsOf(group.title);
  const cells = [];
  for (let i = view.from; i <= view.to; i++) {
    const counts = [...census(now.states[i], group.processes)].sort((a, b) => (slots[b[0]] ?? 0) - (slots[a[0]] ?? 0));
    const { left, width } = spanOf(view, i, i);
    cells.push(
      <div
        key={i} role="gridcell" aria-colindex={i + 1} class="census" style={{ left: `calc(var(--label) + ${left + 1}px)`, width: `${width - 2}px` }} onClick={() => goToState(i)}
      >
        {counts.map(([l, c]) => {
          const share = (c / n) * (height - 4);
          return <i key={l} aria-hidden="true" class={slotClass(slots[l] ?? l)} style={{ height: `${Math.max(2, share)}px` }}>{share > 15 && width > 24 ? c : ""}</i>;
        })}
        <span class="visually-hidden">state {i}: {counts.map(([l, c]) => `${c} in ${locationText(now.names, group.processes[0], l)}`).join(", ")}</span>
      </div>,
    );
  }
  return (
    <div class="lane class-lane" role="row" style={style}>
      <div class="lane-label" role="rowheader">
        <b class="cut">{group.title} × {count(n)}</b>
        <span class="note cut">{group.set ? `class ${group.set}, interchangeable` : "one template"}</span>
        <button class="link" onClick={() => toggleClass(group.title)}>{open ? "Fold" : `Unfold all ${n}`}</button>
      </div>
      {cells}
    </div>
  );
}

function OthersRow({ processes, view, style }: { processes: number[]; view: TimelineView; style: Style }): JSX.Element {
  const now = run.value!;
  const counts = [...census(now.states[Math.min(position.value, now.states.length - 1)], processes)].sort((a, b) => b[1] - a[1]);
  const { left, width } = spanOf(view, view.from, view.to);
  const text = counts.slice(0, 3).map(([l, c]) => `${c} in ${locationText(now.names, processes[0], l)}`).join(", ");
  return (
    <div class="lane idle" role="row" style={style}>
      <div class="lane-label" role="rowheader"><span class="cut">{processes.length} others</span></div>
      <div role="gridcell" class={`segment ${slotOf(processes[0], counts[0][0])}`} style={{ left: `calc(var(--label) + ${left + 2}px)`, width: `${width - 4}px` }}>
        <span class="sticky">do not move in this window: {text}</span>
      </div>
    </div>
  );
}

const chipsAtMost = 1;

// Changed variables under the step that changed them, shortest first.
function VariablesRow({ view, style }: { view: TimelineView; style: Style }): JSX.Element {
  const now = run.value!;
  const goal = new Set(now.goal?.parts.filter((p) => p.holds).flatMap((p) => p.variables) ?? []);
  const cells = [];
  for (let i = Math.max(1, view.from); i <= view.to; i++) {
    const { left, width } = spanOf(view, i, i);
    const changes = changedVariables(now.states, i).map((c) => ({ ...c, name: now.names.variables[c.variable].name.replace(/^[^.]*\./, "") }));
    if (changes.length === 0 || width < roomForText) continue;
    changes.sort((a, b) => a.name.length - b.name.length);
    const all = changes.map((c) => `${c.name} ${c.from ?? "dead"}→${c.to ?? "dead"}`);
    cells.push(
      <div key={i} role="gridcell" aria-colindex={i + 1} class="changes" title={all.join("\n")} style={{ left: `calc(var(--label) + ${left + 2}px)`, width: `${width - 4}px` }}>
        {changes.slice(0, chipsAtMost).map((c) => (
          <code key={c.variable} class={`change ${position.value + 1 === i ? "now" : ""} ${goal.has(c.variable) && i === now.states.length - 1 ? "bad" : ""}`}>
            {c.name} {c.from ?? "–"}→<b>{c.to ?? "–"}</b>
          </code>
        ))}
        {changes.length > chipsAtMost && width > 96 && <span class="note">+{changes.length - chipsAtMost}{width > 130 && " more"}</span>}
      </div>,
    );
  }
  return (
    <div class="lane variables" role="row" style={style}>
      <div class="lane-label" role="rowheader"><b>Variables</b></div>
      {cells}
    </div>
  );
}
