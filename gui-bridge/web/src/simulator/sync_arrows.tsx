// Who does something together: a ring at the sender, an arrow to each receiver, the channel instance as a chip. A step
// of one process alone is a small sign at the edge of its segments.
import type { JSX } from "preact";
import { position, run } from "../store/simulation.ts";
import type { TimelineView } from "./timeline.tsx";

interface Props {
  view: TimelineView;
  centers: Map<number, number>;
  gaps: number[]; // between rows: where chips hide nothing
  height: number;
  offset: number;
}

const narrow = 14;
const roomForChip = 84; // narrower columns name only the channel of the next step

export function SyncArrows({ view, centers, gaps, height, offset }: Props): JSX.Element {
  const states = run.value!.states;
  const left = view.edges[view.from];
  const width = view.edges[view.to + 1] - left + 12;
  const marks: JSX.Element[] = [];
  for (let i = Math.max(1, view.from); i <= view.to; i++) {
    const step = states[i].entered;
    if (!step || view.edges[i] - view.edges[i - 1] < narrow) continue;
    const x = view.edges[i] - left;
    const ys = step.edges.flatMap((e) => centers.get(e.process) ?? []);
    if (ys.length === 0) continue;
    marks.push(ys.length === 1 ? <Alone key={i} x={x} y={ys[0]} now={position.value + 1 === i} /> : <Together key={i} x={x} ys={ys} gaps={gaps} now={position.value + 1 === i} channel={position.value + 1 === i || view.edges[i + 1] - view.edges[i] >= roomForChip ? step.channel : null} />);
  }
  return (
    <svg class="sync" aria-hidden="true" width={width} height={height} style={{ left: `calc(var(--label) + ${left}px)`, top: `${offset}px` }}>{marks}</svg>
  );
}

function Alone({ x, y, now }: { x: number; y: number; now: boolean }): JSX.Element {
  return (
    <g class={now ? "sync-mark now" : "sync-mark"}>
      <circle cx={x} cy={y} r="5" />
      <path d={`M${x - 1.5},${y - 2.5}l2.5,2.5l-2.5,2.5`} />
    </g>
  );
}

// The gap between rows that is nearest to the middle of an arrow.
function chipPlace(from: number, to: number, gaps: readonly number[]): number {
  const middle = (from + to) / 2;
  const inside = gaps.filter((g) => g > Math.min(from, to) && g < Math.max(from, to));
  return inside.reduce((best, g) => (Math.abs(g - middle) < Math.abs(best - middle) ? g : best), inside[0] ?? middle);
}

function Together({ x, ys, gaps, channel, now }: { x: number; ys: number[]; gaps: number[]; channel: string | null; now: boolean }): JSX.Element {
  const [from, ...to] = ys;
  const chip = channel ?? "";
  const w = chip.length * 6.4 + 10;
  const far = to.reduce((a, b) => (Math.abs(b - from) > Math.abs(a - from) ? b : a), to[0]);
  const middle = chipPlace(from, far, gaps);
  return (
    <g class={now ? "sync-mark now" : "sync-mark"}>
      {to.map((y, i) => <path key={i} class="line" d={`M${x},${from}V${y + (y > from ? -5 : 5)}`} />)}
      {to.map((y, i) => <path key={`h${i}`} class="head" d={y > from ? `M${x - 4},${y - 7}h8l-4,7z` : `M${x - 4},${y + 7}h8l-4,-7z`} />)}
      <circle cx={x} cy={from} r="4.5" />
      {chip && Math.abs(far - from) > 20 && <><rect x={x - w / 2} y={middle - 8.5} width={w} height="17" rx="4" /><text x={x} y={middle + 4}>{chip}</text></>}
    </g>
  );
}
