// The drawing of a template, to be edited: tools, dragging, keys. Nothing changes before the button is let go.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { dispatchKey, type KeyCommand } from "../common/keys.ts";
import { Canvas, CanvasView, gridSize } from "../drawing/canvas.tsx";
import { boxAround, edgePoints, nearestStretch, nodePlaces, pathOf, snap } from "../drawing/geometry.ts";
import { TemplateDrawing, type DrawingMarks } from "../drawing/template_drawing.tsx";
import type { Edge, Point, Template } from "../protocol/types.ts";
import { letterKeys, say } from "../store/app.ts";
import { edit, model } from "../store/model.ts";
import { copySelected, deleteSelected, hasCopied, moveSelected, pasteCopied } from "./actions.ts";
import { elementsIn, moveOperations, preview, toggleFlag, type Moved } from "./changes.ts";
import { InPlaceField } from "./in_place_field.tsx";
import {
  choose, chooseAll, chosenItems, inPlace, isChosen, itemAt, kept, problemsAt, selected, selection, template as current, toggleChosen,
  tool, type FieldKind, type Selected, type Tool,
} from "./state.ts";
import { Toolbar } from "./toolbar.tsx";

export const editorCanvas = new CanvasView();

interface Drag {
  start: Point;
  free: boolean; // labels and nails do not snap to the grid
  moved(by: Point): Moved;
  origin: Point;
  click?(): void; // what it was if nothing moved
}

// An end of an edge that is being pulled to another location.
interface Pull {
  edge: Edge;
  end: "source" | "target";
  to: Point;
}

