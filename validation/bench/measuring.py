# SPDX-License-Identifier: BSD-3-Clause
"""Contenders that are timed in turns, and the report of what was measured; for bench.py."""
import json
import os
import statistics
import subprocess
import sys


class Worker:
    """A process that answers tasks."""

    def __init__(self, command, threads=None):
        environment = dict(os.environ, PYTHONWARNINGS="ignore")
        if threads:
            environment |= {name: str(threads) for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")}
        self.process = subprocess.Popen([str(c) for c in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env=environment)

    def ask(self, task):
        self.process.stdin.write(task + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"validation/bench/run: {self.process.args[0]} ended during '{task}'")
        answer = json.loads(line)
        if "failed" in answer:
            sys.exit("validation/bench/run: " + answer["failed"])
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Times:
    def __init__(self):
        self.seconds, self.answer = [], {}

    @property
    def median(self):
        return statistics.median(self.seconds)

    @property
    def spread(self):
        return (max(self.seconds) - min(self.seconds)) / self.median


def in_turns(contenders, repeats):
    """contenders: name -> (worker, task); all are asked once before anything counts."""
    times = {name: Times() for name in contenders}
    for turn in range(repeats + 1):
        for name, (worker, task) in contenders.items():
            answer = worker.ask(task)
            if turn > 0:
                times[name].seconds.append(answer["seconds"])
                times[name].answer = answer
    return times


def shown(seconds):
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def threads_of(count):
    return f"{count} thread" + ("" if count == 1 else "s")


class Report:
    def __init__(self):
        self.markdown, self.tables, self.claims = [], {}, []

    def say(self, text):
        print(text, flush=True)
        self.markdown.append(text)

    def table(self, title, text, head, rows):
        self.tables[title] = [dict(zip(head, row)) for row in rows]
        self.say(f"\n## {title}\n\n{text}\n")
        cells = [[str(c) for c in row] for row in [head, *rows]]
        widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
        lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |" for row in cells]
        lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
        self.say("\n".join(lines))

    def claim(self, what, measured, wanted, at_most=True, why=""):
        """A ratio that should hold; `why` says what was measured of the reason if it does not."""
        holds = measured <= wanted if at_most else measured >= wanted
        self.claims.append({"what": what, "measured": round(measured, 3), "wanted": wanted,
                            "at_most": at_most, "holds": holds, "why": "" if holds else why})
