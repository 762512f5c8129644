#!/usr/bin/env python3
"""Prints the tables of the interpolation paper beside ours, as the section of docs/experiments.md.

    bench/interpolation.py [--orbita build/orbita] [--large]

Published figures: Chu and Jaffar, CAV 2012, Tables 1 to 3 (visited/subsumed; they count one artificial root).
"""
import argparse
import json
import subprocess


def run(orbita, model, formula, constants, *options):
    command = [orbita, "verify", model, "-q", formula, "--format", "json", "--progress", "none", *options]
    for name, value in constants.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    query = json.loads(done.stdout)["queries"][0]
    assert query["verdict"] == "satisfied", (command, query["verdict"], query["reason"])
    return query


def learned(arguments, model, formula, constants):
    query = run(arguments.orbita, model, formula, constants, "--engine", "interpolation")
    labels = query["labels"]
    return f'{labels["visited"]}/{labels["covered"]} ({query["stored"]})', query["seconds"]


def plain(arguments, model, formula, constants):
    query = run(arguments.orbita, model, formula, constants, "--symmetry", "off")
    return query["stored"], query["seconds"]


def table(arguments, title, model, formula, rows):
    print(f"\n{title}\n")
    print("| size | published | ours, visited/covered (stored) | seconds | plain states | seconds |")
    print("|---|---|---|---|---|---|")
    for name, published, constants, has_plain in rows:
        counts, seconds = learned(arguments, model, formula, constants)
        states, plain_seconds = plain(arguments, model, formula, constants) if has_plain else ("-", None)
        other = f"{plain_seconds:.2f}" if plain_seconds is not None else "-"
        print(f"| {name} | {published} | {counts} | {seconds:.2f} | {states} | {other} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--orbita", default="build/orbita")
    parser.add_argument("--large", action="store_true", help="also what takes longer than a second or two")
    arguments = parser.parse_args()
    large = arguments.large
    table(arguments, "Sum of ids", "models/sum-of-ids.xml", "A[] total <= N*(N+1)/2",
          [(10, "57/45", {"N": 10}, True), (20, "212/190", {"N": 20}, large), (40, "822/780", {"N": 40}, False),
           (60, "1832/1770", {"N": 60}, False), (100, "5052/4950", {"N": 100}, False)])
    table(arguments, "Readers and writers, once", "models/readers-writers-once.xml",
          "A[] forall (i : id_t) forall (j : id_t) (i != j && Process(i).Critical && Process(j).Critical) "
          "imply (i < R && j < R)",
          [(f"{r}, {w}", published, {"R": r, "W": w}, r <= 6)
           for r, w, published in [(2, 1, "35/20"), (4, 2, "226/175"), (6, 3, "779/658"), (8, 4, "1987/1750"),
                                   (10, 5, "4231/3820")]])
    table(arguments, "Dining philosophers, once", "models/dining-philosophers.xml",
          "A[] (sum (i : int[0,N-1]) (Philosopher(i).L2 or Philosopher(i).L3)) <= N/2",
          [(n, published, {"N": n}, n <= 7)
           for n, published in [(3, "68/29"), (4, "230/134"), (5, "662/446"), (6, "1778/1304"), (7, "4584/3552"),
                                (8, "11526/9281")] if n <= 6 or large])
    table(arguments, "Tickets drawn in one step, once", "models/bakery-tickets.xml",
          "A[] forall (i : id_t) forall (j : id_t) (Customer(i).Served && Customer(j).Served) imply i == j",
          [(n, published, {"N": n}, True)
           for n, published in [(3, "65/31"), (4, "182/105"), (5, "505/325"), (6, "1423/983")]])


if __name__ == "__main__":
    main()
