// The protocol of docs/gui-bridge.md, as types: what the page uses of it, in the order of that document.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Time = string; // exact: "3" or "7/2"

// --- general

export interface InitializeResult {
  orbita: string;
  protocol: number;
  folder: string;
  file: string | null;
  read_only: boolean;
  methods: string[];
  limits: { message_bytes: number; file_bytes: number; memory_bytes: number; request_seconds: number; jobs: number };
}

// --- model/

export interface FileEntry {
  path: string;
  kind: "model" | "queries" | "trace";
  bytes: number;
  modified: number;
}

export type Format = "xml" | "xta" | "ta";
export type Constants = Record<string, string>;

export interface ModelStatus {
  model: string;
  file: string | null;
  format: Format;
  version: number;
  dirty: boolean;
  set: Constants;
  can_undo: boolean;
  can_redo: boolean;
}

export interface EditResult {
  model: string;
  version: number;
  dirty: boolean;
  can_undo: boolean;
  can_redo: boolean;
  created?: (string | null)[];
}

export interface Diagnostic {
  severity: "error" | "warning" | "note";
  code: string;
  message: string;
  hint: string;
  file: string;
  line: number;
  column: number;
  xpath: string;
  context: string;
  from?: number; // in the text of the element
  to?: number;
}

export interface DiagnosticsParams {
  model: string;
  version: number;
  ok: boolean;
  diagnostics: Diagnostic[];
}

export interface Point {
  x: number;
  y: number;
}

export type LabelKind =
  | "select" | "guard" | "synchronisation" | "assignment" | "probability" | "invariant" | "exponentialrate" | "comments";

export interface Label {
  xpath: string;
  kind: LabelKind;
  text: string;
  x: number | null;
  y: number | null;
}

export interface Location {
  xpath: string;
  id: string;
  name: string;
  x: number;
  y: number;
  name_x: number | null;
  name_y: number | null;
  initial: boolean;
  urgent: boolean;
  committed: boolean;
  color: string | null;
  labels: Label[];
}

export interface Branchpoint {
  xpath: string;
  id: string;
  x: number;
  y: number;
}

export interface Edge {
  xpath: string;
  source: string; // id of a location or branchpoint
  target: string;
  controllable: boolean;
  color: string | null;
  nails: Point[];
  labels: Label[];
}

export interface SourceText {
  xpath: string;
  text: string;
}

export interface Template {
  xpath: string;
  name: string;
  name_xpath: string;
  parameter: SourceText;
  declarations: SourceText;
  placed: boolean;
  locations: Location[];
  branchpoints: Branchpoint[];
  edges: Edge[];
}

export type Verdict = "satisfied" | "not-satisfied" | "maybe-satisfied" | "maybe-not-satisfied" | "unknown" | "error" | "skipped";

export interface ModelQuery {
  xpath: string;
  index: number; // from 1
  formula: string;
  comment: string;
  expect: Verdict | null;
  result: Verdict | null;
}

export interface Render {
  version: number;
  format: Format;
  declarations: SourceText;
  templates: Template[];
  system: SourceText;
  queries: ModelQuery[];
}

export interface ModelName {
  name: string;
  kind: "variable" | "constant" | "clock" | "channel" | "type" | "function" | "template" | "process" | "location" | "parameter";
  type: string;
  template: string | null;
}

export interface Summary {
  constants: { name: string; value: number }[];
  processes: { name: string; template: string; locations: string[] }[];
  variables: Json[];
  clocks: Json[];
  symmetry?: { group?: string; strategy?: string };
}

export type Operation =
  | { op: "text"; xpath: string; text: string; from?: number; to?: number }
  | { op: "label"; owner: string; kind: LabelKind; text: string; x?: number; y?: number }
  | { op: "move"; xpath: string; x: number; y: number }
  | { op: "nails"; xpath: string; nails: Point[] }
  | { op: "name"; xpath: string; text: string; x?: number; y?: number }
  | { op: "flag"; xpath: string; flag: "initial" | "urgent" | "committed" | "controllable"; value: boolean }
  | { op: "color"; xpath: string; color: string | null }
  | { op: "ends"; xpath: string; source?: string; target?: string }
  | { op: "add_template"; name: string }
  | { op: "add_location"; template: string; x: number; y: number; name?: string; id?: string }
  | { op: "add_branchpoint"; template: string; x: number; y: number; id?: string }
  | { op: "add_edge"; template: string; source: string; target: string; nails?: Point[]; labels?: Omit<Label, "xpath">[] }
  | { op: "delete"; xpath: string }
  | { op: "add_query"; formula: string; comment?: string; expect?: Verdict | null; after?: string }
  | { op: "query"; xpath: string; formula?: string; comment?: string; expect?: Verdict | null; result?: Verdict | null };

// --- simulate/

export interface ProcessInfo {
  name: string;
  template: string;
  locations: string[];
}

