import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { begin, saved } from "./editing.mjs";
import { save, until } from "./harness.mjs";

const location = (page, name) => page.locator(".canvas .location", { has: page.locator(".name", { hasText: new RegExp(`^${name}$`) }) });
const chosen = (page, n) => page.locator(".status", { hasText: `${n} selected` }).waitFor();
const count = (page, what, n) => until(async () => (await page.locator(`.canvas .${what}`).count()) === n, `${n} of ${what}`);

async function middleOf(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page, from, by) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up();
}

// Where the parts of an element are in the drawing.
const place = async (page, name) => {
  const body = location(page, name).locator(".body");
  return { x: Number(await body.getAttribute("cx")), y: Number(await body.getAttribute("cy")) };
};

const edgePath = (page, title) => page.locator(`.canvas .edge [aria-label^="Edge from ${title}"] .line`).getAttribute("d");

// Changes, undos and the save wait for each other in the page, which says when it has saved.
async function undo(page, times, file, text) {
  await page.locator(".canvas").focus();
  for (let i = 0; i < times; i++) await page.keyboard.press("Control+z");
  await save(page);
  await page.locator("[aria-live=polite]", { hasText: "Saved fischer.xml" }).waitFor({ state: "attached" });
  assert.equal(await readFile(file, "utf8"), text, "byte by byte");
}

export default [
  {
    ofPage: true,
    name: "several elements are selected by Shift, moved together as one change, and the edge between them goes along",
    async run(context) {
      const { page, file, text } = await begin(context);
      await location(page, "req").locator(".body").click();
      await location(page, "wait").locator(".body").click({ modifiers: ["Shift"] });
      await chosen(page, 2);
      await page.locator(".inspector .group-row", { hasText: "wait" }).waitFor();
      const before = { req: await place(page, "req"), wait: await place(page, "wait"), cs: await place(page, "cs"), path: await edgePath(page, "req to wait") };
      await drag(page, await middleOf(location(page, "req").locator(".body")), { x: 60, y: 45 });
      await page.locator(".path .dirty").waitFor();
      const after = { req: await place(page, "req"), wait: await place(page, "wait"), cs: await place(page, "cs"), path: await edgePath(page, "req to wait") };
      const by = { x: after.req.x - before.req.x, y: after.req.y - before.req.y };
      assert.ok(by.x > 0 && by.y > 0, "it moved");
      assert.deepEqual({ x: after.wait.x - before.wait.x, y: after.wait.y - before.wait.y }, by, "both moved by the same");
      assert.deepEqual(after.cs, before.cs, "the others stay");
      const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);
      const [old, now] = [numbers(before.path), numbers(after.path)];
      assert.ok(old.length === 6 && now.every((n, i) => Math.abs(n - old[i] - (i % 2 ? by.y : by.x)) < 1e-6), "and the nail of the edge between them");
      await page.keyboard.press("Control+z");
      await until(async () => (await place(page, "wait")).x === before.wait.x && (await place(page, "req")).x === before.req.x, "one undo takes both back");
      await save(page);
      await saved(page);
      assert.equal(await readFile(file, "utf8"), text);
      await location(page, "wait").locator(".body").click({ modifiers: ["Shift"] });
      await chosen(page, 1);
      page.check();
    },
  },
  {
    ofPage: true,
    name: "a rectangle selects, everything is copied with its edges, cut and deleted, and undone to the byte",
    async run(context) {
      const { page, file, text } = await begin(context);
      const [idle, cs] = [await middleOf(location(page, "idle").locator(".body")), await middleOf(location(page, "cs").locator(".body"))];
      await page.keyboard.down("Shift");
      await drag(page, { x: idle.x - 40, y: idle.y - 30 }, { x: cs.x - idle.x + 80, y: 60 });
      await page.keyboard.up("Shift");
      await chosen(page, 3);
      assert.equal(await page.locator(".edge.selected").count(), 1, "the edge between them is in the rectangle too");
      await page.locator(".canvas").focus();
      await page.keyboard.press("Control+a");
      await chosen(page, 9);
      await page.keyboard.press("Control+c");
      await page.keyboard.press("Control+v");
      await count(page, "location", 8);
      await count(page, "edge", 10);
      await chosen(page, 9);
      await page.locator(".location.selected .name", { hasText: "idle2" }).waitFor();
      await page.locator(".status", { hasText: "No problems" }).waitFor();
      assert.ok(await page.locator(`.edge.selected [aria-label^="Edge from req2 to wait2"]`).count(), "pasted edges join the pasted locations");
      await page.keyboard.press("Control+x");
      await count(page, "location", 4);
      await count(page, "edge", 5);
      await page.keyboard.press("Control+v");
      await count(page, "location", 8);
      await page.locator(".inspector").getByRole("button", { name: "Delete" }).click();
      await count(page, "location", 4);
      await count(page, "edge", 5);
      await undo(page, 4, file, text);
      page.check();
    },
  },
  {
    ofPage: true,
    name: "by keys alone: Tab, Space and Tab select two, arrows move both, Delete deletes both",
    async run(context) {
      const { page } = await begin(context);
      const before = [await place(page, "idle"), await place(page, "req"), await place(page, "wait")];
      await page.locator(".canvas").focus();
      await page.keyboard.press("Tab");
      await page.locator(".location.selected .name", { hasText: "idle" }).waitFor();
      for (const key of ["Tab", "Space", "Tab"]) await page.keyboard.press(key);
      await chosen(page, 2);
      await page.keyboard.press("Shift+ArrowRight");
      await until(async () => (await place(page, "wait")).x === before[2].x + 1 && (await place(page, "req")).x === before[1].x + 1, "moved by one unit");
      assert.deepEqual(await place(page, "idle"), before[0]);
      await page.keyboard.press("Delete");
      await count(page, "location", 2);
      await count(page, "edge", 1);
      await page.keyboard.press("Control+z");
      await count(page, "location", 4);
      page.check();
    },
  },
  {
    ofPage: true,
    name: "an end of an edge is pulled to another location, and an edge is bent by dragging it",
    async run(context) {
      const { page, file, text } = await begin(context);
      await page.locator(".tree-row", { hasText: "cs → idle" }).click();
      const end = page.locator(".edge.selected .end[data-end=target]");
      const [from, to] = [await middleOf(end), await middleOf(location(page, "req").locator(".body"))];
      await drag(page, from, { x: to.x - from.x, y: to.y - from.y });
      await page.locator(".tree-row", { hasText: "cs → req" }).waitFor();
      await page.keyboard.press("Control+z");
      await page.locator(".tree-row", { hasText: "cs → idle" }).waitFor();
      const a = await middleOf(location(page, "idle").locator(".body"));
      const b = await middleOf(location(page, "cs").locator(".body"));
      await drag(page, { x: a.x + (b.x - a.x) / 4, y: a.y }, { x: 0, y: -35 });
      await until(async () => (await page.locator(".edge.selected .nail").count()) === 1, "a nail");
      await page.locator(".inspector .nail-row").waitFor();
      await undo(page, 1, file, text);
      page.check();
    },
  },
];
