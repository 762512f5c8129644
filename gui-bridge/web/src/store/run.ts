// A run as the simulator shows it: states in a row, each with the step that led to it. Pure data and arithmetic.
import { timeBetween } from "../common/format.ts";
import type { MoveEdge, SimulatedState, SystemNames, Time, TraceState, TraceStep } from "../protocol/types.ts";

export interface RunState {
  id: number | null; // in the simulation; null: not known (yet)
  time: Time | null; // when it is entered
  locations: number[];
  variables: (number | null)[];
  clocks: (Time | null)[]; // empty where no concrete run is known
  entered: Step | null;
}

export interface Step {
  edges: MoveEdge[];
  channel: string | null;
}

export function fromSimulated(state: SimulatedState): RunState {
  const by = state.entered_by;
  return {
    id: state.state,
    time: state.time,
    locations: state.locations,
    variables: state.variables,
    clocks: state.clocks ?? [],
    entered: by && { edges: by.edges ?? [], channel: by.channel },
  };
}

export function fromTrace(state: TraceState): RunState {
  return { id: null, time: state.time, locations: state.locations, variables: state.variables, clocks: state.clocks ?? [], entered: null };
}

function patched<T>(before: T[], changes: readonly [number, T][]): T[] {
  if (changes.length === 0) return before; // shared: most steps change little
  const after = [...before];
  for (const [i, value] of changes) after[i] = value;
  return after;
}

export function afterStep(before: RunState, step: TraceStep): RunState {
  return {
    id: null,
    time: step.time,
    locations: patched(before.locations, step.locations),
    variables: patched(before.variables, step.variables),
    clocks: step.clocks ?? [],
    entered: { edges: step.edges, channel: step.channel },
  };
}

// Time spent in state i before the step to the next one.
export function delayAfter(states: readonly RunState[], i: number): Time | null {
  const [a, b] = [states[i]?.time, states[i + 1]?.time];
  if (a == null || b == null) return null;
  const delay = timeBetween(a, b);
  return delay === "0" ? null : delay;
}

export function sameStep(a: Step | null | undefined, b: Step | null | undefined): boolean {
  if (!a || !b || a.edges.length !== b.edges.length) return false;
  return a.edges.every((e, i) => {
    const f = b.edges[i];
    return e.process === f.process && e.edge === f.edge && e.branch === f.branch && JSON.stringify(e.select) === JSON.stringify(f.select);
  });
}

export function changedVariables(states: readonly RunState[], i: number): { variable: number; from: number | null; to: number | null }[] {
  if (i <= 0 || i >= states.length) return [];
  const [before, after] = [states[i - 1].variables, states[i].variables];
  if (before === after) return [];
  const changes = [];
  for (let v = 0; v < after.length; v++) if (before[v] !== after[v]) changes.push({ variable: v, from: before[v], to: after[v] });
  return changes;
}

// Which processes change their location somewhere in the states (from, to].
export function movers(states: readonly RunState[], from: number, to: number): Set<number> {
  const found = new Set<number>();
  for (let i = Math.max(1, from + 1); i <= Math.min(to, states.length - 1); i++) {
    for (const edge of states[i].entered?.edges ?? []) found.add(edge.process);
  }
  return found;
}

export interface Segment {
  from: number; // first state
  to: number; // last state
  location: number;
  step: MoveEdge | null; // how the process came here
}

// The stays of one process in locations, over the states [from, to].
export function segments(states: readonly RunState[], process: number, from: number, to: number): Segment[] {
  const found: Segment[] = [];
  for (let i = from; i <= Math.min(to, states.length - 1); i++) {
    const step = i > from || i > 0 ? (states[i].entered?.edges.find((e) => e.process === process) ?? null) : null;
    const last = found.at(-1);
    if (last && !step && last.location === states[i].locations[process]) last.to = i;
    else found.push({ from: i, to: i, location: states[i].locations[process], step });
  }
  return found;
}

// How many processes of a group are in each location.
export function census(state: RunState, processes: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const p of processes) counts.set(state.locations[p], (counts.get(state.locations[p]) ?? 0) + 1);
  return counts;
}

export interface Group {
  title: string; // of the template
  set: string | null; // of the scalar set that makes them interchangeable
  processes: number[];
}

export function groupsByTemplate(names: SystemNames): Group[] {
  const groups = new Map<string, Group>();
  names.processes.forEach((p, i) => {
    const group = groups.get(p.template) ?? { title: p.template, set: null, processes: [] };
    group.processes.push(i);
    groups.set(p.template, group);
  });
  return [...groups.values()];
}
