// The simulator: one run, a position in it, the moves from there. The server's states are immutable and numbered, so
// going back is only another position.
import { batch, computed, effect, signal } from "@preact/signals";
import { RpcError } from "../protocol/connection.ts";
import type { InspectedState, Methods, Move, Projection, SystemNames, Time, TraceGoal, Verdict } from "../protocol/types.ts";
import { call, connection, inform, onConnected, report, say, show, view } from "./app.ts";
import { heldSimulations, heldTraces } from "./held.ts";
import { modelErrors, isChecked, meaning, meaningOfVersion, model, onModelOpened } from "./model.ts";
import { afterStep, fromSimulated, fromTrace, sameStep, type RunState } from "./run.ts";

export interface TraceSource {
  trace: string;
  formula: string;
  query: string | null; // its key in the verifier
  verdict: Verdict | null;
  replayed: boolean;
  message: string;
  loopStart: number | null;
  kind: string; // "shortest", or the name of the file
}

export interface Run {
  simulation: string;
  meaning: number | null; // of the model it is a run of
  names: SystemNames;
  knowsDelays: boolean;
  states: RunState[];
  source: TraceSource | null; // null: a walk
  goal: TraceGoal | null;
  total: number; // steps, of which states.length - 1 are here
}

export interface Moves {
  state: number;
  deadlock: boolean;
  moves: Move[];
}

export const run = signal<Run | null>(null);
export const position = signal(0);
export const ghost = signal<{ run: Run; position: number } | null>(null); // the trace that was left by another move
export const starting = signal(false);
export const startError = signal<string | null>(null);
export const moves = signal<Moves | null>(null);
export const inspected = signal<InspectedState | null>(null);
export const hoveredMove = signal<number | null>(null);
export const chosenMove = signal(0);
export const playing = signal<"replay" | "random" | null>(null);
export const concrete = signal(false);
export const chosenDelay = signal<Time | null>(null);

export const current = computed<RunState | null>(() => run.value?.states[position.value] ?? null);
export const next = computed<RunState | null>(() => run.value?.states[position.value + 1] ?? null);
export const isStale = computed(() => run.value !== null && run.value.meaning !== meaning.value);
export const lastIndex = computed(() => (run.value?.states.length ?? 1) - 1);

// --- starting

// Everything known is of another run. Together with the new one, so that nobody sees that there is none in between.
function replace(next: Run | null): void {
  heldSimulations.hold(next?.simulation);
  heldTraces.hold(next?.source?.trace);
  heldSimulations.release(run.value?.simulation);
  heldTraces.release((run.value?.source ?? ghost.value?.run.source)?.trace);
  movesOf.clear();
  inspections.clear();
  projections.clear();
  batch(() => {
    run.value = next;
    ghost.value = null;
    position.value = 0;
    moves.value = null;
    inspected.value = null;
    playing.value = null;
    startError.value = null;
  });
}

onModelOpened(() => replace(null));
onConnected(() => replace(null));

// A simulation that came too late: another model is open by now.
function drop(simulation: string): void {
  heldSimulations.hold(simulation);
  heldSimulations.release(simulation);
}

export async function start(): Promise<void> {
  const id = model.value?.model;
  if (!id || starting.value) return;
  starting.value = true;
  try {
    const begun = await call("simulate/start", { model: id });
    if (model.value?.model !== id) return drop(begun.simulation);
    const { processes, variables, clocks } = begun;
    replace({
      simulation: begun.simulation, meaning: meaningOfVersion(begun.version), names: { processes, variables, clocks }, knowsDelays: begun.knows_delays,
      states: [fromSimulated(begun.state)], source: null, goal: null, total: 0,
    });
  } catch (error) {
    if (model.value?.model === id) startError.value = error instanceof Error ? error.message : String(error);
    if (!(error instanceof RpcError)) report(error);
  } finally {
    starting.value = false;
  }
}

// The simulator starts by itself when it is looked at and the model allows it.
effect(() => {
  const wanted = view.value === "simulator" || view.value === "symmetry";
  if (wanted && model.value && isChecked.value && modelErrors.value.length === 0 && !run.value && startError.value === null) void start();
});

// A walk that has not begun follows the model; one with steps stays until the user starts again.
effect(() => {
  if (isStale.value && isChecked.value && modelErrors.value.length === 0 && run.value!.source === null && run.value!.states.length === 1) void start();
});
effect(() => {
  if (isChecked.value) startError.value = null;
});

// --- traces

const pageSize = 500;

