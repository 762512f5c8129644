// A small picture of a drawing that is larger than its pane, with the part in sight as a frame.
import type { JSX } from "preact";
import type { Template } from "../protocol/types.ts";
import type { CanvasView } from "./canvas.tsx";
import { edgePoints, nodePlaces, pathOf, type Box } from "./geometry.ts";

const width = 112;
const height = 40;

export function Overview({ template, canvas, box, slots }: { template: Template; canvas: CanvasView; box: Box; slots: string[] }): JSX.Element | null {
  const sight = canvas.sight.value;
  if (!sight || (sight.left <= box.left && sight.right >= box.right && sight.top <= box.top && sight.bottom >= box.bottom)) return null;
  const places = nodePlaces(template);
  const k = Math.max((box.right - box.left) / width, (box.bottom - box.top) / height);
  const [left, top] = [Math.max(sight.left, box.left), Math.max(sight.top, box.top)];
  return (
    <svg class="overview" aria-hidden="true" viewBox={`${box.left} ${box.top} ${box.right - box.left} ${box.bottom - box.top}`}>
      {template.edges.map((e, i) => {
        const points = edgePoints(e, places);
        return points && <path key={i} d={pathOf(points)} stroke-width={k} />;
      })}
      {template.locations.map((l, i) => <circle key={l.id} class={slots[i]} cx={l.x} cy={l.y} r={3.5 * k} stroke-width={k * 0.75} />)}
      <rect x={left} y={top} width={Math.max(0, Math.min(sight.right, box.right) - left)} height={Math.max(0, Math.min(sight.bottom, box.bottom) - top)} stroke-width={2 * k} rx={2 * k} />
    </svg>
  );
}
