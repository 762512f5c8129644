#!/usr/bin/env python3
"""Runs every model of ../shared/corpus and writes docs/corpus-results.md.

    bench/corpus.py build/orbita [--timeout SECONDS] [--memory SIZE]

One line per query: expected verdict (with the index's confidence), ours, states, time. Rows whose
verdict differs from a certain, high or medium one are listed first; docs/corpus-notes.md explains them.
"""
import argparse
import csv
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"


def rows_by_model():
    models = {}
    with open(CORPUS / "index.tsv", encoding="utf-8") as index:
        for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE):
            models.setdefault(row["file"], []).append(row)
    return models


def run(orbita, model, query, options):
    command = [orbita, "verify", str(CORPUS / model), "--format", "json", "--timeout", options.timeout,
               "--memory", options.memory, "-q", query]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        result = json.loads(done.stdout)["queries"][0]
    except (ValueError, KeyError, IndexError):
        return {"verdict": "error", "stored": 0, "explored": 0, "seconds": 0, "peak_bytes": 0, "exit": done.returncode}
    result["exit"] = done.returncode
    return result


def differs(row, result):
    return row["confidence"] in ("certain", "high", "medium") and row["expected_verdict"] != result["verdict"]


def line(row, result):
    query = row["query"].replace("|", "\\|")
    if len(query) > 90:
        query = query[:87] + "..."
    return (f"| `{row['file']}` | `{query}` | {row['expected_verdict']} ({row['confidence']}) | {result['verdict']} | "
            f"{result['stored']} | {result['explored']} | {result['seconds']:.2f} | {result['peak_bytes'] // 1048576} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orbita")
    parser.add_argument("--timeout", default="60")
    parser.add_argument("--memory", default="8G")
    options = parser.parse_args()
    results = [(row, run(options.orbita, model, row["query"], options))
               for model, rows in rows_by_model().items() for row in rows if row["query"]]
    head = ["| model | query | expected | verdict | stored | explored | s | MB |", "|---|---|---|---|---|---|---|---|"]
    different = [line(*r) for r in results if differs(*r)]
    text = ["# Corpus results", "",
            f"Made by `bench/corpus.py`; time limit {options.timeout} s, memory limit {options.memory} for each query, run alone.",
            f"{len(results)} queries; {len(different)} differ from an expected verdict of at least medium confidence.", "",
            "## Different from what is expected", ""] + head + different + ["", "## All", ""] + head
    text += [line(*r) for r in results]
    (ROOT / "docs" / "corpus-results.md").write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
