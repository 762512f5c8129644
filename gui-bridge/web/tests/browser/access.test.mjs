import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { models, openModel, openPage, Server } from "./harness.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Serious and critical findings of axe-core in the page as it is.
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.failureSummary?.split("\n")[1] ?? ""}`).join(" | ")}`);
}

async function everyView(page, server, say) {
  await openModel(page, server, "train-gate.xml", "editor");
  await page.locator(".canvas .location").first().waitFor();
  await page.locator(".tree-row", { hasText: "Safe → Appr" }).click();
  await page.locator(".inspector .kind-guard").waitFor();
  say("editor", await findings(page));
  await page.locator(".canvas").focus();
  await page.keyboard.press("Control+a");
  await page.locator(".inspector .group-row").first().waitFor();
  say("several elements", await findings(page));
  await page.locator("#tab-simulator").click();
  await page.locator("[id='move-0']").click();
  await page.locator(".zone-now").waitFor();
  say("simulator", await findings(page));
  await page.getByRole("button", { name: "Group by class" }).click();
  say("simulator by class", await findings(page));
  await page.locator("#tab-verifier").click();
  await page.getByRole("button", { name: "Check all" }).click();
  await page.locator(".query-row .chip.satisfied").first().waitFor();
  say("verifier", await findings(page));
  await page.locator("#tab-symmetry").click();
  await page.locator(".pair-box").first().waitFor();
  say("symmetry", await findings(page));
  await page.keyboard.press("Control+k");
  await page.locator(".palette .option").first().waitFor();
  say("palette", await findings(page));
  await page.keyboard.type("?");
  await page.locator(".palette .keys").waitFor();
  say("keys", await findings(page));
}

const looks = [
  ["light, 1440 x 900", { dark: false, width: 1440, height: 900 }],
  ["dark, 1280 x 800", { dark: true, width: 1280, height: 800 }],
];

export default looks.map(([title, look]) => ({
  ofPage: true,
  name: `axe-core finds nothing serious in any view (${title})`,
  async run({ orbita, browser, after }) {
    const server = await Server.start(orbita, models);
    after(() => server.stop());
    const page = await openPage(browser, look);
    const all = [];
    await everyView(page, server, (view, found) => all.push(...found.map((f) => `${view}: ${f}`)));
    assert.deepEqual(all, []);
    page.check();
  },
}));
