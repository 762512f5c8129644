// The run as lanes over time: column = state, gap = step. Only the window and one page on each side are drawn.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { dispatchKey } from "../common/keys.ts";
import { letterKeys } from "../store/app.ts";
import { goToState, position, run } from "../store/simulation.ts";
import { groups } from "../store/symmetry.ts";
import { columnAt, columnEdges, currentColumnWidth, fittingWidth, visibleColumns } from "./columns.ts";
import { simulatorCommands } from "./commands.ts";
import { centers, place, rowsOf } from "./lanes.ts";
import { LaneRow } from "./lane_row.tsx";
import { Minimap } from "./minimap.tsx";
import { Ruler } from "./ruler.tsx";
import { SequenceChart } from "./sequence_chart.tsx";
import { asChart, byClass, byTime, columnWidth, foldIdle, pinned, setTimelineHeight, showClocks, timelineHeight, unfolded } from "./settings.ts";
import { SyncArrows } from "./sync_arrows.tsx";
import { TimelineBar } from "./timeline_bar.tsx";

const rulerHeight = 38;
const labelWidth = (): number => (innerWidth < 1360 ? 132 : 156);

export interface TimelineView {
  edges: number[];
  from: number; // first and last column that are drawn
  to: number;
}

export function Timeline(): JSX.Element {
  const now = run.value!;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, top: 0, width: 1000, height: 300 });
  const label = labelWidth();
  const room = view.width - label - 12;
  const width = columnWidth.value || fittingWidth(now.states.length, room);
  const edges = useMemo(() => columnEdges(now.states, width, byTime.value, columnWidth.value ? 0 : room), [now.states, width, byTime.value, room]);

  const first = columnAt(edges, view.left);
  const last = columnAt(edges, view.left + room);
  const goal = useMemo(() => new Set(now.goal?.parts.filter((p) => p.holds).flatMap((p) => p.processes) ?? []), [now.goal]);
  const rows = useMemo(
    () => rowsOf(now.states, groups.value, { from: first, to: last }, { foldIdle: foldIdle.value, byClass: byClass.value, clocks: showClocks.value, unfolded: unfolded.value, pinned: pinned.value, goal }),
    [now.states, groups.value, first, last, foldIdle.value, byClass.value, unfolded.value, pinned.value, goal],
  );
  const placed = useMemo(() => place(rows, showClocks.value), [rows, showClocks.value]);
  const page = last - first + 1;
  const drawn: TimelineView = { edges, from: Math.max(0, first - page), to: Math.min(now.states.length - 1, last + page) };

  useEffect(() => {
    currentColumnWidth.value = width;
    if (!asChart.value) visibleColumns.value = { from: first, to: last };
  }, [width, first, last, asChart.value]);
  useEffect(() => {
    const observer = new ResizeObserver(() => measure());
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  const measure = (): void => {
    const s = scroller.current!;
    setView({ left: s.scrollLeft, top: s.scrollTop, width: s.clientWidth, height: s.clientHeight });
  };
  // The playhead stays in sight.
  useLayoutEffect(() => {
    const s = scroller.current!;
    const [a, b] = [edges[position.value], edges[position.value + 1]];
    if (a === undefined) return;
    if (a < s.scrollLeft) s.scrollLeft = Math.max(0, a - room / 3);
    else if (b > s.scrollLeft + room) s.scrollLeft = b - (room * 2) / 3;
  }, [position.value, edges, room]);

  const inSight = placed.rows.filter((r) => r.top + r.height >= view.top - 200 && r.top <= view.top + view.height + 200);
  const natural = Math.min(placed.height + rulerHeight + 2, innerHeight * 0.38);
  const height = timelineHeight.value ? Math.min(timelineHeight.value, innerHeight * 0.6) : natural;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      goToState(position.value + (event.key === "PageDown" ? page : -page));
      return;
    }
    dispatchKey(event, simulatorCommands(), letterKeys.value);
  };
  return (
    <section class="timeline" aria-label="Timeline" data-pane tabIndex={-1} style={{ "--label": `${label}px` }}>
      <Splitter height={height} />
      <TimelineBar />
      {asChart.value && <div class="chart-scroll" style={{ height: `${height}px` }}><SequenceChart /></div>}
      <div
        ref={scroller} class="lanes" style={{ height: `${height}px`, display: asChart.value ? "none" : undefined }} onScroll={measure} tabIndex={0}
        role="grid" aria-label={`Timeline of ${now.names.processes.length} processes`} aria-colcount={now.states.length} aria-rowcount={rows.length} onKeyDown={onKeyDown}
      >
        <div class="lanes-inner" role="rowgroup" style={{ width: `${label + edges[edges.length - 1] + 12}px`, height: `${placed.height + rulerHeight}px` }}>
          <Ruler view={drawn} />
          <Playhead edges={edges} height={placed.height + rulerHeight} />
          {inSight.map((p) => <LaneRow key={rowKey(p.row)} placed={p} view={drawn} goal={goal} offset={rulerHeight} />)}
          <SyncArrows view={drawn} centers={centers(placed.rows)} gaps={placed.rows.map((r) => r.top)} height={placed.height} offset={rulerHeight} />
        </div>
      </div>
      <Minimap edges={edges} window={asChart.value ? visibleColumns.value : { from: first, to: last }} onScrub={goToState} onKeyDown={onKeyDown} />
    </section>
  );
}

function rowKey(row: ReturnType<typeof rowsOf>[number]): string {
  if (row.kind === "lane" || row.kind === "idle") return `${row.kind}${row.process}`;
  return row.kind === "variables" ? "variables" : `${row.kind}${row.group.title}`;
}

// The column of the current state, and its left edge as a line.
function Playhead({ edges, height }: { edges: number[]; height: number }): JSX.Element {
  const at = position.value;
  return (
    <div class="playhead" role="presentation" style={{ left: `calc(var(--label) + ${edges[at]}px)`, width: `${edges[at + 1] - edges[at]}px`, height: `${height}px` }}>
      <div class="playhead-line" />
    </div>
  );
}

// Drags the upper edge of the timeline.
function Splitter({ height }: { height: number }): JSX.Element {
  const start = useSignal<{ y: number; height: number } | null>(null);
  return (
    <div
      class="splitter" role="separator" aria-orientation="horizontal" aria-label="Height of the timeline" aria-valuenow={Math.round(height)} tabIndex={0}
      onPointerDown={(e) => ((start.value = { y: e.clientY, height }), e.currentTarget.setPointerCapture(e.pointerId))}
      onPointerMove={(e) => start.value && setTimelineHeight(Math.max(80, start.value.height + start.value.y - e.clientY))}
      onPointerUp={() => (start.value = null)}
      onDblClick={() => setTimelineHeight(0)}
      onKeyDown={(e) => {
        const by = e.key === "ArrowUp" ? 24 : e.key === "ArrowDown" ? -24 : 0;
        if (by === 0) return;
        e.preventDefault();
        e.stopPropagation();
        setTimelineHeight(Math.max(80, height + by));
      }}
    />
  );
}
