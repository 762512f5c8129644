// Builds the page into dist/: index.html, app.js, app.css, layout.js (elkjs, fetched only by models without
// coordinates) and licenses.txt. `node build.mjs --watch` keeps building.
import { context } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

const options = {
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx", layout: "src/drawing/layout_elk.ts" },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: "dist",
  external: ["./layout.js"],
  legalComments: "none", // licenses.txt has the full texts
  logLevel: "warning",
};

// The licence of every package that ends up in the page, as the licences ask.
async function licenses() {
  const { packages } = JSON.parse(await readFile(join(here, "package-lock.json"), "utf8"));
  let text = "Orbita's page contains these packages.\n";
  for (const [path, entry] of Object.entries(packages).sort()) {
    if (path === "" || entry.dev || entry.optional) continue;
    const folder = join(here, path);
    const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
    const body = file ? await readFile(join(folder, file), "utf8") : `Licence: ${entry.license}\n`;
    text += `\n== ${path.replace("node_modules/", "")} ${entry.version} ==\n\n${body.trim()}\n`;
  }
  return text;
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await cp(join(here, "src/index.html"), join(dist, "index.html"));
await writeFile(join(dist, "licenses.txt"), await licenses());
const builder = await context(options);
await builder.rebuild();
if (process.argv.includes("--watch")) await builder.watch();
else await builder.dispose();
