// How long the page takes with 200 processes: node tests/bench.mjs PATH-OF-ORBITA, with a Release build. Prints the time
// to the first paint of the simulator and of a step, beside an empty page in the same browser.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, launch, models, Server } from "./browser/harness.mjs";

const orbita = process.argv[2];
const processes = 200;
const steps = 15;
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
const milliseconds = (value) => `${Math.round(value)} ms`;

const copy = await folderWith(join(models, "fischer.xml"));
const file = join(copy.folder, "fischer.xml");
await writeFile(file, (await readFile(file, "utf8")).replace(/const int N = \d+;/, `const int N = ${processes};`));
const server = await Server.start(orbita, copy.folder);
const browser = await launch();

async function firstPaint(url, selector) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const begun = performance.now();
  await page.goto(url);
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return { page, time: performance.now() - begun };
}

// From the click on a move to the frame that shows the next state.
function takeMove(page) {
  return page.evaluate(async () => {
    const where = () => document.querySelector(".timeline-bar .where").textContent;
    const before = where();
    const begun = performance.now();
    document.getElementById("move-0").click();
    while (where() === before) await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begun;
  });
}

const empty = await firstPaint("data:text/html,<p id=empty>empty</p>", "#empty");
const url = new URL(server.url);
url.hash = "view=simulator&file=fischer.xml";
const { page, time } = await firstPaint(url.href, ".moves .move");
const times = [];
for (let i = 0; i < steps; i++) {
  await page.locator(".moves h2", { hasText: `state ${i} ` }).waitFor();
  await page.locator("[id='move-0']").waitFor();
  times.push(await takeMove(page));
  await page.waitForTimeout(50);
}
console.log(`${processes} processes: first paint ${milliseconds(time)} (empty page ${milliseconds(empty.time)}), ` +
  `step ${milliseconds(median(times))} (median of ${steps}), ${milliseconds(Math.max(...times))} at most`);
await browser.close();
await server.stop();
await copy.remove();
