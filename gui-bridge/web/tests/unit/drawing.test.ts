import assert from "node:assert/strict";
import { test } from "node:test";
import { boxAround, edgeLabelPlace, edgePoints, isFree, middle, nearestStretch, nodePlaces, placeTexts, radius, snap } from "../../src/drawing/geometry.ts";
import { slotClass, slotNumbers } from "../../src/drawing/slots.ts";
import { elementsIn, moveOperations, preview, remove, setLabel, toggleFlag } from "../../src/editor/changes.ts";
import type { Edge, Location, Template } from "../../src/protocol/types.ts";

const location = (id: string, x: number, y: number, more: Partial<Location> = {}): Location => ({
  xpath: `/nta/template[1]/location[${id}]`, id, name: `n${id}`, x, y, name_x: x - 10, name_y: y - 30, initial: id === "1", urgent: false, committed: false, color: null, labels: [], ...more,
});
const edge = (n: number, source: string, target: string, more: Partial<Edge> = {}): Edge => ({
  xpath: `/nta/template[1]/transition[${n}]`, source, target, controllable: true, color: null, nails: [], labels: [], ...more,
});
const label = (xpath: string, x: number | null, y: number | null) => ({ xpath, kind: "guard" as const, text: "x > 1", x, y });

const template: Template = {
  xpath: "/nta/template[1]", name: "P", name_xpath: "/nta/template[1]/name", parameter: { xpath: "", text: "" }, declarations: { xpath: "", text: "" }, placed: true, branchpoints: [],
  locations: [location("1", 0, 0, { labels: [label("/l", -5, 15)] }), location("2", 100, 0)],
  edges: [edge(1, "1", "2", { labels: [label("/g", null, null)] }), edge(2, "1", "1", { nails: [{ x: -20, y: -40 }, { x: 20, y: -40 }], labels: [label("/loop", 0, -60)] })],
};

test("an edge runs from rim to rim", () => {
  const points = edgePoints(template.edges[0], nodePlaces(template))!;
  assert.deepEqual(points, [{ x: radius, y: 0 }, { x: 100 - radius - 1, y: 0 }]);
  assert.equal(edgePoints(edge(3, "1", "gone"), nodePlaces(template)), null);
});

test("a loop without nails still leaves its location", () => {
  const points = edgePoints(edge(3, "1", "1"), nodePlaces(template))!;
  assert.equal(points.length, 4);
  assert.ok(points.every((p) => Math.hypot(p.x, p.y) >= radius - 1e-9));
});

test("in a drawing of ours the texts of a location stand below it where a loop is above", () => {
  const invariant = { xpath: "/l", kind: "invariant" as const, text: "x <= 1\n&& y < 2", x: 1, y: 1 };
  const place = location("1", 100, 50, { labels: [invariant, { ...invariant, kind: "exponentialrate", text: "3" }] });
  const looped = placeTexts(place, [edge(1, "1", "1"), edge(2, "1", "2")]);
  assert.ok(looped.name_y! >= place.y + radius);
  assert.deepEqual(looped.labels.map((l) => l.y! - looped.name_y!), [17, 3 * 17], "under each other");
  const other = placeTexts(place, [edge(2, "1", "2"), edge(3, "2", "2")]);
  assert.deepEqual([other.name_x, other.name_y, other.labels[0].x], [null, null, null], "elsewhere where they always are");
});

test("a token is put where no name is", () => {
  const beside = location("1", 100, 100, { name: "Start", name_x: 120, name_y: 92 });
  assert.deepEqual([isFree(beside, true, 20, 1), isFree(beside, false, 20, 1)], [false, true]);
  const above = location("1", 100, 100, { name: "Start", name_x: 80, name_y: 65 });
  assert.deepEqual([isFree(above, true, 20, 1), isFree(above, false, 20, 1)], [true, true]);
});

test("a new nail goes to the nearest stretch", () => {
  const points = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }];
  assert.equal(nearestStretch(points, { x: 50, y: 4 }), 0);
  assert.equal(nearestStretch(points, { x: 96, y: 60 }), 1);
  assert.deepEqual(middle(points), { x: 100, y: 0 });
});

test("labels without a place stand beside the middle of their edge", () => {
  const place = edgeLabelPlace(template.edges[0], "guard", edgePoints(template.edges[0], nodePlaces(template)));
  assert.ok(Math.abs(place.x - 50) < 20 && Math.abs(place.y) < 20);
});

test("everything is inside the box", () => {
  const box = boxAround(template);
  for (const l of template.locations) assert.ok(box.left <= l.x && l.x <= box.right && box.top <= l.y && l.y <= box.bottom);
  assert.ok(box.top <= -60, "label of the loop");
});

test("a location takes its name, labels and loops along, and nothing else", () => {
  const operations = moveOperations(template, { kind: "items", xpaths: ["/nta/template[1]/location[1]"], by: { x: 17, y: -17 } });
  assert.deepEqual(operations, [
    { op: "move", xpath: "/nta/template[1]/location[1]", x: 17, y: -17 },
    { op: "move", xpath: "/nta/template[1]/location[1]/name", x: 7, y: -47 },
    { op: "move", xpath: "/l", x: 12, y: -2 },
    { op: "move", xpath: "/loop", x: 17, y: -77 },
    { op: "nails", xpath: "/nta/template[1]/transition[2]", nails: [{ x: -3, y: -57 }, { x: 37, y: -57 }] },
  ]);
});

