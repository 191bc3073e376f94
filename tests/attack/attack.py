# SPDX-License-Identifier: BSD-3-Clause
"""What the attacks share: small data, command lines that work, runs within limits, findings."""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

CODES = (0, 1, 2, 130)  # done, a check failed, unusable input, interrupted
LONGEST_SENTENCE = 500
GIVE_UP = 30  # seconds: a program that hangs, however busy the machine
GIB = 1 << 30

# A command line of each kind that works; what is attacked is these lines, changed.
LINES = [
    "fit --data train.txt --valid valid.txt --model pmop_full --out out.json --checkpoint out.state --log out.log"
    " --iterations 3 --quiet",
    "fit --data train.txt --model davidson --optimizer adam --iterations 2 --batch 4 --rate 0.1 --seed 3 --quiet",
    "fit --data pairs.csv --model rao_kupper --json --quiet",
    "compare --data train.txt --test valid.txt --models pmop_full,davidson --iterations 3 --metrics ndcg@5 --quiet",
    "rank model.json valid.txt --format trec --tag mine --out out.txt",
    "rank model.json valid.txt",
    "evaluate model.json valid.txt --metrics ndcg@5,err --per-query out.csv",
    "evaluate valid.txt --scores scores.txt --gain linear --empty 0 --tied-scores row --relevant 0 --json",
    "simulate --queries 5 --features 3 --mean-size 4 --noise 1 --seed 7 --out out.txt",
    "simulate --model davidson --ties 0.3 --items 4 --comparisons 50 --scale 1 --out out.csv",
    "check --model davidson --scorer linear --data few.txt --out out.json",
    "models --json",
    "likelihood --model davidson --scores 1.2,0.3,-0.5 --buckets 1,2 --ties 0.1 --gradient hand",
    "sample --model davidson_luce --scores 1,0.5,-1 --ties -0.5 --draws 3 --by exact --seed 2",
    "new potential my_potential --out folder",
]


def arguments(about, runs, long_runs):
    """program, runs, seed; --long takes long_runs."""
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

    def said(self):
        return self.err.decode(errors="replace")


def run(program, words, folder, stop_after=GIVE_UP, stop_by=signal.SIGINT, **streams):
    """Runs it; after stop_after seconds sends stop_by, after GIVE_UP more SIGKILL."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        kept = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": err} | streams
        child = subprocess.Popen([os.fsencode(program), *map(os.fsencode, words)], cwd=folder, **kept)
        ended = os.pidfd_open(child.pid)
        asked = hung = False
        try:
            if not select.select([ended], [], [], stop_after)[0]:
                asked = True
                child.send_signal(stop_by)
                if not select.select([ended], [], [], GIVE_UP)[0]:
                    hung = True
                    child.kill()
            _, status, used = os.wait4(child.pid, 0)
        finally:
            os.close(ended)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        return Run(list(words), child.returncode, out.read(GIB >> 4), err.read(GIB >> 4), time.monotonic() - begin,
                   used.ru_maxrss * 1024, asked, hung)


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


class Place:
    """A folder with small data; fresh() copies it."""

    def __init__(self, program):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="fubini-attack-"))
        self.program = self.root / "fubini"
        shutil.copy(program, self.program)
        self.template = self.root / "template"
        self.template.mkdir()
        self.root.chmod(0o755)
        write_data(self.template)
        for words in ("fit --data train.txt --model pmop_full --iterations 5 --out model.json --quiet",
                      "fit --data pairs.csv --model davidson --out worths.json --quiet"):
            done = run(self.program, words.split(), self.template)
            if done.code != 0:
                sys.exit(f"cannot begin: fubini {words}: {ending(done.code)}: {done.said()}")
        self.made = 0

    def fresh(self):
        self.made += 1
        folder = self.root / f"work{self.made}"
        shutil.copytree(self.template, folder)
        return folder

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)


def write_data(folder, queries=12, seed=1):
    rng = random.Random(seed)

    def letor(number):
        return "".join(f"{rng.randint(0, 3)} qid:{q} " + " ".join(f"{f}:{rng.random():.4f}" for f in (1, 2, 3)) + "\n"
                       for q in range(number) for _ in range(5))

    (folder / "train.txt").write_text(letor(queries))
    (folder / "valid.txt").write_text(letor(queries // 2))
    (folder / "few.txt").write_text(letor(2))
    (folder / "scores.txt").write_text("".join(f"{rng.random():.4f}\n" for _ in range(queries // 2 * 5)))
    pairs = [("abcd"[i], "abcd"[j]) for i in range(4) for j in range(i + 1, 4)]
    (folder / "pairs.csv").write_text("item_i,item_j,wins_i,wins_j,ties\n" + "".join(
        f"{a},{b},{rng.randint(2, 9)},{rng.randint(2, 9)},{rng.randint(2, 9)}\n" for a, b in pairs))
    (folder / "rankings.csv").write_text("weight,apple,pear,plum\n2,1,2,2\n1.5,2,1,0\n1,3,2,1\n1,1,3,2\n")


def picture(folder):
    """What lies in a folder: name -> kind, size, bytes."""
    return {path.relative_to(folder).as_posix(): looked_at(path) for path in sorted(folder.rglob("*"))}


def looked_at(path):
    if path.is_symlink():
        return "link", os.readlink(path)
    if not path.is_file():
        return "other", path.lstat().st_mode
    return "file", path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()


def described(program):
    """Every command with its options, as the program tells them: name -> list."""
    done = run(program, ["--describe"], "/")
    try:
        commands = {command["name"]: command["options"] for command in json.loads(done.out)["commands"]}
    except (ValueError, KeyError):
        sys.exit(f"fubini --describe: {ending(done.code)}, and no list of commands: {shown(done.out or done.err)}")
    unknown = set(commands) ^ {line.split()[0] for line in LINES}
    if unknown:
        sys.exit(f"no line of tests/attack/attack.py works with {', '.join(sorted(unknown))}")
    return commands


def parsed(line, commands):
    """A line as command and pairs: (option, its value), None for the value of flags."""
    command, *words = shlex.split(line)
    kinds = {option["name"]: option["kind"] for option in commands[command]}
    positional = [option["name"] for option in commands[command] if option["positional"]]
    if command == "evaluate" and "--scores" in words:
        positional = positional[-1:]
    pairs, words = [], iter(words)
    for word in words:
        name = word if word.startswith("--") else positional.pop(0)
        pairs.append((name, None if kinds[name] == "flag" else next(words) if word is name else word))
    return command, pairs


def spelt(command, pairs):
    """The words of a command line."""
    words = [command]
    for name, value in pairs:
        if not name.startswith("--"):
            words.append(value)
        elif value is None:
            words.append(name)
        elif value.startswith("-") and not value.startswith("--"):
            words.append(f"{name}={value}")
        else:
            words += [name, value]
    return words


def in_parallel(work, items, place):
    """work(item, folder) for each, a folder of its own for each worker."""
    folders = threading.local()

    def one(item):
        if not hasattr(folders, "mine"):
            folders.mine = place.fresh()
        work(item, folders.mine)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in [pool.submit(one, item) for item in items]:
            result.result()
