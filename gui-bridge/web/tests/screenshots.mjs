// Pictures of the views: node tests/screenshots.mjs PATH-OF-ORBITA FOLDER [NAME-PART]. The scenes are those of the design
// (editor with two mistakes, a counterexample, a running verification, broken symmetry, 51 processes, the palette);
// docs/img has the four that docs/gui.md shows, at 1440 x 900.
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, launch, models, openModel, openPage, Server } from "./browser/harness.mjs";

const [orbita, out, wanted = ""] = process.argv.slice(2);
if (!orbita || !out) {
  console.error("usage: node tests/screenshots.mjs PATH-OF-ORBITA FOLDER [NAME-PART]");
  process.exit(2);
}

const sizes = { design: [1440, 900], small: [1280, 800], large: [1920, 1080], column: [900, 1100] };
const looks = [["light", false], ["dark", true]];

const copy = await folderWith();
const folder = join(copy.folder, "models");
for (const name of ["fischer.xml", "fischer-broken.xml", "train-gate.xml", "client-server.xml"]) await cp(join(models, name), join(folder, name));
async function change(file, from, ...changes) {
  let text = await readFile(join(folder, from), "utf8");
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`${from} has no '${before}'`);
    text = text.replace(before, after);
  }
  await writeFile(join(folder, file), text);
}
await change("fischer-slips.xml", "fischer.xml", ["x = 0, id = pid, set = true", "x = 0, id = pid + 1, set = true"], ["</declaration>", "\nint[0,N] tries[pid];\n</declaration>"]);
await change("gate-full.xml", "train-gate.xml", [/const int N\s*=\s*\d+;/.exec(await readFile(join(models, "train-gate.xml"), "utf8"))[0], "const int N = 3;"],
  ["<queries>", "<queries><query><formula>A[] forall (i : id_t) Train(i).Start imply Gate.len &lt; N</formula><comment>Not all are on the list.</comment></query>"]);
await change("elect.xml", "client-server.xml", ["</declaration>", `
bool up[server_t];
server_t primary;

void elect() {
    for (s : server_t)
        if (up[s]) primary = s;
}
</declaration>`], ["reply[who]!</label>", "reply[who]!</label><label kind=\"assignment\" x=\"166\" y=\"108\">up[s] = true, elect()</label>"]);

const scenes = {
  async editor(page, server) {
    await openModel(page, server, "fischer-slips.xml", "editor");
    await page.locator(".problems .problem, .problem-row").first().waitFor();
    await page.locator(".tree-row", { hasText: "req → wait" }).click();
  },
  async simulator(page, server) {
    await openModel(page, server, "fischer-broken.xml", "verifier");
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByRole("button", { name: "Open trace" }).first().click();
    await page.locator(".run-strip .chip").waitFor();
    await page.locator(".lanes").focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await page.locator(".zone-now").waitFor().catch(() => {});
  },
  async gate(page, server) {
    await openModel(page, server, "gate-full.xml", "verifier");
    await page.getByRole("button", { name: "Check selected" }).click();
    await page.getByRole("button", { name: "Open trace" }).first().click();
    await page.locator(".run-strip .chip").waitFor();
    await page.locator(".lanes").focus();
    for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
    await page.locator(".zone-now").waitFor();
  },
  async verifier(page, server) {
    await openModel(page, server, "train-gate.xml", "verifier");
    await page.locator(".query-row", { hasText: "deadlock" }).click();
    await page.locator(".constants button").click();
    await page.locator(".popover input[name=N]").fill("10");
    await page.getByRole("button", { name: "Use", exact: true }).click();
    await page.locator(".constants .tag", { hasText: "N = 10" }).waitFor();
    await page.locator(".status", { hasText: "No problems" }).waitFor();
    await page.getByRole("button", { name: "Check all" }).click();
    await page.locator(".plot .curve.stored").waitFor();
    await page.waitForTimeout(7000);
  },
  async symmetry(page, server) {
    await openModel(page, server, "elect.xml", "symmetry");
    await page.locator(".pair-box").first().waitFor();
    await page.getByRole("button", { name: "5 random moves" }).click();
    await page.locator(".represent .tag", { hasText: "State 5" }).waitFor();
    await page.locator(".sweep-form button").click();
    await page.locator(".factor").waitFor();
    await page.waitForTimeout(4000);
  },
  async many(page, server) {
    await openModel(page, server, "train-gate.xml", "simulator");
    await page.locator(".constants button").click();
    await page.locator(".popover input[name=N]").fill("50");
    await page.getByRole("button", { name: "Use", exact: true }).click();
    await page.locator(".constants .tag", { hasText: "N = 50" }).waitFor();
    await page.locator(".move").nth(5).waitFor();
    await page.waitForTimeout(500);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run a command" }).fill("random walk of 2000");
    await page.keyboard.press("Enter");
    await page.locator(".where", { hasText: "2 000" }).or(page.locator(".where", { hasText: "2\u2009000" })).waitFor({ timeout: 60_000 });
    await page.keyboard.press("Control+g");
    await page.getByRole("combobox", { name: "Search or run a command" }).fill(":1004");
    await page.keyboard.press("Enter");
  },
  async palette(page, server) {
    await scenes.editor(page, server);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run a command" }).fill("che");
  },
};

await mkdir(out, { recursive: true });
const server = await Server.start(orbita, folder);
const browser = await launch();
for (const [size, [width, height]] of Object.entries(sizes)) {
  for (const [look, dark] of looks) {
    for (const [name, prepare] of Object.entries(scenes)) {
      const title = `${name}-${look}-${size}`;
      if (!title.includes(wanted)) continue;
      const page = await openPage(browser, { width, height, dark });
      try {
        await prepare(page, server);
        await page.waitForTimeout(800);
        if (!title.startsWith("palette")) await page.evaluate(() => document.activeElement?.blur());
        page.check();
      } catch (error) {
        console.log(`${title}: ${error.message}`);
      }
      await page.screenshot({ path: join(out, `${title}.png`) });
      await page.context().close();
    }
  }
}
await browser.close();
await server.stop();
await copy.remove();
