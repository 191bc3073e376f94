# SPDX-License-Identifier: BSD-3-Clause
"""Command lines that work, and what the program tells of its commands."""
import json
import shlex
import sys

from attack import ending, run, shown

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
