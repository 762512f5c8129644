import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, models, openModel, openPage, save, Server, until } from "./harness.mjs";

const token = "browser-test-token-0123456789";

export default [
  {
    name: "the same page works again after the server was restarted, with unsaved changes",
    async run({ orbita, browser, after }) {
      const copy = await folderWith(join(models, "fischer.xml"));
      after(copy.remove);
      const file = join(copy.folder, "fischer.xml");
      let server = await Server.start(orbita, copy.folder, { token });
      after(() => server.stop());
      const { port } = server;
      const page = await openPage(browser);
      await openModel(page, server, "fischer.xml");
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\nint kept;");
      await page.locator(".code-text .cm-content", { hasText: "int kept;" }).waitFor();
      await page.locator(".path .dirty[data-kept=true]").waitFor();
      await server.stop();
      await page.locator(".status .bad", { hasText: "No connection" }).waitFor();
      await page.locator(".canvas .location").first().waitFor();
      server = await Server.start(orbita, copy.folder, { port, token });
      await page.locator(".status", { hasText: "127.0.0.1" }).waitFor();
      await page.locator(".code-text .cm-content", { hasText: "int kept;" }).waitFor();
      await page.locator(".canvas .location").first().waitFor();
      await save(page);
      await until(async () => (await readFile(file, "utf8")).includes("int kept;"), "saved by the new server");
      await page.locator("#tab-simulator").click();
      await page.locator("[id='move-0']").waitFor();
      const lost = page.complaints.filter((text) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(text));
      assert.deepEqual(lost, [], "only the lost connection is complained about, by the browser");
    },
  },
  {
    ofPage: true,
    name: "what is typed and drawn without a connection is made when it is back",
    async run({ orbita, browser, after }) {
      const copy = await folderWith(join(models, "fischer.xml"));
      after(copy.remove);
      const file = join(copy.folder, "fischer.xml");
      let server = await Server.start(orbita, copy.folder, { token });
      after(() => server.stop());
      const { port } = server;
      const page = await openPage(browser);
      await openModel(page, server, "fischer.xml");
      await page.locator(".canvas .location").first().waitFor();
      await server.stop();
      await page.locator(".status .bad", { hasText: "No connection" }).waitFor();
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\nint first;");
      await page.locator(".status", { hasText: "1 change kept" }).waitFor();
      await page.keyboard.type(" int second;");
      await page.locator(".tree-row", { hasText: "wait → req" }).click();
      await page.locator(".canvas").focus();
      await page.keyboard.press("Delete");
      await page.locator(".status", { hasText: "2 changes kept" }).waitFor();
      await save(page);
      await page.locator(".notice", { hasText: "nothing was saved" }).waitFor();
      server = await Server.start(orbita, copy.folder, { port, token });
      await page.locator(".code-text .cm-content", { hasText: "int first; int second;" }).waitFor();
      await until(async () => (await page.locator(".canvas .edge").count()) === 4, "the edge is gone");
      await page.locator(".status", { hasText: "kept" }).waitFor({ state: "detached" });
      await save(page);
      await until(async () => (await readFile(file, "utf8")).includes("int first; int second;"), "saved by the new server");
    },
  },
  {
    name: "a server with another token is told from none, and what is not saved can be taken away",
    async run({ orbita, browser, after }) {
      const copy = await folderWith(join(models, "fischer.xml"));
      after(copy.remove);
      let server = await Server.start(orbita, copy.folder, { token });
      after(() => server.stop());
      const { port } = server;
      const page = await openPage(browser);
      await openModel(page, server, "fischer.xml");
      await page.locator(".code-text .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\nint kept;");
      await page.locator(".path .dirty[data-kept=true]").waitFor();
      await server.stop();
      server = await Server.start(orbita, copy.folder, { port, token: token.replace("0", "9") });
      await page.locator(".status .bad", { hasText: "another address" }).waitFor();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download the unsaved text" }).click();
      assert.ok((await readFile(await (await download).path(), "utf8")).includes("int kept;"));
    },
  },
];
