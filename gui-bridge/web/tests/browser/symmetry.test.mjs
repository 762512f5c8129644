import assert from "node:assert/strict";
import { models, openModel, openPage, Server, until } from "./harness.mjs";

export default [
  {
    name: "the symmetry view of Fischer: the set, a representative, a sweep",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "fischer.xml", "symmetry");
      const set = page.locator(".set", { hasText: "pid_t" });
      await set.locator(".chip", { hasText: "Reduced" }).waitFor();
      assert.equal(await set.locator(".element").count(), 10);
      await page.locator(".pair-box").first().waitFor();
      assert.equal(await page.locator(".pair-box").count(), 20, "ten processes on each side");
      assert.equal(await page.locator(".pair .curve").count(), 10);
      await page.getByRole("button", { name: "5 random moves" }).click();
      await page.locator(".represent .tag", { hasText: "State 5 of 5" }).waitFor();
      await page.getByRole("button", { name: "Drawing", exact: true }).click();
      await until(async () => (await page.locator(".orbit-drawing .badge").count()) > 0, "ids at their locations in the drawing");
      await page.locator(".orbit-drawing tspan.wrong.note", { hasText: /^x/ }).first().waitFor();
      await page.getByRole("button", { name: "Pairs" }).click();
      await page.getByLabel("From", { exact: true }).fill("2");
      await page.getByLabel("To", { exact: true }).fill("4");
      await page.getByLabel("To", { exact: true }).press("Tab");
      await page.locator(".sweep-form button").click();
      await until(async () => (await page.locator(".on-point").count()) === 3 && (await page.locator(".off-point").count()) === 3, "six points");
      await page.locator(".factor").waitFor();
      page.check();
    },
  },
];
