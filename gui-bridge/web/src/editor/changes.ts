// What is done to the drawing, as operations of the protocol.
import { edgeLabelPlace, edgePoints, locationLabelPlace, namePlace, nodePlaces } from "../drawing/geometry.ts";
import type { Edge, LabelKind, Location, Operation, Point, Template } from "../protocol/types.ts";
import type { FieldKind, Selected } from "./state.ts";

const at = (p: Point, by: Point): Point => ({ x: p.x + by.x, y: p.y + by.y });

// Something of a template moved by a distance: elements with all that belongs to them, a label, a nail, a place of an
// edge where a nail is made.
export type Moved =
  | { kind: "items"; xpaths: readonly string[]; by: Point }
  | { kind: "label"; owner: string; label: FieldKind; by: Point }
  | { kind: "nail"; edge: string; index: number; by: Point }
  | { kind: "bend"; edge: string; index: number; at: Point; by: Point };

type Placed = readonly { xpath: string; x: number | null; y: number | null }[];

function moveLabels(labels: Placed, by: Point): Operation[] {
  return labels.flatMap(({ xpath, x, y }) => (x !== null && y !== null ? [{ op: "move" as const, xpath, ...at({ x, y }, by) }] : []));
}

function moveLocation(location: Location, by: Point): Operation[] {
  const { xpath, name_x, name_y } = location;
  return [
    { op: "move", xpath, ...at(location, by) },
    ...moveLabels([{ xpath: `${xpath}/name`, x: name_x, y: name_y }, ...location.labels], by),
  ];
}

// Name and labels of a location go with it; nails and labels of an edge do when both its ends go, or the edge is one of
// the elements.
export function moveItems(template: Template, xpaths: readonly string[], by: Point): Operation[] {
  const moving = new Set(xpaths);
  const locations = template.locations.filter((l) => moving.has(l.xpath));
  const points = template.branchpoints.filter((b) => moving.has(b.xpath));
  const ends = new Set([...locations, ...points].map((node) => node.id));
  const edges = template.edges.filter((e) => moving.has(e.xpath) || (ends.has(e.source) && ends.has(e.target)));
  return [
    ...points.map((b): Operation => ({ op: "move", xpath: b.xpath, ...at(b, by) })),
    ...locations.flatMap((l) => moveLocation(l, by)),
    ...edges.flatMap((e): Operation[] => [
      ...moveLabels(e.labels, by),
      ...(e.nails.length > 0 ? [{ op: "nails" as const, xpath: e.xpath, nails: e.nails.map((n) => at(n, by)) }] : []),
    ]),
  ];
}

// Locations and branch points whose middle is in the rectangle, and edges that are in it from rim to rim.
export function elementsIn(template: Template, a: Point, b: Point): string[] {
  const inside = (p: Point): boolean => Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y);
  const places = nodePlaces(template);
  return [
    ...[...template.locations, ...template.branchpoints].filter(inside),
    ...template.edges.filter((e) => edgePoints(e, places)?.every(inside)),
  ].map((element) => element.xpath);
}

export function labelPlace(template: Template, owner: Location | Edge, kind: FieldKind): Point {
  if ("source" in owner) return edgeLabelPlace(owner, kind as LabelKind, edgePoints(owner, nodePlaces(template)));
  return kind === "name" ? namePlace(owner) : locationLabelPlace(owner, kind as LabelKind);
}

function moveLabel(template: Template, owner: Location | Edge, kind: FieldKind, by: Point): Operation[] {
  const xpath = kind === "name" ? `${owner.xpath}/name` : owner.labels.find((l) => l.kind === kind)?.xpath;
  return xpath ? [{ op: "move", xpath, ...at(labelPlace(template, owner, kind), by) }] : [];
}

function ownerOf(template: Template, xpath: string): Location | Edge | undefined {
  return template.locations.find((l) => l.xpath === xpath) ?? template.edges.find((e) => e.xpath === xpath);
}

