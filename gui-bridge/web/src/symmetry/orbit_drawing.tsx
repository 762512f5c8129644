// The ids in the model's own drawing: a token per process at its location, with the id that it becomes in the stored
// representative ("1→4"), and underlined in the labels what every id owns. An id of the list on the left that is
// pointed at shows its tokens.
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Canvas, CanvasView } from "../drawing/canvas.tsx";
import { boxAround, radius } from "../drawing/geometry.ts";
import { slotClass } from "../drawing/slots.ts";
import { TemplateDrawing, type DrawingMarks } from "../drawing/template_drawing.tsx";
import type { Location, Representative, Template } from "../protocol/types.ts";
import { render, slotsOf } from "../store/model.ts";
import { current, run } from "../store/simulation.ts";
import { pointedId, report } from "../store/symmetry.ts";
import { token } from "../simulator/words.ts";
import { ownedMarks, ownedNames } from "./owned.ts";

const tokensAtMost = 6;
const besideTokens = 64; // pixels

export function OrbitDrawing({ found, processes }: { found: Representative; processes: number[] }): JSX.Element {
  const names = run.value!.names.processes;
  const wanted = [...new Set(processes.map((p) => names[p].template))];
  const templates = (render.value?.templates ?? []).filter((t) => wanted.includes(t.name));
  return (
    <div class="orbit-drawings">
      {templates.map((t) => <OneDrawing key={t.xpath} template={t} found={found} processes={processes.filter((p) => names[p].template === t.name)} />)}
    </div>
  );
}

function OneDrawing({ template, found, processes }: { template: Template; found: Representative; processes: number[] }): JSX.Element {
  const canvas = useMemo(() => Object.assign(new CanvasView(), { side: besideTokens }), [template.xpath]);
  const box = useMemo(() => boxAround(template), [template]);
  const slots = slotsOf(template.name);
  const owned = ownedNames(report.value?.sets ?? [], template.name);
  const labels = new Map([...template.locations, ...template.edges].flatMap((o) => o.labels.map((l) => [l.xpath, l.text] as const)));
  const locations = current.value!.locations;
  const middle = (box.left + box.right) / 2;
  const marks: DrawingMarks = {
    location: (l, i) => {
      const here = processes.filter((p) => locations[p] === i);
      return { class: here.length ? "occupied" : "", slot: slotClass(slots[i]), badge: <Tokens location={l} processes={here} found={found} right={l.x > middle} /> };
    },
    problems: (xpath) => ownedMarks(labels.get(xpath) ?? "", owned),
  };
  return (
    <div class="orbit-drawing">
      <Canvas canvas={canvas} box={box} fitKey={template.xpath} ground="dots" label={`Drawing of ${template.name} with the ids of its processes and those they become`}>
        <TemplateDrawing template={template} marks={marks} scale={canvas.scale.value} />
      </Canvas>
      <p class="floating name-bar title">{template.name} <span>1→4: id 1 is stored as id 4</span></p>
    </div>
  );
}

function Tokens({ location, processes, found, right }: { location: Location; processes: number[]; found: Representative; right: boolean }): ComponentChildren {
  const names = run.value!.names.processes;
  const text = (p: number): string => (found.processes[p] === p ? token(names[p].name) : `${token(names[p].name)}→${token(names[found.processes[p]]?.name ?? "")}`);
  const shown = processes.slice(0, tokensAtMost).map((p) => ({ text: text(p), now: pointedId.value?.includes(names[p].name) ?? false }));
  if (processes.length > tokensAtMost) shown.push({ text: `+${processes.length - tokensAtMost}`, now: false });
  return shown.map((chip, i) => {
    const width = Math.max(17, chip.text.length * 7 + 9);
    const left = right ? location.x + radius + 9 : location.x - radius - 9 - width;
    const y = location.y - 9 + i * 21; // downwards: the name is above
    return (
      <g key={i} class={`badge ${chip.now ? "now" : ""}`}>
        <rect x={left} y={y} width={width} height="18" rx="4" />
        <text aria-hidden="true" x={left + width / 2} y={y + 13}>{chip.text}</text>
      </g>
    );
  });
}
