import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { corpus, folderWith, models, openModel, openPage, Server, show, until } from "./harness.mjs";

// What is drawn of a model: by template, the names of locations and the number of edges.
async function drawn(page) {
  return {
    names: await page.locator(".canvas .location .name").allTextContents(),
    edges: await page.locator(".canvas .edge").count(),
  };
}

const expected = {
  "fischer.xml": { names: ["idle", "req", "wait", "cs"], edges: 5 },
  "train-gate.xml": { names: ["Safe", "Appr", "Stop", "Start", "Cross"], edges: 6 },
  "client-server.xml": null,
};

export default [
  {
    name: "three models open in the editor, drawn as in their files",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      for (const [file, want] of Object.entries(expected)) {
        await openModel(page, server, file);
        await page.locator(".canvas .location").first().waitFor();
        if (want) assert.deepEqual(await drawn(page), want, file);
        await page.locator(".status", { hasText: "No problems" }).waitFor();
      }
      page.check();
    },
  },
  {
    name: "a file of the corpus opens, and so does one without coordinates",
    async run({ orbita, browser, after }) {
      if (!existsSync(corpus)) return "../shared/corpus is missing";
      const server = await Server.start(orbita, join(corpus, "demos"));
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "bridge.xml");
      await page.locator(".canvas .location").first().waitFor();
      await openModel(page, server, "engine.xta");
      await page.locator(".canvas .location").first().waitFor();
      const centers = await page.locator(".canvas .location .body").evaluateAll((all) => all.map((c) => `${c.getAttribute("cx")},${c.getAttribute("cy")}`));
      assert.equal(new Set(centers).size, centers.length, "no two locations in one place");
      page.check();
    },
  },
  {
    ofPage: true,
    name: "the palette opens files, views and names",
    async run({ orbita, browser, after }) {
      const copy = await folderWith(join(models, "fischer.xml"), join(models, "train-gate.xml"));
      after(copy.remove);
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser);
      await page.goto(server.url);
      await page.getByRole("heading", { name: "Open a model" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("open train");
      await page.keyboard.press("Enter");
      await page.locator(".path .file", { hasText: "train-gate.xml" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("@Gate.Occupied");
      await page.keyboard.press("Enter");
      await page.locator(".location.selected .name", { hasText: "Occupied" }).waitFor();
      await show(page, "verifier");
      await until(() => page.url().includes("view=verifier"), "the address names the view");
      page.check();
    },
  },
  {
    ofPage: true,
    name: "another model is opened only when unsaved changes are saved or given up; new files are found",
    async run({ orbita, browser, after }) {
      const copy = await folderWith(join(models, "fischer.xml"));
      after(copy.remove);
      const file = join(copy.folder, "fischer.xml");
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "fischer.xml");
      await cp(join(models, "train-gate.xml"), join(copy.folder, "train-gate.xml"));
      const open = async (name) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search or run a command" }).fill(`open ${name}`);
        await page.locator(".palette .option", { hasText: name }).waitFor();
        await page.keyboard.press("Enter");
      };
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\nint more;");
      await open("train-gate");
      await page.locator(".notice", { hasText: "unsaved changes" }).waitFor();
      assert.equal(await page.locator(".path .file").textContent(), "fischer.xml");
      await page.getByRole("button", { name: "Save, then open" }).click();
      await page.locator(".path .file", { hasText: "train-gate.xml" }).waitFor();
      assert.ok((await readFile(file, "utf8")).includes("int more;"));
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.type("int lost; ");
      await open("fischer");
      await page.getByRole("button", { name: "Open without saving" }).click();
      await page.locator(".path .file", { hasText: "fischer.xml" }).waitFor();
      assert.ok(!(await readFile(join(copy.folder, "train-gate.xml"), "utf8")).includes("int lost;"));
      await page.locator(".path .dirty").waitFor({ state: "detached" });
      page.check();
    },
  },
];
