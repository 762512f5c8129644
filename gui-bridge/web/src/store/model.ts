// The open model: its drawing, its problems, and every change to it. The server keeps the text and the undo history;
// the page sends operations one after the other and draws what comes back.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { Disconnected, RpcError } from "../protocol/connection.ts";
import type {
  Constants, Diagnostic, FileEntry, Format, ModelName, ModelStatus, Operation, Render, Summary, Template,
} from "../protocol/types.ts";
import { addressFile, call, connection, connectionState, inform, narrow, notice, onConnected, report, say, server, toAddress } from "./app.ts";
import { layoutMissing } from "../drawing/layout.ts";
import { slotNumbers } from "../drawing/slots.ts";
import { Meanings, meaningOf } from "./meaning.ts";
import { withNames } from "./text_model.ts";

export const files = signal<FileEntry[]>([]);
export const model = signal<ModelStatus | null>(null);
export const render = signal<Render | null>(null);
export const summary = signal<Summary | null>(null);
export const names = signal<ModelName[]>([]);
export const diagnostics = signal<Diagnostic[]>([]);
export const checkedVersion = signal(-1); // -1: none yet
export const opening = signal(true);
export const openError = signal<string | null>(null);

// The model with unsaved changes as the server last gave it: what is left when the server goes away. `base` is the file
// before the changes, as the page last saw it.
interface Rescue {
  file: string;
  text: string;
  base: string | null;
  set: Constants;
}
let rescue: Rescue | null = null;
export const isKept = signal(false); // the newest changes are in `rescue`
let base: string | null = null;
let mayOverwrite = false; // the file on disk is known to be `base`

// What would be lost with this page.
export const unsavedText = (): { file: string; text: string } | null => rescue;

// From the loss of the connection until the model is open again: changes wait, and are made then.
export const isHolding = signal(false);
export const waitingChanges = signal<readonly Operation[]>([]);

export const errors = computed(() => diagnostics.value.filter((d) => d.severity === "error"));
// Those without which there is a model: a wrong query keeps nobody from simulating, or from checking the others.
export const modelErrors = computed(() => errors.value.filter((d) => !/^\/\w+\/queries\b/.test(d.xpath)));
export const isChecked = computed(() => model.value !== null && checkedVersion.value === model.value.version);

// Versions that mean the same have the same number here.
const meanings = new Meanings();
export const meaning = signal<number | null>(null);
effect(() => {
  const [status, drawing] = [model.value, render.value];
  if (status && drawing && status.version === drawing.version) meaning.value = meanings.note(status.version, meaningOf(drawing, status.set));
});
export const meaningOfVersion = (version: number): number | null => meanings.of(version);

export function templateNamed(name: string): Template | undefined {
  return render.value?.templates.find((t) => t.name === name);
}

const slots = computed(() => slotNumbers(render.value?.templates ?? []));

// The colours of a template's locations, by position.
export function slotsOf(template: string): number[] {
  return slots.value.get(template) ?? [];
}

const onOpened: ((again: boolean) => unknown)[] = [];
// `again`: the same model in a new session of the server.
export function onModelOpened(action: (again: boolean) => unknown): void {
  onOpened.push(action);
}

// --- opening

let pendingDiagnostics: { model: string; version: number; diagnostics: Diagnostic[] } | null = null;

export async function loadFiles(): Promise<void> {
  files.value = (await call("model/files", {})).files;
}

// Unsaved changes are not given up without a word.
export async function openFile(file: string, { discard = false } = {}): Promise<void> {
  await flushTyping();
  if (model.value?.dirty && !discard) {
    const save = { title: "Save, then open", run: () => void saveThenOpen(file) };
    const discard = { title: "Open without saving", run: () => void openFile(file, { discard: true }) };
    return inform(`${model.value.file ?? "The model"} has unsaved changes.`, server.value?.read_only ? [discard] : [save, discard]);
  }
  if (!(await openWith({ file }, file))) return;
  rescue = null;
  base = null;
  mayOverwrite = false;
  isHolding.value = false;
  waitingChanges.value = [];
}

async function saveThenOpen(file: string): Promise<void> {
  await save();
  if (!model.value?.dirty) await openFile(file);
}

interface Opened {
  file?: string;
  name?: string;
  text?: string;
  set?: Constants;
}

