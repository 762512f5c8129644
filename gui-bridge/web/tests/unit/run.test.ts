import assert from "node:assert/strict";
import { test } from "node:test";
import { random } from "./random.ts";
import { columnAt, columnEdges, fittingWidth } from "../../src/simulator/columns.ts";
import { centers, place, rowsOf } from "../../src/simulator/lanes.ts";
import { afterStep, census, changedVariables, delayAfter, groupsByTemplate, movers, sameStep, segments, type RunState } from "../../src/store/run.ts";
import { ticks } from "../../src/simulator/zone_picture.tsx";
import { decades } from "../../src/symmetry/log_plot.tsx";
import type { MoveEdge, TraceStep } from "../../src/protocol/types.ts";

const edge = (process: number, from: number, to: number): MoveEdge => ({ process, edge: 0, branch: null, select: [], from, to, channel: null, send: null });
const first: RunState = { id: 0, time: "0", locations: [0, 0, 0], variables: [0, 0], clocks: ["0"], entered: null };
const step = (n: number, time: string, edges: MoveEdge[], variables: [number, number][] = []): TraceStep => ({
  step: n, delay: "0", time, channel: null, edges, locations: edges.map((e) => [e.process, e.to]), variables, clocks: ["0"],
});
const states = [first];
for (const s of [step(1, "0", [edge(0, 0, 1)]), step(2, "1", [edge(0, 1, 2), edge(1, 0, 1)], [[1, 5]]), step(3, "7/2", [edge(0, 2, 2)])]) states.push(afterStep(states[states.length - 1], s));

test("steps as changes give the same states as whole states would", () => {
  assert.deepEqual(states.map((s) => s.locations), [[0, 0, 0], [1, 0, 0], [2, 1, 0], [2, 1, 0]]);
  assert.deepEqual(states.map((s) => s.variables), [[0, 0], [0, 0], [0, 5], [0, 5]]);
  assert.deepEqual(first.locations, [0, 0, 0], "the first state is not touched");
});

test("the delay belongs to the state before the step", () => {
  assert.deepEqual([0, 1, 2, 3].map((i) => delayAfter(states, i)), [null, "1", "5/2", null]);
});

test("a stay ends with a step of the process, also into the same location", () => {
  assert.deepEqual(segments(states, 0, 0, 3).map((s) => [s.from, s.to, s.location]), [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 2]]);
  assert.deepEqual(segments(states, 2, 0, 3).map((s) => [s.from, s.to, s.location]), [[0, 3, 0]]);
});

test("random runs: segments cover every state once, with the right location", () => {
  for (let round = 0; round < 100; round++) {
    const run = [first];
    for (let i = 1; i < 30; i++) {
      const p = Math.floor(random() * 3);
      const before = run[i - 1];
      run.push(afterStep(before, step(i, String(i), [edge(p, before.locations[p], Math.floor(random() * 3))])));
    }
    const [from, to] = [Math.floor(random() * 10), 15 + Math.floor(random() * 15)];
    for (let p = 0; p < 3; p++) {
      const covered = segments(run, p, from, to).flatMap((s) => Array.from({ length: s.to - s.from + 1 }, (_, k) => [s.from + k, s.location]));
      assert.deepEqual(covered, Array.from({ length: Math.min(to, 29) - from + 1 }, (_, k) => [from + k, run[from + k].locations[p]]));
    }
  }
});

test("changes, movers and counts", () => {
  assert.deepEqual(changedVariables(states, 2), [{ variable: 1, from: 0, to: 5 }]);
  assert.deepEqual([...movers(states, 0, 3)].sort(), [0, 1]);
  assert.deepEqual([...movers(states, 2, 3)], [0]);
  assert.deepEqual([...census(states[2], [0, 1, 2])], [[2, 1], [1, 1], [0, 1]]);
  assert.ok(sameStep({ edges: [edge(0, 0, 1)], channel: null }, { edges: [edge(0, 5, 6)], channel: null }));
  assert.ok(!sameStep({ edges: [edge(0, 0, 1)], channel: null }, { edges: [edge(1, 0, 1)], channel: null }));
});

test("columns: equal by step, true widths by time, found again by place", () => {
  assert.deepEqual(columnEdges(states, 50, false), [0, 50, 100, 150, 200]);
  const byTime = columnEdges(states, 100, true);
  assert.equal(byTime[1] - byTime[0], 14, "no delay keeps 14 px");
  assert.ok(Math.abs((byTime[3] - byTime[2]) / (byTime[2] - byTime[1]) - 2.5) < 1e-9);
  for (let i = 0; i < states.length; i++) assert.equal(columnAt(byTime, byTime[i] + 1), i);
  assert.equal(columnAt(byTime, -5), 0);
  assert.equal(columnAt(byTime, 1e6), 3);
  assert.equal(fittingWidth(7, 1260), 180);
  assert.equal(fittingWidth(2000, 1260), 62);
});

const names = { processes: ["P(0)", "P(1)", "P(2)"].map((name) => ({ name, template: "P", locations: ["a", "b", "c"] })), variables: [], clocks: [] };
const options = { foldIdle: true, byClass: false, clocks: false, unfolded: new Set<string>(), pinned: new Set<number>(), goal: new Set<number>() };

test("lanes: idle ones are folded, classes show who moves", () => {
  const groups = groupsByTemplate(names);
  assert.deepEqual(rowsOf(states, groups, { from: 0, to: 3 }, options).map((r) => r.kind), ["lane", "lane", "idle", "variables"]);
  const byClass = rowsOf(states, groups, { from: 2, to: 3 }, { ...options, byClass: true, goal: new Set([1]) });
  assert.deepEqual(byClass.map((r) => r.kind), ["class", "lane", "lane", "others", "variables"]);
  const placed = place(byClass, false);
  assert.deepEqual([...centers(placed.rows).keys()].sort(), [0, 1, 2]);
  assert.equal(placed.height, placed.rows.reduce((sum, r) => sum + r.height, 0));
});

test("scales", () => {
  assert.deepEqual(ticks(4), [0, 1, 2, 3, 4]);
  assert.deepEqual(ticks(20), [0, 4, 8, 12, 16, 20]);
  assert.deepEqual(decades([128, 27872]), { low: 2, high: 5 });
  assert.deepEqual(decades([0.5]), { low: -1, high: 0 });
});