test("what is drawn while dragging is what the operations will give", () => {
  const shown = preview(template, { kind: "items", xpaths: ["/nta/template[1]/location[1]"], by: { x: 17, y: -17 } });
  assert.deepEqual([shown.locations[0].x, shown.locations[0].y, shown.locations[0].name_x, shown.locations[0].labels[0].y], [17, -17, 7, -2]);
  assert.deepEqual(shown.edges[1].nails[0], { x: -3, y: -57 });
  assert.deepEqual(shown.locations[1], template.locations[1]);
});

test("an edge goes with both its ends, or when it is one of the elements, and not with one end", () => {
  const by = { x: 5, y: 5 };
  const bent = { ...template, edges: [edge(1, "1", "2", { nails: [{ x: 50, y: 20 }], labels: [label("/g", 40, 30)] })] };
  const ofEdge = (xpaths: string[]) => moveOperations(bent, { kind: "items", xpaths, by }).filter((o) => "xpath" in o && /\/g|transition/.test(o.xpath));
  const moved = [{ op: "move", xpath: "/g", x: 45, y: 35 }, { op: "nails", xpath: "/nta/template[1]/transition[1]", nails: [{ x: 55, y: 25 }] }];
  assert.deepEqual(ofEdge(["/nta/template[1]/location[1]"]), []);
  assert.deepEqual(ofEdge(["/nta/template[1]/location[1]", "/nta/template[1]/location[2]"]), moved);
  assert.deepEqual(ofEdge(["/nta/template[1]/transition[1]"]), moved);
});

test("an edge is bent where it is taken hold of", () => {
  const [operation] = moveOperations(template, { kind: "bend", edge: "/nta/template[1]/transition[2]", index: 1, at: { x: 0, y: -40 }, by: { x: 0, y: -17 } });
  assert.deepEqual(operation, { op: "nails", xpath: "/nta/template[1]/transition[2]", nails: [{ x: -20, y: -40 }, { x: 0, y: -57 }, { x: 20, y: -40 }] });
});

test("a rectangle selects what is wholly inside", () => {
  assert.deepEqual(elementsIn(template, { x: 200, y: 50 }, { x: -50, y: -50 }), ["/nta/template[1]/location[1]", "/nta/template[1]/location[2]", "/nta/template[1]/transition[1]", "/nta/template[1]/transition[2]"]);
  assert.deepEqual(elementsIn(template, { x: -5, y: -5 }, { x: 5, y: 5 }), ["/nta/template[1]/location[1]"]);
  assert.deepEqual(elementsIn(template, { x: 60, y: -5 }, { x: 80, y: 5 }), []);
});

test("several are deleted from the last to the first, the initial location at the end", () => {
  const of = (...all: Location[]) => all.map((item) => ({ kind: "location" as const, item }));
  const initial = location("2", 0, 0, { initial: true });
  const loop = { kind: "edge" as const, item: template.edges[1], index: 1 };
  const paths = (operations: ReturnType<typeof remove>) => operations.map((o) => o.op === "delete" && o.xpath.replace("/nta/template[1]/", ""));
  assert.deepEqual(paths(remove([...of(location("1", 0, 0, { initial: false }), initial, location("10", 0, 0)), loop])), ["transition[2]", "location[10]", "location[1]", "location[1]"]);
});

test("an empty label that is not there is not made", () => {
  assert.deepEqual(setLabel(template, template.edges[0], "select", ""), []);
  assert.deepEqual(setLabel(template, template.edges[0], "guard", "y"), [{ op: "label", owner: template.edges[0].xpath, kind: "guard", text: "y" }]);
  assert.equal(setLabel(template, template.locations[1], "invariant", "x < 1")[0].op, "label");
});

test("urgent and committed exclude each other", () => {
  const urgent = location("3", 0, 0, { urgent: true });
  assert.deepEqual(toggleFlag(urgent, "committed").map((o) => o.op === "flag" && [o.flag, o.value]), [["urgent", false], ["committed", true]]);
  assert.deepEqual(toggleFlag(urgent, "urgent").map((o) => o.op === "flag" && [o.flag, o.value]), [["urgent", false]]);
});

test("slot 0 is the initial location wherever it stands, and few locations all differ", () => {
  const all = [location("2", 0, 0), location("1", 0, 0), location("3", 0, 0)];
  const numbers = (...templates: Location[][]) => [...slotNumbers(templates.map((locations, i) => ({ name: `T${i}`, locations }))).values()];
  assert.deepEqual(numbers(all), [[1, 0, 2]]);
  assert.deepEqual(numbers(all, all), [[1, 0, 3], [2, 0, 4]], "the templates take turns");
  assert.deepEqual(numbers(all, [...all, ...all.map((l) => ({ ...l, initial: false }))], []), [[1, 0, 3], [2, 0, 4, 5, 6, 7], []]);
  const many = Array.from({ length: 7 }, (_, i) => location(String(i + 1), 0, 0));
  assert.deepEqual(numbers(all, many), [[1, 0, 2], [0, 1, 2, 3, 4, 5, 6]], "too many for all: each template anew");
  assert.equal(slotClass(3), "loc-3");
  assert.equal(slotClass(9), "loc-1 loc-hatch");
  assert.equal(slotClass(17), "loc-1 loc-dots");
});

test("places snap to the grid", () => {
  assert.equal(snap(25, 17), 17);
  assert.equal(snap(26, 17), 34);
  assert.equal(snap(-9, 17), -17);
});
