// A template as its file draws it. What is special about a location or edge right now (selected, occupied, next) comes
// from outside as marks; the drawing itself knows nothing about editing or simulating. Screen readers get one sentence
// per location and edge, and not the labels once more.
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Branchpoint, Edge, Label, Location, Template } from "../protocol/types.ts";
import {
  arrowHead, branchRadius, edgeLabelPlace, edgePoints, lineHeight, locationLabelPlace, namePlace, nodePlaces, pathOf, radius, shown,
  type NodePlace,
} from "./geometry.ts";
import { branchpointSentence, edgeSentence, locationSentence } from "./titles.ts";

export interface LocationMark {
  class?: string;
  slot?: string; // "loc-3": the fill of the simulator
  badge?: ComponentChildren;
}

export interface EdgeMark {
  class?: string;
  handles?: boolean;
}

// The part of a label that is wrong: [from, to) of its text.
export interface Squiggle {
  from: number;
  to: number;
  severity: "error" | "warning" | "note";
  message: string;
}

export interface DrawingMarks {
  location?(location: Location, index: number): LocationMark | undefined;
  edge?(edge: Edge, index: number): EdgeMark | undefined;
  branchpoint?(point: Branchpoint): { class?: string } | undefined;
  problems?(xpath: string): Squiggle[];
}

interface Props {
  template: Template;
  marks: DrawingMarks;
  terse?: boolean; // only names, and the labels of marked edges
  scale?: number; // of the canvas: texts do not shrink below about ten pixels
  focusable?: boolean;
}

// How much larger texts are drawn than the drawing's own size says.
export function textScale(scale: number): number {
  return Math.max(1, 0.82 / scale);
}

export function TemplateDrawing({ template, marks, terse, scale, focusable }: Props): JSX.Element {
  const places = useMemo(() => nodePlaces(template), [template]);
  const edges = template.edges.map((edge, i) => ({ edge, i, mark: marks.edge?.(edge, i) }));
  edges.sort((a, b) => Number(!!a.mark?.class) - Number(!!b.mark?.class)); // marked ones on top
  return (
    <g class={terse ? "drawing terse" : "drawing"} style={{ "--text-size": textScale(scale ?? 1) }}>
      {edges.map(({ edge, i, mark }) => (
        <EdgeDrawing key={edge.xpath || i} {...{ template, edge, places, mark, marks, focusable }} />
      ))}
      {template.branchpoints.map((b) => (
        <g key={b.id} class={`branchpoint ${marks.branchpoint?.(b)?.class ?? ""}`} data-drag data-item={b.xpath}>
          <g role={focusable ? "button" : "img"} tabindex={focusable ? -1 : undefined} aria-label={branchpointSentence(template, b.id)}>
            <circle cx={b.x} cy={b.y} r={branchRadius + 6} class="hit" />
            <circle cx={b.x} cy={b.y} r={branchRadius} />
          </g>
        </g>
      ))}
      {template.locations.map((location, i) => (
        <LocationDrawing key={location.id} {...{ location, mark: marks.location?.(location, i), marks, focusable }} />
      ))}
    </g>
  );
}

interface EdgeProps {
  template: Template;
  edge: Edge;
  places: Map<string, NodePlace>;
  mark: EdgeMark | undefined;
  marks: DrawingMarks;
  focusable?: boolean;
}

function EdgeDrawing({ template, edge, places, mark, marks, focusable }: EdgeProps): JSX.Element | null {
  const points = edgePoints(edge, places);
  if (!points) return null;
  const path = pathOf(points);
  const branch = template.branchpoints.some((b) => b.id === edge.source);
  const ends = mark?.handles ? [points[0], points[points.length - 1]] : [];
  return (
    <g
      class={`edge ${mark?.class ?? ""} ${branch ? "from-branch" : ""} ${edge.controllable ? "" : "uncontrollable"}`}
      data-item={edge.xpath}
      data-drag
      style={edge.color ? { "--edge-color": edge.color } : undefined}
    >
      <g role={focusable ? "button" : "img"} tabindex={focusable ? -1 : undefined} aria-label={edgeSentence(template, edge)}>
        <title>{edgeSentence(template, edge)}</title>
        <path class="hit" d={path} />
        <path class="halo" d={path} />
        <path class="line" d={path} />
        <path class="head" d={arrowHead(points)} />
      </g>
      {shown(edge.labels).map((label) => (
        <LabelDrawing key={label.kind} label={label} {...edgeLabelPlace(edge, label.kind, points)} problems={marks.problems?.(label.xpath)} />
      ))}
      {mark?.handles && edge.nails.map((n, i) => <rect key={i} class="nail" data-nail={i} x={n.x - 4} y={n.y - 4} width="8" height="8" rx="2" />)}
      {ends.map((p, i) => (
        <circle key={`end${i}`} class="end" data-end={i === 0 ? "source" : "target"} cx={p.x} cy={p.y} r="4.5" />
      ))}
    </g>
  );
}

