// Where the columns of the timeline are. A column is a state; it ends where the next state begins.
import { signal } from "@preact/signals";
import { timeValue } from "../common/format.ts";
import { delayAfter, type RunState } from "../store/run.ts";

export const currentColumnWidth = signal(120);
export const visibleColumns = signal({ from: 0, to: 0 });

const widest = 260;
const narrowest = 62; // by itself; the user may go lower
const zeroDelay = 14;

// How wide a column is when all are equal: all of them in sight if that leaves room for names.
export function fittingWidth(states: number, room: number): number {
  return Math.max(narrowest, Math.min(widest, Math.floor(room / Math.max(1, states))));
}

// Left edges of the columns, and at the end the right edge of the last one.
// By time a unit is as long as `room` allows, but the median delay has at least the width of a column.
export function columnEdges(states: readonly RunState[], width: number, byTime: boolean, room = 0): number[] {
  const edges = [0];
  if (!byTime) {
    for (let i = 1; i <= states.length; i++) edges.push(i * width);
    return edges;
  }
  const delays = states.map((_, i) => timeValue(delayAfter(states, i)));
  const positive = delays.filter((d) => d > 0).sort((a, b) => a - b);
  const still = (states.length - 1 - positive.length) * zeroDelay + width;
  const sum = positive.reduce((a, b) => a + b, 0);
  const unit = positive.length ? Math.max(width / positive[Math.floor(positive.length / 2)], (room - still) / sum) : width;
  states.forEach((_, i) => {
    const last = i === states.length - 1;
    edges.push(edges[i] + (last ? width : Math.max(zeroDelay, delays[i] * unit)));
  });
  return edges;
}

// The column at a place: the last one that begins there or before.
export function columnAt(edges: readonly number[], x: number): number {
  let low = 0;
  let high = edges.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle] <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}
