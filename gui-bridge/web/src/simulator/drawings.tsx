// One drawing per template, however many processes run it: tokens carry their numbers, the next edge is amber, other
// enabled edges are dashed.
import { computed } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../common/icons.tsx";
import { Canvas, CanvasView } from "../drawing/canvas.tsx";
import { boxAround, edgePoints, isFree, nodePlaces, radius, type Box } from "../drawing/geometry.ts";
import { Overview } from "../drawing/overview.tsx";
import { slotClass } from "../drawing/slots.ts";
import { TemplateDrawing, textScale, type DrawingMarks } from "../drawing/template_drawing.tsx";
import type { Location, MoveEdge, Template } from "../protocol/types.ts";
import { dispatchKey } from "../common/keys.ts";
import { letterKeys } from "../store/app.ts";
import { render, slotsOf } from "../store/model.ts";
import { chosenMove, current, hoveredMove, moves, next, run } from "../store/simulation.ts";
import type { Group } from "../store/run.ts";
import { groups } from "../store/symmetry.ts";
import { simulatorCommands } from "./commands.ts";
import { hoveredStep } from "./settings.ts";
import { token } from "./words.ts";

const tokensAtMost = 3;
const smallestWhole = { tokens: 0.44, counts: 0.36 }; // smaller drawings follow the next edge instead of shrinking …
const readable = 0.72; // … at this size
const besideTokens = 52; // pixels, at least
const longestToken = 7; // letters
const terseBelow = 0.6; // only names, and the labels of the next edge

// Which edges of which template are next, enabled or pointed at.
interface EdgeStates {
  next: MoveEdge[];
  enabled: MoveEdge[];
  hovered: MoveEdge[];
}

const edgeStates = computed<EdgeStates>(() => {
  const list = moves.value?.moves ?? [];
  const pointed = hoveredMove.value !== null ? list[hoveredMove.value]?.edges : hoveredStep.value !== null ? run.value?.states[hoveredStep.value]?.entered?.edges : undefined;
  const following = next.value?.entered?.edges;
  return {
    next: following ?? list[chosenMove.value]?.edges ?? [],
    enabled: list.flatMap((m) => m.edges),
    hovered: pointed ?? [],
  };
});

export function Drawings(): JSX.Element {
  const all = groups.value.flatMap((group) => {
    const template = render.value?.templates.find((t) => t.name === group.title);
    return template ? [{ group, template }] : [];
  });
  return (
    <section class="drawings" aria-label="Drawings" data-pane tabIndex={-1}>
      {all.map(({ group, template }) => <ProcessDrawing key={template.xpath} group={group} template={template} />)}
      <div class="legend" aria-hidden="true">
        <span><i class="next" /> {next.value ? "next in trace" : "chosen move"}</span>
        <span><i class="enabled" /> also enabled</span>
        <span><i class="occupied" /> occupied</span>
      </div>
    </section>
  );
}

