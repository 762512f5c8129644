#!/usr/bin/env python3
"""Counted zones: processor time and peak memory for very many ids, as a table of docs/symmetry.md.

bench/counted.py [PROGRAM] [CORPUS]: PROGRAM is build/orbita unless given; with the folder of the corpus, UPPAAL's own
demo of symmetry is measured too. The growth plots of docs/img, with the ordinary search beside it:

    orbita sweep models/fischer.xml --set N=5,10,20,40,80,160,320,640 --vary symmetry=sort,counted --timeout 20 \
        -q "A[] not deadlock" --plot counted-time.svg --plot-value time
    (the same with --plot-value memory)
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXCLUSION = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j"
DEADLOCK = "A[] not deadlock"
# model, N, queries (none: those of the model), seconds and MB it must stay below
RUNS = [
    ("fischer.xml", 200, [EXCLUSION, DEADLOCK], 1, 20),
    ("fischer.xml", 1000, [EXCLUSION], 8, 150),
    ("fischer.xml", 1000, [EXCLUSION, DEADLOCK], 20, 150),
    ("fischer.xml", 2000, [EXCLUSION, DEADLOCK], None, None),
    ("csma-cd-b.xml", 1000, ["A[] true"], 15, None),
    ("timeout-broadcast.xml", 1000, ["A[] true"], None, None),
    ("fischer-ints.xml", 50, [EXCLUSION, DEADLOCK], None, None),
    ("fischer-ints.xml", 500, [EXCLUSION, DEADLOCK], None, None),
]
DEMO = ("scalarset/fischer_symmetry_N10.xml", 500, [], None, None)


def measure(program, model, size, queries):
    command = [program, "verify", str(model), "--set", f"N={size}", "--symmetry", "counted"]
    for query in queries:
        command += ["-q", query]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output, child.returncode


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "orbita")
    runs = [(ROOT / "models" / model, *rest) for model, *rest in RUNS]
    if len(sys.argv) > 2:
        runs.append((pathlib.Path(sys.argv[2]) / DEMO[0], *DEMO[1:]))
    print("| Model | Size | Queries | Time | Memory |")
    print("|---|---|---|---:|---:|")
    failed = False
    for model, size, queries, most_seconds, most_memory in runs:
        seconds, memory, output, code = measure(program, model, size, queries)
        good = code == 0 and (most_seconds is None or seconds < most_seconds)
        good = good and (most_memory is None or memory < most_memory)
        failed = failed or not good
        note = "" if good else f" (exit code {code}, or more than {most_seconds} s, {most_memory} MB)"
        asked = len(queries) or "its own"
        print(f"| {model.name} | N = {size} | {asked} | {seconds:.2f} s | {memory:.0f} MB |{note}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
