// Two curves on a logarithmic scale: without symmetry (squares, dashed) and with (rings, solid).
import type { JSX } from "preact";

export type Series = { x: number; y: number | null; why: string }[];

interface Props {
  off: Series;
  on: Series;
  unit(value: number): string;
  tick(value: number): string;
  xTitle: string;
  current: number;
}

const width = 400;
const height = 330;
const inset = { left: 56, right: 62, top: 14, bottom: 46 };

// Powers of ten that enclose the values.
export function decades(values: readonly number[]): { low: number; high: number } {
  const positive = values.filter((v) => v > 0);
  if (positive.length === 0) return { low: 0, high: 1 };
  const low = Math.floor(Math.log10(Math.min(...positive)) + 1e-9);
  const high = Math.ceil(Math.log10(Math.max(...positive)) - 1e-9);
  return { low, high: Math.max(high, low + 1) };
}

// Points that follow each other: where one is missing the curve has a gap.
export function stretches(series: Series): { x: number; y: number }[][] {
  const found: { x: number; y: number }[][] = [[]];
  for (const { x, y } of series) {
    if (y !== null && y > 0) found[found.length - 1].push({ x, y });
    else if (found[found.length - 1].length > 0) found.push([]);
  }
  return found.filter((s) => s.length > 0);
}

export function LogPlot({ off, on, unit, tick, xTitle, current }: Props): JSX.Element {
  const known = (s: Series): { x: number; y: number }[] => s.flatMap((p) => (p.y !== null && p.y > 0 ? [{ x: p.x, y: p.y }] : []));
  const [a, b] = [known(off), known(on)];
  const xs = [...off, ...on].map((p) => p.x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const { low, high } = decades([...a, ...b].map((p) => p.y));
  const x = (v: number): number => inset.left + ((v - first) / Math.max(1, last - first)) * (width - inset.left - inset.right);
  const y = (v: number): number => height - inset.bottom - ((Math.log10(v) - low) / (high - low)) * (height - inset.top - inset.bottom);
  const line = (s: { x: number; y: number }[]): string => s.map((p, i) => `${i ? "L" : "M"}${x(p.x)},${y(p.y)}`).join("");
  const curve = (s: Series): string => stretches(s).map(line).join("");
  const missing = [...off, ...on].filter((p) => p.y === null);
  const both = a.filter((p) => b.some((q) => q.x === p.x));
  const band = both.length > 1 ? `${line(both)}${[...both].reverse().map((p) => `L${x(p.x)},${y(b.find((q) => q.x === p.x)!.y)}`).join("")}Z` : "";
  const at = both.find((p) => p.x === current) ?? both.at(-1);
  const factor = at ? at.y / b.find((q) => q.x === at.x)!.y : null;
  const gain = gainAtEnd(a.at(-1), b.at(-1), at?.x, y);
  const lines = [];
  for (let d = low; d <= high; d++) lines.push(d);
  const words = a.map((p) => `${xTitle} ${p.x}: ${unit(p.y)} without, ${b.some((q) => q.x === p.x) ? unit(b.find((q) => q.x === p.x)!.y) : "no figure"} with`).join("; ");
  return (
    <svg class="log-plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Logarithmic plot over ${xTitle}. ${words}`}>
      {lines.map((d) => <g key={d}><path class="rule" d={`M${inset.left},${y(10 ** d)}H${width - inset.right}`} /><text x={inset.left - 8} y={y(10 ** d) + 4} text-anchor="end">{tick(10 ** d)}</text></g>)}
      {[...new Set(xs)].map((v) => <text key={v} class={v === current ? "strong" : ""} x={x(v)} y={height - inset.bottom + 16} text-anchor="middle">{v}</text>)}
      <text x={(inset.left + width - inset.right) / 2} y={height - 10} text-anchor="middle">{xTitle}</text>
      {band && <path class="band" d={band} />}
      {at && <path class="current" d={`M${x(at.x)},${inset.top}V${height - inset.bottom}`} />}
      <path class="off" d={curve(off)} />
      <path class="on" d={curve(on)} />
      {missing.map((p, i) => <text key={i} class="missing" x={x(p.x)} y={height - inset.bottom - 6} text-anchor="middle">?<title>{`${xTitle} = ${p.x}: no figure, ${p.why || "it was not reached"}`}</title></text>)}
      {a.map((p) => <rect key={p.x} class="off-point" x={x(p.x) - 3.5} y={y(p.y) - 3.5} width="7" height="7"><title>{`${xTitle} = ${p.x}: ${unit(p.y)}`}</title></rect>)}
      {b.map((p) => <circle key={p.x} class="on-point" cx={x(p.x)} cy={y(p.y)} r="4"><title>{`${xTitle} = ${p.x}: ${unit(p.y)}`}</title></circle>)}
      {a.length > 0 && <text class="off-text" x={width - inset.right + 8} y={y(a[a.length - 1].y)}>off<tspan x={width - inset.right + 8} dy="14">{unit(a[a.length - 1].y)}</tspan></text>}
      {b.length > 0 && <text class="on-text" x={width - inset.right + 8} y={y(b[b.length - 1].y)}>with<tspan x={width - inset.right + 8} dy="14">{unit(b[b.length - 1].y)}</tspan></text>}
      {gain && <text class="strong" x={width - inset.right + 8} y={gain.y}>{gain.text}</text>}
      {factor !== null && at && factor > 1.05 && <FactorTag at={x(at.x)} y={(y(at.y) + y(b.find((q) => q.x === at.x)!.y)) / 2} text={`${factor < 10 ? factor.toFixed(1) : Math.round(factor)} × fewer`} />}
    </svg>
  );
}

// "57 ×" between the ends of the curves, where they are apart and the tag does not say it already.
function gainAtEnd(off: { x: number; y: number } | undefined, on: typeof off, tagged: number | undefined, y: (v: number) => number): { text: string; y: number } | null {
  if (!off || !on || off.x !== on.x || off.x === tagged || y(on.y) - y(off.y) < 60) return null;
  return { text: `${Math.round(off.y / on.y)} ×`, y: (y(off.y) + y(on.y)) / 2 + 10 };
}

// Right of the line of the current size, or left of it where there is no room.
function FactorTag({ at, y, text }: { at: number; y: number; text: string }): JSX.Element {
  const w = text.length * 6.6 + 12;
  const x = at + 6 + w > width - inset.right ? at - 6 - w : at + 6;
  return <g class="factor"><rect x={x} y={y - 11} width={w} height="22" rx="5" /><text x={x + w / 2} y={y + 4} text-anchor="middle">{text}</text></g>;
}
