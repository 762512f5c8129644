import assert from "node:assert/strict";
import { test } from "node:test";
import { arrays } from "../../src/simulator/arrays.ts";
import { ownedMarks, ownedNames, withoutNumbers } from "../../src/symmetry/owned.ts";
import { stretches } from "../../src/symmetry/log_plot.tsx";
import type { SymmetrySet } from "../../src/protocol/types.ts";
import { random } from "./random.ts";

const set = (variables: string[], clocks: string[]): SymmetrySet => ({
  name: "id_t", size: 2, detected: false, reduced: true, owner: null, cells: [[0, 1]], rotations: 1, permutations: 2, references: [], violations: [], elements: [{ processes: ["P(0)"], variables, clocks }],
});

test("labels name what an id owns: locals of the template, and arrays of all", () => {
  const names = ownedNames([set(["up[0]", "Q(0).n"], ["P(0).x"])], "P");
  assert.deepEqual([...names.keys()], ["up", "x"]);
  assert.deepEqual(ownedMarks("x <= 3\nset && up[id]", names).map((m) => [m.from, m.to]), [[0, 1], [14, 16]]);
  assert.deepEqual(ownedMarks("max < xs", names), []);
});

test("a curve has a gap where a point is missing", () => {
  const at = (...ys: (number | null)[]) => stretches(ys.map((y, x) => ({ x, y, why: "" }))).map((s) => s.map((p) => p.x));
  assert.deepEqual(at(5, 6, null, 7), [[0, 1], [3]]);
  assert.deepEqual(at(null, null), []);
  assert.deepEqual(at(null, 3, 0, null, 4, null), [[1], [4]]);
});

test("names that differ only in numbers are one", () => {
  assert.deepEqual(withoutNumbers(["Server(0).who", "Server(1).who", "list[0]", "list[1]", "id"]), ["Server.who", "list[]", "id"]);
});

test("cells of an array are one row, every variable is in exactly one", () => {
  assert.deepEqual(arrays(["a", "b[0]", "b[1]", "c[0]", "d", "b[2]"]), [[0, 0], [1, 2], [3, 3], [4, 4], [5, 5]]);
  for (let round = 0; round < 50; round++) {
    const names = Array.from({ length: 20 }, () => `${"abc"[Math.floor(random() * 3)]}${random() < 0.6 ? `[${Math.floor(random() * 3)}]` : ""}`);
    const rows = arrays(names);
    assert.deepEqual(rows.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => a + i)), names.map((_, i) => i));
  }
});
