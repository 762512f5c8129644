// How long the page takes with 200 processes: node bench/page.mjs PATH-OF-ORBITA, with a Release build. Prints the time to
// the first paint of the simulator and of a step, beside an empty page in the same browser, as a ratio too: the
// machine may be busy. A step is taken when its state is on the screen, and complete when the moves from there are.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, launch, models, openPage, Server } from "../gui-bridge/web/tests/browser/harness.mjs";

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
  const page = await openPage(browser);
  const begun = performance.now();
  await page.goto(url);
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return { page, time: performance.now() - begun };
}

// From the click on a move to the frame that shows the next state, and to the one that shows the moves from there.
function takeMove(page) {
  return page.evaluate(async () => {
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    const changed = async (selector) => {
      const before = text(selector);
      return async () => {
        while (text(selector) === before || text(selector) === "") await new Promise((resolve) => setTimeout(resolve));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      };
    };
    const shown = await changed(".timeline-bar .where");
    const listed = await changed("#move-0");
    const begun = performance.now();
    document.getElementById("move-0").click();
    await shown();
    const state = performance.now() - begun;
    await Promise.race([listed(), new Promise((resolve) => setTimeout(resolve, 2000))]);
    return { state, moves: performance.now() - begun };
  });
}

// Milliseconds of CPU that the page's thread and the server have had: these do not depend on who else is at work.
async function cpuMeter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"]));
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const stat = await readFile(`/proc/${server.child.pid}/stat`, "utf8");
    const [user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 13).map(Number);
    return { page: 1000 * metrics.find((m) => m.name === "TaskDuration").value, server: (1000 * (user + system)) / ticks };
  };
}

// What the browser itself needs for a change and the frame that shows it.
function emptyFrame(page) {
  return page.evaluate(async () => {
    const begun = performance.now();
    document.getElementById("empty").textContent = "changed";
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begun;
  });
}

const empty = await firstPaint("data:text/html,<p id=empty>empty</p>", "#empty");
const frames = [];
for (let i = 0; i < steps; i++) frames.push(await emptyFrame(empty.page));
const url = new URL(server.url);
url.hash = "view=simulator&file=fischer.xml";
const { page, time } = await firstPaint(url.href, ".moves .move");
const times = [];
const cpu = await cpuMeter(page);
const before = await cpu();
for (let i = 0; i < steps; i++) {
  await page.locator(".moves h2", { hasText: `state ${i} ` }).waitFor();
  await page.locator("[id='move-0']").waitFor();
  times.push(await takeMove(page));
  await page.waitForTimeout(50);
}
const after = await cpu();
const [state, listed, frame] = [times.map((t) => t.state), times.map((t) => t.moves), frames].map(median);
const ratio = (a, b) => `${(a / b).toFixed(1)} times that`;
console.log(`${processes} processes, median of ${steps} steps`);
console.log(`first paint  ${milliseconds(time)}, empty page ${milliseconds(empty.time)}: ${ratio(time, empty.time)}`);
console.log(`step         ${milliseconds(state)} (at most ${milliseconds(Math.max(...times.map((t) => t.state)))}), empty frame ${milliseconds(frame)}: ${ratio(state, frame)}`);
console.log(`with moves   ${milliseconds(listed)}`);
console.log(`CPU per step ${milliseconds((after.page - before.page) / steps)} in the page, ${milliseconds((after.server - before.server) / steps)} in the server`);
await browser.close();
await server.stop();
await copy.remove();
