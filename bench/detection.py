#!/usr/bin/env python3
"""Detected symmetry on the corpus: cells, states, verdicts, cost.

usage: bench/detection.py cells|states|verdicts|cost [--orbita build/orbita] [--limit 5] [--only MODEL]

cells     every FULL and FULL-dead row of ../shared/corpus/symmetry-targets.tsv: are all instances in one cell?
          Prints each deviation and what `orbita explain` gives as its reason.
states    stored states with `A[] true`, with detection and with --symmetry declared, beside the target.
verdicts  every query of the corpus with detection (traces, --check-symmetry) and with --symmetry off: where both end
          within the limit, the verdicts must be the same. Exit code 1 if one is not, or if a run ends with code 4.
cost      processor time with detection and with --symmetry declared, for models in which nothing is found; and what
          detection takes of a run, for all.
"""
import argparse
import csv
import json
import pathlib
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"

# Model and the states that `A[] true` may store at most; None: only the factor is of interest.
STATES = [
    ("demos/fischer.xml", 54), ("demos/train-gate.xml", 39), ("demos/train-gate-queue-process.xml", 62),
    ("demos/lynch-2-16.xta", 20), ("demos/boxes.xml", 585), ("verdicts/traffic-PrimerModelo-220f6e27.xml", 296),
    ("features/printing-projects-2-5.xml", 192), ("features/gossip-union-dyn-3.xml", 27), ("demos/2doors.xml", 23),
    ("verdicts/DEIN-newsys-bd2004f8.xml", 3322), ("features/dice.xml", 4858), ("features/fischerImply-10N.xml", 130),
    ("features/gossip-style-1.xml", None), ("features/gossip-style-7.xml", None), ("features/savages.xml", None),
    ("verdicts/raft.xml", None), ("features/RAFT.xml", None), ("verdicts/train-gate-rtdevs.xml", None),
]


