// What the browser tests share: a server on a copy of the models, a page that may not complain, small waits.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

// Long, since the machine may be busy: it only says how late a test that has failed says so.
const waitLimit = Number(process.env.ORBITA_WAIT ?? 60_000);

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
export const models = join(root, "models");
export const corpus = join(root, "../shared/corpus");

const candidates = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const browserPath = candidates.find((path) => path && existsSync(path)) ?? null;

export function launch() {
  return chromium.launch({
    executablePath: browserPath,
    args: [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
    ],
  });
}

export class Server {
  // `path` is a folder, or a model in it.
  static async start(orbita, path, { port = 0, token = "", readOnly = false } = {}) {
    const args = ["serve", path, "--no-open", "--port", String(port), ...(readOnly ? ["--read-only"] : [])];
    const child = spawn(orbita, args, { env: { ...process.env, ...(token ? { ORBITA_TOKEN: token } : {}) }, stdio: ["ignore", "pipe", "pipe"] });
    const server = new Server();
    server.child = child;
    let text = "";
    let said = "";
    child.stderr.on("data", (data) => (said += data));
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the server did not start: ${text}${said}`)), waitLimit);
      child.stdout.on("data", (data) => {
        text += data;
        const found = /http:\/\/\S+/.exec(text);
        if (!found) return;
        clearTimeout(timer);
        server.url = found[0];
        resolve();
      });
      child.on("exit", () => reject(new Error(`the server ended: ${text}${said}`)));
    });
    return server;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  async stop() {
    if (this.child.exitCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGINT");
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 30_000);
    await gone;
    clearTimeout(timer);
  }
}

// A folder of its own with copies of files: tests write into it.
export async function folderWith(...files) {
  const folder = await mkdtemp(join(tmpdir(), "orbita-browser-"));
  for (const file of files) await cp(file, join(folder, basename(file)));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

// A page whose complaints are collected; check() throws when there are any.
export async function openPage(browser, { width = 1440, height = 900, dark = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(waitLimit);
  // ORBITA_PAGE=dist: the files of that folder instead of those in the program, to try a change without building it.
  if (process.env.ORBITA_PAGE) {
    await page.route(/\/(app|layout)\.(js|css)$/, (route) => route.fulfill({ path: join(process.env.ORBITA_PAGE, basename(new URL(route.request().url()).pathname)) }));
  }
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
  page.on("request", (request) => {
    if (!/^(https?|wss?):\/\/127\.0\.0\.1:|^data:|^blob:/.test(request.url())) complaints.push(`request to ${request.url()}`);
  });
  page.complaints = complaints;
  page.check = () => {
    if (complaints.length > 0) throw new Error(`the page complained: ${complaints.join("; ")}`);
  };
  return page;
}

export async function openModel(page, server, file, view = "editor") {
  const url = new URL(server.url);
  url.hash = `view=${view}&file=${encodeURIComponent(file)}`;
  await page.goto("about:blank");
  await page.goto(url.href);
  await page.locator(".path .file", { hasText: basename(file) }).waitFor();
}

export const show = (page, view) => page.locator(`#tab-${view}`).click();
export const save = (page) => page.keyboard.press("Control+s");

// Waits until `question` answers true.
export async function until(question, what, limit = waitLimit) {
  const end = Date.now() + limit;
  for (;;) {
    if (await question()) return;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
