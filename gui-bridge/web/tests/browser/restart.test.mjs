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
];