// Shift or Ctrl: to what is selected already.
const isMore = (event: PointerEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey;

// An edge being drawn: where it starts, its nails so far, where the pointer is.
const drawing = signal<{ source: string; nails: Point[]; to: Point } | null>(null);

export function chooseTool(next: Tool): void {
  drawing.value = null;
  tool.value = next;
}

export function EditorCanvas({ template }: { template: Template }): JSX.Element {
  const [drag, setDrag] = useState<{ how: Drag; by: Point } | null>(null);
  const [band, setBand] = useState<{ from: Point; to: Point } | null>(null);
  const [pull, setPull] = useState<Pull | null>(null);
  const shownTemplate = drag ? preview(template, drag.how.moved(drag.by)) : template;
  const box = useMemo(() => boxAround(template), [template]);
  const textual = model.value?.format !== "xml";

  useEffect(() => {
    drawing.value = null;
  }, [template.xpath]);

  const marks: DrawingMarks = {
    location: (l) => ({ class: `${isChosen(l.xpath) ? "selected" : ""} ${drawing.value?.source === l.id ? "selected" : ""}` }),
    edge: (e) => (isChosen(e.xpath) ? { class: "selected", handles: !textual && selection.value.length === 1 } : undefined),
    branchpoint: (b) => ({ class: isChosen(b.xpath) ? "selected" : "" }),
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
    if (item) return takeHold(event, item, at);
    if (isMore(event)) return setBand({ from: at, to: at });
    choose();
  };

  const takeHold = (event: PointerEvent, item: Selected, at: Point): void => {
    const { xpath } = item.item;
    const more = isMore(event);
    const before = isChosen(xpath);
    if (!before) choose(...(more ? selection.value : []), xpath);
    const click = !before ? undefined : more ? () => toggleChosen(xpath) : () => choose(xpath);
    if (textual) return click?.();
    const end = (event.target as Element).getAttribute("data-end") as Pull["end"] | null;
    if (end && item.kind === "edge") return setPull({ edge: item.item, end, to: at });
    setDrag({ how: { ...dragOf(template, event.target as Element, item, at), click }, by: { x: 0, y: 0 } });
  };

  const onPointerMove = (event: PointerEvent): void => {
    const at = editorCanvas.svg ? editorCanvas.toDrawing(event) : { x: 0, y: 0 };
    if (drawing.value) drawing.value = { ...drawing.value, to: at };
    if (!drag && !band && !pull) return;
    const start = drag?.how.start ?? band?.from ?? at;
    const raw = { x: at.x - start.x, y: at.y - start.y };
    if (drag && Math.hypot(raw.x, raw.y) < 3 && drag.by.x === 0 && drag.by.y === 0) return;
    editorCanvas.svg!.setPointerCapture(event.pointerId); // from the first pixel on: a mere click goes to what is below
    if (band) setBand({ ...band, to: at });
    if (pull) setPull({ ...pull, to: at });
    if (!drag) return;
    const { origin, free } = drag.how;
    const to = { x: origin.x + raw.x, y: origin.y + raw.y };
    const end = free || event.shiftKey ? { x: Math.round(to.x), y: Math.round(to.y) } : round(to);
    setDrag({ how: drag.how, by: { x: end.x - origin.x, y: end.y - origin.y } });
  };

  const onPointerUp = async (event: PointerEvent): Promise<void> => {
    setBand(null);
    setPull(null);
    if (band) choose(...new Set([...selection.value, ...elementsIn(template, band.from, band.to)]));
    if (pull) await reattach(template, pull, event);
    if (!drag) return;
    const { how, by } = drag;
    if (by.x !== 0 || by.y !== 0) await edit(...moveOperations(template, how.moved(by)));
    else how.click?.();
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

  const ghost = ghostPath(shownTemplate, pull);
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
        onPointerUp={(event) => void onPointerUp(event)}
        onDblClick={onDblClick}
        onKeyDown={(event) => onKey(event, template)}
      >
        <TemplateDrawing template={shownTemplate} marks={marks} terse={editorCanvas.scale.value < 0.45} scale={editorCanvas.scale.value} focusable />
        {ghost && <path class="ghost-edge" d={pathOf(ghost)} />}
        {band && <Band from={band.from} to={band.to} />}
      </Canvas>
      <Toolbar canvas={editorCanvas} box={box} textual={textual} />
      {template.locations.length === 0 && <p class="canvas-hint">Press L, then click.</p>}
      {inPlace.value && <InPlaceField key={`${inPlace.value.owner}${inPlace.value.kind}`} template={template} canvas={editorCanvas} />}
    </div>
  );
}

function Band({ from, to }: { from: Point; to: Point }): JSX.Element {
  return <rect class="rubber-band" x={Math.min(from.x, to.x)} y={Math.min(from.y, to.y)} width={Math.abs(to.x - from.x)} height={Math.abs(to.y - from.y)} />;
}

// An edge that is being drawn, or whose end is being pulled.
function ghostPath(template: Template, pull: Pull | null): Point[] | null {
  const now = drawing.value;
  const places = nodePlaces(template);
  if (now) return places.has(now.source) ? [places.get(now.source)!, ...now.nails, now.to] : null;
  const points = pull && edgePoints(pull.edge, places);
  if (!points) return null;
  return pull.end === "source" ? [pull.to, ...points.slice(1)] : [...points.slice(0, -1), pull.to];
}

async function reattach(template: Template, { edge, end }: Pull, event: PointerEvent): Promise<void> {
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-item]");
  const item = itemAt(template, under?.getAttribute("data-item") ?? null);
  if (!item || item.kind === "edge" || item.item.id === edge[end]) return;
  await edit({ op: "ends", xpath: edge.xpath, [end]: item.item.id });
  say(`${end === "source" ? "Source" : "Target"} changed`);
}

// What a pointer took hold of: a nail or a label of the one element that is selected, or all that is selected. A stretch of
// a single edge gets a nail there.
function dragOf(template: Template, target: Element, item: Selected, start: Point): Drag {
  const { xpath } = item.item;
  const origin = { x: 0, y: 0 };
  const together: Drag = { start, free: false, origin, moved: (by) => ({ kind: "items", xpaths: selection.value, by }) };
  if (item.kind !== "edge") together.origin = { x: item.item.x, y: item.item.y };
  if (selection.value.length > 1) return together;
  const label = target.closest("[data-label]")?.getAttribute("data-label") as FieldKind | null;
  if (label) return { start, free: true, origin, moved: (by) => ({ kind: "label", owner: xpath, label, by }) };
  if (item.kind !== "edge") return together;
  const nail = target.getAttribute("data-nail");
  if (nail !== null) {
    const index = Number(nail);
    return { start, free: false, origin: item.item.nails[index], moved: (by) => ({ kind: "nail", edge: xpath, index, by }) };
  }
  const points = edgePoints(item.item, nodePlaces(template));
  const at = { x: snap(start.x, gridSize), y: snap(start.y, gridSize) };
  const index = points ? Math.min(nearestStretch(points, start), item.item.nails.length) : 0;
  return { start, free: false, origin: at, moved: (by) => ({ kind: "bend", edge: xpath, index, at, by }) };
}