export async function openTrace(trace: string, facts: { query: string | null; verdict: Verdict | null; kind: string }): Promise<void> {
  const id = model.value?.model;
  try {
    const [info, walk] = await Promise.all([call("trace/info", { trace }), call("trace/simulate", { trace }).catch(() => null)]);
    const first = await call("trace/steps", { trace, from: 0, count: pageSize });
    const { processes, variables, clocks } = info;
    const states = [fromTrace(first.state)];
    for (const step of first.steps) states.push(afterStep(states[states.length - 1], step));
    number(states, walk?.states);
    if (model.value?.model !== id) return walk ? drop(walk.simulation) : undefined;
    replace({
      simulation: walk?.simulation ?? "", meaning: meaningOfVersion(info.version), names: { processes, variables, clocks },
      knowsDelays: walk?.knows_delays ?? true, states, goal: null, total: info.steps,
      source: { trace, formula: info.formula, replayed: info.replayed, message: info.message, loopStart: info.loop_start, ...facts },
    });
    show("simulator");
    say(`Trace of ${info.steps} steps`);
    void loadGoal(trace);
    await loadRest(trace, states, info.steps, walk?.states);
  } catch (error) {
    if (model.value?.model === id) report(error);
  }
}

function number(states: RunState[], ids: readonly number[] | undefined): void {
  states.forEach((s, i) => (s.id = ids?.[i] ?? null));
}

// What comes later about a trace is added to it where it is by then: it may be the ghost of a walk, or gone.
function amend(trace: string, change: (now: Run) => Run): void {
  const left = ghost.value;
  if (run.value?.source?.trace === trace) run.value = change(run.value);
  else if (left?.run.source?.trace === trace) ghost.value = { ...left, run: change(left.run) };
}

async function loadRest(trace: string, loaded: RunState[], total: number, ids: readonly number[] | undefined): Promise<void> {
  while (loaded.length <= total) {
    const page = await call("trace/steps", { trace, from: loaded.length - 1, count: pageSize });
    if (page.steps.length === 0) return;
    const states = [...loaded];
    for (const step of page.steps) states.push(afterStep(states[states.length - 1], step));
    number(states, ids);
    let isAdded = false; // no longer, when the same trace has been opened once more: then its pages come from there
    amend(trace, (now) => {
      isAdded = now.states === loaded;
      return isAdded ? { ...now, states } : now;
    });
    if (!isAdded) return;
    loaded = states;
  }
}

async function loadGoal(trace: string): Promise<void> {
  const goal = await call("trace/goal", { trace }).catch(() => null);
  if (goal) amend(trace, (now) => ({ ...now, goal }));
}

// The run up to its end as a trace of the server: for saving and for charts.
export async function withTrace(action: (trace: string) => Promise<void>): Promise<void> {
  const now = run.value;
  const last = now?.states[now.states.length - 1].id;
  try {
    if (now?.source) return await action(now.source.trace);
    if (!now || last == null) return inform("This run cannot be written as a trace.");
    const { trace } = await call("trace/open", { simulation: now.simulation, state: last });
    heldTraces.hold(trace);
    await action(trace).finally(() => heldTraces.release(trace));
  } catch (error) {
    report(error);
  }
}

export async function openTraceFile(from: { file: string } | { name: string; text: string }): Promise<void> {
  if (!model.value) return;
  try {
    const params = "file" in from ? { file: from.file } : { text: from.text };
    const { trace } = await call("trace/open", { model: model.value.model, ...params });
    heldTraces.hold(trace);
    await openTrace(trace, { query: null, verdict: null, kind: "file" in from ? from.file : from.name });
    heldTraces.release(trace);
  } catch (error) {
    report(error);
  }
}

// --- walking

export function goToState(index: number): void {
  position.value = Math.max(0, Math.min(index, lastIndex.value));
  chosenMove.value = 0;
  hoveredMove.value = null;
}

// While the server is at work another run may take its place, and then its simulation is closed; or the user goes on to
// another state of it, from which what comes back does not follow.
const isOf = (before: Run): boolean => run.value?.simulation === before.simulation;

export async function take(move: Move, delay?: Time): Promise<void> {
  const now = run.value;
  const from = current.value;
  if (!now || from?.id == null) return;
  if (delay === undefined && sameStep(move, next.value?.entered)) return goToState(position.value + 1);
  stopLooking();
  try {
    const { state } = await call("simulate/step", { simulation: now.simulation, state: from.id, move: move.move, ...(delay === undefined ? {} : { delay }) });
    if (isOf(now) && current.value?.id === from.id) follow([fromSimulated(state)]);
  } catch (error) {
    if (isOf(now)) report(error);
  }
}

// Goes on from the position with other states; a trace that is left so stays as a ghost.
function follow(states: RunState[]): void {
  const now = run.value!;
  const left = now.source !== null;
  batch(() => {
    if (left) ghost.value = { run: now, position: position.value };
    const kept = [...now.states.slice(0, position.value + 1), ...states];
    run.value = { ...now, states: kept, source: null, goal: null, total: kept.length - 1 };
    goToState(kept.length - 1);
  });
}

