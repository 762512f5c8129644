// The open model: its drawing, its problems, and every change to it. The server keeps the text and the undo history;
// the page sends operations one after the other and draws what comes back.
import { batch, computed, signal } from "@preact/signals";
import { RpcError } from "../protocol/connection.ts";
import type {
  Constants, Diagnostic, FileEntry, Format, ModelName, ModelStatus, Operation, Render, Summary, Template,
} from "../protocol/types.ts";
import { addressFile, call, connection, inform, narrow, notice, onConnected, report, say, server, toAddress } from "./app.ts";
import { layoutMissing } from "../drawing/layout.ts";
import { slotNumbers } from "../drawing/slots.ts";
import { withNames } from "./text_model.ts";

export const files = signal<FileEntry[]>([]);
export const model = signal<ModelStatus | null>(null);
export const render = signal<Render | null>(null);
export const summary = signal<Summary | null>(null);
export const names = signal<ModelName[]>([]);
export const diagnostics = signal<Diagnostic[]>([]);
export const checkedVersion = signal(-1);
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

export const errors = computed(() => diagnostics.value.filter((d) => d.severity === "error"));
export const isChecked = computed(() => model.value !== null && checkedVersion.value === model.value.version);
export const canEdit = computed(() => model.value !== null && server.value !== null);

export function templateNamed(name: string): Template | undefined {
  return render.value?.templates.find((t) => t.name === name);
}

const slots = computed(() => slotNumbers(render.value?.templates ?? []));

// The colours of a template's locations, by position.
export function slotsOf(template: string): number[] {
  return slots.value.get(template) ?? [];
}

const onOpened: (() => void)[] = [];
export function onModelOpened(action: () => void): void {
  onOpened.push(action);
}

// --- opening

export async function loadFiles(): Promise<void> {
  files.value = (await call("model/files", {})).files;
}

export async function openFile(file: string, set: Constants = {}): Promise<void> {
  rescue = null;
  base = null;
  mayOverwrite = false;
  await openWith({ file, set }, file);
}

export async function openText(name: string, text: string): Promise<void> {
  await openWith({ name, text }, null);
}

async function openWith(params: { file?: string; name?: string; text?: string; set?: Constants }, file: string | null): Promise<void> {
  const before = model.value;
  opening.value = true;
  try {
    const status = await call("model/open", params);
    const drawing = await drawingOf(status.model, status.format, null);
    batch(() => {
      model.value = { ...status, file: status.file ?? file };
      render.value = drawing;
      openError.value = null;
      notice.value = null;
      if (pendingDiagnostics?.model === status.model) takeDiagnostics();
      else diagnostics.value = [];
    });
    if (before && before.file !== file) say(`${file ?? params.name} is open`);
    toAddress("file", file);
    document.title = `${file ?? params.name} · Orbita`;
    if (before) call("model/close", { model: before.model }).catch(() => {});
    onOpened.forEach((action) => action());
    void refreshFacts();
  } catch (error) {
    openError.value = error instanceof Error ? error.message : String(error);
    report(error);
  } finally {
    opening.value = false;
  }
}

// Other values of constants: "N = 3".
export async function setConstants(set: Constants): Promise<void> {
  const status = model.value;
  if (!status) return;
  await queued(async () => {
    const result = await call("model/set", { model: status.model, set });
    model.value = { ...model.value!, version: result.version, set: result.set };
    await refreshRender();
  });
}

onConnected(() => {
  void loadFiles().catch(report);
  model.value = null;
  const file = rescue?.file ?? addressFile() ?? server.value?.file;
  if (rescue) void reopenUnsaved(rescue);
  else if (file) void openFile(file);
  else opening.value = false;
});

// The server was restarted while there were unsaved changes: they live on in this page only.
async function reopenUnsaved(kept: Rescue): Promise<void> {
  const { file, text, set } = kept;
  mayOverwrite = kept.base !== null && (await sourceOfFile(file)) === kept.base;
  await openWith({ name: file, text, set }, file);
  rescue = kept;
  base = kept.base;
  if (model.value) model.value = { ...model.value, file, dirty: true };
  inform("The server was started again. Your unsaved changes are still here.");
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

let pendingDiagnostics: { model: string; version: number; diagnostics: Diagnostic[] } | null = null;

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
  if (errors.value.length === 0) void refreshFacts();
}

// Names and processes: known of models without errors only; the last ones stay until then.
async function refreshFacts(): Promise<void> {
  const id = model.value?.model;
  if (!id || errors.value.length > 0) return;
  try {
    const known = await call("model/names", { model: id });
    if (model.value?.model === id) names.value = known.names;
    const facts = await call("model/summary", { model: id });
    if (model.value?.model === id) summary.value = facts;
  } catch (error) {
    if (!(error instanceof RpcError)) report(error);
  }
}

async function refreshRender(): Promise<void> {
  render.value = await drawingOf(model.value!.model, model.value!.format, render.value);
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
      report(error);
      return [];
    }
  });
}

async function take(result: { version: number; dirty: boolean; can_undo: boolean; can_redo: boolean }): Promise<void> {
  const { version, dirty, can_undo, can_redo } = result;
  const drawing = await drawingOf(model.value!.model, model.value!.format, render.value);
  batch(() => {
    model.value = { ...model.value!, version, dirty, can_undo, can_redo };
    render.value = drawing;
  });
  keepRescue();
}

let rescueTimer: ReturnType<typeof setTimeout> | undefined;

function keepRescue(): void {
  clearTimeout(rescueTimer);
  isKept.value = false;
  if (!model.value?.dirty) {
    rescue = null;
    return;
  }
  rescueTimer = setTimeout(async () => {
    const status = model.value;
    if (!status?.file) return;
    const { text } = await call("model/source", { model: status.model }).catch(() => ({ text: null }));
    if (text === null || model.value?.model !== status.model || model.value.version !== status.version) return;
    rescue = { file: status.file, text, base, set: status.set };
    isKept.value = true;
  }, 300);
}

async function replay(method: "model/undo" | "model/redo"): Promise<void> {
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