export interface VariableInfo {
  name: string;
  type: string;
  low: number;
  high: number;
}

export interface Interval {
  text: string;
  earliest: Time;
  after: boolean; // the earliest itself is excluded
  latest: Time | null; // null: no end
  before: boolean; // the latest itself is excluded
}

export interface MoveEdge {
  process: number;
  edge: number;
  branch: number | null;
  select: Json[];
  from: number;
  to: number;
  channel: string | null;
  send: boolean | null;
}

export interface Move {
  move: number;
  label: string;
  error: boolean;
  channel: string | null;
  edges: MoveEdge[];
  delay: Interval | null;
}

export interface SimulatedState {
  state: number;
  parent: number | null;
  depth: number;
  time: Time | null;
  locations: number[];
  variables: (number | null)[];
  clocks: (Time | null)[] | null; // null: no concrete run is known, as with clocks that run at other rates
  entered_by: Move | null;
}

export interface SystemNames {
  processes: ProcessInfo[];
  variables: VariableInfo[];
  clocks: string[];
}

export interface SimulateStart extends SystemNames {
  simulation: string;
  model: string;
  version: number;
  knows_delays: boolean;
  state: SimulatedState;
}

// --- inspect/

export interface InspectedState {
  state: number;
  locations: { process: string; location: string }[];
  variables: { name: string; value: Json }[];
  clocks: { name: string; value: Time | null; range: Interval | null }[];
}

export interface Zone {
  state: number;
  text: string;
  constraints: { x: string; y: string; bound: number; strict: boolean; text: string }[];
}

export interface Projection {
  state: number;
  x: string;
  y: string;
  frame: number;
  corners: Point[];
  sides: { text: string; strict: boolean; open: boolean }[];
}

export interface Representative {
  state: number;
  group: string;
  strategy: string;
  canonical: boolean;
  orbit: number | null;
  sets: { name: string; permutation: number[]; cycles: string }[];
  processes: number[];
  locations: number[];
  variables: (number | null)[];
  zone: string;
}

// --- verify/

export interface VerifyOptions {
  trace?: "none" | "some" | "shortest" | "fastest";
  symmetry?: string;
  order?: string;
  extrapolation?: string;
  engine?: string;
  seconds?: number;
  memory_bytes?: number;
  states?: number;
  threads?: number;
}

export interface VerifyStart {
  job: string;
  model: string;
  version: number;
  queries: { query: number | null; formula: string }[];
}

export interface Progress {
  job: string;
  queries?: number[]; // positions in the job: those this exploration is for
  stored: number;
  explored: number;
  waiting: number;
  transitions: number;
  bytes: number;
  seconds: number;
  states_per_second: number;
  orbit_mean: number;
  trend: "growing" | "shrinking" | "steady";
  memory_bytes: number;
}

export interface VerdictParams {
  job: string;
  position: number;
  query: number | null;
  formula: string;
  verdict: Verdict;
  reason?: string;
  message?: string;
  stored?: number;
  explored?: number;
  seconds?: number;
  peak_bytes?: number;
  explored_with?: number[]; // positions in the job, its own included: the figures are of all of them
  trace: string | null;
  steps?: number;
  expected: Verdict | null;
  as_expected?: boolean | null;
  symmetry?: { strategy: string; group: string; orbit_mean: number }; // 0: not known
  time_shares?: { successors: number; representatives: number; store: number }; // all 0: not known
  values?: { expression: string; reached: boolean; infinite: boolean; strict: boolean; value: number }[];
}

export interface EndParams {
  job: string;
  state: "done" | "cancelled" | "failed";
  seconds?: number;
  message?: string;
  diagnostics?: Diagnostic[];
}

// --- trace/

export interface TraceOpened {
  trace: string;
  steps: number;
  replayed: boolean;
}

export interface TraceInfo extends SystemNames {
  trace: string;
  version: number; // of the model
  model: string;
  formula: string;
  end: string;
  loop_start: number | null;
  error: string | null;
  steps: number;
  duration: Time | null;
  final_delay: Time | null;
  replayed: boolean;
  message: string;
}

export interface TraceState {
  time: Time | null;
  locations: number[];
  variables: (number | null)[];
  clocks: (Time | null)[] | null;
  zone?: string;
}

export interface TraceStep {
  step: number;
  delay: Time | null;
  time: Time | null;
  channel: string | null;
  edges: MoveEdge[];
  locations: [number, number][];
  variables: [number, number | null][];
  clocks: (Time | null)[] | null;
  zone?: string;
}

export interface TraceSteps {
  from: number;
  total: number;
  state: TraceState;
  steps: TraceStep[];
}

export interface TraceGoal {
  trace: string;
  formula: string;
  state: number;
  parts: { text: string; holds: boolean; processes: number[]; variables: number[] }[];
}

// --- symmetry/

