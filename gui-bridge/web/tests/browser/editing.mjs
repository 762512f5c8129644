// What tests of the editor share: Fischer's protocol in a folder of its own, open in the editor.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, models, openModel, openPage, Server } from "./harness.mjs";

export async function begin({ orbita, browser, after }) {
  const copy = await folderWith(join(models, "fischer.xml"));
  after(copy.remove);
  const server = await Server.start(orbita, copy.folder);
  after(() => server.stop());
  const page = await openPage(browser);
  await openModel(page, server, "fischer.xml");
  await page.locator(".canvas .location").first().waitFor();
  const file = join(copy.folder, "fischer.xml");
  return { page, server, file, text: await readFile(file, "utf8") };
}

export const saved = (page) => page.locator(".path .dirty").waitFor({ state: "detached" });