export function moveOperations(template: Template, moved: Moved): Operation[] {
  if (moved.kind === "items") return moveItems(template, moved.xpaths, moved.by);
  if (moved.kind === "label") {
    const owner = ownerOf(template, moved.owner);
    return owner ? moveLabel(template, owner, moved.label, moved.by) : [];
  }
  const edge = template.edges.find((e) => e.xpath === moved.edge);
  if (!edge) return [];
  if (moved.kind === "bend") {
    const nails = [...edge.nails];
    nails.splice(moved.index, 0, at(moved.at, moved.by));
    return [{ op: "nails", xpath: edge.xpath, nails }];
  }
  return [{ op: "nails", xpath: edge.xpath, nails: edge.nails.map((n, i) => (i === moved.index ? at(n, moved.by) : n)) }];
}

// The template as it will look when the operations are done: what is drawn while dragging.
export function preview(template: Template, moved: Moved): Template {
  const moves = new Map<string, Point>();
  const nails = new Map<string, Point[]>();
  for (const operation of moveOperations(template, moved)) {
    if (operation.op === "move") moves.set(operation.xpath, { x: operation.x, y: operation.y });
    if (operation.op === "nails") nails.set(operation.xpath, operation.nails);
  }
  const place = <T extends { xpath: string }>(item: T): T => (moves.has(item.xpath) ? { ...item, ...moves.get(item.xpath) } : item);
  return {
    ...template,
    branchpoints: template.branchpoints.map(place),
    locations: template.locations.map((l) => {
      const name = moves.get(`${l.xpath}/name`);
      return { ...place(l), labels: l.labels.map(place), ...(name ? { name_x: name.x, name_y: name.y } : {}) };
    }),
    edges: template.edges.map((e) => ({ ...e, nails: nails.get(e.xpath) ?? e.nails, labels: e.labels.map(place) })),
  };
}

export function setLabel(template: Template, owner: Location | Edge, kind: FieldKind, text: string): Operation[] {
  const exists = kind === "name" ? (owner as Location).name !== "" : owner.labels.some((l) => l.kind === kind);
  if (!exists && text === "") return [];
  const place = exists ? {} : labelPlace(template, owner, kind);
  if (kind === "name") return [{ op: "name", xpath: owner.xpath, text, ...place }];
  return [{ op: "label", owner: owner.xpath, kind, text, ...place }];
}

// Edges first, then from the last to the first, so that the paths of the others stay true; the initial location, which
// cannot go before the others, at the end.
export function remove(items: readonly Selected[]): Operation[] {
  const place = (item: Selected): number => Number(/(\d+)\]$/.exec(item.item.xpath)?.[1] ?? 0);
  const rank = (item: Selected): number => (item.kind === "edge" ? 0 : item.kind === "location" && item.item.initial ? 2 : 1);
  const sorted = [...items].sort((a, b) => rank(a) - rank(b) || place(b) - place(a));
  return sorted.map((item): Operation => ({ op: "delete", xpath: item.kind === "location" && item.item.initial ? afterOthers(item, items) : item.item.xpath }));
}

function afterOthers(initial: Selected, items: readonly Selected[]): string {
  const [, path, place] = /^(.*\[)(\d+)\]$/.exec(initial.item.xpath) ?? [null, "", "0"];
  const before = items.filter((other) => other.item.xpath.startsWith(path) && Number(other.item.xpath.slice(path.length, -1)) < Number(place));
  return `${path}${Number(place) - before.length}]`;
}

export function toggleFlag(location: Location, flag: "urgent" | "committed"): Operation[] {
  const other = flag === "urgent" ? "committed" : "urgent";
  const operations: Operation[] = [];
  if (!location[flag] && location[other]) operations.push({ op: "flag", xpath: location.xpath, flag: other, value: false });
  operations.push({ op: "flag", xpath: location.xpath, flag, value: !location[flag] });
  return operations;
}
