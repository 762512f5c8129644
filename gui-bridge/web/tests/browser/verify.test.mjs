import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { begin } from "./editing.mjs";
import { folderWith, models, openModel, openPage, Server, until } from "./harness.mjs";

const where = (page) => page.locator(".timeline-bar .where").textContent();

export default [
  {
    name: "the bug of fischer-broken.xml is found, and its trace opens and ends in two processes in cs",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "fischer-broken.xml", "verifier");
      await page.getByRole("button", { name: "Check all" }).click();
      const first = page.locator(".query-row", { hasText: "Mutual exclusion" });
      await first.locator(".chip.not-satisfied").waitFor();
      await first.locator(".tag.ok", { hasText: "as expected" }).waitFor();
      await first.locator(".tag", { hasText: "shared exploration of 1" }).waitFor();
      await first.getByRole("button", { name: "Open trace" }).click();
      await page.locator(".run-strip .chip.not-satisfied").waitFor();
      await until(async () => (await where(page)) === "State 0 of 6", "a trace of six steps");
      await page.locator(".tag.ok", { hasText: "replayed on the model" }).waitFor();
      await page.locator(".lanes").focus();
      for (let i = 1; i <= 6; i++) {
        await page.keyboard.press("ArrowRight");
        await until(async () => (await where(page)) === `State ${i} of 6`, `state ${i}`);
      }
      await until(async () => (await page.locator(".segment.current b", { hasText: /^cs$/ }).count()) === 2, "two processes in cs");
      await until(async () => (await page.locator(".violated-here").count()) === 2, "both in a red frame");
      page.check();
    },
  },
  {
    name: "a long verification shows its progress and can be stopped",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "fischer-ints.xml", "verifier");
      await page.locator(".constants button").click();
      await page.locator(".popover input[name=N]").fill("12");
      await page.getByRole("button", { name: "Use", exact: true }).click();
      await page.locator(".constants .tag", { hasText: "N = 12" }).waitFor();
      await page.locator(".status", { hasText: "No problems" }).waitFor();
      await page.getByLabel("Symmetry").selectOption("off");
      await page.locator("#new-query").fill("A[] not deadlock");
      await page.locator("#new-query").press("Enter");
      const row = page.locator(".query-row.chosen");
      await until(async () => (await row.textContent()).includes("deadlock"), "the new query is chosen");
      await page.getByRole("button", { name: "Check selected" }).click();
      await row.locator(".chip.running").waitFor();
      await page.locator(".figures", { hasText: "States stored" }).waitFor();
      await page.locator(".run-head", { hasText: /Query \d+/ }).waitFor();
      await page.locator(".plot .curve.stored").waitFor();
      const begun = Date.now();
      await page.locator(".query-bar").getByRole("button", { name: "Stop" }).click();
      await row.locator(".chip.running").waitFor({ state: "detached" });
      assert.ok(Date.now() - begun < 20_000, "it stops long before it would be done");
      page.check();
    },
  },
  {
    name: "every option of the panel is one that the server takes",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      const verdicts = [];
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => {
        const { method, params, error } = JSON.parse(payload);
        if (method === "verify/verdict") verdicts.push(params.verdict);
        if (error && error.code !== -32006) verdicts.push(error.message);
      }));
      await openModel(page, server, "fischer-broken.xml", "verifier");
      await page.locator("#new-query").fill("E<> exists (i : pid_t) Process(i).cs");
      await page.locator("#new-query").press("Enter");
      const row = page.locator(".query-row.chosen");
      await until(async () => (await row.textContent()).includes("Process(i).cs"), "the new query is chosen");
      let tried = 0;
      for (const choice of await page.locator(".options select").all()) {
        const first = await choice.inputValue();
        for (const value of await choice.locator("option").evaluateAll((all) => all.map((o) => o.value))) {
          await choice.selectOption(value);
          await page.locator("main").focus();
          await page.keyboard.press("Control+Enter");
          await until(() => verdicts.length > tried, `an answer with ${value}`);
          assert.equal(verdicts[tried], "satisfied", value);
          tried++;
        }
        await choice.selectOption(first);
      }
      assert.ok(tried > 20);
      page.check();
    },
  },
  {
    ofPage: true,
    name: "a query with an error keeps nobody from simulating, or from checking the others",
    async run(context) {
      const { page } = await begin(context);
      await page.locator("#tab-verifier").click();
      await page.locator("#new-query").fill("E<> nobody");
      await page.locator("#new-query").press("Enter");
      await page.locator(".status", { hasText: "1 error" }).waitFor();
      await page.getByRole("button", { name: "Check all" }).click();
      await page.locator(".query-row", { hasText: "E<> nobody" }).locator(".chip.error").waitFor();
      await page.locator(".query-row", { hasText: "Mutual exclusion" }).locator(".chip.satisfied").waitFor();
      await page.locator("#tab-simulator").click();
      await page.locator("[id='move-0']").waitFor();
      await page.locator("#tab-symmetry").click();
      await page.locator(".set", { hasText: "pid_t" }).waitFor();
      page.check();
    },
  },
  {
    name: "a trace of 1200 steps of a text model opens to its end, with what its query says about it",
    async run({ orbita, browser, after }) {
      const copy = await folderWith();
      after(copy.remove);
      await writeFile(join(copy.folder, "count.xta"), "int[0,1200] n;\nprocess P() { state a; init a; trans a -> a { guard n < 1200; assign n = n + 1; }; }\nsystem P;\n");
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "count.xta", "verifier");
      await page.locator("#new-query").fill("E<> P.a and n == 1200");
      await page.locator("#new-query").press("Enter");
      await page.locator(".query-row", { hasText: "1200" }).getByRole("button", { name: "Check" }).click();
      await page.getByRole("button", { name: "Open trace" }).click();
      const spaced = "1\u2009200";
      await until(async () => (await where(page)) === `State 0 of ${spaced}`, "all steps are there");
      await page.locator(".lanes").focus();
      await page.keyboard.press("End");
      await until(async () => (await where(page)) === `State ${spaced} of ${spaced}`, "the last state");
      await page.locator(".state-row[data-variables]", { hasText: "1200" }).waitFor();
      await page.locator(".violated-here").waitFor();
      page.check();
    },
  },
];
