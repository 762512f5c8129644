// What is done to the drawing, as operations of the protocol.
import { edgeLabelPlace, edgePoints, locationLabelPlace, namePlace, nodePlaces } from "../drawing/geometry.ts";
import type { Edge, LabelKind, Location, Operation, Point, Template } from "../protocol/types.ts";
import type { FieldKind, Selected } from "./state.ts";

const at = (p: Point, by: Point): Point => ({ x: p.x + by.x, y: p.y + by.y });

// Something of a template moved by a distance: a location with its labels, a label, a nail.
export type Moved =
  | { kind: "location"; id: string; by: Point }
  | { kind: "label"; owner: string; label: FieldKind; by: Point }
  | { kind: "nail"; edge: string; index: number; by: Point };

// Name and labels of a location go with it, and so do the nails and labels of its loops.
export function moveLocation(template: Template, id: string, by: Point): Operation[] {
  const location = template.locations.find((l) => l.id === id);
  const node = location ?? template.branchpoints.find((b) => b.id === id);
  if (!node) return [];
  const operations: Operation[] = [{ op: "move", xpath: node.xpath, ...at(node, by) }];
  const moveLabels = (labels: readonly { xpath: string; x: number | null; y: number | null }[]): void => {
    for (const l of labels) if (l.x !== null && l.y !== null) operations.push({ op: "move", xpath: l.xpath, x: l.x + by.x, y: l.y + by.y });
  };
  if (location) {
    if (location.name_x !== null && location.name_y !== null) {
      operations.push({ op: "move", xpath: `${location.xpath}/name`, x: location.name_x + by.x, y: location.name_y + by.y });
    }
    moveLabels(location.labels);
  }
  for (const edge of template.edges.filter((e) => e.source === id && e.target === id)) {
    moveLabels(edge.labels);
    if (edge.nails.length > 0) operations.push({ op: "nails", xpath: edge.xpath, nails: edge.nails.map((n) => at(n, by)) });
  }
  return operations;
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
  if (moved.kind === "location") return moveLocation(template, moved.id, moved.by);
  if (moved.kind === "label") {
    const owner = ownerOf(template, moved.owner);
    return owner ? moveLabel(template, owner, moved.label, moved.by) : [];
  }
  const edge = template.edges.find((e) => e.xpath === moved.edge);
  if (!edge) return [];
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

export function remove(selected: Selected): Operation[] {
  return [{ op: "delete", xpath: selected.item.xpath }];
}

export function toggleFlag(location: Location, flag: "urgent" | "committed"): Operation[] {
  const other = flag === "urgent" ? "committed" : "urgent";
  const operations: Operation[] = [];
  if (!location[flag] && location[other]) operations.push({ op: "flag", xpath: location.xpath, flag: other, value: false });
  operations.push({ op: "flag", xpath: location.xpath, flag, value: !location[flag] });
  return operations;
}
