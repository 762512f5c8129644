import assert from "node:assert/strict";
import { join } from "node:path";
import { folderWith, models, openModel, openPage, Server, until } from "./harness.mjs";

const where = (page) => page.locator(".timeline-bar .where").textContent();

export default [
  {
    name: "ten simulator steps and back",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "fischer.xml", "simulator");
      const moves = page.locator(".move");
      await moves.first().waitFor();
      assert.equal(await moves.count(), 10, "each of ten processes may begin");
      for (let i = 1; i <= 10; i++) {
        await page.locator("[id='move-0']").click();
        await until(async () => (await where(page)) === `State ${i} of ${i}`, `state ${i}`);
        await page.locator(".moves h2", { hasText: `state ${i}` }).waitFor();
        await until(async () => (await moves.count()) > 0, "moves");
      }
      const tokens = await page.locator(".badge").count();
      assert.ok(tokens > 0, "processes are drawn at their locations");
      await page.locator(".lanes").focus();
      for (let i = 9; i >= 0; i--) {
        await page.keyboard.press("ArrowLeft");
        await until(async () => (await where(page)) === `State ${i} of 10`, `back to ${i}`);
      }
      await until(async () => (await moves.count()) === 10, "the moves of the first state again");
      page.check();
    },
  },
  {
    name: "moves highlight their edges, delays can be chosen, random moves go on",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "train-gate.xml", "simulator");
      await page.locator("[id='move-0']").hover();
      await until(async () => (await page.locator(".edge.hovered").count()) >= 2, "both edges of the synchronisation");
      await page.locator("[id='move-0']").click();
      await page.locator(".sync .sync-mark text", { hasText: "appr" }).waitFor();
      await page.getByLabel("Delays").check();
      await page.locator(".delay-bar .fill").first().waitFor();
      await page.getByLabel("wait").fill("42");
      await until(async () => (await page.locator(".move.impossible").count()) < (await page.locator(".move").count()), "some move is possible then");
      await page.getByLabel("Delays").uncheck();
      await page.locator(".lanes").focus();
      for (let i = 0; i < 5; i++) {
        const before = await where(page);
        await page.keyboard.press("r");
        await until(async () => (await where(page)) !== before, "a random move");
      }
      await page.keyboard.press("Control+f");
      await page.getByRole("combobox", { name: "Search or run a command" }).pressSequentially("APPR");
      await page.locator(".palette .option", { hasText: "appr" }).first().waitFor();
      await page.keyboard.press("Enter");
      await until(async () => (await where(page)).startsWith("State 1 of"), "the first step with that channel");
      await page.locator(".zone-picture svg").focus();
      await page.keyboard.press("ArrowRight");
      await page.locator(".zone-where", { hasText: "corner" }).waitFor();
      await page.getByRole("button", { name: "Chart" }).click();
      await page.locator(".sequence .message").first().waitFor();
      page.check();
    },
  },
  {
    ofPage: true,
    name: "by keys alone: the chosen delay, taking back, the next change of a lane and of a variable",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "train-gate.xml", "simulator");
      await page.locator("[id='move-0']").waitFor();
      await page.locator(".lanes").focus();
      await page.keyboard.press("Enter");
      await until(async () => (await where(page)) === "State 1 of 1", "the first move");
      await page.locator(".moves h2", { hasText: "state 1" }).waitFor();
      await page.getByLabel("Delays").check();
      await page.locator("[id='move-0'].chosen .delay-bar").waitFor();
      await page.getByLabel("wait").fill("42"); // quarters
      await page.locator(".lanes").focus();
      const crossing = page.locator(".move", { hasText: "Appr → Cross" });
      await until(async () => {
        if (await crossing.evaluate((move) => move.classList.contains("chosen"))) return true;
        await page.keyboard.press("ArrowDown");
        return false;
      }, "the move is chosen");
      await page.keyboard.press("Enter");
      await until(async () => (await where(page)) === "State 2 of 2", "the second move");
      await page.locator(".trace-row", { hasText: "+10.5" }).waitFor();
      await page.keyboard.press("Home");
      for (let lane = 0; lane < 5; lane++) await page.keyboard.press("Alt+ArrowDown");
      assert.equal(await page.evaluate(() => document.activeElement.querySelector(".lane-label")?.textContent.trim()), "Gate");
      await page.keyboard.press("End");
      await page.keyboard.press("[");
      await until(async () => (await where(page)) === "State 1 of 2", "the gate changed in the first step only");
      await page.keyboard.press("End");
      await page.locator(".state-row[data-variables]", { hasText: "Gate.len" }).click();
      await page.keyboard.press("[");
      await until(async () => (await where(page)) === "State 1 of 2", "and so did its variable");
      await page.keyboard.press("End");
      await page.keyboard.press("Backspace");
      await until(async () => (await where(page)) === "State 1 of 1", "taken back");
      for (const key of ["Enter", "Space"]) {
        const button = page.getByRole("button", { name: "Fold idle lanes" });
        const before = await button.getAttribute("aria-pressed");
        await button.focus();
        await page.keyboard.press(key);
        await until(async () => (await button.getAttribute("aria-pressed")) !== before, `${key} is for the button that has the focus`);
        assert.equal(await where(page), "State 1 of 1", "and takes no move");
      }
      const slider = page.getByLabel("wait");
      await slider.focus();
      const chosen = Number(await slider.inputValue());
      await page.keyboard.press("ArrowRight");
      assert.equal(Number(await slider.inputValue()), chosen + 1, "arrows move the slider");
      await page.getByRole("button", { name: "Traces" }).click();
      const name = page.getByLabel("File name");
      await name.fill("walk.jsonn");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Home");
      await page.keyboard.type("r ");
      assert.equal(await name.inputValue(), "r walk.json", "and other keys type");
      assert.equal(await where(page), "State 1 of 1", "without a command");
      page.check();
    },
  },
  {
    name: "a trace is saved and loaded again",
    async run({ orbita, browser, after }) {
      const copy = await folderWith(join(models, "train-gate.xml"));
      after(copy.remove);
      const server = await Server.start(orbita, copy.folder);
      after(() => server.stop());
      const page = await openPage(browser);
      await openModel(page, server, "train-gate.xml", "simulator");
      await page.locator("[id='move-0']").waitFor();
      await page.locator(".lanes").focus();
      await page.keyboard.press("r");
      await until(async () => (await where(page)) === "State 1 of 1", "one step");
      await page.keyboard.press("r");
      await until(async () => (await where(page)) === "State 2 of 2", "two steps");
      await page.getByRole("button", { name: "Traces" }).click();
      await page.getByLabel("File name").fill("walk.json");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator(".notice", { hasText: "walk.json" }).waitFor();
      await page.getByRole("button", { name: "Reset" }).click();
      await until(async () => (await where(page)) === "State 0 of 0", "the beginning");
      await page.getByRole("button", { name: "Traces" }).click();
      await page.getByRole("button", { name: "walk.json" }).click();
      await until(async () => (await where(page)) === "State 0 of 2", "the saved trace");
      await page.locator(".tag.ok", { hasText: "replayed on the model" }).waitFor();
      page.check();
    },
  },
  {
    name: "simulations and traces that nobody looks at are closed",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      const open = { simulations: new Set(), traces: new Set() };
      const asked = new Map();
      page.on("websocket", (socket) => {
        socket.on("framesent", ({ payload }) => {
          const { id, method, params } = JSON.parse(payload);
          asked.set(id, method);
          if (method === "simulate/close") open.simulations.delete(params.simulation);
          if (method === "trace/close") open.traces.delete(params.trace);
        });
        socket.on("framereceived", ({ payload }) => {
          const { id, method, params, result } = JSON.parse(payload);
          if (method === "verify/verdict" && params.trace) open.traces.add(params.trace);
          if (result?.simulation && asked.get(id) !== undefined) open.simulations.add(result.simulation);
          if (result?.trace && asked.get(id) === "trace/open") open.traces.add(result.trace);
        });
      });
      await openModel(page, server, "fischer-broken.xml", "simulator");
      await page.locator("[id='move-0']").waitFor();
      for (let i = 0; i < 3; i++) {
        await page.locator("#tab-verifier").click();
        await page.getByRole("button", { name: "Check all" }).click();
        await page.locator(".query-row", { hasText: "Mutual exclusion" }).getByRole("button", { name: "Open trace" }).click();
        await until(async () => (await where(page)) === "State 0 of 6", "the trace");
        await page.locator(".lanes").focus();
        await page.keyboard.press("End");
        await page.locator("[id='move-0']").click();
        await until(async () => (await where(page)) === "State 7 of 7", "a move beyond its end");
        await page.getByRole("button", { name: "Back to the trace" }).click();
        await until(async () => (await where(page)) === "State 6 of 6", "back at its end");
      }
      await page.getByRole("button", { name: "Traces" }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Gantt chart" }).click();
      await download;
      await page.locator(".query-choice").selectOption("0");
      await until(async () => (await where(page)) === "State 0 of 0", "a walk of one's own");
      await until(() => open.simulations.size === 1, `one simulation is left, not ${[...open.simulations]}`);
      assert.ok(open.traces.size <= 3, `only those of the three verdicts: ${[...open.traces]}`);
      page.check();
    },
  },
  {
    ofPage: true,
    name: "what the server answers late is not appended to another state",
    async run({ orbita, browser, after }) {
      const server = await Server.start(orbita, models);
      after(() => server.stop());
      const page = await openPage(browser);
      let held = null; // answers to steps are kept back while this is an array
      await page.routeWebSocket(/\/ws/, (socket) => {
        const toServer = socket.connectToServer();
        const steps = new Set();
        socket.onMessage((message) => {
          const { id, method } = JSON.parse(message);
          if (method === "simulate/step") steps.add(id);
          toServer.send(message);
        });
        toServer.onMessage((message) => {
          if (held && steps.has(JSON.parse(message).id)) held.push(() => socket.send(message));
          else socket.send(message);
        });
      });
      await openModel(page, server, "fischer.xml", "simulator");
      for (let i = 1; i <= 2; i++) {
        await page.locator(".moves h2", { hasText: `state ${i - 1}` }).waitFor();
        await page.locator("[id='move-0']").click();
        await until(async () => (await where(page)) === `State ${i} of ${i}`, `state ${i}`);
      }
      await page.locator(".moves h2", { hasText: "state 2" }).waitFor();
      held = [];
      await page.locator("[id='move-0']").click();
      await until(() => held.length === 1, "the answer is on its way");
      await page.locator(".lanes").focus();
      await page.keyboard.press("Home");
      const answers = held;
      held = null;
      answers.forEach((send) => send());
      await page.waitForTimeout(200);
      assert.equal(await where(page), "State 0 of 2", "the run is as it was");
      page.check();
    },
  },
];