interface LocationProps {
  location: Location;
  mark: LocationMark | undefined;
  marks: DrawingMarks;
  focusable?: boolean;
}

function LocationDrawing({ location, mark, marks, focusable }: LocationProps): JSX.Element {
  const { x, y } = location;
  const name = namePlace(location);
  return (
    <g
      class={`location ${mark?.class ?? ""} ${mark?.slot ?? ""}`}
      data-item={location.xpath}
      data-drag
    >
      <g role={focusable ? "button" : "img"} tabindex={focusable ? -1 : undefined} aria-label={locationSentence(location)}>
        <title>{locationSentence(location)}</title>
        <circle class="halo" cx={x} cy={y} r={radius + 5} />
        <circle class="body" cx={x} cy={y} r={radius} style={location.color && !mark?.slot ? { fill: location.color } : undefined} />
        {mark?.slot?.includes("loc-hatch") && <path class="hatch" d={hatch(x, y)} />}
        {mark?.slot?.includes("loc-dots") && <path class="dots" d={dots(x, y)} />}
        {location.initial && <circle class="ring" cx={x} cy={y} r={radius - 3.5} />}
      </g>
      {location.committed && <text class="mark" aria-hidden="true" x={x} y={y + 4}>C</text>}
      {location.urgent && <path class="mark-urgent" d={`M${x - 4},${y - 5}v6a4,4 0 0 0 8,0v-6`} />}
      {location.name && (
        <text class="name" aria-hidden="true" x={name.x} y={name.y + 13} data-label="name">
          {location.name}
        </text>
      )}
      {shown(location.labels).map((label) => (
        <LabelDrawing key={label.kind} label={label} {...locationLabelPlace(location, label.kind)} problems={marks.problems?.(label.xpath)} />
      ))}
      {mark?.badge}
    </g>
  );
}

function hatch(x: number, y: number): string {
  return [-8, -4, 0, 4, 8].map((d) => `M${x + d - 5},${y + 5}L${x + d + 5},${y - 5}`).join("");
}

function dots(x: number, y: number): string {
  return [-5, 0, 5].flatMap((dx) => [-5, 0, 5].map((dy) => `M${x + dx},${y + dy}h0`)).join("");
}

interface LabelProps {
  label: Label;
  x: number;
  y: number;
  problems?: Squiggle[];
}

function LabelDrawing({ label, x, y, problems }: LabelProps): JSX.Element {
  const lines = label.text.replace(/\s+$/, "").split("\n");
  let offset = 0;
  return (
    <text class={`label ${label.kind}`} aria-hidden="true" x={x} y={y + 13} data-label={label.kind}>
      {lines.map((line, i) => {
        const from = offset;
        offset += line.length + 1;
        return (
          <tspan key={i} x={x} dy={i === 0 ? 0 : lineHeight}>
            {underlined(line, from, problems)}
          </tspan>
        );
      })}
    </text>
  );
}

// The wrong stretches of a line as <tspan class="wrong">.
function underlined(line: string, start: number, problems: Squiggle[] | undefined): ComponentChildren {
  const inside = problems?.filter((p) => p.from < start + line.length + 1 && p.to >= start);
  if (!inside?.length) return line || "\u00a0";
  const p = inside[0];
  const from = Math.max(0, Math.min(p.from - start, line.length - 1));
  const to = Math.max(from + 1, Math.min(p.to - start, line.length));
  return (
    <>
      {line.slice(0, from)}
      <tspan class={`wrong ${p.severity}`}>
        {line.slice(from, to)}
        <title>{p.message}</title>
      </tspan>
      {line.slice(to)}
    </>
  );
}
