// The drawing of a template, to be edited: tools, dragging, keys. Nothing changes before the button is let go.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { dispatchKey, type KeyCommand } from "../common/keys.ts";
import { Canvas, CanvasView, gridSize } from "../drawing/canvas.tsx";
import { boxAround, edgePoints, nearestStretch, nodePlaces, snap } from "../drawing/geometry.ts";
import { TemplateDrawing, type DrawingMarks } from "../drawing/template_drawing.tsx";
import type { Point, Template } from "../protocol/types.ts";
import { inform, letterKeys, say } from "../store/app.ts";
import { edit, model } from "../store/model.ts";
import { copy, paste, type Copied } from "./clipboard.ts";
import { moveLocation, moveOperations, preview, remove, toggleFlag, type Moved } from "./changes.ts";
import { InPlaceField } from "./in_place_field.tsx";
import {
  inPlace, itemAt, problemsAt, selected, selection, template as current, tool, type FieldKind, type Tool,
} from "./state.ts";
import { Toolbar } from "./toolbar.tsx";

export const editorCanvas = new CanvasView();

interface Drag {
  start: Point;
  free: boolean; // labels and nails do not snap to the grid
  moved(by: Point): Moved;
  origin: Point;
}

// An edge being drawn: where it starts, its nails so far, where the pointer is.
const drawing = signal<{ source: string; nails: Point[]; to: Point } | null>(null);

export function chooseTool(next: Tool): void {
  drawing.value = null;
  tool.value = next;
}

export function EditorCanvas({ template }: { template: Template }): JSX.Element {
  const [drag, setDrag] = useState<{ how: Drag; by: Point } | null>(null);
  const shownTemplate = drag ? preview(template, drag.how.moved(drag.by)) : template;
  const box = useMemo(() => boxAround(template), [template]);
  const textual = model.value?.format !== "xml";

  useEffect(() => {
    drawing.value = null;
  }, [template.xpath]);

  const marks: DrawingMarks = {
    location: (l) => ({ class: `${selection.value === l.xpath ? "selected" : ""} ${drawing.value?.source === l.id ? "selected" : ""}` }),
    edge: (e) => (selection.value === e.xpath ? { class: "selected", handles: !textual } : undefined),
    problems: (xpath) =>
      problemsAt(xpath).map((d) => ({ from: d.from ?? 0, to: d.to ?? 1e9, severity: d.severity, message: d.message })),
  };

  const round = (p: Point): Point => ({ x: snap(p.x, gridSize), y: snap(p.y, gridSize) });

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const target = event.target as Element;
    const xpath = target.closest("[data-item]")?.getAttribute("data-item") ?? null;
    const item = itemAt(template, xpath);
    const at = editorCanvas.toDrawing(event);
    if (tool.value === "location" && !item) return void addLocation(template, round(at));
    if (tool.value === "edge") return edgeClick(template, item && item.kind !== "edge" ? item.item.id : null, round(at));
    if (tool.value === "nail" && item?.kind === "edge") return void addNail(template, item.item.xpath, round(at));
    selection.value = item?.item.xpath ?? null;
    if (!item || textual) return;
    const how = dragOf(target, item, at);
    if (!how) return;
    setDrag({ how, by: { x: 0, y: 0 } });
  };

  const onPointerMove = (event: PointerEvent): void => {
    const at = editorCanvas.svg ? editorCanvas.toDrawing(event) : { x: 0, y: 0 };
    if (drawing.value) drawing.value = { ...drawing.value, to: at };
    if (!drag) return;
    const raw = { x: at.x - drag.how.start.x, y: at.y - drag.how.start.y };
    if (Math.hypot(raw.x, raw.y) < 3 && drag.by.x === 0 && drag.by.y === 0) return;
    editorCanvas.svg!.setPointerCapture(event.pointerId); // from the first pixel on: a mere click goes to what is below
    const { origin, free } = drag.how;
    const to = { x: origin.x + raw.x, y: origin.y + raw.y };
    const end = free || event.shiftKey ? { x: Math.round(to.x), y: Math.round(to.y) } : round(to);
    setDrag({ how: drag.how, by: { x: end.x - origin.x, y: end.y - origin.y } });
  };

  const onPointerUp = async (): Promise<void> => {
    if (!drag) return;
    const { how, by } = drag;
    if (by.x !== 0 || by.y !== 0) await edit(...moveOperations(template, how.moved(by)));
    setDrag(null);
  };

  const onDblClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const xpath = target.closest("[data-item]")?.getAttribute("data-item");
    const item = itemAt(template, xpath ?? null);
    if (!item || item.kind === "branchpoint" || textual) return;
    const kind = target.closest("[data-label]")?.getAttribute("data-label") as FieldKind | null;
    inPlace.value = { owner: item.item.xpath, kind: kind ?? (item.kind === "location" ? "name" : "guard") };
  };

  const ghost = drawing.value;
  const places = nodePlaces(shownTemplate);
  return (
    <div class="editor-canvas">
      <Canvas
        canvas={editorCanvas}
        box={box}
        fitKey={`${model.value?.model}${template.xpath}`}
        ground="grid"
        label={`Drawing of ${template.name}. Tab goes to the next location or edge.`}
        class={tool.value === "select" ? "" : "crosshair"}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => void onPointerUp()}
        onDblClick={onDblClick}
        onKeyDown={(event) => onKey(event, template)}
      >
        <TemplateDrawing template={shownTemplate} marks={marks} terse={editorCanvas.scale.value < 0.45} scale={editorCanvas.scale.value} focusable />
        {ghost && places.has(ghost.source) && (
          <path class="ghost-edge" d={[places.get(ghost.source)!, ...ghost.nails, ghost.to].map((p, i) => `${i ? "L" : "M"}${p.x},${p.y}`).join("")} />
        )}
      </Canvas>
      <Toolbar canvas={editorCanvas} box={box} textual={textual} />
      {template.locations.length === 0 && <p class="canvas-hint">Press L, then click.</p>}
      {inPlace.value && <InPlaceField key={`${inPlace.value.owner}${inPlace.value.kind}`} template={template} canvas={editorCanvas} />}
    </div>
  );
}

