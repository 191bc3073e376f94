# SPDX-License-Identifier: BSD-3-Clause
"""Folders with small data for the program to work in, and what lies in them."""
import hashlib
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile

from attack import ending, run


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

    def refresh(self, folder):
        """As it was."""
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        shutil.copytree(self.template, folder, dirs_exist_ok=True)

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
    if not path.is_file() or not os.access(path, os.R_OK):
        return "other", path.lstat().st_mode
    return "file", path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()


def contents(folder):
    """Bytes of every file."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and not path.is_symlink()}


def whole(name, content, usual=None):
    """Whether an output is complete: a document, lines of JSON, or what it is else."""
    if content is None:
        return False
    try:
        if name.endswith((".json", ".state", ".checkpoint")):
            return isinstance(json.loads(content), dict)
        if name.endswith(".log"):
            lines = [json.loads(line) for line in content.splitlines()]
            return bool(lines) and (usual is None or len(lines) == len(usual.splitlines()))
    except ValueError:
        return False
    return content == usual if usual is not None else bool(content)
