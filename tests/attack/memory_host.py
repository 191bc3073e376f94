# SPDX-License-Identifier: BSD-3-Clause
"""A program that calls the library through C with room for so many bytes: memory_host.py LIBRARY BYTES.

Exit code 0 if every call ended with its code: done, or out of memory (5; 4 where a file could not be read for it).
"""
import ctypes
import os
import pathlib
import resource
import sys

OK, FILE, OUT_OF_MEMORY = 0, 4, 5

library = ctypes.CDLL(sys.argv[1])
library.fubini_last_error.restype = ctypes.c_char_p
room = int(sys.argv[2])
place = ctypes.c_void_p()
data, ranker = ctypes.c_void_p(), ctypes.c_void_p()
scores = (ctypes.c_double * 1000)(*range(1000))
sizes = (ctypes.c_int64 * 1000)(*[1] * 1000)
slopes = (ctypes.c_double * 1000)()
value, beta = ctypes.c_double(), ctypes.c_double(0.1)
calls = [
    ("fubini_dataset_read", lambda: library.fubini_dataset_read(b"large.txt", ctypes.byref(data))),
    ("fubini_ranker_load", lambda: library.fubini_ranker_load(b"large.json", ctypes.byref(ranker))),
    ("fubini_train", lambda: library.fubini_train(data, b"pmop_full", None, ctypes.byref(place))),
    ("fubini_ranker_save", lambda: library.fubini_ranker_save(ranker, b"saved.json")),
    ("fubini_log_likelihood", lambda: library.fubini_log_likelihood(
        b"davidson", scores, ctypes.c_int64(1000), sizes, ctypes.c_int64(1000), ctypes.byref(beta), ctypes.c_int64(1),
        ctypes.byref(value), slopes, None)),
]
used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + room, resource.RLIM_INFINITY))
ends = []
for name, call in calls:
    if "train" in name and not data or "save" in name and not ranker:
        continue
    ends.append((name, call()))
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
for name, code in ends:
    if code == OUT_OF_MEMORY:
        os.write(1, b"out of memory\n")
    if code not in (OK, OUT_OF_MEMORY, FILE):
        sys.exit(f"{name} ended with {code}: {library.fubini_last_error().decode()}")
