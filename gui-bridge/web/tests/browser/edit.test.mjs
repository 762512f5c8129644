import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { begin, saved } from "./editing.mjs";
import { folderWith, openModel, openPage, save, Server, until } from "./harness.mjs";

// The places where two texts differ, as whole lines.
function addedLines(before, after) {
  const old = before.split("\n");
  const lines = after.split("\n");
  const added = [];
  let i = 0;
  for (const line of lines) {
    if (line === old[i]) i++;
    else added.push(line.trim());
  }
  assert.equal(i, old.length, "no line is gone or changed");
  return added;
}

// A place on the canvas, in its own pixels.
async function canvasPoint(page, x, y) {
  const box = await page.locator(".editor .canvas").boundingBox();
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

export default [
  {
    name: "a broken guard is marked at its label, and mended",
    async run(context) {
      const { page, file, text } = await begin(context);
      await page.locator(".label.guard", { hasText: "x <= K" }).dblclick();
      const field = page.locator(".in-place .cm-content");
      await field.waitFor();
      await field.press("End");
      await field.pressSequentially(" && zebra");
      await page.locator(".in-place .problem-box", { hasText: "zebra" }).waitFor();
      await page.locator(".canvas .wrong", { hasText: "zebra" }).waitFor();
      await page.locator(".tabs .dot.bad").waitFor();
      await page.locator(".problem", { hasText: "zebra" }).waitFor();
      for (let i = 0; i < " && zebra".length; i++) await field.press("Backspace");
      await page.locator(".status", { hasText: "No problems" }).waitFor();
      assert.equal(await page.locator(".canvas .wrong").count(), 0);
      await field.press("Escape");
      await save(page);
      await saved(page);
      assert.equal(await readFile(file, "utf8"), text, "mended is as before");
      page.check();
    },
  },
  {
    name: "a location and an edge are added and saved: the file differs only in that",
    async run(context) {
      const { page, server, file, text } = await begin(context);
      await page.locator(".canvas").focus();
      await page.keyboard.press("l");
      const at = await canvasPoint(page, 0.85, 0.8);
      await page.mouse.click(at.x, at.y);
      await page.locator(".location.selected").waitFor();
      assert.equal(await page.locator(".canvas .location").count(), 5);
      await page.locator(".canvas").focus();
      await page.keyboard.press("e");
      await page.locator(".canvas .location", { hasText: "wait" }).locator(".body").click();
      await page.mouse.click(at.x, at.y);
      await page.locator(".edge.selected").waitFor();
      assert.equal(await page.locator(".canvas .edge").count(), 6);
      await save(page);
      await saved(page);
      const lines = addedLines(text, await readFile(file, "utf8"));
      assert.equal(lines.filter((l) => l.startsWith("<location")).length, 1);
      assert.equal(lines.filter((l) => l.startsWith("<transition")).length, 1);
      assert.ok(lines.every((l) => /^<\/?(location|transition|source|target)\b/.test(l)), lines.join("\n"));
      await openModel(page, server, "fischer.xml");
      await until(async () => (await page.locator(".canvas .edge").count()) === 6, "the edge is there after loading again");
      assert.equal(await page.locator(".canvas .location").count(), 5);
      page.check();
    },
  },
  {
    name: "undoing everything gives back the file byte by byte",
    async run(context) {
      const { page, file, text } = await begin(context);
      const node = page.locator(".canvas .location", { hasText: "cs" }).locator(".body");
      const box = await node.boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 70, box.y + 60, { steps: 4 });
      await page.mouse.up();
      await page.locator(".path .dirty").waitFor();
      await page.locator(".canvas").focus();
      await page.keyboard.press("u");
      await page.locator(".mark-urgent").waitFor();
      await page.locator(".inspector .kind-invariant .cm-content").click();
      await page.keyboard.type("x <= 7");
      await page.locator(".canvas .label.invariant", { hasText: "x <= 7" }).waitFor();
      await page.locator(".inspector .kind-name .cm-content").click();
      await page.keyboard.press("End");
      await page.keyboard.type("2");
      await page.locator(".canvas .name", { hasText: "cs2" }).waitFor();
      await page.locator(".tree-row", { hasText: "wait → req" }).click();
      await page.locator(".canvas").focus();
      await page.keyboard.press("Delete");
      await until(async () => (await page.locator(".canvas .edge").count()) === 4, "the edge is gone");
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\nint more; // <&>");
      await until(async () => (await page.locator(".status").textContent()).includes("Unsaved"), "unsaved");
      await save(page);
      await saved(page);
      const changed = await readFile(file, "utf8");
      assert.notEqual(changed, text);
      assert.ok(changed.includes("&lt;&amp;"), "text is escaped");
      await page.locator(".canvas").focus();
      await until(async () => {
        await page.keyboard.press("Control+z");
        return (await page.locator(".canvas .edge").count()) === 5 && (await page.locator(".mark-urgent").count()) === 0;
      }, "undone");
      for (let i = 0; i < 6; i++) await page.keyboard.press("Control+z");
      await until(async () => (await page.locator(".canvas .name", { hasText: "cs2" }).count()) === 0, "the name is back");
      await page.waitForTimeout(200);
      await save(page);
      await until(async () => (await readFile(file, "utf8")) === text, "byte by byte");
      page.check();
    },
  },
  {
    name: "a location and an edge are copied, cut and pasted, and undone one by one",
    async run(context) {
      const { page, file, text } = await begin(context);
      const count = async (what, n) => until(async () => (await page.locator(`.canvas .${what}`).count()) === n, `${n} of ${what}`);
      await page.locator(".canvas .location", { hasText: "req" }).locator(".body").click();
      await page.locator(".location.selected").waitFor();
      await page.locator(".canvas").focus();
      await page.keyboard.press("Control+c");
      await page.keyboard.press("Control+v");
      await count("location", 5);
      await page.locator(".location.selected .name", { hasText: "req2" }).waitFor();
      await page.locator(".location.selected .label.invariant", { hasText: "x <= K" }).waitFor();
      await page.locator(".tree-row", { hasText: "req → wait" }).click();
      await page.locator(".edge.selected").waitFor();
      await page.locator(".canvas").focus();
      await page.keyboard.press("Control+x");
      await count("edge", 4);
      await page.locator(".canvas").focus();
      await page.keyboard.press("Control+v");
      await count("edge", 5);
      await page.locator(".edge.selected .label.assignment", { hasText: "id = pid" }).waitFor();
      await page.locator(".status", { hasText: "No problems" }).waitFor();
      for (const [what, n] of [["edge", 4], ["edge", 5], ["location", 4]]) {
        await page.keyboard.press("Control+z");
        await count(what, n);
      }
      await save(page);
      await saved(page);
      assert.equal(await readFile(file, "utf8"), text, "each paste was one change");
      page.check();
    },
  },
  {
    ofPage: true,
    name: "a mistake in the declarations is said behind its line, and a narrow window is for reading only",
    async run(context) {
      const { page } = await begin(context);
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\nint[0,N] tries = sett;");
      const message = page.locator(".inline-problem", { hasText: "unknown name 'sett'" });
      await message.waitFor();
      await page.locator(".problem .place", { hasText: "Declarations, line" }).waitFor();
      await message.locator(".link", { hasText: "did you mean" }).click();
      await message.waitFor({ state: "detached" });
      await page.setViewportSize({ width: 900, height: 1000 });
      await page.locator(".status", { hasText: "For reading only" }).waitFor();
      const canvas = await page.locator(".canvas").boundingBox();
      const tree = await page.locator(".tree").boundingBox();
      assert.ok(tree.y >= canvas.y + canvas.height, "one column");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 900, "nothing sticks out");
      await page.locator(".canvas .location", { hasText: "cs" }).locator(".body").click();
      await page.locator(".canvas").focus();
      await page.keyboard.press("Delete");
      await page.locator(".notice", { hasText: "not changed" }).waitFor();
      assert.equal(await page.locator(".canvas .location").count(), 4);
      page.check();
    },
  },
  {
    ofPage: true,
    name: "a misspelt name is mended by the link below the field",
    async run(context) {
      const { page } = await begin(context);
      await page.locator(".tree-row", { hasText: "cs → idle" }).click();
      const field = page.locator(".inspector .kind-assignment .cm-content");
      await field.click();
      await page.keyboard.press("Home");
      await page.keyboard.type("s");
      await page.locator(".inspector .problem-box", { hasText: "unknown name 'sset'" }).waitFor();
      await page.getByRole("button", { name: "did you mean 'set'?" }).click();
      await page.locator(".status", { hasText: "No problems" }).waitFor();
      assert.equal(await field.textContent(), "set = false");
      page.check();
    },
  },
  {
    name: "a text model keeps its drawing while its text has a syntax error",
    async run({ orbita, browser, after }) {
      const copy = await folderWith();
      after(copy.remove);
      await writeFile(join(copy.folder, "two.xta"), "process P() {\n  state a, b;\n  init a;\n  trans a -> b { };\n}\nsystem P;\n");
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "two.xta");
      await until(async () => (await page.locator(".canvas .location").count()) === 2, "both locations");
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("process {");
      await page.locator(".status", { hasText: "error" }).waitFor();
      assert.equal(await page.locator(".canvas .location").count(), 2);
      assert.ok((await page.locator(".code-text .cm-content").textContent()).includes("process P()"), "the text is still there");
      for (let i = 0; i < "process {".length; i++) await page.keyboard.press("Backspace");
      await page.locator(".status", { hasText: "No problems" }).waitFor();
      page.check();
    },
  },
  {
    ofPage: true,
    name: "names are completed while typing",
    async run(context) {
      const { page } = await begin(context);
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\npid_t other; pi");
      await page.locator(".cm-tooltip-autocomplete li", { hasText: "pid_t" }).waitFor();
      await page.waitForTimeout(150); // a list that has just appeared does not take Enter, so that nobody is surprised
      await page.keyboard.press("Enter");
      await until(async () => (await page.locator(".code-text .cm-content").textContent()).includes("pid_t other; pid_t"), "completed");
      page.check();
    },
  },
];
