#!/usr/bin/env python3
"""Published experiments beside ours: writes docs/experiments.md.

usage: bench/experiments.py [--orbita build/orbita] [--only adaptive|interpolation|dynamic] [--check]

Every paper has a section of its own, a function in SECTIONS that returns its text. A section that is not run (--only)
stays as it is. Times are processor time of the whole program, the least of three runs. With --check nothing is written,
and the exit code is 1 if a number of states differs from the published one.
"""
import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys

import dynamic
import interpolation

HERE = pathlib.Path(__file__).resolve().parent.parent
PAGE = HERE / "docs" / "experiments.md"
HEAD = """# Published experiments, repeated

`bench/experiments.py` runs the models below and writes this page: figures of papers beside ours. Counts are numbers of
stored states; times are processor time of the whole program in seconds, the least of three runs on a busy machine.
"""
differences = []


def run(orbita, model, sizes, query, symmetry, times=3):
    """Stored states and seconds."""
    command = [orbita, "verify", str(HERE / "models" / f"{model}.xml"), "--symmetry", symmetry, "--format", "json",
               "--timeout", "1200", "-q", query]
    for name, value in sizes.items():
        command += ["--set", f"{name}={value}"]
    best = None
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        answer = json.loads(done.stdout)["queries"][0]
        if answer["verdict"] not in ("satisfied", "not-satisfied"):
            return None, seconds
        best = seconds if best is None else min(best, seconds)
    return answer["stored"], best


def compared(name, published, ours):
    if published != ours:
        differences.append(f"{name}: published {published}, ours {ours}")
    return f"{published} | {ours}"


def adaptive(orbita):
    """Wahl: Adaptive symmetry reduction (CAV 2007)."""
    text = """Models: `models/readers-writers-ids.xml`, `models/resource-controller-ids.xml` (the paper gives no text of
the controller; its three phases of holding the resource were fitted to two of the figures, the others came out right),
`models/fischer-one-different.xml` (with clocks, which the paper does not have; the figures are those of an independent
prototype of the same algorithm). Full exploration with `--symmetry adaptive`.

| Readers-writers | published | ours | seconds |
|---|---:|---:|---:|
"""
    for (readers, writers), expected in {(2, 1): 9, (3, 1): 15, (4, 2): 31, (6, 3): 79, (8, 4): 165,
                                         (10, 5): 301}.items():
        states, seconds = run(orbita, "readers-writers-ids", {"R": readers, "W": writers}, "A[] true", "adaptive")
        name = f"{readers} + {writers}"
        text += f"| {name} | {compared('readers-writers ' + name, expected, states)} | {seconds:.2f} |\n"
    text += """
| Resource controller, N = 18 | published | ours | seconds |
|---|---:|---:|---:|
"""
    for name, sizes, symmetry, expected in [
            ("9 classes of 2, adaptive", {"K": 9, "S": 2}, "adaptive", 505),
            ("2 classes of 9, adaptive", {"K": 2, "S": 9}, "adaptive", 316),
            ("9 classes of 2, plain", {"K": 9, "S": 2}, "off", 1310716),
            ("2 classes of 9, plain", {"K": 2, "S": 9}, "off", 3808000)]:
        states, seconds = run(orbita, "resource-controller-ids", {"N": 18, **sizes}, "A[] true", symmetry,
                              3 if symmetry == "adaptive" else 1)
        text += f"| {name} | {compared(name, expected, states)} | {seconds:.2f} |\n"
    text += standard(orbita)
    text += """
Table 1: N = 80 users, k classes, of which all but the last have 1 or 2 members.

| k | published, 1, 1, …, rest | ours | published time | ours | published, 2, 2, …, rest | ours | published time | ours |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
    table = {2: (558, 1, 789, 1), 3: (792, 2, 1245, 4), 5: (1251, 4, 2121, 13), 7: (1698, 8, 2949, 24),
             10: (2346, 14, 4101, 45), 15: (3366, 28, 5781, 83), 20: (4311, 44, 7161, 118), 25: (5181, 62, 8241, 151)}
    for k, row in table.items():
        text += f"| {k} |"
        for size, expected, slow in ((1, row[0], row[1]), (2, row[2], row[3])):
            states, seconds = run(orbita, "resource-controller-ids", {"N": 80, "K": k, "S": size}, "A[] true",
                                  "adaptive")
            text += f" {compared(f'Table 1, k = {k}, {size}', expected, states)} | {slow} | {seconds:.2f} |"
        text += "\n"
    text += """
| Fischer, one different | N | published, adaptive | ours | published, plain | ours |
|---|---:|---:|---:|---:|---:|
"""
    for name, d, figures in [("enters later: safe", 20, {3: (31, 65), 4: (56, 220), 5: (89, 727)}),
                             ("enters earlier: unsafe", 5, {3: (71, 138), 4: (159, 641), 5: (297, 2852)})]:
        for n, (expected, plain) in figures.items():
            # The query keeps `id` alive, as it is in a tool that does not forget dead variables.
            query = "A[] not (id == 1 && id == 2)"
            ours, _ = run(orbita, "fischer-one-different", {"N": n, "D": d}, query, "adaptive")
            off, _ = run(orbita, "fischer-one-different", {"N": n, "D": d}, query, "off")
            label = f"Fischer {name}, {n}"
            text += f"| {name} | {n} | {compared(label, expected, ours)} | {compared(label + ', plain', plain, off)} |\n"
    return text


def standard(orbita):
    """Reduction by the symmetry of the whole structure, where it is found in integers: 33 instead of 76 small states."""
    small, _ = run(orbita, "resource-controller-ids", {"N": 4, "K": 2, "S": 2}, "A[] true", "auto", 1)
    if small == 76:
        return ""
    name = "9 classes of 2, standard reduction"
    states, seconds = run(orbita, "resource-controller-ids", {"N": 18, "K": 9, "S": 2}, "A[] true", "auto", 1)
    return f"| {name} | {compared(name, 78729, states)} | {seconds:.2f} |\n"


SECTIONS = {"adaptive": ("Adaptive symmetry reduction (Wahl, CAV 2007)", adaptive),
            "interpolation": ("Complete symmetry reduction by interpolation (Chu and Jaffar, CAV 2012)",
                              interpolation.section),
            "dynamic": ("Dynamic symmetry reduction (Emerson and Wahl, TACAS 2005)", dynamic.section)}


def section_text(page, title):
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    return found.group(1).strip("\n") if found else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--orbita", default=str(HERE / "build" / "orbita"))
    parser.add_argument("--only", choices=SECTIONS)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    page = PAGE.read_text() if PAGE.exists() else ""
    text = HEAD
    for key, (title, make) in SECTIONS.items():
        is_run = arguments.only in (None, key)
        text += f"\n## {title}\n\n" + (make(arguments.orbita) if is_run else section_text(page, title)).strip("\n") + "\n"
    for difference in differences:
        print(difference)
    if not arguments.check:
        PAGE.write_text(text)
    sys.exit(1 if arguments.check and differences else 0)


if __name__ == "__main__":
    main()
