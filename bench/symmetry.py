#!/usr/bin/env python3
"""Measures the table of docs/symmetry.md: states and time with and without symmetry.

usage: bench/symmetry.py [--orbita build/orbita] [--limit 60]

Runs every line of RUNS with --symmetry off and with auto, each several times, and prints a Markdown table of
stored states and the least processor time.
"""
import argparse
import json
import pathlib
import resource
import subprocess

HERE = pathlib.Path(__file__).resolve().parent.parent
EXCLUSION = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j"
FULL = "A[] true"

# model, sizes, queries, explore without symmetry too
RUNS = [
    ("fischer", {"N": 6}, [EXCLUSION, "A[] not deadlock"], True),
    ("fischer", {"N": 8}, [EXCLUSION, "A[] not deadlock"], True),
    ("fischer", {"N": 20}, [EXCLUSION, "A[] not deadlock"], False),
    ("fischer", {"N": 50}, [EXCLUSION, "A[] not deadlock"], False),
    ("fischer", {"N": 100}, [EXCLUSION, "A[] not deadlock"], False),
    ("csma-cd-b", {"N": 6}, [FULL], True),
    ("csma-cd-b", {"N": 50}, [FULL], False),
    ("csma-cd-b", {"N": 100}, [FULL], False),
    ("csma-cd-a", {"N": 5}, [FULL], True),
    ("csma-cd-a", {"N": 12}, [FULL], False),
    ("train-gate", {"N": 6}, [FULL], True),
    ("readers-writers", {"R": 6, "W": 3}, [FULL], True),
    ("resource-controller", {"HIGH": 5, "LOW": 5}, [FULL], True),
    ("resource-controller", {"HIGH": 9, "LOW": 9}, [FULL], False),
    ("german", {"N": 4}, [FULL], True),
    ("mcs-lock", {"N": 5}, [FULL], True),
    ("email-lite", {"N": 3}, [FULL], True),
    ("client-server", {"C": 4, "S": 2}, [FULL], True),
    ("client-server", {"C": 20, "S": 5}, [FULL], False),
    ("timeout-broadcast", {"N": 8}, [FULL], True),
    ("timeout-broadcast", {"N": 30}, [FULL], False),
]


def measure(orbita, model, sizes, queries, symmetry, limit, times):
    command = [orbita, "verify", str(HERE / "models" / f"{model}.xml"), "--symmetry", symmetry, "--format", "json",
               "--timeout", str(limit)]
    for name, value in sizes.items():
        command += ["--set", f"{name}={value}"]
    for query in queries:
        command += ["-q", query]
    best = None
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        queries_out = json.loads(run.stdout)["queries"]
        if any(q["verdict"] not in ("satisfied", "not-satisfied") for q in queries_out):
            return None
        best = min(best[1], seconds) if best else seconds
        best = (max(q["stored"] for q in queries_out), best)
    return best


def cells(found):
    return "– | –" if found is None else f"{found[0]} | {found[1]:.2f} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--orbita", default=str(HERE / "build" / "orbita"))
    parser.add_argument("--limit", type=int, default=60, help="seconds for one exploration")
    parser.add_argument("--times", type=int, default=3)
    arguments = parser.parse_args()
    lines = ["| Model | Size | States, off | Time, off | States, auto | Time, auto |", "|---|---|---:|---:|---:|---:|"]
    for model, sizes, queries, unreduced in RUNS:
        off = measure(arguments.orbita, model, sizes, queries, "off", arguments.limit, 1) if unreduced else None
        auto = measure(arguments.orbita, model, sizes, queries, "auto", arguments.limit, arguments.times)
        text = ", ".join(f"{name} = {value}" for name, value in sizes.items())
        lines.append(f"| {model} | {text} | {cells(off)} | {cells(auto)} |")
        print(lines[-1], flush=True)


if __name__ == "__main__":
    main()
