// States stored and waiting over time; two axes, told apart by line and colour.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { count, seconds, short } from "../common/format.ts";
import { ticks } from "../simulator/zone_picture.tsx";

interface Point {
  seconds: number;
  stored: number;
  waiting: number;
}

const width = 364;
const height = 190;
const inset = { left: 42, right: 42, top: 10, bottom: 22 };

// Ticks of a count: 0, 0.5 M, 1 M.
function countTicks(top: number): number[] {
  return ticks(Math.max(1, top), 4);
}

export function ProgressPlot({ history }: { history: Point[] }): JSX.Element | null {
  const [pointed, setPointed] = useState<number | null>(null); // seconds
  if (history.length < 2) return null;
  const last = history[history.length - 1];
  const end = Math.max(1, last.seconds * 1.08);
  const topStored = Math.max(...history.map((h) => h.stored)) * 1.12;
  const topWaiting = Math.max(1, ...history.map((h) => h.waiting)) * 1.35;
  const x = (s: number): number => inset.left + (s / end) * (width - inset.left - inset.right);
  const y = (v: number, top: number): number => height - inset.bottom - (v / top) * (height - inset.top - inset.bottom);
  const line = (value: (p: Point) => number, top: number): string => history.map((p, i) => `${i ? "L" : "M"}${x(p.seconds).toFixed(1)},${y(value(p), top).toFixed(1)}`).join("");
  const stored = line((p) => p.stored, topStored);
  const near = pointed === null ? null : history.reduce((a, b) => (Math.abs(b.seconds - pointed) < Math.abs(a.seconds - pointed) ? b : a));
  const onPointerMove = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    setPointed((((event.clientX - box.left) / box.width) * width - inset.left) / (width - inset.left - inset.right) * end);
  };
  return (
    <div class="panel-part">
      <div class="spread">
        <h2 class="head">Progress</h2>
        {near ? <span class="plot-key">{seconds(near.seconds)}: {count(near.stored)} stored, {count(near.waiting)} waiting</span> : <span class="plot-key"><i class="stored" /> stored <i class="waiting" /> waiting</span>}
      </div>
      <svg class="plot" viewBox={`0 0 ${width} ${height}`} onPointerMove={onPointerMove} onPointerLeave={() => setPointed(null)} role="img" aria-label={`${short(last.stored)} states stored and ${short(last.waiting)} waiting after ${seconds(last.seconds)}`}>
        {countTicks(topStored).map((t) => <g key={t}><path class="rule" d={`M${inset.left},${y(t, topStored)}H${width - inset.right}`} /><text class="stored" x={inset.left - 6} y={y(t, topStored) + 4} text-anchor="end">{short(t)}</text></g>)}
        {countTicks(topWaiting).map((t) => <text key={t} class="waiting" x={width - inset.right + 6} y={y(t, topWaiting) + 4}>{short(t)}</text>)}
        {ticks(end, 4).map((t) => <text key={t} x={x(t)} y={height - 6} text-anchor="middle">{t} s</text>)}
        <path class="area" d={`${stored}L${x(last.seconds)},${y(0, 1)}L${x(history[0].seconds)},${y(0, 1)}Z`} />
        <path class="curve stored" d={stored} />
        <path class="curve waiting" d={line((p) => p.waiting, topWaiting)} />
        {near && <path class="rule" d={`M${x(near.seconds)},${inset.top}V${height - inset.bottom}`} />}
        <circle class="stored" cx={x(last.seconds)} cy={y(last.stored, topStored)} r="3.5" />
        <circle class="waiting" cx={x(last.seconds)} cy={y(last.waiting, topWaiting)} r="3" />
      </svg>
    </div>
  );
}
