// Cut, copy and paste of a location or an edge, within the page. A pasted location gets a name of its own; a pasted edge
// joins the same locations, which have to be in the template: another template has them where their names are the same.
import { gridSize } from "../drawing/canvas.tsx";
import { nodeTitle } from "../drawing/titles.ts";
import type { Edge, Label, Location, Operation, Point, Template } from "../protocol/types.ts";
import type { Selected } from "./state.ts";

export type Copied = { kind: "location"; item: Location } | { kind: "edge"; item: Edge; source: string; target: string };

export function copy(template: Template, selected: Selected | null): Copied | null {
  if (selected?.kind === "location") return { kind: "location", item: selected.item };
  if (selected?.kind !== "edge") return null;
  const { item } = selected;
  return { kind: "edge", item, source: nodeTitle(template, item.source), target: nodeTitle(template, item.target) };
}

// "cs", then "cs2", "cs3": names in a template differ.
export function freshName(template: Template, name: string): string {
  if (name === "") return "";
  const taken = new Set(template.locations.map((l) => l.name));
  const stem = name.replace(/\d+$/, "") || name;
  let n = 2;
  let fresh = name;
  while (taken.has(fresh)) fresh = `${stem}${n++}`;
  return fresh;
}

const shifted = (p: Point, by: number): Point => ({ x: p.x + by, y: p.y + by });

function labelOperations(owner: string, labels: readonly Label[], by: number): Operation[] {
  return labels.filter((l) => l.text.trim() !== "").map((l) => ({
    op: "label", owner, kind: l.kind, text: l.text, ...(l.x !== null && l.y !== null ? shifted({ x: l.x, y: l.y }, by) : {}),
  }));
}

// The operations that paste, as one change: what they make has the last place among its kind. A text instead: why not.
export function paste(template: Template, copied: Copied, by = 2 * gridSize): Operation[] | string {
  return copied.kind === "location" ? pasteLocation(template, copied.item, by) : pasteEdge(template, copied, by);
}

function pasteLocation(template: Template, location: Location, by: number): Operation[] {
  const xpath = `${template.xpath}/location[${template.locations.length + 1}]`;
  const name = freshName(template, location.name);
  const operations: Operation[] = [{ op: "add_location", template: template.xpath, ...shifted(location, by), ...(name ? { name } : {}) }];
  if (name && location.name_x !== null && location.name_y !== null) {
    operations.push({ op: "move", xpath: `${xpath}/name`, ...shifted({ x: location.name_x, y: location.name_y }, by) });
  }
  operations.push(...labelOperations(xpath, location.labels, by));
  for (const flag of ["urgent", "committed"] as const) if (location[flag]) operations.push({ op: "flag", xpath, flag, value: true });
  if (location.color && /^#[0-9a-f]{6}$/i.test(location.color)) operations.push({ op: "color", xpath, color: location.color });
  return operations;
}

function pasteEdge(template: Template, copied: Copied & { kind: "edge" }, by: number): Operation[] | string {
  const nodes = [...template.locations, ...template.branchpoints];
  const end = (id: string, title: string): string | undefined =>
    nodes.find((n) => n.id === id && nodeTitle(template, n.id) === title)?.id ?? nodes.find((n) => nodeTitle(template, n.id) === title)?.id;
  const source = end(copied.item.source, copied.source);
  const target = end(copied.item.target, copied.target);
  if (!source || !target) return `The edge joins ${copied.source} and ${copied.target}, which ${template.name} does not have both.`;
  const xpath = `${template.xpath}/transition[${template.edges.length + 1}]`;
  const { item } = copied;
  const nails = item.nails.length > 0 ? item.nails.map((n) => shifted(n, by)) : [middleOf(template, source, target, by)];
  const operations: Operation[] = [{ op: "add_edge", template: template.xpath, source, target, nails }];
  operations.push(...labelOperations(xpath, item.labels, by));
  if (!item.controllable) operations.push({ op: "flag", xpath, flag: "controllable", value: false });
  return operations;
}

// A straight edge would hide the one it is a copy of.
function middleOf(template: Template, source: string, target: string, by: number): Point {
  const place = (id: string): Point => [...template.locations, ...template.branchpoints].find((n) => n.id === id)!;
  const [a, b] = [place(source), place(target)];
  return shifted({ x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2) }, by);
}
