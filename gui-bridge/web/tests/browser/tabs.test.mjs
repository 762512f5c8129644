import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { begin } from "./editing.mjs";
import { folderWith, models, openModel, openPage, save, Server, until } from "./harness.mjs";

async function addLine(page, line) {
  await page.locator(".code-text .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(`\n${line}`);
  await page.locator(".status", { hasText: "Unsaved changes" }).waitFor();
}

export default [
  {
    name: "a second tab has a model of its own, and does not overwrite what the first one saved unless told to",
    async run(context) {
      const { page, server, file } = await begin(context);
      const other = await openPage(context.browser);
      await openModel(other, server, "fischer.xml");
      await other.locator(".canvas .location").first().waitFor();
      await addLine(page, "int first;");
      await addLine(other, "int second;");
      await save(page);
      await until(async () => (await readFile(file, "utf8")).includes("int first;"), "the first tab has saved");
      await save(other);
      await other.locator(".notice").getByRole("button", { name: "Save anyway" }).waitFor();
      assert.ok((await readFile(file, "utf8")).includes("int first;"), "nothing is overwritten");
      await other.getByRole("button", { name: "Save anyway" }).click();
      await until(async () => (await readFile(file, "utf8")).includes("int second;"), "now it is");
      await other.context().close();
      await page.locator("#tab-simulator").click();
      await page.locator("[id='move-0']").waitFor();
      page.check();
      other.check();
    },
  },
  {
    name: "a read-only server shows everything, says what it is, and writes nothing",
    async run({ orbita, browser, after }) {
      const copy = await folderWith(join(models, "fischer.xml"));
      after(copy.remove);
      const file = join(copy.folder, "fischer.xml");
      const text = await readFile(file, "utf8");
      const server = await Server.start(orbita, copy.folder, { readOnly: true });
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "fischer.xml");
      await page.locator(".status", { hasText: "Read only" }).waitFor();
      await addLine(page, "int tried;");
      await save(page);
      await page.locator(".notice.bad", { hasText: "read-only" }).waitFor();
      assert.equal(await readFile(file, "utf8"), text);
      await page.locator("#tab-simulator").click();
      await page.locator("[id='move-0']").waitFor();
      page.check();
    },
  },
  {
    name: "models with clocks at other rates and with many constants can be simulated",
    async run({ orbita, browser, after }) {
      const copy = await folderWith();
      after(copy.remove);
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser, { width: 1280, height: 800 });
      const names = Array.from({ length: 50 }, (_, i) => `LongNameOfAConstant${i}`);
      await writeFile(join(copy.folder, "rates.xml"), `<nta><declaration>${names.map((n) => `const int ${n} = 3; typedef int[0,${n}] t_${n};`).join("\n")}
clock x;</declaration><template><name>P</name><location id="a" x="0" y="0"><label kind="invariant">x' == 0</label></location><location id="b" x="200" y="0"/>
<init ref="a"/><transition><source ref="a"/><target ref="b"/></transition></template><system>system P;</system></nta>`);
      await openModel(page, server, "rates.xml");
      await page.locator(".constants .tag", { hasText: "LongNameOfAConstant0 = 3" }).waitFor();
      await page.locator("#tab-simulator").click(); // which a long list of constants does not cover
      await page.locator("[id='move-0']").click();
      await page.locator(".timeline-bar .where", { hasText: "State 1 of 1" }).waitFor();
      await page.locator(".state-table, .zone").first().waitFor();
      await page.locator(".constants button").click();
      await page.locator(".popover input").first().fill("4");
      await page.getByRole("button", { name: "Use", exact: true }).click();
      await page.locator(".constants .tag", { hasText: "LongNameOfAConstant0 = 4" }).waitFor();
      await page.locator(".constants button").click();
      await page.locator(".popover input").first().press("Escape");
      await page.locator(".popover").waitFor({ state: "detached" });
      assert.ok(await page.evaluate(() => document.activeElement.closest(".constants") !== null), "the button has the focus again");
      await page.keyboard.press("Enter");
      await page.locator(".popover").waitFor();
      await page.locator(".top .brand").click();
      await page.locator(".popover").waitFor({ state: "detached" });
      page.check();
    },
  },
];
