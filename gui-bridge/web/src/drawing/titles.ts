// What locations and edges are called in lists, tooltips and for screen readers.
import type { Edge, Label, Location, Template } from "../protocol/types.ts";

export function nodeTitle(template: Template, id: string): string {
  const location = template.locations.find((l) => l.id === id);
  if (location) return location.name || `(${location.id})`;
  return template.branchpoints.some((b) => b.id === id) ? "branch point" : `(${id})`;
}

export function edgeTitle(template: Template, edge: Edge): string {
  return `${nodeTitle(template, edge.source)} → ${nodeTitle(template, edge.target)}`;
}

const kindWords: Record<string, string> = {
  select: "select", guard: "guard", synchronisation: "synchronisation", assignment: "update", probability: "weight",
  invariant: "invariant", exponentialrate: "rate", comments: "comment",
};

export function kindWord(kind: string): string {
  return kindWords[kind] ?? kind;
}

function labelWords(labels: readonly Label[]): string {
  return labels.filter((l) => l.text.trim()).map((l) => `, ${kindWord(l.kind)} ${l.text.trim()}`).join("");
}

export function locationSentence(location: Location): string {
  const marks = [location.initial && "initial", location.urgent && "urgent", location.committed && "committed"].filter(Boolean);
  return `Location ${location.name || location.id}${marks.length ? `, ${marks.join(", ")}` : ""}${labelWords(location.labels)}`;
}

export function edgeSentence(template: Template, edge: Edge): string {
  return `Edge from ${nodeTitle(template, edge.source)} to ${nodeTitle(template, edge.target)}${labelWords(edge.labels)}`;
}

export function branchpointSentence(template: Template, id: string): string {
  const from = template.edges.filter((e) => e.target === id).map((e) => nodeTitle(template, e.source));
  const to = template.edges.filter((e) => e.source === id).map((e) => nodeTitle(template, e.target));
  return `Branch point${from.length ? ` from ${from.join(", ")}` : ""}${to.length ? ` to ${to.join(", ")}` : ""}`;
}
