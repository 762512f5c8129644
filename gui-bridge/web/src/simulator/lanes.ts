// Which rows the timeline has, from top to bottom. A lane is one process of the real run and is never renamed.
import { movers, type Group, type RunState } from "../store/run.ts";

export type Row =
  | { kind: "lane"; process: number; indented: boolean }
  | { kind: "idle"; process: number }
  | { kind: "class"; group: Group; index: number; open: boolean }
  | { kind: "others"; group: Group; processes: number[] }
  | { kind: "variables" };

export interface Placed {
  row: Row;
  top: number;
  height: number;
}

export interface LaneOptions {
  foldIdle: boolean;
  byClass: boolean;
  clocks: boolean;
  unfolded: ReadonlySet<string>;
  pinned: ReadonlySet<number>;
  goal: ReadonlySet<number>; // processes the goal speaks of
}

const heights = { lane: 47, clocked: 72, member: 29, idle: 26, class: 80, others: 26, variables: 32 };

export function rowsOf(states: readonly RunState[], groups: readonly Group[], window: { from: number; to: number }, options: LaneOptions): Row[] {
  const rows: Row[] = [];
  const everMoves = movers(states, 0, states.length - 1);
  const moving = movers(states, window.from, window.to);
  // Processes of their own first: a class may be taller than the window.
  const ordered = options.byClass ? [...groups].sort((a, b) => Number(a.processes.length > 1) - Number(b.processes.length > 1)) : groups;
  for (const group of ordered) {
    if (options.byClass && group.processes.length > 1) rows.push(...classRows(group, moving, options));
    else {
      for (const process of group.processes) {
        const idle = options.foldIdle && !everMoves.has(process) && !options.pinned.has(process) && states.length > 1;
        rows.push(idle ? { kind: "idle", process } : { kind: "lane", process, indented: false });
      }
    }
  }
  rows.push({ kind: "variables" });
  return rows;
}

function classRows(group: Group, moving: ReadonlySet<number>, options: LaneOptions): Row[] {
  const open = options.unfolded.has(group.title);
  const wanted = (p: number): boolean => open || moving.has(p) || options.pinned.has(p) || options.goal.has(p);
  const rows: Row[] = [{ kind: "class", group, index: 0, open }];
  for (const process of group.processes.filter(wanted)) rows.push({ kind: "lane", process, indented: true });
  const others = group.processes.filter((p) => !wanted(p));
  if (others.length > 0) rows.push({ kind: "others", group, processes: others });
  return rows;
}

export function place(rows: readonly Row[], clocks: boolean): { rows: Placed[]; height: number } {
  let top = 0;
  const placed = rows.map((row) => {
    const height = row.kind !== "lane" ? heights[row.kind] : row.indented ? heights.member : clocks ? heights.clocked : heights.lane;
    const result = { row, top, height };
    top += height;
    return result;
  });
  return { rows: placed, height: top };
}

// Where each process is drawn: its lane, or the class that hides it.
export function centers(rows: readonly Placed[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { row, top, height } of rows) {
    if (row.kind === "others") for (const p of row.processes) found.set(p, top + height / 2);
    if (row.kind === "idle") found.set(row.process, top + height / 2);
    if (row.kind === "lane") found.set(row.process, top + Math.min(height, heights.lane) / 2);
  }
  return found;
}
