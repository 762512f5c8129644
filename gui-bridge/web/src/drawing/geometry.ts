// Where things are in a drawing of a template. UPPAAL's coordinates: y grows downwards, labels are placed by their top
// left corner.
import type { Edge, Label, LabelKind, Location, Point, Template } from "../protocol/types.ts";

export const radius = 13;
export const branchRadius = 4;
export const lineHeight = 17;
const letterWidth = 7.2; // of a label, about: for boxes only, never for placing text
const arrowLength = 10;
const arrowHalf = 4;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface NodePlace extends Point {
  r: number;
}

export function nodePlaces(template: Template): Map<string, NodePlace> {
  const places = new Map<string, NodePlace>();
  for (const l of template.locations) places.set(l.id, { x: l.x, y: l.y, r: radius });
  for (const b of template.branchpoints) places.set(b.id, { x: b.x, y: b.y, r: branchRadius });
  return places;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

// The point at `length` from `from` towards `to`.
function towards(from: Point, to: Point, length: number): Point {
  const d = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * length) / d, y: from.y + ((to.y - from.y) * length) / d };
}

function loopNails(at: NodePlace): Point[] {
  return [
    { x: at.x - 24, y: at.y - 46 },
    { x: at.x + 24, y: at.y - 46 },
  ];
}

// From rim to rim through the nails; null when an end does not exist.
export function edgePoints(edge: Edge, places: Map<string, NodePlace>): Point[] | null {
  const source = places.get(edge.source);
  const target = places.get(edge.target);
  if (!source || !target) return null;
  const nails = edge.nails.length === 0 && source === target ? loopNails(source) : edge.nails;
  const first = nails[0] ?? target;
  const last = nails.at(-1) ?? source;
  return [towards(source, first, source.r), ...nails, towards(target, last, target.r + 1)];
}

export function pathOf(points: readonly Point[]): string {
  return points.map((p, i) => `${i === 0 ? "M" : "L"}${p.x},${p.y}`).join("");
}

export function arrowHead(points: readonly Point[]): string {
  const tip = points[points.length - 1];
  const before = points[points.length - 2];
  const base = towards(tip, before, arrowLength);
  const d = distance(tip, before) || 1;
  const side = { x: ((tip.y - before.y) / d) * arrowHalf, y: (-(tip.x - before.x) / d) * arrowHalf };
  return `M${tip.x},${tip.y}L${base.x + side.x},${base.y + side.y}L${base.x - side.x},${base.y - side.y}Z`;
}

// The point half way along a polyline.
export function middle(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((p, i) => distance(points[i], p));
  let left = lengths.reduce((a, b) => a + b, 0) / 2;
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i]) return towards(points[i], points[i + 1], left);
    left -= lengths[i];
  }
  return points[points.length - 1];
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const length2 = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const t = length2 === 0 ? 0 : ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length2;
  const u = Math.max(0, Math.min(1, t));
  return distance(p, { x: a.x + u * (b.x - a.x), y: a.y + u * (b.y - a.y) });
}

// Which stretch of the polyline is nearest to `p`: a nail put there gets this index.
export function nearestStretch(points: readonly Point[], p: Point): number {
  let best = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    if (distanceToSegment(p, points[i], points[i + 1]) < distanceToSegment(p, points[best], points[best + 1])) best = i;
  }
  return best;
}

const edgeOrder: readonly LabelKind[] = ["select", "guard", "synchronisation", "assignment", "probability"];

// Labels without a place of their own stand under each other beside the middle of their edge.
export function edgeLabelPlace(edge: Edge, kind: LabelKind, points: readonly Point[] | null): Point {
  const label = edge.labels.find((l) => l.kind === kind);
  if (label && label.x !== null && label.y !== null) return { x: label.x, y: label.y };
  const at = points ? middle(points) : { x: 0, y: 0 };
  let lines = 0;
  for (const other of edgeOrder.slice(0, Math.max(0, edgeOrder.indexOf(kind)))) {
    const before = edge.labels.find((l) => l.kind === other);
    if (before && before.x === null) lines += before.text.split("\n").length;
    if (before && before.x !== null && before.y !== null) {
      return { x: before.x, y: before.y + before.text.split("\n").length * lineHeight };
    }
  }
  return { x: Math.round(at.x) + 8, y: Math.round(at.y) + 4 + lines * lineHeight };
}

