// Cut, copy and paste of locations, branch points and edges, within the page. A pasted location gets a name of its own.
// A pasted edge joins the pasted ends where they were copied with it; else the same locations, which have to be in the
// template: another template has them where their names are the same.
import { gridSize } from "../drawing/canvas.tsx";
import { nodeTitle } from "../drawing/titles.ts";
import type { Branchpoint, Edge, Label, Location, Operation, Point, Template } from "../protocol/types.ts";
import type { Selected } from "./state.ts";

interface CopiedEdge {
  item: Edge;
  source: string; // titles
  target: string;
}

export interface Copied {
  locations: Location[];
  branchpoints: Branchpoint[];
  edges: CopiedEdge[];
}

// An edge is copied with its two ends, selected or not: what was drawn together stays together.
export function copy(template: Template, items: readonly Selected[]): Copied | null {
  if (items.length === 0) return null;
  const chosen = new Set(items.map((item) => item.item.xpath));
  const locations = template.locations.filter((l) => chosen.has(l.xpath));
  const branchpoints = template.branchpoints.filter((b) => chosen.has(b.xpath));
  const ends = new Set([...locations, ...branchpoints].map((node) => node.id));
  const edges = template.edges.filter((e) => chosen.has(e.xpath) || (ends.has(e.source) && ends.has(e.target)));
  return {
    locations, branchpoints,
    edges: edges.map((item) => ({ item, source: nodeTitle(template, item.source), target: nodeTitle(template, item.target) })),
  };
}

// "cs", then "cs2", "cs3": names in a template differ.
export function freshName(taken: ReadonlySet<string>, name: string): string {
  if (name === "") return "";
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

function colorOperations(xpath: string, color: string | null): Operation[] {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? [{ op: "color", xpath, color }] : [];
}

// The operations that paste, as one change: what they make has the last places among its kind. `ids` are all that the
// model has. A text instead: why not.
export function paste(template: Template, copied: Copied, ids: ReadonlySet<string>, by = 2 * gridSize): Operation[] | string {
  const joined = new Set(copied.edges.flatMap((e) => [e.item.source, e.item.target]));
  const fresh = freshIds([...copied.locations, ...copied.branchpoints].map((node) => node.id).filter((id) => joined.has(id)), ids);
  const operations: Operation[] = [];
  const names = new Set(template.locations.map((l) => l.name));
  copied.locations.forEach((l, i) => {
    const name = freshName(names, l.name);
    names.add(name);
    operations.push(...pasteLocation(template, l, { name, id: fresh.get(l.id), place: template.locations.length + 1 + i, by }));
  });
  for (const b of copied.branchpoints) operations.push({ op: "add_branchpoint", template: template.xpath, ...shifted(b, by), ...idMember(fresh.get(b.id)) });
  for (const [i, edge] of copied.edges.entries()) {
    const made = pasteEdge(template, edge, fresh, `${template.xpath}/transition[${template.edges.length + 1 + i}]`, by);
    if (typeof made === "string") return made;
    operations.push(...made);
  }
  return operations;
}

function freshIds(wanted: readonly string[], taken: ReadonlySet<string>): Map<string, string> {
  const fresh = new Map<string, string>();
  let number = taken.size;
  for (const id of wanted) {
    while (taken.has(`id${number}`)) number++;
    fresh.set(id, `id${number++}`);
  }
  return fresh;
}

const idMember = (id: string | undefined): { id?: string } => (id === undefined ? {} : { id });

interface NewLocation {
  name: string;
  id: string | undefined;
  place: number;
  by: number;
}

function pasteLocation(template: Template, location: Location, { name, id, place, by }: NewLocation): Operation[] {
  const xpath = `${template.xpath}/location[${place}]`;
  const operations: Operation[] = [{ op: "add_location", template: template.xpath, ...shifted(location, by), ...(name ? { name } : {}), ...idMember(id) }];
  if (name && location.name_x !== null && location.name_y !== null) {
    operations.push({ op: "move", xpath: `${xpath}/name`, ...shifted({ x: location.name_x, y: location.name_y }, by) });
  }
  operations.push(...labelOperations(xpath, location.labels, by));
  for (const flag of ["urgent", "committed"] as const) if (location[flag]) operations.push({ op: "flag", xpath, flag, value: true });
  operations.push(...colorOperations(xpath, location.color));
  return operations;
}

function pasteEdge(template: Template, copied: CopiedEdge, fresh: ReadonlyMap<string, string>, xpath: string, by: number): Operation[] | string {
  const { item } = copied;
  const nodes = [...template.locations, ...template.branchpoints];
  const end = (id: string, title: string): string | undefined =>
    fresh.get(id) ?? nodes.find((n) => n.id === id && nodeTitle(template, n.id) === title)?.id ?? nodes.find((n) => nodeTitle(template, n.id) === title)?.id;
  const source = end(item.source, copied.source);
  const target = end(item.target, copied.target);
  if (!source || !target) return `The edge joins ${copied.source} and ${copied.target}, which ${template.name} does not have both.`;
  const alone = !fresh.has(item.source) && !fresh.has(item.target);
  const nails = item.nails.length === 0 && alone ? [middleOf(template, source, target, by)] : item.nails.map((n) => shifted(n, by));
  const operations: Operation[] = [{ op: "add_edge", template: template.xpath, source, target, nails }];
  operations.push(...labelOperations(xpath, item.labels, by));
  if (!item.controllable) operations.push({ op: "flag", xpath, flag: "controllable", value: false });
  operations.push(...colorOperations(xpath, item.color));
  return operations;
}

// A straight edge would hide the one it is a copy of.
function middleOf(template: Template, source: string, target: string, by: number): Point {
  const place = (id: string): Point => [...template.locations, ...template.branchpoints].find((n) => n.id === id)!;
  const [a, b] = [place(source), place(target)];
  return shifted({ x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2) }, by);
}
