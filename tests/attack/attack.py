# SPDX-License-Identifier: BSD-3-Clause
"""What the attacks share: arguments, runs within limits, what is wrong with an ending, findings."""
import argparse
import atexit
import codecs
import contextlib
import dataclasses
import os
import pathlib
import re
import resource
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor  # by name: else it is loaded late

CODES = (0, 1, 2, 130)  # done, a check failed, unusable input, interrupted
LONGEST_SENTENCE = 500
NOBODY = 65534
GIVE_UP = 30  # seconds: a program that hangs, however busy the machine
GIB = 1 << 30
MOST_KEPT = 1 << 24  # bytes of what a run prints


def arguments(about, runs, long_runs):
    """program, runs, seed; --long takes long_runs."""
    # A shell's background jobs ignore SIGINT, those of nohup SIGHUP: ours must not inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--runs", type=int, help=f"{runs}, with --long {long_runs}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", type=int, help="this run alone")
    asked = parser.parse_args()
    asked.runs = asked.runs or (long_runs if asked.long else runs)
    asked.program = asked.program.resolve(strict=True)
    limit(asked.program)
    return asked


def give_up_rights(asked):
    """As root a faulty program could take the machine apart: all that follows is done as nobody, with a copy of it.

    Returns a shell that is still root's, for what only root may do, or None.
    """
    if os.getuid() != 0:
        return None
    codecs.lookup("unicode_escape")  # Python reads it from a file, which may be root's
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fubini-attacked-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    asked.program = pathlib.Path(shutil.copy(asked.program, folder))
    folder.chmod(0o755)
    os.chown(folder, NOBODY, NOBODY)
    shell = subprocess.Popen(["/bin/sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    return shell


def sanitized(program):
    return re.search(rb"__[at]san_init", program.read_bytes()) is not None


def limit(program):
    """What no run of ours needs, for this process and its children: a run away is cut, not the machine."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not sanitized(program):  # they reserve terabytes
        resource.setrlimit(resource.RLIMIT_AS, (4 * GIB, resource.RLIM_INFINITY))
    # a finding of a sanitizer is not exit code 1
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
        os.environ[name] = ":".join(filter(None, [os.environ.get(name), "exitcode=99"]))


@dataclasses.dataclass
class Run:
    words: list
    code: int  # minus the signal that killed it
    out: bytes
    err: bytes
    seconds: float
    peak: int  # bytes
    asked: bool = False  # to stop, by a signal of ours
    hung: bool = False
    caught: bool = False  # whether it had a handler for the signal that was sent

    def said(self):
        return self.err.decode(errors="replace")


def run(program, words, folder, stop_after=GIVE_UP, stop_by=signal.SIGINT, **streams):
    """Runs it; after stop_after seconds sends stop_by, after GIVE_UP more SIGKILL. streams: of subprocess.Popen."""
    begin = time.monotonic()
    kept = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    child = subprocess.Popen([os.fsencode(program), *map(os.fsencode, words)], cwd=folder, bufsize=0, **kept)
    with contextlib.ExitStack() as closing, selectors.DefaultSelector() as waiting:
        ended = os.pidfd_open(child.pid)
        closing.callback(os.close, ended)
        waiting.register(ended, selectors.EVENT_READ)
        read = {stream: bytearray() for stream in (child.stdout, child.stderr) if stream}
        for stream in read:
            closing.enter_context(stream)
            waiting.register(stream, selectors.EVENT_READ)
        signals = [(begin + stop_after, stop_by), (begin + stop_after + GIVE_UP, signal.SIGKILL)]
        sent, caught = 0, False
        while waiting.get_map():
            ready = waiting.select(signals[sent][0] - time.monotonic() if sent < 2 else None)
            if not ready and sent < 2:
                caught = caught or catches(child.pid, stop_by)
                child.send_signal(signals[sent][1])
                sent += 1
            for key, _ in ready:
                if key.fileobj == ended:
                    waiting.unregister(ended)
                else:
                    drain(key.fileobj, read, waiting)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Run(list(words), child.returncode, bytes(read.get(child.stdout, b"")), bytes(read.get(child.stderr, b"")),
               time.monotonic() - begin, used.ru_maxrss * 1024, asked=sent > 0, hung=sent > 1, caught=caught)


def drain(stream, read, waiting):
    some = os.read(stream.fileno(), 1 << 16)
    if len(read[stream]) < MOST_KEPT:
        read[stream] += some
    if not some:
        waiting.unregister(stream)


def catches(pid, number):
    """Whether a process has a handler for a signal by now."""
    with contextlib.suppress(OSError, TypeError), open(f"/proc/{pid}/status") as status:
        return int(re.search(r"SigCgt:\s*(\w+)", status.read())[1], 16) >> (number - 1) & 1 == 1
    return False


def ending(code):
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit {code}"


def faults(done):
    """What is wrong with an ending, whatever was asked for."""
    if done.hung:
        return [f"does not stop {GIVE_UP} s after a signal"]
    if done.code not in CODES and not (done.asked and done.code == -signal.SIGINT):
        return [f"{ending(done.code)}: {shown(done.err[-300:])}"]
    return sentence_faults(done.err) if done.code == 2 else []


def sentence_faults(err):
    """Exit code 2 goes with one sentence on one line."""
    found = []
    try:
        text = err.decode()
    except UnicodeDecodeError:
        text = err.decode(errors="replace")
        found.append("the sentence is not UTF-8")
    if not text.strip():
        return ["exit 2 without a sentence"]
    if text.rstrip("\n").count("\n") or not text.endswith("\n"):
        found.append(f"{len(text.splitlines())} lines where one sentence was wanted")
    if re.search(r"[^\x20-\x7e\n\u00a0-\U0010ffff]", text):
        found.append("the sentence holds control characters")
    if len(err) > LONGEST_SENTENCE:
        found.append(f"a sentence of {len(err)} bytes")
    return [f"{fault}: {shown(err)}" for fault in found]


def shown(text, most=160):
    """One printable line of it."""
    text = text.decode(errors="surrogateescape") if isinstance(text, bytes) else text
    line = text.encode("unicode_escape", "surrogatepass").decode().replace("\\\\", "\\")
    return line if len(line) <= most else f"{line[:most]}... ({len(text)} characters)"


def shown_line(words):
    return " ".join(shlex.quote(shown(word, 60)) for word in words)


class Findings:
    """Prints a line each, and counts."""

    def __init__(self, attack):
        self.attack, self.count, self.runs, self.lock = attack, 0, 0, threading.Lock()
        self.begin, self.notes = time.monotonic(), {}

    def ran(self, number=1):
        with self.lock:
            self.runs += number

    def say(self, where, sentence):
        with self.lock:
            self.count += 1
            print(f"{self.attack}: {where}: {sentence}", flush=True)

    def note(self, what):
        with self.lock:
            self.notes[what] = self.notes.get(what, 0) + 1

    def end(self):
        notes = "".join(f", {number} {what}" for what, number in sorted(self.notes.items()))
        print(f"{self.attack}: {self.runs} runs{notes}, {self.count} findings, {time.monotonic() - self.begin:.0f} s")
        sys.exit(1 if self.count else 0)


def in_parallel(work, items, place):
    """work(item, folder) for each, a folder of its own for each worker."""
    folders = threading.local()

    def one(item):
        if not hasattr(folders, "mine"):
            folders.mine = place.fresh()
        work(item, folders.mine)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in [pool.submit(one, item) for item in items]:
            result.result()
