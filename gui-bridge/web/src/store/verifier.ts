// The queries of the model and what is known about each: nothing, queued, running, a verdict, a verdict of an older
// model. Several jobs may run; every query belongs to the newest one that took it.
import { batch, computed, signal } from "@preact/signals";
import { count, short } from "../common/format.ts";
import type { ModelQuery, Progress, Verdict, VerdictParams, VerifyOptions } from "../protocol/types.ts";
import { call, connection, inform, onConnected, remember, remembered, report, say } from "./app.ts";
import { heldTraces } from "./held.ts";
import { edit, flushTyping, meaning, meaningOfVersion, model, modelErrors, onModelOpened, render } from "./model.ts";
import { openTrace } from "./simulation.ts";
import { asExpected, keysOf } from "./verdicts.ts";

export type RowState =
  | { kind: "none" }
  | { kind: "queued"; job: string }
  | { kind: "running"; job: string }
  | { kind: "decided"; result: VerdictParams; meaning: number | null } // of the model that was checked; null: not known
  | { kind: "lost"; stored: number };

export interface Job {
  id: string;
  version: number;
  queries: string[]; // by position: keys
  state: "running" | "done" | "cancelled" | "failed";
  progress: Progress | null;
  history: { seconds: number; stored: number; waiting: number }[];
}

export type Filter = "all" | "satisfied" | "not-satisfied" | "open";

export const rows = signal<ReadonlyMap<string, RowState>>(new Map()); // by the key of the query
export const jobs = signal<ReadonlyMap<string, Job>>(new Map());
export const selectedQuery = signal(1);
export const filter = signal<Filter>("all");
export const options = signal<VerifyOptions>(keptOptions());

// Queries that are not in the model: those of the .q file beside it, and those added to a textual one. They live in this
// page, and come after the ones inside.
type OwnQuery = Pick<ModelQuery, "formula" | "comment" | "expect">;
export const ownQueries = signal<readonly OwnQuery[]>([]);

const inFile = computed<ModelQuery[]>(() => render.value?.queries ?? []);
const firstOwn = computed(() => Math.max(0, ...inFile.value.map((q) => q.index)) + 1);
export const queries = computed<ModelQuery[]>(() => [...inFile.value, ...ownQueries.value.map((q, i) => ({ ...q, xpath: "", index: firstOwn.value + i, result: null }))]);
export const isOwn = (query: ModelQuery): boolean => query.index >= firstOwn.value;
// UPPAAL's files have entries that are a comment only.
export const questions = computed(() => queries.value.filter((q) => q.formula.trim() !== ""));
export const isRunning = computed(() => [...jobs.value.values()].some((j) => j.state === "running"));
export const runningJob = computed(() => [...jobs.value.values()].find((j) => j.state === "running") ?? null);

const keys = computed(() => keysOf(queries.value));
const keyOf = (index: number): string => keys.value[queries.value.findIndex((q) => q.index === index)] ?? "";

// The place of a query in the list now; 0: it is gone.
export function indexOf(key: string): number {
  return queries.value[keys.value.indexOf(key)]?.index ?? 0;
}

export function rowWith(key: string): RowState {
  return rows.value.get(key) ?? { kind: "none" };
}

export const rowOf = (index: number): RowState => rowWith(keyOf(index));

export function isStale(row: RowState): boolean {
  return row.kind === "decided" && (row.meaning === null || row.meaning !== meaning.value);
}

// "maybe" verdicts count as what they lean to; what is neither is open.
export function verdictOf(row: RowState): Verdict | null {
  return row.kind === "decided" ? row.result.verdict : null;
}

export function matches(row: RowState, wanted: Filter): boolean {
  if (wanted === "all") return true;
  const verdict = verdictOf(row);
  if (wanted === "open") return verdict !== "satisfied" && verdict !== "not-satisfied";
  return verdict === wanted;
}

export const hasSurprise = computed(() =>
  queries.value.some((q) => {
    const row = rowOf(q.index);
    return row.kind === "decided" && !isStale(row) && asExpected(row.result.verdict, q.expect) === false;
  }),
);

export const verifierStatus = computed<string[]>(() => {
  const decided = questions.value.filter((q) => ["satisfied", "not-satisfied"].includes(verdictOf(rowOf(q.index)) ?? "")).length;
  const rate = runningJob.value?.progress?.states_per_second;
  return [`${decided} of ${questions.value.length} decided`, rate ? `${count(rate)} states/s` : ""].filter(Boolean);
});

const optionNames: readonly (keyof VerifyOptions)[] = ["trace", "engine", "symmetry", "order", "extrapolation", "seconds"];

