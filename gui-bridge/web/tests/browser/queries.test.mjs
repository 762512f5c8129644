// The list of queries while the model changes: verdicts stay with their formulas, and say when they are of another model.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { begin, saved } from "./editing.mjs";
import { folderWith, models, openModel, openPage, save, Server, show, until } from "./harness.mjs";

const row = (page, formula) => page.locator(".query-row", { has: page.locator(".formula", { hasText: formula }) });
const checked = (page) => page.locator(".query-row .chip.satisfied, .query-row .chip.not-satisfied");

// One of them does not hold.
async function checkAll(page) {
  await show(page, "verifier");
  await page.locator("#new-query").fill("E<> false");
  await page.locator("#new-query").press("Enter");
  await row(page, "E<> false").waitFor();
  await page.getByRole("button", { name: "Check all" }).click();
  await until(async () => (await checked(page).count()) === (await page.locator(".queries .query-row").count()) - 1, "all are decided");
}

async function type(page, text) {
  await show(page, "editor");
  await page.locator(".code-text .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

export default [
  {
    ofPage: true,
    name: "a verdict stays with its formula when queries are removed and come back",
    async run(context) {
      const { page } = await begin(context);
      await checkAll(page);
      const verdicts = () => page.locator(".queries .query-row:not(.head-row)").evaluateAll((all) => all.map((r) => `${r.querySelector(".formula").textContent}: ${r.querySelector(".chip").textContent}`));
      const before = await verdicts();
      assert.ok(new Set(before.map((v) => v.split(": ").at(-1))).size === 2, "some hold, some do not");
      await page.locator(".queries").focus();
      await page.locator(".queries .query-row").nth(1).click();
      await page.locator(".queries").focus();
      await page.keyboard.press("Delete");
      await until(async () => (await verdicts()).length === before.length - 1, "it is gone");
      assert.deepEqual(await verdicts(), before.slice(1));
      await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
      await until(async () => (await verdicts()).length === before.length, "it is back");
      assert.deepEqual(await verdicts(), before);
      await page.locator("#new-query").fill("E<> exists (i : pid_t) Process(i).wait");
      await page.locator("#new-query").press("Enter");
      await until(async () => (await verdicts()).length === before.length + 1, "a new one");
      assert.deepEqual((await verdicts()).slice(0, -1), before, "which is not checked, and takes nothing from the others");
      assert.equal(await page.locator(".query-row .chip.stale").count(), 0);
      page.check();
    },
  },
  {
    ofPage: true,
    name: "verdicts are of an older model after a change that means something, and only until it is undone",
    async run(context) {
      const { page, file } = await begin(context);
      await checkAll(page);
      await show(page, "editor");
      await page.locator(".tree-row", { hasText: "req → wait" }).click();
      await page.locator(".canvas").focus();
      await page.keyboard.press("ArrowRight");
      await page.locator(".path .dirty").waitFor();
      await show(page, "verifier");
      assert.equal(await page.locator(".query-row .chip.stale").count(), 0, "an edge was moved, nothing else");
      await row(page, "A[] forall").click();
      await page.locator("[aria-label='Expected verdict'] button", { hasText: "nothing" }).click();
      await until(async () => (await row(page, "A[] forall").locator(".tag", { hasText: "expected" }).count()) === 0, "nothing is expected any more");
      assert.equal(await page.locator(".query-row .chip.stale").count(), 0, "nor does what is expected change a verdict");
      await page.getByRole("button", { name: "Keep results" }).click();
      await save(page);
      await saved(page);
      const results = (text) => [...text.matchAll(/<result outcome="(\w+)"/g)].map((m) => m[1]);
      const kept = results(await readFile(file, "utf8"));
      assert.ok(kept.length >= 3 && kept.includes("success") && kept.includes("failure"));
      await type(page, "\nint more;");
      await show(page, "verifier");
      await until(async () => (await page.locator(".query-row .chip.stale").count()) === kept.length, "the model says something else now");
      await page.locator(".query-row .tag.warn", { hasText: "model changed" }).first().waitFor();
      assert.equal(await page.getByRole("button", { name: "Keep results" }).count(), 0, "old verdicts are not kept");
      await page.locator(".queries").focus();
      await page.keyboard.press("Control+z");
      await until(async () => (await page.locator(".query-row .chip.stale").count()) === 0, "as before");
      page.check();
    },
  },
  {
    name: "a verification that the server took along is lost, with its figure, and other verdicts stay",
    async run({ orbita, browser, after }) {
      const token = "browser-test-token-0123456789";
      const copy = await folderWith(join(models, "fischer-ints.xml"));
      after(copy.remove);
      let server = await Server.start(orbita, copy.folder, { token });
      after(() => server.stop());
      const { port } = server;
      const page = await openPage(browser);
      await openModel(page, server, "fischer-ints.xml", "verifier");
      await page.locator(".constants button").click();
      await page.locator(".popover input[name=N]").fill("12");
      await page.getByRole("button", { name: "Use", exact: true }).click();
      await page.locator(".constants .tag", { hasText: "N = 12" }).waitFor();
      await page.locator("#new-query").fill("E<> true");
      await page.locator("#new-query").press("Enter");
      await row(page, "E<> true").getByRole("button", { name: "Check" }).click();
      await row(page, "E<> true").locator(".chip.satisfied").waitFor();
      await page.getByLabel("Symmetry").selectOption("off");
      await page.locator("#new-query").fill("A[] not deadlock");
      await page.locator("#new-query").press("Enter");
      await row(page, "A[] not deadlock").last().getByRole("button", { name: "Check" }).click();
      await page.locator(".plot .curve.stored").waitFor();
      await server.stop();
      await page.locator(".status .bad", { hasText: "No connection" }).waitFor();
      server = await Server.start(orbita, copy.folder, { port, token });
      await page.locator(".chip", { hasText: /Lost at .* states/ }).waitFor();
      await page.locator(".constants .tag", { hasText: "N = 12" }).waitFor();
      await row(page, "E<> true").locator(".chip.satisfied:not(.stale)").waitFor();
      await page.locator(".query-row", { has: page.locator(".chip", { hasText: "Lost" }) }).getByRole("button", { name: "Check" }).waitFor();
      const lost = page.complaints.filter((text) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(text));
      assert.deepEqual(lost, []);
    },
  },
  {
    ofPage: true,
    name: "entries of a file that are a comment only are headings, and keep nobody from checking the others",
    async run({ orbita, browser, after }) {
      const copy = await folderWith();
      after(copy.remove);
      const text = (await readFile(join(models, "fischer.xml"), "utf8")).replace("<queries>", "<queries><query><formula>\n</formula><comment>About the critical section.</comment></query>");
      await writeFile(join(copy.folder, "headed.xml"), text);
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "headed.xml", "verifier");
      await page.locator(".query-row", { hasText: "About the critical section." }).waitFor();
      await page.getByRole("button", { name: "Check all" }).click();
      await page.locator(".status", { hasText: "4 of 4 decided" }).waitFor();
      assert.equal(await page.locator(".query-row .chip").count(), 4);
      page.check();
    },
  },
  {
    name: "the queries of a .q file beside the model are in the list, can be changed and checked, and stay in the page",
    async run({ orbita, browser, after }) {
      const copy = await folderWith();
      after(copy.remove);
      await writeFile(join(copy.folder, "walk.xta"), "process P() { state a, b; init a; trans a -> b { }; }\nsystem P;\n");
      await writeFile(join(copy.folder, "walk.q"), "/* It may go on. */\nE<> P.b // expect: satisfied\nA[] P.a\n");
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "walk.xta", "verifier");
      await page.locator(".query-row", { hasText: "It may go on." }).waitFor();
      await page.getByRole("button", { name: "Check all" }).click();
      await row(page, "E<> P.b").locator(".tag.ok", { hasText: "as expected" }).waitFor();
      await row(page, "A[] P.a").locator(".chip.not-satisfied").waitFor();
      await row(page, "A[] P.a").click();
      await page.locator(".query-editor", { hasText: "kept in this page" }).locator(".cm-content").first().fill("A[] P.a or P.b");
      await row(page, "A[] P.a or P.b").waitFor();
      await page.getByRole("button", { name: "Check selected" }).click();
      await row(page, "A[] P.a or P.b").locator(".chip.satisfied").waitFor();
      await page.getByRole("button", { name: "Remove this query" }).click();
      await until(async () => (await page.locator(".query-row .chip").count()) === 1, "one is left, with its verdict");
      page.check();
    },
  },
];
