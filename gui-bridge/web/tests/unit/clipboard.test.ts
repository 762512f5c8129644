import assert from "node:assert/strict";
import { test } from "node:test";
import { copy, freshName, paste } from "../../src/editor/clipboard.ts";
import type { Edge, Label, Location, Template } from "../../src/protocol/types.ts";

const label = (kind: Label["kind"], text: string, x: number | null = 5, y: number | null = 6): Label => ({ xpath: "/l", kind, text, x, y });
const location = (n: number, name: string, more: Partial<Location> = {}): Location => ({
  xpath: `/nta/template[1]/location[${n}]`, id: `id${n}`, name, x: 100 * n, y: 0, name_x: 100 * n - 10, name_y: -30, initial: n === 1, urgent: false, committed: false, color: null, labels: [], ...more,
});
const edge = (n: number, source: string, target: string, more: Partial<Edge> = {}): Edge => ({
  xpath: `/nta/template[1]/transition[${n}]`, source, target, controllable: true, color: null, nails: [], labels: [], ...more,
});
const template: Template = {
  xpath: "/nta/template[1]", name: "P", name_xpath: "", parameter: { xpath: "", text: "" }, declarations: { xpath: "", text: "" }, placed: true, branchpoints: [],
  locations: [location(1, "idle"), location(2, "cs", { urgent: true, color: "#00ff00", labels: [label("invariant", "x <= 3")] })],
  edges: [edge(1, "id1", "id2", { nails: [{ x: 7, y: 8 }], labels: [label("guard", "x > 1\n&& y > 1"), label("comments", "")] })],
};

const ids = new Set(["id1", "id2", "id3"]);

test("a pasted location has a name that is free, and everything else of its model", () => {
  const copied = copy(template, [{ kind: "location", item: template.locations[1] }])!;
  assert.deepEqual(paste(template, copied, ids, 10), [
    { op: "add_location", template: "/nta/template[1]", x: 210, y: 10, name: "cs2" },
    { op: "move", xpath: "/nta/template[1]/location[3]/name", x: 200, y: -20 },
    { op: "label", owner: "/nta/template[1]/location[3]", kind: "invariant", text: "x <= 3", x: 15, y: 16 },
    { op: "flag", xpath: "/nta/template[1]/location[3]", flag: "urgent", value: true },
    { op: "color", xpath: "/nta/template[1]/location[3]", color: "#00ff00" },
  ]);
  assert.equal(freshName(new Set([""]), ""), "");
  assert.equal(freshName(new Set(["idle"]), "free"), "free");
  assert.equal(freshName(new Set(["s9", "s2"]), "s9"), "s3");
});

test("a pasted edge joins the same locations, here by id and elsewhere by name", () => {
  const copied = copy(template, [{ kind: "edge", item: template.edges[0], index: 0 }])!;
  assert.deepEqual(paste(template, copied, ids, 10), [
    { op: "add_edge", template: "/nta/template[1]", source: "id1", target: "id2", nails: [{ x: 17, y: 18 }] },
    { op: "label", owner: "/nta/template[1]/transition[2]", kind: "guard", text: "x > 1\n&& y > 1", x: 15, y: 16 },
  ]);
  const other: Template = { ...template, xpath: "/nta/template[2]", locations: [{ ...location(1, "cs"), id: "q" }, { ...location(2, "idle"), id: "r" }], edges: [] };
  assert.deepEqual((paste(other, copied, ids, 0) as object[])[0], { op: "add_edge", template: "/nta/template[2]", source: "r", target: "q", nails: [{ x: 7, y: 8 }] });
  assert.equal(typeof paste({ ...other, locations: [] }, copied, ids, 0), "string", "why it cannot be pasted");
});

test("what is copied together is joined anew, and takes the edges between along", () => {
  const both = template.locations.map((item) => ({ kind: "location" as const, item }));
  assert.deepEqual(paste(template, copy(template, both)!, new Set(["id1", "id2", "id4"]), 10), [
    { op: "add_location", template: "/nta/template[1]", x: 110, y: 10, name: "idle2", id: "id3" },
    { op: "move", xpath: "/nta/template[1]/location[3]/name", x: 100, y: -20 },
    { op: "add_location", template: "/nta/template[1]", x: 210, y: 10, name: "cs2", id: "id5" },
    { op: "move", xpath: "/nta/template[1]/location[4]/name", x: 200, y: -20 },
    { op: "label", owner: "/nta/template[1]/location[4]", kind: "invariant", text: "x <= 3", x: 15, y: 16 },
    { op: "flag", xpath: "/nta/template[1]/location[4]", flag: "urgent", value: true },
    { op: "color", xpath: "/nta/template[1]/location[4]", color: "#00ff00" },
    { op: "add_edge", template: "/nta/template[1]", source: "id3", target: "id5", nails: [{ x: 17, y: 18 }] },
    { op: "label", owner: "/nta/template[1]/transition[2]", kind: "guard", text: "x > 1\n&& y > 1", x: 15, y: 16 },
  ]);
  assert.equal(copy(template, []), null);
});