function keptOptions(): VerifyOptions {
  try {
    const kept = Object.entries(JSON.parse(remembered("verify") ?? "{}") as VerifyOptions);
    return { trace: "shortest", ...Object.fromEntries(kept.filter(([name]) => optionNames.includes(name as keyof VerifyOptions))) };
  } catch {
    return { trace: "shortest" };
  }
}

export function setOption(change: VerifyOptions): void {
  options.value = { ...options.value, ...change };
  for (const key of Object.keys(options.value) as (keyof VerifyOptions)[]) if (options.value[key] === undefined) delete options.value[key];
  remember("verify", JSON.stringify(options.value));
}

export function select(index: number): void {
  selectedQuery.value = index;
}

// --- running

function setRow(key: string, row: RowState): void {
  const before = rowWith(key);
  if (before.kind === "decided") heldTraces.release(before.result.trace);
  rows.value = new Map(rows.value).set(key, row);
}

function setJob(id: string, change: Partial<Job>): void {
  const job = jobs.value.get(id);
  if (job) jobs.value = new Map(jobs.value).set(id, { ...job, ...change });
}

export async function check(wanted: readonly number[]): Promise<void> {
  if (!model.value) return;
  await flushTyping();
  if (modelErrors.value.length > 0) return inform("The model has errors: nothing can be checked before they are mended.");
  const asked = questions.value.filter((q) => wanted.includes(q.index)); // those in the file come first
  const own = asked.filter(isOwn);
  if (asked.length === 0) return;
  const wantedKeys = asked.map((q) => keyOf(q.index));
  try {
    const begun = await call("verify/start", {
      model: model.value.model,
      queries: asked.filter((q) => !isOwn(q)).map((q) => q.index),
      ...(own.length ? { formulas: own.map((q) => q.formula) } : {}),
      options: options.value,
    });
    batch(() => {
      jobs.value = new Map(jobs.value).set(begun.job, { id: begun.job, version: begun.version, queries: wantedKeys, state: "running", progress: null, history: [] });
      for (const key of wantedKeys) setRow(key, { kind: "queued", job: begun.job });
      replayEarly(begun.job);
    });
  } catch (error) {
    report(error);
  }
}

export const checkAll = (): Promise<void> => check(questions.value.map((q) => q.index));
export const checkSelected = (): Promise<void> => check([selectedQuery.value]);

export async function stopAll(): Promise<void> {
  const running = [...jobs.value.values()].filter((j) => j.state === "running");
  await Promise.all(running.map((j) => call("verify/cancel", { job: j.id }))).catch(report);
}

// A small job may be over before its id is known here.
type Early = () => void;
const early = new Map<string, Early[]>();

function forJob(job: string, action: Early): void {
  if (jobs.value.has(job)) batch(action);
  else early.set(job, [...(early.get(job) ?? []), action]);
}

function replayEarly(job: string): void {
  for (const action of early.get(job) ?? []) action();
  early.delete(job);
}

connection.on("verify/progress", (progress) => forJob(progress.job, () => takeProgress(progress)));
connection.on("verify/verdict", (result) => forJob(result.job, () => takeVerdict(result)));
connection.on("verify/end", (end) => forJob(end.job, () => takeEnd(end.job, end.state, end.message)));

const keptPoints = 300;
let spokenAt = 0;

function takeProgress(progress: Progress): void {
  const job = jobs.value.get(progress.job)!;
  const point = { seconds: progress.seconds, stored: progress.stored, waiting: progress.waiting };
  // A new exploration of the job begins its curves anew.
  const isNew = job.progress !== null && job.progress.queries?.join() !== progress.queries?.join();
  let history = isNew ? [point] : [...job.history, point];
  if (history.length > keptPoints) history = history.filter((_, i) => i % 2 === 0 || i === history.length - 1);
  setJob(job.id, { progress, history });
  const explored = exploredPositions(jobs.value.get(job.id)!);
  for (const position of undecided(job)) setRow(job.queries[position], { kind: explored.includes(position) ? "running" : "queued", job: job.id });
  if (Date.now() - spokenAt < 10_000) return;
  spokenAt = Date.now();
  say(`${short(progress.stored)} states, ${short(progress.waiting)} waiting`);
}

function exploredPositions(job: Job): number[] {
  return job.progress?.queries ?? undecided(job).slice(0, 1);
}

const indicesOf = (job: Job, positions: readonly number[]): number[] => positions.map((p) => indexOf(job.queries[p])).filter((index) => index > 0);

// The queries that a figure of the running exploration belongs to.
export const exploredNow = (job: Job): number[] => indicesOf(job, exploredPositions(job));

