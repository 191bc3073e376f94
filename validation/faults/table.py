#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Puts what the checkers found side by side: table.py FOLDER, where CHECKER.tsv lie as checker.hpp has their lines.

Writes FOLDER/who.txt (printed, too), who.json, and who.tsv for the validation's report. Exit code 1 if Fubini missed a
fault or called a right function wrong; 2 if a checker's lines are not whole.
"""
import json
import pathlib
import sys

CHECKERS = {  # files, as the table has them: Fubini first
    "fubini": "Fubini",
    "fubini_opaque": "opaque",
    "ceres": "Ceres",
    "torch": "torch",
    "stan": "Stan",
    "differences": "differences",
}
RIGHT = "right"


def read(folder):
    subjects, found = {}, {}
    for checker in CHECKERS:
        found[checker] = {}
        for line in (folder / f"{checker}.tsv").read_text().splitlines():
            name, kind, what, outcome, seconds, note = line.split("\t")
            subjects.setdefault(name, {"name": name, "kind": kind, "what": what})
            found[checker][name] = {"outcome": outcome, "seconds": float(seconds), "note": note}
    for checker, findings in found.items():
        if missing := [name for name in subjects if name not in findings]:
            raise ValueError(f"{checker}.tsv says nothing of {', '.join(missing)}")
    return list(subjects.values()), found


def cell(kind, outcome, ours):
    if kind == RIGHT:
        if outcome == "wrong":
            return "FAILED: called wrong" if ours else "called wrong"
        return outcome
    if outcome == "wrong":
        return "caught"
    if outcome == "either":
        return "MISSED: right too" if ours else "right too"
    missed = "MISSED" if ours else "-"
    return missed if outcome == "ok" else f"{missed}: {outcome}" if ours else outcome


def counts(subjects, findings):
    faults = [s["name"] for s in subjects if s["kind"] != RIGHT]
    right = [s["name"] for s in subjects if s["kind"] == RIGHT]
    of = lambda names, outcome: sum(findings[name]["outcome"] == outcome for name in names)
    return {
        "faults": len(faults),
        "caught": of(faults, "wrong"),
        "right": len(right),
        "called_wrong": of(right, "wrong"),
        "loses_digits": of(right, "loses digits"),
        "undecided": of(right, "undecided"),
        "seconds": round(sum(one["seconds"] for one in findings.values()), 1),
    }


def summary(subjects, found):
    rows = [["", *CHECKERS.values()]]
    totals = {checker: counts(subjects, found[checker]) for checker in CHECKERS}
    kinds = list(dict.fromkeys(s["kind"] for s in subjects if s["kind"] != RIGHT))
    for kind in kinds:
        names = [s["name"] for s in subjects if s["kind"] == kind]
        rows.append([f"{kind} ({len(names)})",
                     *(str(sum(found[c][n]["outcome"] == "wrong" for n in names)) for c in CHECKERS)])
    one = totals["fubini"]
    rows.append([f"caught, of {one['faults']} faults", *(str(totals[c]["caught"]) for c in CHECKERS)])
    rows.append([f"called wrong, of {one['right']} right ones", *(str(totals[c]["called_wrong"]) for c in CHECKERS)])
    rows.append(["seconds", *(str(totals[c]["seconds"]) for c in CHECKERS)])
    return rows, totals


def columns(rows):
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    try:
        subjects, found = read(folder)
    except (OSError, ValueError) as error:
        print(f"table.py: {error}; wanted the lines of {', '.join(CHECKERS)} in {folder}", file=sys.stderr)
        return 2
    rows = [["name", "kind", *CHECKERS.values(), "what"]]
    for s in subjects:
        cells = [cell(s["kind"], found[c][s["name"]]["outcome"], c == "fubini") for c in CHECKERS]
        rows.append([s["name"], s["kind"], *cells, s["what"]])
    short, totals = summary(subjects, found)
    text = columns(rows) + "\n" + columns(short)
    (folder / "who.txt").write_text(text)
    (folder / "who.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
    (folder / "who_short.tsv").write_text("".join("\t".join(row) + "\n" for row in short))
    ours = totals["fubini"]
    passed = ours["caught"] == ours["faults"] and ours["called_wrong"] == 0
    (folder / "who.json").write_text(json.dumps({
        "passed": passed,
        "checkers": {CHECKERS[c]: totals[c] for c in CHECKERS},
        "subjects": [{**s, "found": {CHECKERS[c]: found[c][s["name"]] for c in CHECKERS}} for s in subjects],
    }, indent=1) + "\n")
    print(text, end="")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