export async function addLocation(template: Template, at: Point): Promise<void> {
  const [xpath] = await edit({ op: "add_location", template: template.xpath, ...at });
  if (xpath) choose(xpath);
  say("Location added");
}

async function addNail(template: Template, xpath: string, at: Point): Promise<void> {
  const edge = template.edges.find((e) => e.xpath === xpath);
  const points = edge && edgePoints(edge, nodePlaces(template));
  if (!edge || !points) return;
  const nails = [...edge.nails];
  nails.splice(Math.min(nearestStretch(points, at), nails.length), 0, at);
  choose(xpath);
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
  if (xpath) choose(xpath);
  say("Edge added");
}

// --- keys

// Tab: the next element instead of the last one; what was kept by Space stays.
function step(template: Template, by: 1 | -1): boolean {
  const all = [...template.locations, ...template.branchpoints, ...template.edges].map((i) => i.xpath);
  const last = selection.value.at(-1);
  const next = (last === undefined ? (by === 1 ? -1 : all.length) : all.indexOf(last)) + by;
  if (next < 0 || next >= all.length) {
    choose();
    return false; // the browser goes on to the next pane
  }
  selection.value = [...kept.value.filter((x) => x !== all[next]), all[next]];
  const shown = [...(editorCanvas.svg?.querySelectorAll<SVGGElement>("[data-item]") ?? [])];
  shown.find((g) => g.dataset.item === all[next])?.querySelector<SVGGElement>("[role=button]")?.focus(); // read out by its own sentence
  return true;
}

function keep(): void {
  kept.value = selection.value;
  say(`${selection.value.length} selected; Tab adds the next one`);
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
  if (selection.value.length === 0 || model.value?.format !== "xml" || event.ctrlKey || event.altKey) return false;
  const by = event.shiftKey ? 1 : gridSize;
  const x = event.key === "ArrowLeft" ? -by : event.key === "ArrowRight" ? by : 0;
  const y = event.key === "ArrowUp" ? -by : event.key === "ArrowDown" ? by : 0;
  void moveSelected(template, { x, y });
  return true;
}

function center(): Point {
  const w = editorCanvas.window();
  return { x: snap((w.left + w.right) / 2, gridSize), y: snap((w.top + w.bottom) / 2, gridSize) };
}

export async function addBranchpoint(): Promise<void> {
  if (!current.value) return;
  const [xpath] = await edit({ op: "add_branchpoint", template: current.value.xpath, ...center() });
  if (xpath) choose(xpath);
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
  const some = (): boolean => chosenItems.value.length > 0;
  const view: KeyCommand[] = [
    { keys: "Esc", title: "Back to select", run: () => (chooseTool("select"), choose()) },
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
    { keys: "Space", title: "Keep, and select more with Tab", when: some, run: keep },
    { keys: "Ctrl A", title: "Select all", run: chooseAll },
    { keys: "Delete or Backspace", title: "Delete", when: some, run: () => void deleteSelected() },
    { keys: "Ctrl C", title: "Copy", when: some, run: () => copySelected(template, false) },
    { keys: "Ctrl X", title: "Cut", when: some, run: () => copySelected(template, true) },
    { keys: "Ctrl V", title: "Paste", when: hasCopied, run: () => void pasteCopied(template) },
    { keys: "I", title: "Initial", when: () => !!location, run: () => void edit({ op: "flag", xpath: location!.xpath, flag: "initial", value: true }) },
    { keys: "C", title: "Committed", when: () => !!location, run: () => void edit(...toggleFlag(location!, "committed")) },
    { keys: "U", title: "Urgent", when: () => !!location, run: () => void edit(...toggleFlag(location!, "urgent")) },
  ];
}
