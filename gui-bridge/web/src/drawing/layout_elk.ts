// Layout by elkjs (layered, left to right), with room for the labels of each edge. The only module in layout.js.
import ELK, { type ElkNode } from "elkjs/lib/elk.bundled.js";
import type { Edge, Point, Template } from "../protocol/types.ts";
import { placeTexts } from "./geometry.ts";

const node = 34; // a location with some air around it
const letter = 7;
const line = 17;

function labelSize(edge: Edge): { width: number; height: number } {
  const lines = edge.labels.filter((l) => l.kind !== "comments").flatMap((l) => l.text.split("\n"));
  return { width: Math.max(0, ...lines.map((l) => l.length)) * letter + 8, height: lines.length * line };
}

function graph(template: Template): ElkNode {
  const nodes = [...template.locations, ...template.branchpoints];
  return {
    id: "root",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "RIGHT",
      "elk.edgeRouting": "POLYLINE",
      "elk.layered.spacing.nodeNodeBetweenLayers": "80",
      "elk.spacing.nodeNode": "70",
      "elk.spacing.edgeNode": "30",
      "elk.spacing.edgeEdge": "24",
      "elk.edgeLabels.inline": "false",
      "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
      "elk.separateConnectedComponents": "false",
    },
    children: nodes.map((n) => ({ id: n.id, width: node, height: node })),
    edges: template.edges.flatMap((e, i) => {
      if (!nodes.some((n) => n.id === e.source) || !nodes.some((n) => n.id === e.target)) return []; // an error of the model
      return [{ id: `e${i}`, sources: [e.source], targets: [e.target], labels: [{ id: `l${i}`, text: "label", ...labelSize(e) }] }];
    }),
  };
}

// elkjs makes loops as small as it can: as high as it wants them, but wide enough to be seen.
function loop(at: Point, bends: readonly Point[]): Point[] {
  const top = Math.min(at.y - 28, ...bends.map((p) => p.y));
  const half = 16 + Math.max(0, at.y - top - 28) / 6; // of several the higher ones are wider
  return [{ x: at.x - half, y: top }, { x: at.x + half, y: top }];
}

export async function layoutTemplate(template: Template): Promise<Template> {
  const laid = await new ELK().layout(graph(template));
  const at = new Map(laid.children!.map((c) => [c.id, { x: Math.round(c.x! + node / 2), y: Math.round(c.y! + node / 2) }]));
  const place = <T extends { id: string }>(n: T): T => ({ ...n, ...at.get(n.id)! });
  return {
    ...template,
    locations: template.locations.map((l) => placeTexts(place(l), template.edges)),
    branchpoints: template.branchpoints.map(place),
    edges: template.edges.map((edge, i): Edge => {
      const found = laid.edges!.find((e) => e.id === `e${i}`);
      const bent = found?.sections?.[0]?.bendPoints ?? [];
      const bends = edge.source === edge.target && at.has(edge.source) ? loop(at.get(edge.source)!, bent) : bent;
      const label = found?.labels?.[0];
      let y = Math.round(label?.y ?? 0);
      return {
        ...edge,
        nails: bends.map((p) => ({ x: Math.round(p.x), y: Math.round(p.y) })),
        labels: edge.labels.map((l) => {
          const placedLabel = { ...l, x: Math.round(label?.x ?? 0) + 4, y };
          y += l.text.split("\n").length * line;
          return placedLabel;
        }),
      };
    }),
  };
}