export interface SymmetrySet {
  name: string;
  size: number;
  detected: boolean; // nobody declared it
  reduced: boolean;
  owner: string | null;
  cells: number[][]; // elements that can be exchanged with each other
  rotations: number; // above 1: a ring, which can only be turned
  permutations: number | null;
  elements: { processes: string[]; variables: string[]; clocks: string[] }[];
  references: string[];
  violations: Diagnostic[];
}

export interface SymmetryReport {
  version: number;
  group: string;
  strategy: string;
  sets: SymmetrySet[];
}

export interface SweepPoint {
  job: string;
  set: Constants;
  options: Record<string, string>;
  query: number;
  formula: string;
  verdict: Verdict;
  reason: string;
  stored: number;
  explored: number;
  seconds: number;
  peak_bytes: number;
}

// --- what may be called, and what comes unasked

type Of<P, R> = { params: P; result: R };
type InModel<P = unknown> = { model: string } & P;
type InState<P = unknown> = { simulation: string; state: number } & P;

export interface Methods {
  initialize: Of<{ client: string; protocol: number }, InitializeResult>;
  "model/files": Of<{}, { folder: string; files: FileEntry[]; truncated: boolean }>;
  "model/open": Of<{ file?: string; name?: string; text?: string; set?: Constants }, ModelStatus>;
  "model/check": Of<InModel, { version: number; ok: boolean; diagnostics: Diagnostic[] }>;
  "model/close": Of<InModel, null>;
  "model/render": Of<InModel<{ template?: string }>, Render>;
  "model/source": Of<InModel<{ xpath?: string }>, { version: number; text: string }>;
  "model/queries": Of<InModel, { file: string | null; queries: Pick<ModelQuery, "formula" | "comment" | "expect">[] }>;
  "model/names": Of<InModel<{ template?: string }>, { names: ModelName[] }>;
  "model/summary": Of<InModel, Summary>;
  "model/set": Of<InModel<{ set: Constants }>, { model: string; version: number; set: Constants }>;
  "model/edit": Of<InModel<{ version: number; operations: Operation[] }>, EditResult>;
  "model/undo": Of<InModel, EditResult>;
  "model/redo": Of<InModel, EditResult>;
  "model/save": Of<InModel<{ file?: string; force?: boolean }>, { file: string; version: number; dirty: boolean; bytes: number }>;
  "simulate/start": Of<InModel, SimulateStart>;
  "simulate/moves": Of<InState<{ delays?: boolean }>, { state: number; deadlock: boolean; moves: Move[] }>;
  "simulate/step": Of<InState<{ move: number; delay?: Time }>, { state: SimulatedState }>;
  "simulate/state": Of<InState, { state: SimulatedState }>;
  "simulate/random": Of<InState<{ steps: number; seed?: number }>, { states: number[]; state: SimulatedState }>;
  "simulate/path": Of<InState<{ from?: number; count?: number }>, { total: number; states: SimulatedState[] }>;
  "simulate/close": Of<{ simulation: string }, null>;
  "inspect/state": Of<InState, InspectedState>;
  "inspect/zone": Of<InState, Zone>;
  "inspect/projection": Of<InState<{ x: string; y: string; frame?: number }>, Projection>;
  "inspect/representative": Of<InState, Representative>;
  "verify/start": Of<InModel<{ queries?: number[]; formulas?: string[]; options?: VerifyOptions }>, VerifyStart>;
  "verify/cancel": Of<{ job: string }, null>;
  "trace/open": Of<{ model?: string; file?: string; text?: string; simulation?: string; state?: number }, TraceOpened>;
  "trace/info": Of<{ trace: string }, TraceInfo>;
  "trace/steps": Of<{ trace: string; from: number; count: number; zones?: boolean }, TraceSteps>;
  "trace/goal": Of<{ trace: string }, TraceGoal>;
  "trace/simulate": Of<{ trace: string }, SimulateStart & { states: number[] }>;
  "trace/text": Of<{ trace: string; format: "json" | "xtr" | "itf" | "txt" }, { text: string }>;
  "trace/save": Of<{ trace: string; file: string }, { file: string; bytes: number }>;
  "trace/close": Of<{ trace: string }, null>;
  "export/template": Of<InModel<{ template: string }>, { svg: string }>;
  "export/chart": Of<{ trace: string; kind: "sequence" | "gantt"; format: "svg" | "mermaid" }, { text: string }>;
  "symmetry/report": Of<InModel, SymmetryReport>;
  "symmetry/sweep": Of<InModel<{ set: string[]; vary: string[]; formulas?: string[]; queries?: number[]; options?: VerifyOptions }>, { job: string; points: number }>;
  "symmetry/cancel": Of<{ job: string }, null>;
}

export interface Notifications {
  "model/diagnostics": DiagnosticsParams;
  "verify/progress": Progress;
  "verify/verdict": VerdictParams;
  "verify/warning": { job: string; message: string };
  "verify/end": EndParams;
  "symmetry/point": SweepPoint;
  "symmetry/end": EndParams;
}
