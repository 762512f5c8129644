// The run as a message sequence chart: processes are columns, time goes down. It grows with the run; only the rows in
// sight are drawn.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { timeText } from "../common/format.ts";
import { slotClass } from "../drawing/slots.ts";
import { slotsOf } from "../store/model.ts";
import { delayAfter, movers } from "../store/run.ts";
import { goToState, position, run } from "../store/simulation.ts";
import { visibleColumns } from "./columns.ts";
import { foldIdle } from "./settings.ts";
import { locationText } from "./words.ts";

const narrowest = 132; // columns
const widest = 240;
const rowHeight = 34;
const gutter = 64;
const headHeight = 28;
const beyond = 6;

export function SequenceChart(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 300, width: 0 });
  const now = run.value!;
  const active = movers(now.states, 0, now.states.length - 1);
  const shown = now.names.processes.map((_, i) => i).filter((i) => !foldIdle.value || active.has(i) || active.size === 0);
  const column = Math.max(narrowest, Math.min(widest, Math.floor((view.width - gutter) / Math.max(1, shown.length))));
  const x = new Map(shown.map((p, k) => [p, gutter + k * column + column / 2]));
  const height = headHeight + now.states.length * rowHeight + 12;
  const width = Math.max(view.width, gutter + shown.length * column);
  const from = Math.max(0, Math.floor(view.top / rowHeight) - beyond);
  const to = Math.min(now.states.length - 1, Math.ceil((view.top + view.height) / rowHeight) + beyond);
  useEffect(() => {
    const box = host.current!.parentElement!;
    const measure = (): void => setView({ top: box.scrollTop, height: box.clientHeight, width: box.clientWidth });
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener("scroll", measure);
    return () => (observer.disconnect(), box.removeEventListener("scroll", measure));
  }, []);
  useEffect(() => {
    const box = host.current!.parentElement!;
    const y = headHeight + position.value * rowHeight;
    if (y < box.scrollTop + headHeight || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
  }, [position.value]);
  useEffect(() => {
    visibleColumns.value = { from: Math.floor(view.top / rowHeight), to: Math.min(now.states.length - 1, Math.floor((view.top + view.height - headHeight) / rowHeight)) };
  }, [view, now.states.length]);
  const rows = [];
  for (let i = from; i <= to; i++) rows.push(<ChartRow key={i} index={i} x={x} first={i === from} />);
  return (
    <div ref={host} class="sequence" style={{ width: `${width}px`, height: `${height}px` }}>
      <svg width={width} height={height} role="img" aria-label={`Message sequence chart of ${now.states.length - 1} steps`}>
        {shown.map((p) => <path key={p} class="life" d={`M${x.get(p)},${headHeight}V${height}`} />)}
        {rows}
      </svg>
      <div class="sequence-head" style={{ width: `${width}px` }}>
        {shown.map((p) => <span key={p} class="cut" style={{ left: `${x.get(p)! - column / 2 + 6}px`, width: `${column - 12}px` }}>{now.names.processes[p].name}</span>)}
      </div>
    </div>
  );
}

// The step into state `index`: messages, then the new locations.
function ChartRow({ index, x, first }: { index: number; x: Map<number, number>; first: boolean }): JSX.Element {
  const now = run.value!;
  const y = headHeight + index * rowHeight;
  const step = now.states[index].entered;
  const edges = step?.edges ?? [];
  const places = first || index === 0 ? [...x.keys()] : edges.map((e) => e.process);
  const delay = index > 0 ? delayAfter(now.states, index - 1) : null;
  return (
    <g class={`chart-row ${position.value === index ? "now" : ""}`} onClick={() => goToState(index)}>
      <rect class="band" x="0" y={y} width="100%" height={rowHeight} />
      <text class="number" x="8" y={y + 20}>{index}</text>
      {delay && <text class="delay" x={Math.max(34, 14 + 7 * String(index).length)} y={y + 20}>+{timeText(delay)}</text>}
      {edges.slice(1).map((e, i) => <Message key={i} from={x.get(edges[0].process)} to={x.get(e.process)} y={y + 6} text={i === 0 ? step!.channel : null} />)}
      {places.map((p) => <Place key={p} process={p} location={now.states[index].locations[p]} x={x.get(p)} y={y + 12} />)}
    </g>
  );
}

function Message({ from, to, y, text }: { from?: number; to?: number; y: number; text: string | null }): JSX.Element | null {
  if (from === undefined || to === undefined) return null;
  const right = to > from;
  return (
    <g class="message">
      <path d={`M${from},${y}H${to}`} />
      <path class="head" d={right ? `M${to - 7},${y - 4}v8l7,-4z` : `M${to + 7},${y - 4}v8l-7,-4z`} />
      {text && <text x={(from + to) / 2} y={y - 2}>{text}</text>}
    </g>
  );
}

function Place({ process, location, x, y }: { process: number; location: number; x?: number; y: number }): JSX.Element | null {
  if (x === undefined) return null;
  const names = run.value!.names;
  const name = locationText(names, process, location);
  const w = Math.min(narrowest - 14, name.length * 7 + 16);
  return (
    <g class={slotClass(slotsOf(names.processes[process].template)[location] ?? location)}>
      <rect class="place" x={x - w / 2} y={y} width={w} height="18" rx="4" />
      <text class="place-name" x={x} y={y + 13}>{name}</text>
    </g>
  );
}