export function branchHere(): void {
  if (run.value?.source) follow([]);
}

export function backToTrace(): void {
  const kept = ghost.value;
  if (!kept) return;
  batch(() => {
    run.value = kept.run;
    ghost.value = null;
    goToState(kept.position);
  });
}

const pathPage = 200;

export async function random(steps: number, seed?: number): Promise<void> {
  const now = run.value;
  const from = current.value;
  if (!now || from?.id == null) return;
  stopLooking();
  try {
    const walked = await call("simulate/random", { simulation: now.simulation, state: from.id, steps, ...(seed === undefined ? {} : { seed }) });
    if (!isOf(now)) return;
    if (walked.states.length === 0) return say("Deadlock: no move");
    const first = walked.state.depth - walked.states.length + 1;
    const states: RunState[] = [];
    while (states.length < walked.states.length) {
      const page = await call("simulate/path", { simulation: now.simulation, state: walked.state.state, from: first + states.length, count: pathPage });
      if (!isOf(now) || page.states.length === 0) break;
      states.push(...page.states.map(fromSimulated));
    }
    if (isOf(now) && current.value?.id === from.id) follow(states);
  } catch (error) {
    if (isOf(now)) report(error);
  }
}

export async function reset(): Promise<void> {
  if (isStale.value || run.value?.source) await start();
  else if (run.value) batch(() => ((run.value = { ...run.value!, states: run.value!.states.slice(0, 1), total: 0 }), goToState(0)));
}

// Takes back the last step of a walk; in a trace it only goes back.
export function takeBack(): void {
  const now = run.value;
  if (!now || position.value === 0) return;
  const to = position.value - 1;
  batch(() => {
    if (now.source === null) run.value = { ...now, states: now.states.slice(0, to + 1), total: to };
    goToState(to);
  });
}

// --- playing

const playPause = 700;
let timer: ReturnType<typeof setInterval> | undefined;

effect(() => {
  clearInterval(timer);
  const how = playing.value;
  if (how === null) return;
  timer = setInterval(() => {
    if (how === "random") void random(1);
    else if (position.peek() >= lastIndex.peek()) playing.value = null;
    else goToState(position.peek() + 1);
  }, playPause);
});

// --- what is asked for every state that is looked at; states never change, so answers are kept

const movesOf = new Map<string, Moves>(); // by state, and whether with delays
const inspections = new Map<number, InspectedState>();
const projections = new Map<string, Projection | null>();
const keptAnswers = 500;

function keep<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.size >= keptAnswers) map.delete(map.keys().next().value!);
  map.set(key, value);
}

// The address of what is looked at; computed, so that a new run object with the same state asks nothing again.
const lookedAt = computed(() => {
  const id = current.value?.id;
  return run.value && id != null ? `${run.value.simulation} ${id}` : null;
});

effect(() => {
  stopLooking();
  if (lookedAt.value === null) {
    batch(() => ((moves.value = null), (inspected.value = null)));
    return;
  }
  const [simulation, id] = lookedAt.value.split(" ");
  void look(simulation, Number(id), concrete.value);
});

// What is asked about a state that nobody looks at any more would only keep the next step waiting.
const restPause = 120;
let asking: { cancel(): void } | null = null;

function stopLooking(): void {
  asking?.cancel();
  asking = null;
}

function ask<M extends "simulate/moves" | "inspect/state">(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
  const request = connection.cancellable(method, params);
  asking = request;
  return request.result;
}

async function look(simulation: string, state: number, delays: boolean): Promise<void> {
  const key = `${state} ${delays}`;
  const kept = movesOf.get(key);
  if (kept) moves.value = kept;
  const seen = inspections.get(state);
  if (seen) inspected.value = seen;
  const isWanted = (): boolean => run.value?.simulation === simulation && current.value?.id === state;
  try {
    if (!kept) {
      const found = await ask("simulate/moves", { simulation, state, delays });
      if (!isWanted()) return;
      keep(movesOf, key, found);
      moves.value = found;
    }
    if (!seen) {
      await new Promise((resolve) => setTimeout(resolve, restPause)); // not for states that are only passed by
      if (!isWanted()) return;
      const found = await ask("inspect/state", { simulation, state });
      if (!isWanted()) return;
      keep(inspections, state, found);
      inspected.value = found;
    }
  } catch (error) {
    if (isWanted()) report(error);
  }
}

export async function projection(state: number, x: string, y: string, frame?: number): Promise<Projection | null> {
  const simulation = run.value?.simulation;
  if (!simulation) return null;
  const key = `${simulation} ${state} ${x} ${y} ${frame ?? ""}`;
  const kept = projections.get(key);
  if (kept !== undefined) return kept;
  const found = await call("inspect/projection", { simulation, state, x, y, ...(frame ? { frame } : {}) }).catch(() => null);
  keep(projections, key, found);
  return found;
}
