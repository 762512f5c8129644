// The whole run, one column per pixel: few processes as thin lanes, many as counts of the largest class.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { slotColor } from "../drawing/slots.ts";
import { theme } from "../store/app.ts";
import { slotsOf } from "../store/model.ts";
import { census, type Group } from "../store/run.ts";
import { lastIndex, position, run } from "../store/simulation.ts";
import { groups } from "../store/symmetry.ts";

interface Props {
  edges: number[];
  window: { from: number; to: number };
  onScrub(index: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

const lanesAtMost = 12;

export function Minimap({ window, onScrub, onKeyDown }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(600);
  const now = run.value!;
  const many = now.names.processes.length > lanesAtMost;
  const largest = groups.value.reduce<Group | null>((a, b) => (a && a.processes.length >= b.processes.length ? a : b), null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(canvas.current!.parentElement!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => draw(canvas.current!, width, many ? largest : null), [width, now.states, many, largest, theme.value]);
  const count = now.states.length;
  const time = now.states[position.value]?.time;
  const x = (i: number): number => (i / count) * 100;
  const scrub = (event: PointerEvent): void => {
    const box = canvas.current!.getBoundingClientRect();
    onScrub(Math.floor(((event.clientX - box.left) / box.width) * count));
  };
  return (
    <div class="minimap">
      <div class="lane-label"><span>Whole trace</span>{many && largest && <span class="note">{largest.title} by location</span>}</div>
      <div
        class="map" role="slider" tabIndex={0} aria-label="Whole trace" aria-valuemin={0} aria-valuemax={lastIndex.value} aria-valuenow={position.value}
        aria-valuetext={`state ${position.value} of ${lastIndex.value}${time ? `, time ${time}` : ""}`}
        onKeyDown={onKeyDown}
        onPointerDown={(e) => (e.currentTarget.setPointerCapture(e.pointerId), scrub(e))}
        onPointerMove={(e) => e.buttons === 1 && scrub(e)}
      >
        <canvas ref={canvas} height={22} />
        <span class="window" style={{ left: `${x(window.from)}%`, width: `${Math.max(0.5, x(window.to + 1) - x(window.from))}%` }} />
        <span class="head" style={{ left: `${x(position.value)}%` }} />
        {now.source?.verdict === "not-satisfied" && <span class="end" />}
      </div>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, width: number, group: Group | null): void {
  canvas.width = width;
  const context = canvas.getContext("2d");
  const now = run.value;
  if (!context || !now) return;
  const style = getComputedStyle(document.documentElement);
  const colours = new Map<string, string>();
  const colour = (slot: number): string => {
    const name = slotColor(slot);
    if (!colours.has(name)) colours.set(name, style.getPropertyValue(name).trim());
    return colours.get(name)!;
  };
  const tables = new Map(now.names.processes.map((p) => [p.template, slotsOf(p.template)]));
  const height = canvas.height;
  for (let px = 0; px < width; px++) {
    const state = now.states[Math.min(now.states.length - 1, Math.floor((px / width) * now.states.length))];
    if (group) {
      const table = tables.get(group.title)!;
      let y = 0;
      for (const [l, c] of [...census(state, group.processes)].sort((a, b) => (table[b[0]] ?? 0) - (table[a[0]] ?? 0))) {
        const h = (c / group.processes.length) * height;
        context.fillStyle = colour(table[l] ?? l);
        context.fillRect(px, y, 1, h);
        y += h;
      }
    } else {
      const h = height / now.names.processes.length;
      now.names.processes.forEach((p, i) => {
        context.fillStyle = colour(tables.get(p.template)![state.locations[i]] ?? state.locations[i]);
        context.fillRect(px, i * h + 0.5, 1, h - 1);
      });
    }
  }
}
