// Coordinates for templates whose file has none. elkjs is large and rarely needed, so it is fetched on demand.
import type { Label, Render, Template } from "../protocol/types.ts";
import { placeTexts } from "./geometry.ts";

interface LayoutModule {
  layoutTemplate(template: Template): Promise<Template>;
}

const known = new Map<string, Template>(); // by structure: an edit of a label does not move anything

function structure(template: Template): string {
  return JSON.stringify([template.name, template.locations.map((l) => l.id), template.edges.map((e) => [e.source, e.target])]);
}

export async function layoutMissing(render: Render): Promise<Render> {
  if (render.templates.every((t) => t.placed || t.locations.length === 0)) return render;
  const path = "./layout.js";
  const elk = (await import(/* not bundled */ path)) as LayoutModule;
  const templates = await Promise.all(render.templates.map((t) => (t.placed ? t : placed(t, elk))));
  return { ...render, templates };
}

async function placed(template: Template, elk: LayoutModule): Promise<Template> {
  const key = structure(template);
  const before = known.get(key);
  if (!before) {
    const fresh = await elk.layoutTemplate(template);
    known.set(key, fresh);
    return fresh;
  }
  return {
    ...template,
    locations: template.locations.map((l, i) => placeTexts({ ...before.locations[i], name: l.name, labels: l.labels }, template.edges)),
    branchpoints: before.branchpoints,
    edges: template.edges.map((e, i) => ({ ...e, nails: before.edges[i].nails, labels: e.labels.map((l) => asBefore(l, before.edges[i].labels)) })),
  };
}

function asBefore(label: Label, before: Label[]): Label {
  const old = before.find((l) => l.kind === label.kind);
  return { ...label, x: old?.x ?? null, y: old?.y ?? null };
}