// The other queries whose exploration this verdict is from, by their numbers in the list; itself included.
export function sharedWith(result: VerdictParams): number[] {
  const job = jobs.value.get(result.job);
  return job ? indicesOf(job, result.explored_with ?? []) : [];
}

function undecided(job: Job): number[] {
  return job.queries.flatMap((key, position) => {
    const row = rowWith(key);
    return (row.kind === "queued" || row.kind === "running") && row.job === job.id ? [position] : [];
  });
}

function takeVerdict(result: VerdictParams): void {
  const job = jobs.value.get(result.job)!;
  const key = job.queries[result.position];
  const row = rowWith(key);
  const isOurs = (row.kind === "queued" || row.kind === "running") && row.job === job.id;
  heldTraces.hold(result.trace);
  if (!isOurs) return heldTraces.release(result.trace); // a newer job has taken the query over
  setRow(key, { kind: "decided", result, meaning: meaningOfVersion(job.version) });
  if (indexOf(key) > 0) say(`Query ${indexOf(key)}: ${result.verdict.replace("-", " ")}`);
}

function takeEnd(id: string, state: Job["state"], message: string | undefined): void {
  const job = jobs.value.get(id)!;
  for (const position of undecided(job)) setRow(job.queries[position], { kind: "none" });
  setJob(id, { state });
  if (state === "failed") report(new Error(message || "The verification failed."));
}

// --- traces

export async function openTraceOf(index: number): Promise<void> {
  const row = rowOf(index);
  if (row.kind !== "decided" || !row.result.trace) return;
  await openTrace(row.result.trace, { query: keyOf(index), verdict: row.result.verdict, kind: options.value.trace ?? "some" });
}

// --- editing the list

export async function addQueries(text: string): Promise<void> {
  const formulas = text.split("\n").map((l) => l.trim()).filter(Boolean);
  if (formulas.length === 0) return;
  if (model.value?.format === "xml") {
    await edit(...formulas.map((formula) => ({ op: "add_query" as const, formula })));
    selectedQuery.value = inFile.value.length;
    return;
  }
  selectedQuery.value = firstOwn.value + ownQueries.value.length;
  ownQueries.value = [...ownQueries.value, ...formulas.map((formula) => ({ formula, comment: "", expect: null }))];
}

export function changeOwn(query: ModelQuery, part: Partial<OwnQuery>): void {
  ownQueries.value = ownQueries.value.map((q, i) => (firstOwn.value + i === query.index ? { ...q, ...part } : q));
}

export async function removeQuery(query: ModelQuery): Promise<void> {
  if (isOwn(query)) ownQueries.value = ownQueries.value.filter((_, i) => firstOwn.value + i !== query.index);
  else await edit({ op: "delete", xpath: query.xpath });
  selectedQuery.value = Math.min(selectedQuery.value, Math.max(1, queries.value.length));
}

// The verdicts that hold of the model as it is.
export const results = computed(() =>
  queries.value.flatMap((q) => {
    const row = rowOf(q.index);
    const verdict = isStale(row) ? null : verdictOf(row);
    return q.xpath && (verdict === "satisfied" || verdict === "not-satisfied") ? [{ op: "query" as const, xpath: q.xpath, result: verdict }] : [];
  }),
);

// Keeps them in the file, as UPPAAL does.
export async function keepResults(): Promise<void> {
  await flushTyping();
  await edit(...results.value);
}

// --- when everything starts anew

onModelOpened((again) => {
  if (again) return; // what was decided still holds, if the model says the same
  void stopAll();
  batch(() => {
    for (const row of rows.value.values()) if (row.kind === "decided") heldTraces.release(row.result.trace);
    rows.value = new Map();
    jobs.value = new Map();
    ownQueries.value = [];
    selectedQuery.value = 1;
    filter.value = "all";
  });
  if (inFile.value.length === 0) void takeQueriesBeside();
});

async function takeQueriesBeside(): Promise<void> {
  const id = model.value?.model;
  if (!id) return;
  const found = await call("model/queries", { model: id }).catch(() => null);
  if (found && model.value?.model === id) ownQueries.value = [...found.queries, ...ownQueries.value];
}

// Jobs and traces have gone with the session of the server.
onConnected(() => {
  const kept = new Map<string, RowState>();
  for (const [key, row] of rows.value) {
    if (row.kind === "running" || row.kind === "lost") kept.set(key, { kind: "lost", stored: row.kind === "lost" ? row.stored : (jobs.value.get(row.job)?.progress?.stored ?? 0) });
    if (row.kind === "decided") kept.set(key, { ...row, result: { ...row.result, trace: null } });
  }
  batch(() => {
    rows.value = kept;
    jobs.value = new Map();
  });
});
