#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures Fubini beside the limits of the machine and what people use instead, in one run.

Called by validation/bench/run. Contenders of a table are timed in turns, so that whatever else the
machine does meets all of them; the median counts, the spread (largest less smallest, over the
median) stands beside it. Writes bench.md and bench.json.
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from measuring import Report, Worker, in_turns, shown, threads_of


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder, self.report = options, folder, Report()
        self.fubini = Worker([options.program])
        answer = self.fubini.ask(f"data {options.rows} {options.features} {folder}")
        self.rows = int(answer["value"])
        self.threads = [1, 2] if (os.cpu_count() or 1) > 1 else [1]
        here = pathlib.Path(__file__).parent
        self.peers = {t: Worker(["/usr/bin/python3", here / "peers.py", folder, t, options.features], t)
                      for t in self.threads}

    def evaluate(self, model, scorer, threads, data="dense"):
        return self.fubini, f"evaluate {data} {model} {scorer} {threads}"

    def limits(self):
        def data_of(model):
            return "few_ties" if model == "davidson_luce" else "dense"

        others = ["pmop_product", "pmop_maximum", "pmop_minimum", "pmop_extremes"]
        models = ["pmop_full", "plackett_luce", "pmop_elimination", "rank_regress", "davidson_luce", "ranking_svm", *others]
        rows = []
        for t in self.threads:
            contenders = {"bare read": (self.fubini, f"read {t}"), "double sum": (self.fubini, f"sum {t}")}
            for model in models:
                contenders[model] = self.evaluate(model, "linear", t, data_of(model))
            for variant in ("float", "half"):
                contenders["tried: " + variant] = (self.fubini, f"variant {variant} {t}")
            times = in_turns(contenders, self.options.repeats)
            read, total = times["bare read"].median, times["double sum"].median
            for name, one in times.items():
                in_cache = ""
                if name in models:
                    self.cached[name, t] = self.fubini.ask(f"cached {data_of(name)} {name}")["seconds"] / t
                    in_cache = f"{self.cached[name, t] / total:.2f}"
                error = f"{one.answer['error']:.1e}" if "error" in one.answer else ""
                rows.append([name, t, shown(one.median), f"{one.spread:.0%}", f"{one.median / read:.2f}",
                             f"{one.median / total:.2f}", in_cache, error])
                if name not in models:
                    continue
                wanted = 1.15 if name == "pmop_full" else 1.6 if name in others else 1.3
                why = ("arithmetic" if self.cached[name, t] > wanted * total else "memory does not wait for all of the arithmetic") \
                    + f": with rows in cache it takes {in_cache} of the double sum"
                if name != "ranking_svm":
                    self.report.claim(f"{name}, {threads_of(t)}, of the double sum", one.median / total, wanted, why=why)
                if name == "pmop_full":
                    self.report.claim(f"{name}, {threads_of(t)}, of the bare read", one.median / read, 1.7, why=why)
            self.by_threads[t] = times
        self.report.table(
            "Against the limit", "Value and gradient with a linear scorer, of reading every byte of the rows and of summing "
            "all numbers in double precision with the same threads. In cache: the same computation where memory plays no "
            "part (one thread, over the threads), of the double sum. Tried: pmop_full with single precision inside "
            "queries, and with rows of 16-bit floats; error is that of the gradient. davidson_luce on buckets of 1 and 2.",
            ["what", "threads", "time", "spread", "of the read", "of the sum", "in cache", "error"], rows)

    def others(self):
        rows = []
        for t in self.threads:
            contenders = {}
            for model in ("pmop_full", "plackett_luce"):
                contenders[f"Fubini {model} linear"] = self.evaluate(model, "linear", t)
                contenders[f"Stan Math {model} linear"] = (self.fubini, f"stan {model} {t}")
                contenders[f"PyTorch {model} linear"] = (self.peers[t], f"torch {model} linear float32")
            times = in_turns(contenders, self.options.repeats)
            networks = {"Fubini pmop_full mlp:64,32": self.evaluate("pmop_full", "mlp:64,32", t),
                        "PyTorch pmop_full mlp:64,32": (self.peers[t], "torch pmop_full mlp float32"),
                        "PyTorch float64 pmop_full mlp:64,32": (self.peers[t], "torch pmop_full mlp float64")}
            times |= in_turns(networks, 3)
            for name, one in times.items():
                *who, model, scorer = name.split()
                who, what = " ".join(who), name
                ratio = one.median / times[f"Fubini {model} {scorer}"].median
                rows.append([what, t, shown(one.median), f"{one.spread:.0%}", f"{ratio:.2f}"])
                if who in ("Stan Math", "PyTorch") and "linear" in what:
                    cached = self.cached[model, t]
                    why = f"arithmetic: with rows in cache Fubini takes {shown(cached)}" + (
                        ", much of it to convert to double precision, which PyTorch does not" if who == "PyTorch" else "")
                    wanted = 5 if who == "Stan Math" else 3.5 if t == 1 else 6
                    self.report.claim(f"{what}, {threads_of(t)}, of Fubini", ratio, wanted, at_most=False, why=why)
                elif who.startswith("PyTorch"):
                    self.report.claim(f"{what}, {threads_of(t)}, of Fubini", ratio, 1, at_most=False,
                                      why="single precision against double: twice the numbers in a register")
        self.report.table(
            "Against Stan Math and PyTorch", "The same value and gradient of the same data: Stan Math by a matrix product and "
            "its own sums of exponentials (rows in double), PyTorch by tensors and segment sums (single precision unless "
            "said; Fubini's sums are double). The last column is the time over Fubini's.",
            ["what", "threads", "time", "spread", "of Fubini"], rows)

    def scaling(self):
        rows = []
        cases = [("pmop_full", "linear", "memory"), ("pmop_full", "mlp:64,32", "arithmetic"),
                 ("pmop_full", "products", "arithmetic"), ("pmop_mean", "linear", "arithmetic"),
                 ("davidson", "linear", ""), ("rao_kupper", "linear", ""), ("bradley_terry", "linear", ""),
                 ("glenn_david", "linear", "arithmetic"), ("pmop_full", "linear sparse", "")]
        for model, scorer, limit in cases:
            name, *data = scorer.split()
            contenders = {t: self.evaluate(model, name, t, *data) for t in self.threads}
            heavy = scorer in ("products", "mlp:64,32")
            times = in_turns(contenders, 3 if heavy else self.options.repeats)
            gain = times[1].median / times[self.threads[-1]].median
            rows.append([model, scorer, *[shown(times[t].median) for t in self.threads], f"{gain:.2f}"])
            if limit == "arithmetic" and len(self.threads) > 1:
                self.report.claim(f"{model} {scorer}, 2 threads over 1", gain, 1.85, at_most=False,
                                  why="the second core is shared with others, or memory has its part")
            if model == "pmop_mean":
                features = self.by_threads[1]["pmop_full"].median
                self.report.claim("pmop_mean beyond pmop_full, of the feature pass",
                                  (times[1].median - features) / features, 3)
        if len(self.threads) > 1:
            reads = [self.by_threads[t]["bare read"].median for t in self.threads]
            rows.append(["bare read", "", *[shown(r) for r in reads], f"{reads[0] / reads[1]:.2f}"])
        self.report.table("Threads", "Value and gradient with one thread and two, and the gain.",
                          ["model", "scorer", *[threads_of(t) for t in self.threads], "gain"], rows)

    def growth(self):
        def exponent(points):
            xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
            mx, my = statistics.mean(xs), statistics.mean(ys)
            return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)

        def curve(name, what, points, wanted=None):
            slope = exponent(points)
            rows.append([name, what, ", ".join(f"{x:g}: {shown(y)}" for x, y in points), f"{slope:.2f}"])
            if wanted:
                self.report.claim(f"growth of {name} with {what}", slope, wanted,
                                  why="larger arrays leave the caches, one after the other")

        rows = []
        for model, wanted in (("pmop_full", 1.05), ("rank_regress", 1.05), ("plackett_luce", None), ("ranking_svm", 1.2)):
            curve(model, "items in a query",
                  [(n, self.fubini.ask(f"growth {model} {n}")["seconds"]) for n in (10**3, 10**4, 10**5, 10**6)], wanted)
        for model in ("davidson", "pmop_mean"):
            curve(model, "items in a query",
                  [(n, self.fubini.ask(f"growth {model} {n}")["seconds"]) for n in (100, 200, 400)])
        queries = [q for q in (500, 1000, 2000, 4000, 8000) if q * 24 <= self.rows]
        if len(queries) > 1:
            answers = [self.fubini.ask(f"evaluate dense pmop_full linear 1 {q}") for q in queries]
            curve("pmop_full linear", "rows", [(a["rows"], a["seconds"]) for a in answers])
        curve("pmop_full linear", "features (20,000 rows)",
              [(d, self.fubini.ask(f"features {d}")["seconds"]) for d in (128, 256, 512, 1024)])
        points = []
        for hidden in (16, 32, 64, 128):
            answer = self.fubini.ask(f"evaluate dense pmop_full mlp:{hidden} 1 500")
            points.append((hidden * (self.options.features + 2), answer["seconds"]))
        curve("pmop_full, a network of one layer", "parameters", points)
        self.report.table("Growth", "Time, and the exponent by least squares on logarithms. Items: scores given.",
                          ["what", "with", "times", "exponent"], rows)

    def reading(self):
        path = f"{self.folder}/data.txt"
        queries = max(1, self.options.text_rows // 24)
        self.fubini.ask(f"text {path} {queries}")
        size, rows = os.path.getsize(path), []
        first = self.threads[0]
        contenders = {("Fubini", t): (self.fubini, f"parse {path} {t}") for t in self.threads}
        contenders |= {("XGBoost", t): (self.peers[t], f"xgboost_read {path}") for t in self.threads}
        contenders[("scikit-learn", first)] = (self.peers[first], f"sklearn {path}")
        times = in_turns(contenders, 3)
        own = times[("Fubini", first)].median
        for (who, t), one in times.items():
            rows.append([who, t, shown(one.median), f"{one.spread:.0%}", f"{size / one.median / 1e6:.0f}",
                         f"{one.median / own:.2f}"])
        self.report.claim("scikit-learn's reader, of Fubini's with one thread",
                          times[("scikit-learn", first)].median / own, 5, at_most=False)
        if len(self.threads) > 1:
            self.report.claim("reading, 2 threads over 1", own / times[("Fubini", 2)].median, 1.3, at_most=False,
                              why="rows are put into their places by one thread")
        self.report.table("Reading", f"A text of {size / 1e6:.0f} MB, from the file to rows in memory.",
                          ["who", "threads", "time", "spread", "MB/s", "of Fubini, 1 thread"], rows)

    def training(self):
        rows = []
        for t in self.threads:
            times = in_turns({"Fubini bradley_terry, L-BFGS": (self.fubini, f"train bradley_terry 10 {t}"),
                              "Fubini pmop_full, L-BFGS": (self.fubini, f"train pmop_full 10 {t}"),
                              "XGBoost gblinear, rank:pairwise": (self.peers[t], "xgboost_train gblinear 10")}, 1)
            own = times["Fubini bradley_terry, L-BFGS"].median
            for name, one in times.items():
                rows.append([name, t, shown(one.median / 10), f"{one.median / own:.2f}"])
        self.report.table(
            "Training, per iteration", "Ten iterations of L-BFGS on all pairs (or buckets), and ten rounds of XGBoost's linear "
            "booster on its pairwise objective, which draws one pair an item: not the same work, but what each is for.",
            ["what", "threads", "an iteration", "of bradley_terry"], rows)

    def whole_fit(self):
        worker = Worker([self.options.program])
        threads = self.threads[-1]
        a = worker.ask(f"fit {self.options.fit_rows} {self.options.features} 100 {threads}")
        worker.close()
        outside = 1 - a["evaluating"] / a["seconds"]
        self.report.claim("share of a whole fit outside the kernel", outside, 0.05)
        self.report.table(
            "A whole fit", "pmop_full, linear, features standardised, L-BFGS for 100 iterations; data in memory already.",
            ["rows", "queries", "threads", "iterations", "evaluations", "time", "standardising", "evaluating",
             "outside evaluations", "peak memory"],
            [[a["rows"], a["queries"], threads, a["iterations"], a["evaluations"], shown(a["seconds"]),
              shown(a["standardising"]), shown(a["evaluating"]), f"{outside:.1%}", f"{a['peak_bytes'] / 1e9:.2f} GB"]])

    def run(self):
        start = time.monotonic()
        self.by_threads, self.cached = {}, {}
        about = subprocess.run([self.options.fubini, "--version"], capture_output=True, text=True, check=True).stdout
        self.report.say(f"# Benchmarks\n\n{about.strip()}; {self.rows} rows of {self.options.features} features, "
                        f"{os.cpu_count()} cores; medians of {self.options.repeats} turns.")
        for part in (self.limits, self.others, self.scaling, self.growth, self.reading, self.training, self.whole_fit):
            part()
        claims = self.report.claims
        self.report.table(
            "What should hold", "Ratios of this run; where one is missed, what was measured of the reason.",
            ["ratio", "measured", "wanted", "holds", "why not"],
            [[c["what"], f"{c['measured']:.3g}", ("at most " if c["at_most"] else "at least ") + f"{c['wanted']:g}",
              "yes" if c["holds"] else "no", c["why"]] for c in claims])
        held = sum(c["holds"] for c in claims)
        self.report.say(f"\n{held} of {len(claims)} hold; {time.monotonic() - start:.0f} s.")
        for worker in (self.fubini, *self.peers.values()):
            worker.close()


parser = argparse.ArgumentParser(prog="validation/bench/run", description=__doc__.splitlines()[0])
parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
parser.add_argument("--fubini", required=True, help=argparse.SUPPRESS)
parser.add_argument("--out", required=True, help="folder for bench.md and bench.json")
parser.add_argument("--rows", type=int, default=200_000, help="documents (200000)")
parser.add_argument("--features", type=int, default=519)
parser.add_argument("--repeats", type=int, default=9, help="turns (9)")
parser.add_argument("--text-rows", type=int, default=24_000, help="documents of the text that is read (24000)")
parser.add_argument("--fit-rows", type=int, default=473_134, help="documents of the whole fit (473134)")
options = parser.parse_args()
for name in ("rows", "features", "repeats", "text_rows", "fit_rows"):
    if getattr(options, name) < 1:
        parser.error(f"--{name.replace('_', '-')} is {getattr(options, name)}; wanted 1 or more")
out = pathlib.Path(options.out)
out.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory(prefix="fubini-bench-") as folder:
    bench = Bench(options, folder)
    bench.run()
(out / "bench.md").write_text("\n".join(bench.report.markdown) + "\n")
(out / "bench.json").write_text(json.dumps({"tables": bench.report.tables, "claims": bench.report.claims}, indent=1) + "\n")
print(f"written to {out}/bench.md and bench.json")
