#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Trains and ranks from Python, by ctypes alone.

Usage: embed.py PATH/libfubini_c.so
"""
import ctypes
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint64, c_void_p


class TrainOptions(Structure):  # fubini_train_options
    _fields_ = [("size", c_size_t), ("scorer", c_char_p), ("optimizer", c_char_p), ("metric", c_char_p),
                ("validation", c_void_p), ("l2", c_double), ("l1", c_double), ("tolerance", c_double),
                ("rate", c_double), ("seed", c_uint64), ("iterations", c_int32), ("patience", c_int32),
                ("threads", c_int32), ("reserved", c_int32)]


fubini = ctypes.CDLL(sys.argv[1])
fubini.fubini_last_error.restype = c_char_p
# Handles are 64 bits wide, which ctypes must be told.
fubini.fubini_dataset_new.argtypes = [c_int64, POINTER(c_void_p)]
fubini.fubini_dataset_add_query.argtypes = [c_void_p, c_char_p, c_int64, POINTER(c_double), POINTER(c_float), c_int64]
fubini.fubini_dataset_free.argtypes = [c_void_p]
fubini.fubini_train.argtypes = [c_void_p, c_char_p, POINTER(TrainOptions), POINTER(c_void_p)]
fubini.fubini_ranker_score.argtypes = [c_void_p, POINTER(c_float), c_int64, c_int64, c_int64, POINTER(c_double)]
fubini.fubini_ranker_free.argtypes = [c_void_p]


def call(function, *arguments):
    if getattr(fubini, function)(*arguments) != 0:
        raise RuntimeError(fubini.fubini_last_error().decode())


def add_query(data, name, grades, rows):
    numbers = [x for row in rows for x in row]
    call("fubini_dataset_add_query", data, name.encode(), len(grades), (c_double * len(grades))(*grades),
         (c_float * len(numbers))(*numbers), len(rows[0]))


data, ranker = c_void_p(), c_void_p()
try:
    call("fubini_dataset_new", 2, byref(data))  # two features; equal grades tie
    add_query(data, "berlin", [3, 1, 1, 0], [[.9, .1], [.5, .2], [.3, .8], [.1, .6]])
    add_query(data, "hamburg", [0, 2, 2], [[.2, .9], [.7, .3], [.8, .5]])
    options = TrainOptions(size=ctypes.sizeof(TrainOptions), l2=0.1)
    call("fubini_train", data, b"pmop_full", byref(options), byref(ranker))

    documents = (c_float * 4)(.1, .7, .9, .4)  # two new ones
    scores = (c_double * 2)()
    call("fubini_ranker_score", ranker, documents, 2, 2, 2, scores)
    print(f"{scores[0]:.3f} {scores[1]:.3f}")
finally:
    call("fubini_ranker_free", ranker)
    call("fubini_dataset_free", data)