// What a pointer took hold of.
function dragOf(target: Element, item: NonNullable<ReturnType<typeof itemAt>>, start: Point): Drag | null {
  const nail = target.getAttribute("data-nail");
  if (nail !== null && item.kind === "edge") {
    const index = Number(nail);
    return { start, free: false, origin: item.item.nails[index], moved: (by) => ({ kind: "nail", edge: item.item.xpath, index, by }) };
  }
  const label = target.closest("[data-label]")?.getAttribute("data-label") as FieldKind | null;
  if (label && item.kind !== "branchpoint") {
    return { start, free: true, origin: { x: 0, y: 0 }, moved: (by) => ({ kind: "label", owner: item.item.xpath, label, by }) };
  }
  if (item.kind === "edge") return null;
  const { id, x, y } = item.item;
  return { start, free: false, origin: { x, y }, moved: (by) => ({ kind: "location", id, by }) };
}

export async function addLocation(template: Template, at: Point): Promise<void> {
  const [xpath] = await edit({ op: "add_location", template: template.xpath, ...at });
  if (xpath) selection.value = xpath;
  say("Location added");
}

async function addNail(template: Template, xpath: string, at: Point): Promise<void> {
  const edge = template.edges.find((e) => e.xpath === xpath);
  const points = edge && edgePoints(edge, nodePlaces(template));
  if (!edge || !points) return;
  const nails = [...edge.nails];
  nails.splice(Math.min(nearestStretch(points, at), nails.length), 0, at);
  selection.value = xpath;
  await edit({ op: "nails", xpath, nails });
}

// First click: the source. Then nails on the ground, until a location ends the edge.
function edgeClick(template: Template, id: string | null, at: Point): void {
  const now = drawing.value;
  if (!now) {
    if (id) drawing.value = { source: id, nails: [], to: at };
    return;
  }
  if (!id) drawing.value = { ...now, nails: [...now.nails, at] };
  else void finishEdge(template, now.source, id, now.nails);
}

async function finishEdge(template: Template, source: string, target: string, nails: Point[]): Promise<void> {
  drawing.value = null;
  const [xpath] = await edit({ op: "add_edge", template: template.xpath, source, target, nails });
  if (xpath) selection.value = xpath;
  say("Edge added");
}

// --- keys

function step(template: Template, by: 1 | -1): boolean {
  const all = [...template.locations, ...template.edges].map((i) => i.xpath);
  const now = selection.value === null ? (by === 1 ? -1 : all.length) : all.indexOf(selection.value);
  const next = now + by;
  if (next < 0 || next >= all.length) {
    selection.value = null;
    return false; // the browser goes on to the next pane
  }
  selection.value = all[next];
  const shown = [...(editorCanvas.svg?.querySelectorAll<SVGGElement>("[data-item]") ?? [])];
  shown.find((g) => g.dataset.item === all[next])?.querySelector<SVGGElement>("[role=button]")?.focus(); // read out by its own sentence
  return true;
}

