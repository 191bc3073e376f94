#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""torch.autograd.gradcheck at the start of every subject, with torch's own eps, atol and rtol.

with_torch.py libfubini_faults.so [NAME ...]: lines as checker.hpp has them.
"""
import ctypes
import sys
import time

import torch

Doubles = ctypes.POINTER(ctypes.c_double)


def library(path):
    lib = ctypes.CDLL(path)
    for name in ("name", "kind", "what"):
        getattr(lib, f"faults_{name}").restype = ctypes.c_char_p
    lib.faults_start.restype = Doubles
    lib.faults_open.restype = ctypes.c_void_p
    lib.faults_close.argtypes = [ctypes.c_void_p]
    lib.faults_value.argtypes = [ctypes.c_void_p, Doubles, ctypes.c_int]
    lib.faults_value.restype = ctypes.c_double
    lib.faults_slopes.argtypes = [ctypes.c_void_p, ctypes.c_int, Doubles, ctypes.c_int, Doubles]
    return lib


def pointer(tensor):
    return ctypes.cast(tensor.data_ptr(), Doubles)


def as_torch(lib, handle, right):
    class ByHand(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            at = x.detach().clone()
            ctx.save_for_backward(at)
            return torch.tensor(lib.faults_value(handle, pointer(at), at.numel()), dtype=torch.float64)

        @staticmethod
        def backward(ctx, grad):
            (at,) = ctx.saved_tensors
            slopes = torch.zeros_like(at)
            if lib.faults_slopes(handle, right, pointer(at), at.numel(), pointer(slopes)) != 0:
                raise RuntimeError("threw")
            return grad * slopes

    return ByHand.apply


def check(lib, k, right=False):
    handle = lib.faults_open(k)
    x = torch.tensor(lib.faults_start(k)[: lib.faults_size(k)], dtype=torch.float64, requires_grad=True)
    try:
        torch.autograd.gradcheck(as_torch(lib, handle, int(right)), (x,))
        return "ok", ""
    except Exception as error:  # GradcheckError, or what the function threw
        return "wrong", " ".join(str(error).split())[:200]
    finally:
        lib.faults_close(handle)


def main():
    lib = library(sys.argv[1])
    for k in range(lib.faults_count()):
        name, kind, what = (getattr(lib, f"faults_{of}")(k).decode() for of in ("name", "kind", "what"))
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        start = time.monotonic()
        outcome, note = check(lib, k)
        took = time.monotonic() - start
        if kind != "right" and outcome == "wrong" and check(lib, k, right=True)[0] == "wrong":
            outcome = "either"
        print(name, kind, what, outcome, f"{took:.3f}", note, sep="\t", flush=True)


if __name__ == "__main__":
    main()
