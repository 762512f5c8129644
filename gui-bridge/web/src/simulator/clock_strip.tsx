// A clock of a process under its lane: time is a ramp, a reset is a drop.
import type { JSX } from "preact";
import { timeText, timeValue } from "../common/format.ts";
import { delayAfter } from "../store/run.ts";
import { run } from "../store/simulation.ts";
import type { TimelineView } from "./timeline.tsx";

const height = 22;

export function ClockStrip({ process, view }: { process: number; view: TimelineView }): JSX.Element | null {
  const now = run.value!;
  const owner = `${now.names.processes[process].name}.`;
  const clock = now.names.clocks.findIndex((c) => c.startsWith(owner));
  if (clock < 0 || now.states[0].clocks[clock] == null) return null;
  const value = (i: number): number => timeValue(now.states[i].clocks[clock]);
  let top = 1;
  for (let i = 0; i < now.states.length; i++) top = Math.max(top, value(i) + timeValue(delayAfter(now.states, i)));
  const y = (v: number): number => height - 3 - (v / top) * (height - 15);
  const left = view.edges[view.from];
  let path = "";
  const marks = [];
  for (let i = view.from; i <= view.to; i++) {
    const [a, b] = [view.edges[i] - left, view.edges[i + 1] - left];
    const delay = timeValue(delayAfter(now.states, i));
    path += `${path ? "L" : "M"}${a + 4},${y(value(i))}`;
    if (delay > 0) path += `L${a + (b - a) * 0.2},${y(value(i))}`;
    path += `L${b - 2},${y(value(i) + delay)}`;
    const isNew = i === view.from || value(i) !== value(i - 1);
    if (isNew && b - a > 30) marks.push(<text key={i} x={a + 10} y={y(value(i)) - 3}>{timeText(now.states[i].clocks[clock])}</text>);
  }
  return (
    <>
      <span class="clock-name mono">{now.names.clocks[clock].slice(owner.length)}</span>
      <svg class="clock-strip" aria-hidden="true" style={{ left: `calc(var(--label) + ${left}px)` }} width={view.edges[view.to + 1] - left} height={height}>
        <path d={path} />
        {marks}
      </svg>
    </>
  );
}