async function openWith(params: Opened, file: string | null, again = false): Promise<boolean> {
  const before = model.value;
  opening.value = true;
  try {
    const status = await call("model/open", params);
    const drawing = await drawingOf(status.model, status.format, null);
    meanings.forgetVersions();
    batch(() => {
      model.value = { ...status, file: status.file ?? file };
      render.value = drawing;
      openError.value = null;
      notice.value = null;
      diagnostics.value = [];
      checkedVersion.value = -1;
      if (pendingDiagnostics?.model === status.model) takeDiagnostics();
    });
    if (before && before.file !== file) say(`${file ?? params.name} is open`);
    toAddress("file", file);
    document.title = `${file ?? params.name} · Orbita`;
    if (before) call("model/close", { model: before.model }).catch(() => {});
    onOpened.forEach((action) => action(again));
    void refreshFacts();
    return true;
  } catch (error) {
    openError.value = error instanceof Error ? error.message : String(error);
    report(error);
    return false;
  } finally {
    opening.value = false;
  }
}

// Other values of constants: "N = 3".
export async function setConstants(set: Constants): Promise<void> {
  await flushTyping();
  await queued(async () => {
    const status = model.value;
    if (!status) return;
    const result = await call("model/set", { model: status.model, set });
    const drawing = await drawingOf(status.model, status.format, render.value);
    batch(() => {
      model.value = { ...model.value!, version: result.version, set: result.set };
      render.value = drawing;
    });
    if (rescue) rescue = { ...rescue, set: result.set };
  });
}

let lost: { file: string; set: Constants } | null = null; // what was open when the connection was lost

effect(() => {
  if (connectionState.value.kind !== "closed") return;
  untracked(() => {
    if (!model.value) return;
    isHolding.value = true;
    void flushTyping();
  });
});

onConnected(() => {
  void flushTyping();
  void loadFiles().catch(report);
  if (model.value?.file) lost = { file: model.value.file, set: model.value.set };
  model.value = null;
  pendingDiagnostics = null;
  const file = lost?.file ?? addressFile() ?? server.value?.file;
  if (lost) void reopen(lost.file, lost.set);
  else if (file) void openFile(file);
  else opening.value = false;
});

// After the loss of a session: what was not saved lives on in this page only.
async function reopen(file: string, set: Constants): Promise<void> {
  const kept = rescue;
  if (kept) mayOverwrite = kept.base !== null && (await sourceOfFile(file)) === kept.base;
  const opened = kept ? await openWith({ name: file, text: kept.text, set: kept.set }, file, true) : await openWith({ file, set }, file, true);
  if (!opened) return;
  if (kept && model.value) model.value = { ...model.value, file, dirty: true };
  const waiting = waitingChanges.value;
  batch(() => {
    isHolding.value = false;
    waitingChanges.value = [];
  });
  await edit(...waiting);
  if (kept || waiting.length > 0) inform("The server was started again. Your unsaved changes are still here.");
}

async function sourceOfFile(file: string): Promise<string | null> {
  try {
    const opened = await call("model/open", { file });
    const { text } = await call("model/source", { model: opened.model });
    await call("model/close", { model: opened.model });
    return text;
  } catch {
    return null;
  }
}

// --- what the server says about it

connection.on("model/diagnostics", (params) => {
  pendingDiagnostics = params;
  if (model.value?.model === params.model) takeDiagnostics();
});

function takeDiagnostics(): void {
  batch(() => {
    const before = errors.value.length;
    diagnostics.value = pendingDiagnostics!.diagnostics;
    checkedVersion.value = pendingDiagnostics!.version;
    const now = errors.value.length;
    if (now !== before) say(now === 0 ? "No problems" : now === 1 ? `One problem: ${errors.value[0].message}` : `${now} problems`);
  });
  if (modelErrors.value.length === 0) void refreshFacts();
}

// Names and processes: known of models without errors only; the last ones stay until then.
async function refreshFacts(): Promise<void> {
  const id = model.value?.model;
  if (!id || modelErrors.value.length > 0) return;
  try {
    const known = await call("model/names", { model: id });
    if (model.value?.model === id) names.value = known.names;
    const facts = await call("model/summary", { model: id });
    if (model.value?.model === id) summary.value = facts;
  } catch (error) {
    if (!(error instanceof RpcError)) report(error);
  }
}

