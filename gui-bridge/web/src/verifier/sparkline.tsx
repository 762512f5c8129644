// A small curve in a row: the waiting list, while a query runs.
import type { JSX } from "preact";

const width = 460;
const height = 30;

export function Sparkline({ points, label }: { points: number[]; label: string }): JSX.Element {
  const top = Math.max(1, ...points);
  const x = (i: number): number => 3 + (i / Math.max(1, points.length - 1)) * (width - 8);
  const y = (v: number): number => height - 3 - (v / top) * (height - 8);
  const line = points.map((p, i) => `${i ? "L" : "M"}${x(i).toFixed(1)},${y(p).toFixed(1)}`).join("");
  const last = points.length - 1;
  return (
    <span class="spark">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path class="area" d={`${line}L${x(last)},${height}L${x(0)},${height}Z`} />
        <path class="curve" d={line} />
        <path class="last" d={`M${x(last)},${y(points[last])}h0`} />
      </svg>
      <span>{label}</span>
    </span>
  );
}
