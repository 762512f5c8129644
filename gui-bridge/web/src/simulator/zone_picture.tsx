// Polygons of up to three states in one frame of two clocks.
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { Point, Projection } from "../protocol/types.ts";

interface Props {
  before: Projection | null;
  now: Projection;
  after: Projection | null;
  index: number;
  run: Point | null;
  previous: Point | null;
}

const width = 328;
const height = 226;
const inset = { left: 38, top: 12, right: 14, bottom: 42 };

export function ticks(end: number, atMost = 5): number[] {
  const raw = end / atMost;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 4, 5, 10].map((m) => m * magnitude).find((s) => s >= raw) ?? raw;
  const found = [];
  for (let v = 0; v <= end + 1e-9; v += Math.max(step, 1)) found.push(v);
  return found;
}

export function ZonePicture({ before, now, after, index, run, previous }: Props): JSX.Element {
  const id = useId();
  const end = Math.max(1, now.frame);
  const x = (v: number): number => inset.left + (v / end) * (width - inset.left - inset.right);
  const y = (v: number): number => height - inset.bottom - (v / end) * (height - inset.top - inset.bottom);
  const path = (p: Projection): string => p.corners.map((c, i) => `${i ? "L" : "M"}${x(c.x)},${y(c.y)}`).join("") + (p.corners.length > 2 ? "Z" : "");
  const words = now.sides.filter((s) => !s.open).map((s) => s.text).join(", ");
  // A run moves diagonally while time passes: from where it was, straight up and right.
  const waited = run && previous && run.x - previous.x === run.y - previous.y && run.x > previous.x;
  return (
    <figure class="zone-picture">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Zone of state ${index} over ${now.x} and ${now.y}: ${words || "everything"}`}>
        <defs>
          <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0,0V6" class="zone-hatch" /></pattern>
        </defs>
        {ticks(end).map((t) => (
          <g key={t} class="zone-tick">
            <path d={`M${x(t)},${y(0)}V${y(end)}M${x(0)},${y(t)}H${x(end)}`} />
            <text x={x(t)} y={y(0) + 14} text-anchor="middle">{t}</text>
            <text x={x(0) - 6} y={y(t) + 4} text-anchor="end">{t}</text>
          </g>
        ))}
        <text class="zone-axis" x={x(end / 2)} y={height - 6} text-anchor="middle">{now.x}</text>
        <text class="zone-axis" transform={`translate(11 ${y(end / 2)}) rotate(-90)`} text-anchor="middle">{now.y}</text>
        {before && <path class="zone-before" d={path(before)} />}
        {after && <path class="zone-after" d={path(after)} fill={`url(#${id})`} />}
        <path class="zone-now" d={path(now)} />
        {now.corners.length <= 8 && now.corners.map((c, i) => <circle key={i} class="zone-corner" cx={x(c.x)} cy={y(c.y)} r="2.5" />)}
        {now.sides.map((side, i) => {
          const [a, b] = [now.corners[i], now.corners[(i + 1) % now.corners.length]];
          if (!b || side.open) return null;
          return <path key={i} class="zone-side" d={`M${x(a.x)},${y(a.y)}L${x(b.x)},${y(b.y)}`}><title>{side.text}</title></path>;
        })}
        {waited && <path class="zone-path" d={`M${x(previous.x)},${y(previous.y)}L${x(run.x)},${y(run.y)}`} />}
        {waited && <circle class="zone-from" cx={x(previous.x)} cy={y(previous.y)} r="3" />}
        {run && run.x <= end && run.y <= end && <circle class="zone-run" cx={x(run.x)} cy={y(run.y)} r="5"><title>run: ({run.x}, {run.y})</title></circle>}
      </svg>
      <figcaption>
        {before && <span><i class="before" /> state {index - 1}</span>}
        <span><i class="now" /> state {index}</span>
        {after && <span><i class="after" /> state {index + 1}</span>}
        {run && <span><i class="run" /> run</span>}
      </figcaption>
    </figure>
  );
}