export function namePlace(location: Location): Point {
  if (location.name_x !== null && location.name_y !== null) return { x: location.name_x, y: location.name_y };
  return { x: location.x - Math.round((location.name.length * letterWidth) / 2), y: location.y - 36 };
}

export function locationLabelPlace(location: Location, kind: LabelKind): Point {
  const label = location.labels.find((l) => l.kind === kind);
  if (label && label.x !== null && label.y !== null) return { x: label.x, y: label.y };
  const row = kind === "invariant" ? 0 : 1;
  return { x: location.x - 16, y: location.y + radius + 2 + row * lineHeight };
}

// In a drawing made by us a loop stands above its location: then the texts of the location are below it.
export function placeTexts(location: Location, edges: readonly Edge[]): Location {
  const unplaced = { ...location, name_x: null, name_y: null, labels: location.labels.map((l) => ({ ...l, x: null, y: null })) };
  if (!edges.some((e) => e.source === location.id && e.target === location.id)) return unplaced;
  const name = { ...unplaced, name_x: namePlace(unplaced).x, name_y: location.y + radius + 2 };
  let y = name.name_y + (location.name ? lineHeight : 0);
  const labels = location.labels.map((l) => {
    const at = { ...l, x: location.x - 16, y };
    if (l.kind !== "comments") y += l.text.split("\n").length * lineHeight;
    return at;
  });
  return { ...name, labels };
}

function textBox(text: string, at: Point, size: number): Box {
  const lines = text.split("\n");
  const width = Math.max(...lines.map((l) => l.length)) * letterWidth * size;
  return { left: at.x, top: at.y, right: at.x + width, bottom: at.y + lines.length * lineHeight };
}

// Where a location has its name and labels.
export function textBoxes(l: Location, textSize = 1): Box[] {
  const labels = shown(l.labels).map((label) => textBox(label.text, locationLabelPlace(l, label.kind), textSize));
  return l.name ? [textBox(l.name, namePlace(l), textSize), ...labels] : labels;
}

// Whether something of this width is hidden by a text of the location if it stands on this side of it.
export function isFree(l: Location, right: boolean, width: number, textSize: number): boolean {
  const near = radius + 6;
  const [left, end] = right ? [l.x + near, l.x + near + width] : [l.x - near - width, l.x - near];
  const half = 8 * textSize;
  return textBoxes(l, textSize).every((b) => b.right < left || b.left > end || b.bottom < l.y - half || b.top > l.y + half);
}

// `textSize`: how much larger texts are than the drawing says; `namesOnly`: labels are not drawn.
export function boxAround(template: Template, textSize = 1, namesOnly = false): Box {
  const boxes: Box[] = [];
  const places = nodePlaces(template);
  for (const p of places.values()) boxes.push({ left: p.x - p.r, top: p.y - p.r, right: p.x + p.r, bottom: p.y + p.r });
  for (const l of template.locations) {
    boxes.push(...textBoxes(namesOnly ? { ...l, labels: [] } : l, textSize));
  }
  for (const edge of template.edges) {
    const points = edgePoints(edge, places);
    for (const p of points ?? []) boxes.push({ left: p.x, top: p.y, right: p.x, bottom: p.y });
    for (const label of namesOnly ? [] : shown(edge.labels)) boxes.push(textBox(label.text, edgeLabelPlace(edge, label.kind, points), textSize));
  }
  if (boxes.length === 0) return { left: -100, top: -100, right: 100, bottom: 100 };
  return {
    left: Math.min(...boxes.map((b) => b.left)),
    top: Math.min(...boxes.map((b) => b.top)),
    right: Math.max(...boxes.map((b) => b.right)),
    bottom: Math.max(...boxes.map((b) => b.bottom)),
  };
}

// Comments are shown in the inspector, not in the drawing.
export function shown(labels: readonly Label[]): Label[] {
  return labels.filter((l) => l.kind !== "comments" && !l.kind.startsWith("testcode") && l.text.trim() !== "");
}

export function snap(value: number, grid: number): number {
  return Math.round(value / grid) * grid;
}
