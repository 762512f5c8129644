#!/usr/bin/env python3
"""Runs our checker and TChecker on the same models, one after the other, and prints a table.

    bench/peers.py build/orbita --generators DIR [--models DIR] [--limit SECONDS] [--only NAME]

`tck-reach` is taken from PATH; without it our figures alone are printed, and the table says so. The
peer's models come from its own generator scripts (`examples/` of its source tree: --generators), ours are
their UPPAAL twins (--models, default ../shared/peer-models). Both explore everything; symmetry is off.
CPU seconds and peak memory are those of the process, as the kernel counts them. GNU time starts it (Debian package
"time"): a process started from here would begin with the size of this interpreter, ten megabytes.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIME = shutil.which("time")

# name, size, generator arguments, options of tck-reach (its best), options of ours (our best)
MODELS = [
    ("fischer", 10, ["10"], [["-s", "bfs"]], []),
    ("csmacd", 11, ["11"], [["-s", "bfs"]], []),
    ("critical-region", 4, ["4"], [["-s", "bfs"]], []),
    ("train_gate", 5, ["5"], [["-s", "bfs"]], []),
    ("dining-philosophers", 7, ["7"], [["-s", "bfs"]], []),
    ("leader-election", 6, ["6", "4"], [["-s", "bfs"]], []),
    ("fddi", 12, ["12"], [["-s", "bfs"], ["-s", "dfs"]], []),
    ("fddi", 20, ["20"], [["-s", "dfs"]], []),
]


def run(command, limit):
    """Output, CPU seconds and peak memory in MB; None when the limit was hit."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

    with tempfile.TemporaryFile("w+") as out, tempfile.NamedTemporaryFile("r") as size:
        process = subprocess.Popen([TIME, "-q", "-f", "%M", "-o", size.name, *command], stdout=out,
                                   stderr=subprocess.STDOUT, preexec_fn=limited)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
        if process.returncode < 0 or process.returncode > 128:  # a signal, here or there
            return None
        return text, usage.ru_utime + usage.ru_stime, int(size.read()) / 1024


def ours(orbita, models, name, size, options, limit):
    done = run([orbita, "verify", str(models / f"{name}.xml"), "--set", f"N={size}", "--symmetry", "off",
                "-q", "E<> false", "--format", "json", *options], limit)
    if done is None:
        return None
    query = json.loads(done[0][done[0].index("{"):])["queries"][0]
    if query["verdict"] != "not-satisfied":
        sys.exit(f"{name} {size}: {query['verdict']} {query['reason']}")
    return query["stored"], query["explored"], done[1], done[2]


def peer(tck, generators, name, arguments, options, limit):
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "model.tck"
        script = generators / f"{name}.sh"
        model.write_text(subprocess.run(["bash", str(script), *arguments], capture_output=True, text=True, check=True).stdout)
        done = run([tck, "-a", "covreach", *options, str(model)], limit)
    if done is None:
        return None
    figure = {key: int(value) for key, value in re.findall(r"(STORED_STATES|VISITED_STATES) (\d+)", done[0])}
    return figure["STORED_STATES"], figure["VISITED_STATES"], done[1], done[2]


def cells(figures):
    if figures is None:
        return "over the limit | | | "
    stored, visited, seconds, memory = figures
    return f"{stored} | {visited} | {seconds:.2f} | {memory:.1f}"


def best(candidates):
    finished = [c for c in candidates if c is not None]
    return min(finished, key=lambda c: c[2]) if finished else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orbita")
    parser.add_argument("--generators", type=pathlib.Path, help="folder with the peer's generator scripts")
    parser.add_argument("--models", type=pathlib.Path, default=ROOT.parent / "shared" / "peer-models")
    parser.add_argument("--limit", type=int, default=120, help="CPU seconds per run")
    parser.add_argument("--only", help="one model by name")
    options = parser.parse_args()
    if TIME is None:
        sys.exit("GNU time is not on PATH: the Debian package is called time")
    tck = shutil.which("tck-reach")
    if tck is None:
        print("tck-reach is not on PATH: no peer to compare with, our figures only.\n")
    elif options.generators is None:
        sys.exit("tck-reach is there, but not its models: give --generators FOLDER")
    print("| model | stored | explored | s | MB | peer: stored | visited | s | MB | time | memory |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name, size, arguments, peer_options, our_options in MODELS:
        if options.only not in (None, name):
            continue
        mine = ours(options.orbita, options.models, name, size, our_options, options.limit)
        theirs = best([peer(tck, options.generators, name, arguments, o, options.limit) for o in peer_options]) if tck else None
        ratio = "|"
        if mine and theirs:
            ratio = f"{theirs[2] / max(mine[2], 0.01):.1f}x | {theirs[3] / mine[3]:.1f}x"
        print(f"| {name} {size} | {cells(mine)} | {cells(theirs) if tck else '| | |'} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
