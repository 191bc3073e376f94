# SPDX-License-Identifier: BSD-3-Clause
"""Attacks that are a list of cases, the same every time: a case is a sentence, and a function of a folder that gives
what is wrong."""
from attack import Findings, arguments, give_up_rights, in_parallel, run
from ground import Place, contents, picture, whole
from lines import LINES, described, parsed, spelt


class NotHere(Exception):
    """What this machine cannot show."""


class Cases:
    def __init__(self, name, about, more_lines=()):
        self.asked = arguments(about, runs=0, long_runs=0)
        self.root = give_up_rights(self.asked)
        self.findings = Findings(name)
        self.place = Place(self.asked.program)
        self.commands = described(self.place.program)
        self.lines = [parsed(line, self.commands) for line in [*LINES, *more_lines]]
        self.usual = {}
        for command, pairs in self.lines:
            self.learn(spelt(command, pairs))

    def learn(self, words):
        """How a line ends when all is well: what is said, and what is written."""
        folder = self.place.fresh()
        before = contents(folder)
        done = run(self.place.program, words, folder)
        written = {name: content for name, content in contents(folder).items() if name not in before}
        self.usual[tuple(words)] = done, written

    def file_options(self, command, pairs):
        kinds = {option["name"]: option["kind"] for option in self.commands[command]}
        return [(name, value, kinds[name]) for name, value in pairs if kinds[name].startswith("file")]

    def ran(self, words, folder, **streams):
        self.findings.ran()
        return run(self.place.program, words, folder, **streams)

    def ran_in_shell(self, shell, words, folder, **streams):
        self.findings.ran()
        return run("/bin/sh", ["-c", shell, str(self.place.program), *words], folder, **streams)

    def earlier(self, folder, path):
        """What an earlier run may have left at the place of an output."""
        if path.endswith(".json"):
            (folder / path).write_bytes((self.place.template / "model.json").read_bytes())
        elif path.endswith(".log"):
            (folder / path).write_text('{"iteration":1,"objective":-1.0}\n')
        elif not path.endswith(".state"):
            (folder / path).write_text("1,2\n")

    def surroundings(self, folder, words, before):
        """Inputs keep their bytes; what is new is an output, whole, or the checkpoint of a fit that failed late."""
        files, now, after = self.usual[tuple(words)][1], contents(folder), picture(folder)
        found = [f"changed {name}" for name in before if after.get(name) != before[name]]
        for name in after.keys() - before.keys():
            if name.endswith((".state", ".checkpoint")) and words[0] == "fit":
                continue
            if name.split("/")[0] not in {file.split("/")[0] for file in files}:
                found.append(f"left {name} behind")
            elif name in now and not whole(name, now[name], files[name]):
                found.append(f"{name} is not what it is else: {now[name][:80]!r}")
        return found

    def attack(self, cases):
        missing = set()

        def one(item, folder):
            number, (name, case) = item
            self.place.refresh(folder)
            try:
                for sentence in case(folder):
                    self.findings.say(f"case {number}: {name}", sentence)
            except NotHere as why:
                missing.add(str(why))

        with self.place:
            numbered = list(enumerate(cases))
            in_parallel(one, numbered if self.asked.only is None else [numbered[self.asked.only]], self.place)
        for why in sorted(missing):
            print(f"{self.findings.attack}: left out: {why}")
        self.findings.end()
