#!/usr/bin/env python3
"""Runs every model of ../shared/corpus and writes docs/corpus-results.md.

    bench/corpus.py build/orbita [--timeout SECONDS] [--open-timeout SECONDS] [--memory SIZE] [--only MODEL]

One line per query: expected verdict (with the index's confidence), ours, states, time. Rows whose
verdict differs from a certain, high or medium one are listed first; docs/corpus-notes.md explains them.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"


def rows_by_model():
    models = {}
    with open(CORPUS / "index.tsv", encoding="utf-8") as index:
        for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE):
            models.setdefault(row["file"], []).append(row)
    return models


def is_usable(row):
    return row["confidence"] in ("certain", "high", "medium")


def run(orbita, model, rows, options):
    """The results of all queries of a model, asked in one call as a user would."""
    timeout = options.timeout if any(is_usable(row) for row in rows) else options.open_timeout or options.timeout
    queries = [row["query"] for row in rows]
    command = [orbita, "verify", str(CORPUS / model), "--format", "json", "--timeout", timeout, "--memory", options.memory]
    for query in queries:
        command += ["-q", query]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        results = json.loads(done.stdout)["queries"]
    except (ValueError, KeyError):
        results = []
    if len(results) != len(queries):  # the model is refused, or something is badly wrong: the exit code says which
        results = [{"verdict": "error", "reason": f"exit code {done.returncode}", "stored": 0, "explored": 0, "seconds": 0,
                    "peak_bytes": 0} for _ in queries]
    if done.returncode not in (0, 1, 2, 3):
        sys.exit(f"{model}: exit code {done.returncode}\n{done.stderr}")
    return results


def differs(row, result):
    return is_usable(row) and row["expected_verdict"] != result["verdict"]


def reason(result):
    return f" ({result['reason'].splitlines()[0]})" if result["verdict"] in ("unknown", "error") and result.get("reason") else ""


def line(row, result):
    query = row["query"].replace("|", "\\|")
    if len(query) > 90:
        query = query[:87] + "..."
    return (f"| `{row['file']}` | `{query}` | {row['expected_verdict']} ({row['confidence']}) | {result['verdict']}{reason(result)} | "
            f"{result['stored']} | {result['explored']} | {result['seconds']:.2f} | {result['peak_bytes'] // 1048576} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orbita")
    parser.add_argument("--timeout", default="60")
    parser.add_argument("--open-timeout", help="for models without any verdict of at least medium confidence; else the same")
    parser.add_argument("--memory", default="8G")
    parser.add_argument("--only", help="one model, as the index names it; prints instead of writing")
    options = parser.parse_args()
    results = []
    for model, rows in rows_by_model().items():
        asked = [row for row in rows if row["query"]]
        if not asked or options.only not in (None, model):
            continue
        results += zip(asked, run(options.orbita, model, asked, options))
        print(f"{model}: {len(asked)} queries", file=sys.stderr, flush=True)
    head = ["| model | query | expected | verdict | stored | explored | s | MB |", "|---|---|---|---|---|---|---|---|"]
    different = [line(*r) for r in results if differs(*r)]
    open_limit = f" ({options.open_timeout} s where no verdict is known well enough)" if options.open_timeout else ""
    text = ["# Corpus results", "",
            f"Made by `bench/corpus.py`; time limit {options.timeout} s{open_limit}, memory limit {options.memory} for each model:",
            "its queries were asked in one call, and those that share an exploration have its time and states. The explorations of a",
            "call share its time (`docs/exploration.md`).",
            f"{len(results)} queries; {len(different)} differ from an expected verdict of at least medium confidence.", "",
            "## Different from what is expected", ""] + head + different + ["", "## All", ""] + head
    text += [line(*r) for r in results]
    if options.only is not None:
        print("\n".join(text))
        return
    (ROOT / "docs" / "corpus-results.md").write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