def run(command, limit):
    """Exit code (None: killed), standard output, processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20 * limit + 60)
        code, out = done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        code, out = None, ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return code, out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def queries_of(command, limit):
    code, out, seconds = run(command, limit)
    try:
        return code, json.loads(out)["queries"], seconds
    except (ValueError, KeyError):
        return code, [], seconds


def targets():
    with open(CORPUS / "symmetry-targets.tsv", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def corpus_models():
    models = {}
    with open(CORPUS / "index.tsv", encoding="utf-8") as index:
        for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE):
            models.setdefault(row["file"], [])
            if row["query"] and row["query"] not in models[row["file"]]:
                models[row["file"]].append(row["query"])
    return models


def cell_sizes(document, template):
    """The sizes of the cells of the processes of a template, the best of all sets that move them."""
    names = {p["name"] for p in document["processes"] if p["template"] == template}
    best, reasons = [1] * len(names), []
    for found in document["detected"]:
        cells = {}
        for process in found["processes"]:
            if process["name"] in names:
                cells.setdefault(process["cell"], set()).add(process["name"])
        sizes = sorted((len(c) for c in cells.values()), reverse=True)
        if sizes and max(sizes) >= max(best):
            best, reasons = sizes, [pair["reasons"][0] for pair in found["apart"]] + [found["note"]]
    return best, [reason for reason in reasons if reason]


def cells(options):
    rows = [row for row in targets() if row["kind"] in ("FULL", "FULL-dead")]
    documents, reached = {}, 0
    for row in rows:
        if row["file"] not in documents:
            _, out, seconds = run([options.orbita, "explain", str(CORPUS / row["file"]), "--format", "json"], options.limit)
            documents[row["file"]] = (json.loads(out) if out else None, seconds)
        document, seconds = documents[row["file"]]
        sizes, reasons = cell_sizes(document, row["template"]) if document else ([], ["explain failed"])
        if sizes == [int(row["instances"])]:
            reached += 1
        else:
            print(f"{row['file']} {row['template']}: {sizes} of {row['instances']} ({seconds:.2f} s): "
                  f"{reasons[0] if reasons else 'nothing found'}")
    print(f"{reached} of {len(rows)} rows as expected ({100 * reached / len(rows):.1f} %)")
    return 0 if 10 * reached >= 9 * len(rows) else 1


def states(options):
    failed = 0
    print("| Model | Target | Detected | Declared | Factor |\n|---|---:|---:|---:|---:|")
    for model, target in STATES:
        if options.only not in (None, model):
            continue
        found = {}
        for symmetry in ("auto", "declared"):
            command = [options.orbita, "verify", str(CORPUS / model), "-q", "A[] true", "--format", "json", "--symmetry",
                       symmetry, "--timeout", str(options.limit)]
            _, results, _ = queries_of(command, options.limit)
            complete = bool(results) and results[0]["verdict"] == "satisfied"
            found[symmetry] = (results[0]["stored"] if results else 0, complete)
        auto, declared = found["auto"], found["declared"]
        show = lambda entry: f"{entry[0]}" if entry[1] else f"> {entry[0]}"
        factor = f"{declared[0] / auto[0]:.1f}" if auto[0] and auto[1] else "–"
        if auto[1] and not declared[1]:
            factor = "> " + factor
        print(f"| `{model}` | {target or '–'} | {show(auto)} | {show(declared)} | {factor} |", flush=True)
        failed += target is not None and (not auto[1] or auto[0] > target)
    return 1 if failed else 0


def verdicts(options):
    compared = undecided = failed = 0
    for model, queries in corpus_models().items():
        if options.only not in (None, model):
            continue
        queries = queries or ["A[] true"]
        base = [options.orbita, "verify", str(CORPUS / model), "--format", "json", "--timeout", str(options.limit)]
        for query in queries:
            base += ["-q", query]
        code, with_detection, _ = queries_of(base + ["--check-symmetry", "--trace", "some"], options.limit)
        _, without, _ = queries_of(base + ["--symmetry", "off"], options.limit)
        if code in (4, None) or (code is not None and code < 0):
            failed += 1
            print(f"{model}: exit code {code}", flush=True)
        for query, found, expected in zip(queries, with_detection, without):
            pair = found["verdict"], expected["verdict"]
            if "unknown" in pair or "error" in pair:
                undecided += 1
            else:
                compared += 1
                if pair[0] != pair[1] or found.get("values") != expected.get("values"):
                    failed += 1
                    print(f"{model}: {query}: {pair[0]} with detection, {pair[1]} without", flush=True)
    print(f"{compared} verdicts compared, {undecided} beyond the limit or refused, {failed} problems")
    return 1 if failed else 0


def cost(options):
    slower, total, nothing, dear = [], 0, 0, []
    for model in corpus_models():
        if options.only not in (None, model):
            continue
        base = [options.orbita, "verify", str(CORPUS / model), "-q", "A[] true", "--format", "json", "--timeout",
                str(options.limit), "--states", "20000"]
        least = {"auto": None, "declared": None}
        results = []
        for _ in range(options.times):
            for symmetry in least:
                _, results_of, seconds = queries_of(base + ["--symmetry", symmetry], options.limit)
                least[symmetry] = seconds if least[symmetry] is None else min(least[symmetry], seconds)
                results = results_of if symmetry == "auto" else results
        if not results:
            continue
        total += 1
        group = results[0].get("symmetry", {}).get("group", "")
        if group:
            continue
        nothing += 1
        ratio = least["auto"] / max(least["declared"], 1e-9)
        if least["auto"] - least["declared"] > 0.1:
            dear.append(model)
        if ratio > 1.1:
            slower.append((ratio, model, least["auto"], least["declared"]))
    for ratio, model, auto, declared in sorted(slower, reverse=True):
        print(f"{model}: {auto:.3f} s with detection, {declared:.3f} s without ({ratio:.2f})")
    print(f"{total} models, nothing found in {nothing}; {len(slower)} of these slower than 1.1x, "
          f"{len(dear)} by more than 0.1 s")
    return 1 if dear else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("cells", "states", "verdicts", "cost"))
    parser.add_argument("--orbita", default=str(ROOT / "build" / "orbita"))
    parser.add_argument("--limit", type=float, default=5, help="seconds for each run")
    parser.add_argument("--times", type=int, default=3, help="cost: runs of each, of which the least counts")
    parser.add_argument("--only", help="one model, as the corpus names it")
    options = parser.parse_args()
    sys.exit({"cells": cells, "states": states, "verdicts": verdicts, "cost": cost}[options.what](options))


if __name__ == "__main__":
    main()