function ProcessDrawing({ group, template }: { group: Group; template: Template }): JSX.Element {
  const pane = useRef<HTMLDivElement>(null);
  const processes = run.value!.names.processes;
  const canvas = useMemo(() => {
    const fresh = new CanvasView();
    fresh.least = group.processes.length > tokensAtMost ? smallestWhole.counts : smallestWhole.tokens;
    fresh.leastWide = group.processes.length > tokensAtMost ? smallestWhole.counts : terseBelow;
    fresh.readable = readable;
    const token = Math.max(...group.processes.map((p) => tokenWidth(shortToken(processes[p].name))));
    fresh.side = Math.max(besideTokens, 24 + (group.processes.length > 1 ? 1.6 : 1) * token); // several are rarely together
    return fresh;
  }, [template.xpath, group.processes.length > tokensAtMost]);
  const box = useMemo(() => boxAround(template), [template]);
  canvas.boxAt = (scale) => boxAround(template, textScale(scale), scale < terseBelow);
  const slots = slotsOf(template.name);
  const mine = (edges: MoveEdge[]): Set<number> => new Set(edges.filter((e) => processes[e.process]?.template === template.name).flatMap((e) => (e.branch === null ? [e.edge] : [e.edge, e.branch])));
  const nextEdges = mine(edgeStates.value.next);
  const enabled = mine(edgeStates.value.enabled);
  const hovered = mine(edgeStates.value.hovered);
  const moving = new Set(edgeStates.value.next.map((e) => e.process));
  const inside = occupants(group);
  const middle = (box.left + box.right) / 2;

  // The next edge, or where the process rests.
  const follow = (): void => {
    const bounds = boxOfEdges(template, nextEdges) ?? boxOfPlace(template, inside);
    if (bounds) canvas.reveal(bounds);
  };
  const key = [...nextEdges].join();
  useEffect(follow, [key, [...inside.keys()].join(), canvas]);
  useEffect(() => {
    if (key !== "") pane.current!.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [key]);

  const marks: DrawingMarks = {
    location: (l, i) => {
      const here = inside.get(i) ?? [];
      return { class: here.length ? "occupied" : "", slot: slotClass(slots[i]), badge: <Tokens location={l} processes={here} moving={moving} right={l.x > middle} single={group.processes.length === 1} size={textScale(canvas.scale.value)} /> };
    },
    edge: (_, i) => (hovered.has(i) ? { class: "hovered" } : nextEdges.has(i) ? { class: "next" } : enabled.has(i) ? { class: "enabled" } : undefined),
  };
  const n = group.processes.length;
  return (
    <div class="process-drawing" ref={pane} style={{ flexGrow: share(box) }}>
      <Canvas
        canvas={canvas} box={box} fitKey={`${template.xpath}${template.locations.length}`} ground="dots" onResize={follow}
        label={`Drawing of ${template.name} with ${n === 1 ? "its process" : `its ${n} processes`}`}
        onKeyDown={(event) => dispatchKey(event, simulatorCommands(), letterKeys.value)}
      >
        <TemplateDrawing template={template} marks={marks} terse={canvas.scale.value < terseBelow} scale={canvas.scale.value} />
      </Canvas>
      <p class="floating name-bar title">{template.name} {n > 1 && <span>{n}{[...inside.values()].some((here) => here.length > tokensAtMost) ? ", counts per location" : groups.value.length > 1 ? " instances" : " instances on one drawing"}</span>}</p>
      <div class="floating zoom">
        <button class="button quiet icon" aria-label={`Fit the drawing of ${template.name}`} title="Fit" onClick={() => canvas.fit(box, true)}><Icon name="fit" /></button>
        <span class="percent">{Math.round(canvas.scale.value * 100)}%</span>
      </div>
      <Overview template={template} canvas={canvas} box={box} slots={slots.map(slotClass)} />
    </div>
  );
}

// How much of the width a drawing gets beside others: more if it is wide.
function share(box: Box): number {
  return Math.max(0.75, Math.min(1.75, (box.right - box.left) / Math.max(1, box.bottom - box.top)));
}

// Processes of the group by location.
function occupants(group: Group): Map<number, number[]> {
  const found = new Map<number, number[]>();
  const locations = current.value?.locations ?? [];
  for (const p of group.processes) {
    const here = found.get(locations[p]);
    if (here) here.push(p);
    else found.set(locations[p], [p]);
  }
  return found;
}

function boxOfEdges(template: Template, edges: ReadonlySet<number>): Box | null {
  const places = nodePlaces(template);
  const points = [...edges].flatMap((i) => (template.edges[i] ? (edgePoints(template.edges[i], places) ?? []) : []));
  if (points.length === 0) return null;
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

// Of processes that are all in one location.
function boxOfPlace(template: Template, inside: ReadonlyMap<number, unknown>): Box | null {
  const [place, ...others] = inside.keys();
  const location = others.length === 0 ? template.locations[place] : undefined;
  return location ? { left: location.x, right: location.x, top: location.y, bottom: location.y } : null;
}

interface TokenProps {
  location: Location;
  processes: number[];
  moving: ReadonlySet<number>;
  right: boolean;
  single: boolean;
  size: number;
}

const tokenWidth = (text: string): number => Math.max(17, text.length * 7 + 9);

function shortToken(name: string): string {
  const text = token(name);
  return text.length > longestToken ? `${text.slice(0, longestToken - 1)}…` : text;
}

// Numbers up to three per location, the ones that move first; then a count.
function Tokens({ location, processes, moving, right, single, size }: TokenProps): ComponentChildren {
  if (processes.length === 0) return null;
  const names = run.value!.names.processes;
  const movers = processes.filter((p) => moving.has(p));
  const rest = processes.filter((p) => !moving.has(p));
  const chips: { text: string; now: boolean }[] = [];
  if (processes.length <= tokensAtMost) {
    chips.push(...processes.map((p) => ({ text: shortToken(names[p].name), now: moving.has(p) })));
  } else {
    if (movers.length) chips.push({ text: movers.length === 1 ? shortToken(names[movers[0]].name) : `${movers.length}`, now: true });
    if (rest.length) chips.push({ text: single ? shortToken(names[rest[0]].name) : `${rest.length}×`, now: false });
  }
  // Outwards, unless the name is there.
  const whole = chips.reduce((sum, chip) => sum + size * tokenWidth(chip.text) + 3, 0);
  const onRight = isFree(location, right, whole, size) || !isFree(location, !right, whole, size) ? right : !right;
  if (!onRight) chips.reverse(); // they are placed from the location outwards
  let x = location.x + (onRight ? 1 : -1) * (radius + 9);
  return chips.map((chip, i) => {
    const width = size * tokenWidth(chip.text);
    const left = onRight ? x : x - width;
    x += (onRight ? 1 : -1) * (width + 3);
    return (
      <g key={i} class={`badge ${chip.now ? "now" : ""}`}>
        <rect x={left} y={location.y - 9 * size} width={width} height={18 * size} rx={4 * size} />
        <text aria-hidden="true" x={left + width / 2} y={location.y + 4 * size}>{chip.text}</text>
      </g>
    );
  });
}
