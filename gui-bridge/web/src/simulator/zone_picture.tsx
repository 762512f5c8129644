// Polygons of up to three states in one frame of two clocks.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
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

// The constraint of the side that a point is nearest to.
function nearestSide(zone: Projection, px: number, py: number): string {
  let best = Infinity;
  let text = "";
  zone.sides.forEach((side, i) => {
    const [a, b] = [zone.corners[i], zone.corners[(i + 1) % zone.corners.length]];
    if (!a || !b || side.open) return;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const t = Math.max(0, Math.min(1, ((px - a.x) * dx + (py - a.y) * dy) / (dx * dx + dy * dy || 1)));
    const distance = Math.hypot(px - a.x - t * dx, py - a.y - t * dy);
    if (distance < best) [best, text] = [distance, side.text];
  });
  return text;
}

export function ZonePicture({ before, now, after, index, run, previous }: Props): JSX.Element {
  const id = useId();
  const end = Math.max(1, now.frame);
  const x = (v: number): number => inset.left + (v / end) * (width - inset.left - inset.right);
  const y = (v: number): number => height - inset.bottom - (v / end) * (height - inset.top - inset.bottom);
  const path = (p: Projection): string => p.corners.map((c, i) => `${i ? "L" : "M"}${x(c.x)},${y(c.y)}`).join("") + (p.corners.length > 2 ? "Z" : "");
  const words = now.sides.filter((s) => !s.open).map((s) => s.text).join(", ");
  const [pointed, setPointed] = useState<string | null>(null); // where the pointer or the arrow keys are, in words
  const [corner, setCorner] = useState(-1);
  const onPointerMove = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const scale = Math.max(width / box.width, height / box.height);
    const px = (event.clientX - box.left - box.width / 2) * scale + width / 2;
    const py = (event.clientY - box.top - box.height / 2) * scale + height / 2;
    const vx = ((px - inset.left) / (width - inset.left - inset.right)) * end;
    const vy = ((height - inset.bottom - py) / (height - inset.top - inset.bottom)) * end;
    setPointed(vx < 0 || vy < 0 || vx > end || vy > end ? null : `(${vx.toFixed(1)}, ${vy.toFixed(1)})  ${nearestSide(now, vx, vy)}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 0;
    if (by === 0 || now.corners.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = (Math.max(corner, by === 1 ? -1 : 0) + by + now.corners.length) % now.corners.length;
    setCorner(at);
    const side = now.sides[at];
    setPointed(`corner (${now.corners[at].x}, ${now.corners[at].y})  ${!side || side.open ? "open to the frame" : side.text}`);
  };
  // A run moves diagonally while time passes: from where it was, straight up and right.
  const waited = run && previous && run.x - previous.x === run.y - previous.y && run.x > previous.x;
  return (
    <figure class="zone-picture">
      <svg
        viewBox={`0 0 ${width} ${height}`} tabIndex={0} onPointerMove={onPointerMove} onPointerLeave={() => setPointed(null)} onKeyDown={onKeyDown}
        onBlur={() => (setCorner(-1), setPointed(null))} role="img" aria-label={`Zone of state ${index} over ${now.x} and ${now.y}: ${words || "everything"}`}
      >
        <defs>
          <clipPath id={`${id}clip`}><rect x={x(0)} y={y(end)} width={x(end) - x(0)} height={y(0) - y(end)} /></clipPath>
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
        <g clip-path={`url(#${id}clip)`}>
          {before && <path class="zone-before" d={path(before)} />}
          {after && <path class="zone-after" d={path(after)} fill={`url(#${id})`} />}
        </g>
        <path class="zone-now" d={path(now)} />
        {now.corners.length <= 8 && now.corners.map((c, i) => <circle key={i} class="zone-corner" cx={x(c.x)} cy={y(c.y)} r={i === corner ? 5 : 2.5} />)}
        {now.sides.map((side, i) => {
          const [a, b] = [now.corners[i], now.corners[(i + 1) % now.corners.length]];
          if (!b || side.open) return null;
          return <path key={i} class="zone-side" d={`M${x(a.x)},${y(a.y)}L${x(b.x)},${y(b.y)}`}><title>{side.text}</title></path>;
        })}
        {waited && <path class="zone-path" d={`M${x(previous.x)},${y(previous.y)}L${x(run.x)},${y(run.y)}`} />}
        {waited && <circle class="zone-from" cx={x(previous.x)} cy={y(previous.y)} r="3" />}
        {run && run.x <= end && run.y <= end && <circle class="zone-run" cx={x(run.x)} cy={y(run.y)} r="5"><title>run: ({run.x}, {run.y})</title></circle>}
      </svg>
      <p class="zone-where mono" aria-live="polite">{pointed}</p>
      <figcaption>
        {before && <span><i class="before" /> state {index - 1}</span>}
        <span><i class="now" /> state {index}</span>
        {after && <span><i class="after" /> state {index + 1}</span>}
        {run && <span><i class="run" /> run</span>}
      </figcaption>
    </figure>
  );
}
