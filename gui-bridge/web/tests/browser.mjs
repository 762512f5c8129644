// The browser tests: node tests/browser.mjs PATH-OF-ORBITA [NAME-PART]. One Chromium, one test after the other. Where
// Chromium is missing they are skipped by name with exit code 77; never in CI. Where ORBITA_SAMPLE says that the server is
// slow (under sanitizers), tests of what the page does by itself (`ofPage`) are left out: they ask the server nothing that
// others do not.
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserPath, launch } from "./browser/harness.mjs";

const [orbita, wanted = ""] = process.argv.slice(2);
const folder = join(dirname(fileURLToPath(import.meta.url)), "browser");
const files = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs")).sort();
const tests = (await Promise.all(files.map(async (file) => (await import(join(folder, file))).default))).flat();
const isSampled = Number(process.env.ORBITA_SAMPLE ?? 1) > 1;
const chosen = tests.filter((test) => test.name.includes(wanted) && !(isSampled && test.ofPage));

if (!orbita || chosen.length === 0) {
  console.error("usage: node tests/browser.mjs PATH-OF-ORBITA [NAME-PART]");
  process.exit(2);
}
if (!browserPath) {
  for (const { name } of chosen) console.log(`skipped: ${name} (Chromium is missing)`);
  process.exit(process.env.CI === "true" ? 1 : 77);
}

const testLimit = 150_000;

function within(promise, name) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`${name} took more than two minutes`)), testLimit)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const browser = await launch();
let failed = 0;
for (const test of chosen) {
  const begun = Date.now();
  const cleanups = [];
  try {
    const skipped = await within(test.run({ orbita, browser, after: (action) => cleanups.push(action) }), test.name);
    console.log(skipped ? `skipped: ${test.name} (${skipped})` : `ok: ${test.name} (${Date.now() - begun} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${test.name}\n${error.stack ?? error}`);
    for (const context of browser.contexts()) for (const page of context.pages()) {
      if (page.complaints?.length) console.log(`the page complained: ${page.complaints.join("; ")}`);
      if (process.env.ORBITA_SCREENSHOTS) await page.screenshot({ path: join(process.env.ORBITA_SCREENSHOTS, `${test.name.replace(/\W+/g, "-")}.png`) }).catch(() => {});
    }
  }
  for (const action of cleanups.reverse()) await action().catch((error) => console.log(`cleaning up: ${error.message}`));
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
console.log(`${chosen.length - failed} of ${chosen.length} passed`);
process.exit(failed > 0 ? 1 : 0);