function onKey(event: KeyboardEvent, template: Template): void {
  if (event.key === "Tab" && !event.ctrlKey && !event.altKey) {
    if (step(template, event.shiftKey ? -1 : 1)) event.preventDefault();
    return;
  }
  if (event.key.startsWith("Arrow") && moveByKey(event, template)) return event.preventDefault();
  dispatchKey(event, canvasCommands(template), letterKeys.value);
}

function moveByKey(event: KeyboardEvent, template: Template): boolean {
  const item = selected.value;
  if (!item || item.kind === "edge" || model.value?.format !== "xml" || event.ctrlKey || event.altKey) return false;
  const by = event.shiftKey ? 1 : gridSize;
  const x = event.key === "ArrowLeft" ? -by : event.key === "ArrowRight" ? by : 0;
  const y = event.key === "ArrowUp" ? -by : event.key === "ArrowDown" ? by : 0;
  void edit(...moveLocation(template, item.item.id, { x, y }));
  return true;
}

function center(): Point {
  const w = editorCanvas.window();
  return { x: snap((w.left + w.right) / 2, gridSize), y: snap((w.top + w.bottom) / 2, gridSize) };
}

export async function addBranchpoint(): Promise<void> {
  if (!current.value) return;
  const [xpath] = await edit({ op: "add_branchpoint", template: current.value.xpath, ...center() });
  if (xpath) selection.value = xpath;
}

let copied: Copied | null = null;

function copySelected(template: Template, cut: boolean): void {
  const item = selected.value;
  const taken = copy(template, item);
  if (!item || !taken) return;
  copied = taken;
  say(cut ? "Cut" : "Copied");
  if (!cut) return;
  void edit(...remove(item));
  selection.value = null;
}

async function pasteCopied(template: Template): Promise<void> {
  if (!copied) return;
  const operations = paste(template, copied);
  if (typeof operations === "string") return inform(operations);
  const [xpath] = await edit(...operations);
  if (xpath) selection.value = xpath;
  say("Pasted");
}

// Enter does what the tool does, where there is no pointer.
function enter(template: Template): void {
  const item = selected.value;
  if (tool.value === "location") return void addLocation(template, center());
  if (tool.value === "edge" && item && item.kind !== "edge") return edgeClick(template, item.item.id, { x: 0, y: 0 });
  if (item && item.kind !== "branchpoint") inPlace.value = { owner: item.item.xpath, kind: item.kind === "location" ? "name" : "guard" };
}

function canvasCommands(template: Template): KeyCommand[] {
  const item = selected.value;
  const location = item?.kind === "location" ? item.item : null;
  const view: KeyCommand[] = [
    { keys: "Esc", title: "Back to select", run: () => (chooseTool("select"), (selection.value = null)) },
    { keys: "Shift 1", title: "Fit", run: () => editorCanvas.fit(boxAround(template)) },
    { keys: "+", title: "Zoom in", run: () => editorCanvas.zoomBy(1.25) },
    { keys: "-", title: "Zoom out", run: () => editorCanvas.zoomBy(0.8) },
  ];
  if (model.value?.format !== "xml") return view; // a text model is edited as text
  return [
    ...view,
    { keys: "V", title: "Select", run: () => chooseTool("select") },
    { keys: "L", title: "Location", run: () => chooseTool("location") },
    { keys: "E", title: "Edge", run: () => chooseTool("edge") },
    { keys: "N", title: "Nail", run: () => chooseTool("nail") },
    { keys: "Enter or F2", title: "Edit label", run: () => enter(template) },
    { keys: "Delete or Backspace", title: "Delete", when: () => item !== null, run: () => (edit(...remove(item!)), (selection.value = null)) },
    { keys: "Ctrl C", title: "Copy", when: () => item !== null, run: () => copySelected(template, false) },
    { keys: "Ctrl X", title: "Cut", when: () => item !== null, run: () => copySelected(template, true) },
    { keys: "Ctrl V", title: "Paste", when: () => copied !== null, run: () => void pasteCopied(template) },
    { keys: "I", title: "Initial", when: () => !!location, run: () => void edit({ op: "flag", xpath: location!.xpath, flag: "initial", value: true }) },
    { keys: "C", title: "Committed", when: () => !!location, run: () => void edit(...toggleFlag(location!, "committed")) },
    { keys: "U", title: "Urgent", when: () => !!location, run: () => void edit(...toggleFlag(location!, "urgent")) },
  ];
}
