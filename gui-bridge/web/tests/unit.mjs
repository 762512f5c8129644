// Runs tests/unit/*.test.ts: bundles them by esbuild (Node 18 reads no TypeScript), then node --test.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = join(dirname(fileURLToPath(import.meta.url)), "unit");
const out = await mkdtemp(join(tmpdir(), "orbita-unit-"));
try {
  const files = (await readdir(here)).filter((name) => name.endsWith(".test.ts"));
  await build({
    entryPoints: files.map((name) => join(here, name)),
    bundle: true,
    platform: "node",
    format: "esm",
    outdir: out,
    outExtension: { ".js": ".mjs" },
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
  });
  const bundled = files.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...bundled], { stdio: "inherit" }).status ?? 1;
} finally {
  await rm(out, { recursive: true, force: true });
}