// A text model with syntax errors has no drawing: then its text is shown with the drawing it had before.
async function drawingOf(id: string, format: Format, before: Render | null): Promise<Render> {
  if (format === "xml") return layoutMissing(await call("model/render", { model: id }));
  const { version, text } = await call("model/source", { model: id });
  try {
    return withNames(await layoutMissing(await call("model/render", { model: id })), text);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const nothing: Render = { version, format, declarations: { xpath: "", text }, system: { xpath: "#system", text: "" }, templates: [], queries: [] };
    return { ...(before ?? nothing), version, declarations: { xpath: "", text } };
  }
}

// --- changes

let queue: Promise<unknown> = Promise.resolve();

// Changes wait for each other: each speaks of the version that the one before made.
function queued<T>(action: () => Promise<T>): Promise<T> {
  const next = queue.then(action, action);
  queue = next.catch(() => {});
  return next;
}

export function edit(...operations: Operation[]): Promise<(string | null)[]> {
  return queued(async () => {
    const status = model.value;
    if (isHolding.value) {
      keepForLater(operations);
      return [];
    }
    if (!status || operations.length === 0) return [];
    if (narrow.value) {
      inform("The window is narrower than 1024 pixels: the model can be read, not changed.");
      return [];
    }
    try {
      if (!status.dirty) base = (await call("model/source", { model: status.model })).text;
      const result = await call("model/edit", { model: status.model, version: status.version, operations });
      await take(result);
      return result.created ?? [];
    } catch (error) {
      if (error instanceof Disconnected) keepForLater(operations);
      else report(error);
      return [];
    }
  });
}

// What is typed on replaces what was typed before.
function keepForLater(operations: readonly Operation[]): void {
  const place = (o: Operation): string => ("text" in o ? JSON.stringify({ ...o, text: null }) : "");
  const kept = [...waitingChanges.value];
  for (const operation of operations) {
    const last = kept.at(-1);
    if (last && place(operation) !== "" && place(last) === place(operation)) kept.pop();
    kept.push(operation);
  }
  waitingChanges.value = kept;
}

// The server's answer to a change, with the text that would be left if the server went away now.
async function take(result: { version: number; dirty: boolean; can_undo: boolean; can_redo: boolean }): Promise<void> {
  const { version, dirty, can_undo, can_redo } = result;
  const { model: id, format, file } = model.value!;
  isKept.value = false;
  const [drawing, source] = await Promise.all([drawingOf(id, format, render.value), dirty ? call("model/source", { model: id }) : null]);
  batch(() => {
    model.value = { ...model.value!, version, dirty, can_undo, can_redo };
    render.value = drawing;
  });
  rescue = source && file ? { file, text: source.text, base, set: model.value!.set } : null;
  isKept.value = rescue !== null;
}

async function replay(method: "model/undo" | "model/redo"): Promise<void> {
  if (isHolding.value) return inform("No connection: undo and redo come back with it.");
  await flushTyping();
  await queued(async () => {
    const status = model.value;
    if (!status || !(method === "model/undo" ? status.can_undo : status.can_redo)) return;
    await take(await call(method, { model: status.model }));
  }).catch(report);
}

export const undo = (): Promise<void> => replay("model/undo");
export const redo = (): Promise<void> => replay("model/redo");

export async function save(force = false): Promise<void> {
  if (isHolding.value) return inform("No connection: nothing was saved. The changes stay in this page.");
  await flushTyping();
  await queued(async () => {
    const status = model.value;
    if (!status) return;
    try {
      const result = await call("model/save", { model: status.model, ...(status.file ? { file: status.file } : {}), force: force || mayOverwrite });
      model.value = { ...model.value!, file: result.file, dirty: false, version: result.version };
      rescue = null;
      mayOverwrite = false;
      say(`Saved ${result.file}`);
    } catch (error) {
      const conflict = error instanceof RpcError && error.data?.kind === "conflict" && !force;
      report(error, conflict ? [{ title: "Save anyway", run: () => void save(true) }] : []);
    }
  });
}

// --- typing: fields send their text a moment after the last key, or at once when somebody needs it

const flushers = new Set<() => Promise<unknown>>();

export function onFlush(flush: () => Promise<unknown>): () => void {
  flushers.add(flush);
  return () => flushers.delete(flush);
}

export async function flushTyping(): Promise<void> {
  await Promise.all([...flushers].map((flush) => flush()));
}
