import assert from "node:assert/strict";
import { test } from "node:test";
import type { Label, Render } from "../../src/protocol/types.ts";
import { Meanings, meaningOf } from "../../src/store/meaning.ts";
import { asExpected, endWord, keysOf } from "../../src/store/verdicts.ts";

const label = (kind: Label["kind"], text: string): Label => ({ xpath: "", kind, text, x: 0, y: 0 });
const text = (text: string) => ({ xpath: "", text });

function drawing(): Render {
  const location = { xpath: "", id: "a", name: "A", x: 0, y: 0, name_x: 0, name_y: 0, initial: true, urgent: false, committed: false, color: null, labels: [label("invariant", "x <= 2")] };
  const edge = { xpath: "", source: "a", target: "a", controllable: true, color: null, nails: [{ x: 1, y: 1 }], labels: [label("guard", "x > 1"), label("comments", "why")] };
  const template = {
    xpath: "", name: "P", name_xpath: "", parameter: text("int i"), declarations: text("clock x;"), placed: true, locations: [location],
    branchpoints: [{ xpath: "", id: "b", x: 5, y: 5, color: null }], edges: [edge],
  };
  return { version: 3, format: "xml", declarations: text("int n;"), templates: [template], system: text("system P;"), queries: [] };
}

// What every change does to the meaning.
const changes: [string, boolean, (d: Render) => unknown][] = [
  ["a location is moved", false, (d) => (d.templates[0].locations[0].x = 7)],
  ["a name is moved", false, (d) => (d.templates[0].locations[0].name_y = 7)],
  ["a colour is chosen", false, (d) => (d.templates[0].edges[0].color = "#ff0000")],
  ["a nail is removed", false, (d) => (d.templates[0].edges[0].nails = [])],
  ["a comment is written", false, (d) => (d.templates[0].edges[0].labels[1].text = "because")],
  ["a query is added", false, (d) => d.queries.push({ xpath: "", index: 1, formula: "E<> true", comment: "", expect: null, result: null })],
  ["the version is counted", false, (d) => (d.version = 9)],
  ["a guard is changed", true, (d) => (d.templates[0].edges[0].labels[0].text = "x > 2")],
  ["a guard becomes an update", true, (d) => (d.templates[0].edges[0].labels[0].kind = "assignment")],
  ["an invariant goes", true, (d) => (d.templates[0].locations[0].labels = [])],
  ["a location is renamed", true, (d) => (d.templates[0].locations[0].name = "B")],
  ["a location becomes urgent", true, (d) => (d.templates[0].locations[0].urgent = true)],
  ["a location becomes committed", true, (d) => (d.templates[0].locations[0].committed = true)],
  ["a location is no longer the first", true, (d) => (d.templates[0].locations[0].initial = false)],
  ["an edge ends elsewhere", true, (d) => (d.templates[0].edges[0].target = "b")],
  ["an edge is not controllable", true, (d) => (d.templates[0].edges[0].controllable = false)],
  ["a branch point goes", true, (d) => (d.templates[0].branchpoints = [])],
  ["a template is renamed", true, (d) => (d.templates[0].name = "Q")],
  ["a parameter is changed", true, (d) => (d.templates[0].parameter.text = "int j")],
  ["a local declaration is changed", true, (d) => (d.templates[0].declarations.text = "clock y;")],
  ["a declaration is changed", true, (d) => (d.declarations.text = "int m;")],
  ["the system is changed", true, (d) => (d.system.text = "system P, P2;")],
];

test("what a model says changes with what is said, not with how it is drawn", () => {
  const before = meaningOf(drawing(), { N: "3" });
  assert.equal(meaningOf(drawing(), { N: "3" }), before);
  for (const [what, isOther, change] of changes) {
    const changed = drawing();
    change(changed);
    assert.equal(meaningOf(changed, { N: "3" }) !== before, isOther, what);
  }
  assert.notEqual(meaningOf(drawing(), { N: "4" }), before, "another constant");
  assert.equal(meaningOf(drawing(), { A: "1", B: "2" }), meaningOf(drawing(), { B: "2", A: "1" }), "in any order");
});

test("a text model means its text", () => {
  const one = { ...drawing(), format: "xta" as const };
  const other = { ...one, templates: [] };
  assert.equal(meaningOf(one, {}), meaningOf(other, {}), "its drawing may be missing while the text is wrong");
  assert.notEqual(meaningOf({ ...one, declarations: text("int m;") }, {}), meaningOf(one, {}));
});

test("versions that mean the same have the same number, and forgotten meanings get another one", () => {
  const known = new Meanings(2);
  assert.equal(known.of(0), null);
  const a = known.note(0, "a");
  const b = known.note(1, "b");
  assert.notEqual(a, b);
  assert.equal(known.note(2, "a"), a);
  assert.deepEqual([known.of(0), known.of(1), known.of(2)], [a, b, a]);
  const c = known.note(3, "c"); // now "a" is forgotten
  const again = known.note(4, "a");
  assert.ok(![a, b, c].includes(again), "on the safe side");
  known.forgetVersions();
  assert.equal(known.of(4), null);
});

test("equal formulas are told apart by their order, others stay what they are", () => {
  const keys = (...formulas: string[]): string[] => keysOf(formulas.map((formula) => ({ formula })));
  const [a, b, again] = keys("A", "B", "A");
  assert.equal(new Set([a, b, again]).size, 3);
  assert.deepEqual(keys("B", "A"), [b, a]);
});

test("a verdict is as expected, or not, or open", () => {
  assert.equal(asExpected("satisfied", null), true);
  assert.equal(asExpected("not-satisfied", null), false);
  assert.equal(asExpected("not-satisfied", "not-satisfied"), true);
  assert.equal(asExpected("satisfied", "maybe-not-satisfied"), false);
  assert.equal(asExpected("error", null), false);
  assert.equal(asExpected("error", "error"), false);
  for (const open of ["unknown", "skipped", "maybe-satisfied", "maybe-not-satisfied"] as const) assert.equal(asExpected(open, "satisfied"), null);
});

test("the end of a trace is where its query is reached or violated, also when the trace comes from a file", () => {
  assert.equal(endWord("not-satisfied", "A[] p"), "violated");
  assert.equal(endWord("maybe-not-satisfied", "A[] p"), "violated");
  assert.equal(endWord("satisfied", "E<> p"), "reached");
  for (const formula of ["A[] p", "A<> p", "p --> q", " A [] p"]) assert.equal(endWord(null, formula), "violated");
  for (const formula of ["E<> p", "E[] p", "E<> Ab.A"]) assert.equal(endWord(null, formula), "reached");
});
