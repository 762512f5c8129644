// Opens every XML model of a folder in the editor and in the simulator: node tests/corpus.mjs PATH-OF-ORBITA [FOLDER].
// By hand, since it takes minutes; the folder is the corpus where none is given. A model may have errors, the page may not.
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { corpus, launch, openModel, openPage, Server } from "./browser/harness.mjs";

const [orbita, folder = corpus] = process.argv.slice(2);
if (!orbita) {
  console.error("usage: node tests/corpus.mjs PATH-OF-ORBITA [FOLDER]");
  process.exit(2);
}

async function modelsBelow(place) {
  const entries = await readdir(place, { withFileTypes: true });
  const below = await Promise.all(entries.map((e) => (e.isDirectory() ? modelsBelow(join(place, e.name)) : e.name.endsWith(".xml") ? [join(place, e.name)] : [])));
  return below.flat().sort();
}

const server = await Server.start(orbita, folder);
const browser = await launch();
const page = await openPage(browser);
page.setDefaultTimeout(20_000);
await page.goto(server.url);
let failed = 0;
const all = (await modelsBelow(folder)).map((path) => relative(folder, path));
for (const file of all) {
  let wrong = "";
  try {
    await openModel(page, server, file);
    await page.locator(".canvas .location, .empty").first().waitFor();
    await page.locator("#tab-simulator").click();
    await page.locator(".moves, .empty").first().waitFor();
  } catch (error) {
    // A file that is no XML is not opened; the page says why.
    if ((await page.locator(".notice.bad").count()) === 0) wrong = error.message.split("\n")[0];
  }
  wrong ||= page.complaints.splice(0).join("; ");
  if (wrong) console.log(`FAILED: ${file}: ${wrong}`);
  if (wrong) failed++;
}
await browser.close();
await server.stop();
console.log(`${all.length - failed} of ${all.length} models shown`);
process.exit(failed > 0 ? 1 : 0);
