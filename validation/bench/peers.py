#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What people use instead, on the same data: tasks in, a line each; answers out, a line of JSON each.

Usage: peers.py FOLDER THREADS FEATURES, with the arrays that fubini_bench wrote to FOLDER and the
thread counts of the libraries set in the environment. Tasks:
    torch MODEL SCORER float32|float64     value and gradient; MODEL: pmop_full, plackett_luce
    sklearn FILE, xgboost_read FILE        readers
    xgboost_train BOOSTER ROUNDS           gblinear or gbtree, rank:pairwise
"""
import json
import sys
import time

import numpy as np

folder, threads, features = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
kept = {}


def array(name, kind):
    return np.fromfile(f"{folder}/{name}", kind)


def rows():
    """Rows of features, without a copy."""
    if "rows" not in kept:
        queries = array("queries.i64", np.int64)
        stored = np.memmap(f"{folder}/rows.f32", np.float32, mode="c")
        kept["rows"] = stored.reshape(int(queries[-1]), -1)[:, :features]
    return kept["rows"]


def timed(work):
    start = time.perf_counter()
    value = work()
    return {"seconds": time.perf_counter() - start, "value": value}


class TorchLoss:
    """Log-likelihoods without their constants, ragged queries by segment sums."""

    def __init__(self, torch, model):
        self.torch = torch
        queries = torch.from_numpy(array("queries.i64", np.int64))
        starts = torch.from_numpy(array("buckets.i64", np.int64))
        if model == "plackett_luce":
            starts = torch.arange(int(queries[-1]) + 1)
        self.query = torch.repeat_interleave(torch.arange(len(queries) - 1), queries.diff())
        self.bucket = torch.repeat_interleave(torch.arange(len(starts) - 1), starts.diff())
        self.alone = model == "plackett_luce"  # buckets of one item
        first = self.query[starts[:-1]]  # query of each bucket
        ends = torch.searchsorted(starts[:-1], queries[1:]) - 1
        self.last = ends[first]  # last bucket of its query
        self.num_queries, self.num_buckets = len(queries) - 1, len(starts) - 1

    def __call__(self, f):
        torch = self.torch
        top = torch.full((self.num_queries,), -float("inf"), dtype=f.dtype)
        top = top.scatter_reduce(0, self.query, f.detach(), "amax")
        e = torch.exp(f - top[self.query]).double()
        s = e if self.alone else torch.zeros(self.num_buckets, dtype=torch.float64).index_add(0, self.bucket, e)
        c = torch.cumsum(s, 0)
        rest = c[self.last] - c + s  # of this bucket and those behind it
        return (torch.log(s) - torch.log(rest)).sum()


def torch_task(model, scorer, kind):
    import torch

    torch.set_num_threads(threads)
    key = ("torch", model, scorer, kind)
    if key not in kept:
        dtype = getattr(torch, kind)
        x = torch.from_numpy(np.ascontiguousarray(rows())).to(dtype)
        if scorer == "linear":
            weights = [torch.from_numpy(array("weights.f64", np.float64)).to(dtype).requires_grad_(True)]

            def score():
                return x @ weights[0]
        else:
            flat = torch.from_numpy(array("network.f64", np.float64)).to(dtype)
            sizes, weights, at = [x.shape[1], 64, 32], [], 0
            for inputs, outputs in zip(sizes, sizes[1:]):
                # column by column: the transpose, row by row
                weights.append(flat[at : at + inputs * outputs].reshape(inputs, outputs).clone().requires_grad_(True))
                at += inputs * outputs
                weights.append(flat[at : at + outputs].clone().requires_grad_(True))
                at += outputs
            weights.append(flat[at:].clone().requires_grad_(True))

            def score():
                a = torch.tanh(torch.addmm(weights[1], x, weights[0]))
                return torch.tanh(torch.addmm(weights[3], a, weights[2])) @ weights[4]

        kept[key] = (score, weights, TorchLoss(torch, model))
    score, weights, loss = kept[key]

    def work():
        for w in weights:
            w.grad = None
        value = loss(score())
        value.backward()
        return float(value)

    return timed(work)


def sklearn_task(path):
    from sklearn.datasets import load_svmlight_file

    return timed(lambda: load_svmlight_file(path, query_id=True, dtype=np.float32)[0].shape[0])


def xgboost_read(path):
    import xgboost

    xgboost.set_config(verbosity=0)
    return timed(lambda: xgboost.DMatrix(path + "?format=libsvm", nthread=threads).num_row())


def xgboost_train(booster, rounds):
    import xgboost

    xgboost.set_config(verbosity=0)
    if "matrix" not in kept:
        queries, starts = array("queries.i64", np.int64), array("buckets.i64", np.int64)
        bucket = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        last = np.repeat(bucket[queries[1:] - 1], np.diff(queries))
        kept["matrix"] = xgboost.DMatrix(np.ascontiguousarray(rows()), label=last - bucket, nthread=threads)
        kept["matrix"].set_group(np.diff(queries))
    how = {"booster": booster, "objective": "rank:pairwise", "nthread": threads}
    return timed(lambda: xgboost.train(how, kept["matrix"], int(rounds)) and float(rounds))


TASKS = {"torch": torch_task, "sklearn": sklearn_task, "xgboost_read": xgboost_read, "xgboost_train": xgboost_train}
for line in sys.stdin:
    name, *words = line.split()
    try:
        answer = TASKS[name](*words)
    except Exception as error:  # the script that asked says what is missing
        answer = {"failed": f"{line.strip()}: {error}"}
    print(json.dumps(answer), flush=True)
