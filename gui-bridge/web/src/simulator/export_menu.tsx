// Save a run, load one, take a chart away.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { downloadText, uploadText } from "../common/download.ts";
import { Icon } from "../common/icons.tsx";
import { useClosing } from "../common/popover.ts";
import { call, inform, server } from "../store/app.ts";
import { files, loadFiles, model } from "../store/model.ts";
import { openTraceFile, withTrace } from "../store/simulation.ts";

const open = signal(false);

function closed(action: (trace: string) => Promise<void>): Promise<void> {
  open.value = false;
  return withTrace(action);
}

const stem = (): string => (model.value?.file ?? "model").replace(/^.*\//, "").replace(/\.[^.]*$/, "");

const download = (format: "json" | "xtr" | "txt"): Promise<void> =>
  closed(async (trace) => downloadText(`${stem()}-trace.${format}`, (await call("trace/text", { trace, format })).text));

const chart = (kind: "sequence" | "gantt"): Promise<void> =>
  closed(async (trace) => downloadText(`${stem()}-${kind}.svg`, (await call("export/chart", { trace, kind, format: "svg" })).text, "image/svg+xml"));

async function save(event: Event): Promise<void> {
  event.preventDefault();
  const file = (new FormData(event.currentTarget as HTMLFormElement).get("file") as string).trim();
  await closed(async (trace) => {
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
  const whole = useRef<HTMLSpanElement>(null);
  useClosing(whole, open.value, () => (open.value = false));
  const traces = files.value.filter((f) => f.kind === "trace");
  return (
    <span class="export" ref={whole}>
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
          {traces.slice(0, 200).map((f) => <button key={f.path} class="button quiet" onClick={() => ((open.value = false), void openTraceFile({ file: f.path }))}><Icon name="file" /> {f.path}</button>)}
          <button class="button" onClick={() => void upload()}><Icon name="upload" /> From this computer</button>
        </div>
      )}
    </span>
  );
}
