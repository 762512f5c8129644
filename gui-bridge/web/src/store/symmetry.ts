// Which ids are interchangeable, what breaks it, the representative of a state, and how many states it saves.
import { batch, computed, effect, signal } from "@preact/signals";
import { groupText, plural } from "../common/format.ts";
import type { Diagnostic, Representative, SweepPoint, SymmetryReport } from "../protocol/types.ts";
import { call, connection, onConnected, report as complain, view } from "./app.ts";
import { diagnostics, modelErrors, isChecked, model, onModelOpened, summary } from "./model.ts";
import { current, run } from "./simulation.ts";
import type { Group } from "./run.ts";
import { groupsByTemplate } from "./run.ts";

export const report = signal<SymmetryReport | null>(null);
export const reportError = signal<string | null>(null);
export const representative = signal<Representative | null>(null);
export const noRepresentative = signal<string | null>(null);
export const pointedId = signal<readonly string[] | null>(null); // the processes of the element that is pointed at
export const place = signal(0); // which of the breaking places is shown

// The same as warnings of the model, which know the place in the text of their element.
export const violations = computed(() =>
  (report.value?.sets ?? []).flatMap((set) => set.violations.map((problem) => ({ set, problem: placed(problem) }))),
);

function placed(problem: Diagnostic): Diagnostic {
  return diagnostics.value.find((d) => d.code === problem.code && d.xpath === problem.xpath && d.line === problem.line && d.column === problem.column) ?? problem;
}
export const breaks = computed(() => violations.value.length);

export const symmetryStatus = computed<string[]>(() => {
  const now = report.value;
  if (!now) return [];
  const facts = summary.value;
  return [
    now.group ? `${groupText(now.group)}, ${now.strategy}` : "no symmetry",
    facts ? `${plural(facts.processes.length, "process", "processes")}, ${plural(facts.clocks.length, "clock")}` : "",
  ].filter(Boolean);
});

// Processes by scalar set, for the lanes and counts of the simulator; the rest by template.
export const groups = computed<Group[]>(() => {
  const names = run.value?.names;
  if (!names) return [];
  const setOf = new Map<string, string>();
  for (const set of report.value?.sets ?? []) {
    if (set.reduced && set.cells.length === 1) for (const element of set.elements) for (const p of element.processes) setOf.set(p, set.name);
  }
  return groupsByTemplate(names).map((group) => ({ ...group, set: setOf.get(names.processes[group.processes[0]].name) ?? null }));
});

// --- asking

let askedFor = "";

effect(() => {
  const status = model.value;
  const wanted = status && isChecked.value && modelErrors.value.length === 0 ? `${status.model} ${status.version}` : "";
  if (wanted === "" || wanted === askedFor) return;
  if (wanted.split(" ")[0] !== askedFor.split(" ")[0]) report.value = null;
  askedFor = wanted;
  void call("symmetry/report", { model: status!.model }).then(
    (found) => askedFor === wanted && batch(() => ((report.value = found), (reportError.value = null), (place.value = 0))),
    (error: Error) => askedFor === wanted && batch(() => ((report.value = null), (reportError.value = error.message))),
  );
});

const lookedAt = computed(() => {
  const id = current.value?.id;
  return view.value === "symmetry" && run.value && id != null ? `${run.value.simulation} ${id}` : "";
});

effect(() => {
  const asked = lookedAt.value;
  if (asked === "") return;
  const [simulation, state] = asked.split(" ");
  void call("inspect/representative", { simulation, state: Number(state) }).then(
    (found) => asked === lookedAt.peek() && batch(() => ((representative.value = found), (noRepresentative.value = null))),
    (error: Error) => asked === lookedAt.peek() && batch(() => ((representative.value = null), (noRepresentative.value = error.message))),
  );
});

// --- sweeps: the same query for several sizes, with and without symmetry

export interface Sweep {
  job: string;
  constant: string;
  formula: string;
  points: SweepPoint[];
  expected: number;
  state: "running" | "done" | "cancelled" | "failed";
}

export const sweep = signal<Sweep | null>(null);
export type Measure = "stored" | "seconds" | "peak_bytes";
export const measure = signal<Measure>("stored");
const early: SweepPoint[] = [];

export async function startSweep(constant: string, from: number, to: number, formula: string, seconds: number): Promise<void> {
  if (!model.value) return;
  try {
    const others = Object.entries(model.value.set).filter(([name]) => name !== constant).map(([name, value]) => `${name}=${value}`);
    early.length = 0;
    const begun = await call("symmetry/sweep", {
      model: model.value.model, set: [`${constant}=${from}..${to}`, ...others], vary: ["symmetry=off,auto"], formulas: [formula], options: { seconds },
    });
    const points = early.filter((p) => p.job === begun.job);
    sweep.value = { job: begun.job, constant, formula, points, expected: begun.points, state: points.length === begun.points ? "done" : "running" };
  } catch (error) {
    complain(error);
  }
}

export async function stopSweep(): Promise<void> {
  if (sweep.value?.state === "running") await call("symmetry/cancel", { job: sweep.value.job }).catch(complain);
}

connection.on("symmetry/point", (point) => {
  if (sweep.value?.job === point.job) sweep.value = { ...sweep.value, points: [...sweep.value.points, point] };
  else early.push(point);
});
connection.on("symmetry/end", (end) => {
  if (sweep.value?.job === end.job) sweep.value = { ...sweep.value, state: end.state };
});

function forget(): void {
  batch(() => {
    report.value = null;
    reportError.value = null;
    representative.value = null;
    noRepresentative.value = null;
    place.value = 0;
  });
}

onModelOpened((again) => {
  representative.value = null;
  if (again) return;
  void stopSweep();
  sweep.value = null;
});
onConnected(() => {
  askedFor = ""; // a new server counts its models from one again
  forget();
  if (sweep.value?.state === "running") sweep.value = { ...sweep.value, state: "cancelled" };
});
