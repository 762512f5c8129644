// Save a run, load one, take a chart away.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { downloadText, uploadText } from "../common/download.ts";
import { Icon } from "../common/icons.tsx";
import { call, inform, report, server } from "../store/app.ts";
import { files, loadFiles, model } from "../store/model.ts";
import { asTrace, openTraceFile } from "../store/simulation.ts";

const open = signal(false);

async function withTrace(action: (trace: string) => Promise<void>): Promise<void> {
  open.value = false;
  try {
    const trace = await asTrace();
    if (trace) await action(trace);
  } catch (error) {
    report(error);
  }
}

const stem = (): string => (model.value?.file ?? "model").replace(/^.*\//, "").replace(/\.[^.]*$/, "");

const download = (format: "json" | "xtr" | "txt"): Promise<void> =>
  withTrace(async (trace) => downloadText(`${stem()}-trace.${format}`, (await call("trace/text", { trace, format })).text));

const chart = (kind: "sequence" | "gantt"): Promise<void> =>
  withTrace(async (trace) => downloadText(`${stem()}-${kind}.svg`, (await call("export/chart", { trace, kind, format: "svg" })).text, "image/svg+xml"));

async function save(event: Event): Promise<void> {
  event.preventDefault();
  const file = (new FormData(event.currentTarget as HTMLFormElement).get("file") as string).trim();
  await withTrace(async (trace) => {
    const saved = await call("trace/save", { trace, file });
    await loadFiles();
    inform(`Saved ${saved.file}`);
  });
}

async function upload(): Promise<void> {
  open.value = false;
  const chosen = await uploadText(".json,.xtr");
  if (chosen) await openTraceFile(chosen);
}

export function ExportMenu(): JSX.Element {
  const traces = files.value.filter((f) => f.kind === "trace");
  return (
    <span class="export" onKeyDown={(e) => e.key === "Escape" && (open.value = false)}>
      <button class="button" aria-expanded={open.value} onClick={() => (open.value = !open.value)}><Icon name="download" /> Traces</button>
      {open.value && (
        <div class="popover up">
          <form class="row" onSubmit={(e) => void save(e)}>
            <input class="field mono" name="file" aria-label="File name" value={`${stem()}-trace.json`} />
            <button class="button" disabled={server.value?.read_only}>Save</button>
          </form>
          <div class="row">
            <button class="button" onClick={() => void download("json")}>JSON</button>
            <button class="button" onClick={() => void download("xtr")}>XTR</button>
            <button class="button" onClick={() => void download("txt")}>Text</button>
          </div>
          <div class="row">
            <button class="button" onClick={() => void chart("sequence")}>Sequence chart</button>
            <button class="button" onClick={() => void chart("gantt")}>Gantt chart</button>
          </div>
          <p class="head">Open a trace</p>
          {traces.slice(0, 12).map((f) => <button key={f.path} class="button quiet" onClick={() => ((open.value = false), void openTraceFile({ file: f.path }))}><Icon name="file" /> {f.path}</button>)}
          <button class="button" onClick={() => void upload()}><Icon name="upload" /> From this computer</button>
        </div>
      )}
    </span>
  );
}
