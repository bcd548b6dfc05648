#!/usr/bin/env python3
"""Which tests catch which faults? Mutants of the product, all in one build.

    mutants.py draw --seed TEXT --count N [--out FILE]
    mutants.py plant TABLE TREE
    mutants.py run TABLE BUILD [--only N,N] [--results FILE] [--limit SECONDS]

A mutant is one small change of the product: `a <= b` in place of `a < b`, a call
left out. `draw` draws mutants and writes a table. `plant` writes them all into a
clone of the same revision, each of them off. `run` uses a build of that clone: it
runs the tests of a mutant's room with the mutant on, and all tests with all mutants
on that are left; a test that fails then runs again once for each of them.

The variable LC_COUILLON_MUTANT lists the mutants that are on: 3,17. The referee passes
variables with that prefix to its bots, so the mutant is on in them too. Each
changed file gets a copy of the switch that reads the variable: the files that
`couillon bot new` copies and those of an installation then compile as they are.
Mutants cause warnings: configure with -DCOUILLON_DEVELOPER=OFF.

Not drawn: files with Highway kernels, and files that send signals or remove
folders, since their mutants could do so in the wrong place. As root, `run` starts
each ctest in its own namespace of processes; what a mutant leaves running ends
with it.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path, PurePosixPath

import sites

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("engine", "proto", "arena", "bots/cpp", "tools")
KERNEL = re.compile(r"\bHWY_|foreach_target")
HARMFUL = re.compile(
    r"\b(kill|killpg|unlink|unlinkat|rmdir|remove_all|RemoveFolder)\(|"
    r"\b(fs|filesystem)::remove\(")
# They list what the files above end or remove.
HARMFUL_FILES = {"arena/players/system/bot_pids.cc", "arena/players/system/process_table.cc"}
VARIABLE = "LC_COUILLON_MUTANT"
COLUMNS = ("number", "room", "file", "line", "column", "kind", "form", "original",
           "mutated")

# The test programs of a room, as a regular expression; the longest prefix of the
# file counts. The names of a program's tests begin with its name and a dot.
ROOM_TESTS = {
    "engine/": "engine",
    "proto/": "proto|engine",
    "bots/cpp/": "bots|players",
    "bots/cpp/search/": "bots",
    "arena/": "table|league|report|measure",
    "arena/league/audit/": "measure|leagues",
    "arena/players/bundles/": "players|leagues",
    "arena/players/check/": "check",
    "arena/league/cluster/": "launch",
    "arena/measure/exploit/": "measure",
    "arena/front/export/": "report|commands",
    "arena/measure/fairness/": "measure|threads",
    "arena/front/http/": "front",
    "arena/standing/journal/": "standing",
    "arena/league/": "league|leagues",
    "arena/front/page/": "front",
    "arena/standing/planner/": "standing",
    "arena/table/person/": "table|threads",
    "arena/players/process/": "players",
    "arena/table/race/": "table|measure",
    "arena/front/replay/": "measure|front",
    "arena/players/roster/": "players",
    "arena/players/rpc/": "players",
    "arena/measure/selftest/": "measure",
    "arena/standing/serve/": "arenas|standing",
    "arena/league/shards/": "league|leagues",
    "arena/numbers/stats/": "stats",
    "arena/league/store/": "league",
    "arena/front/view/": "front",
    "arena/front/play_web/": "front",
    "tools/": "tools|commands",
}

SWITCH = f"""\
#ifndef COUILLON_MUTANT
#include <bitset>
#include <cstdlib>
// Whether the mutant of this number is on.
inline bool CouillonMutant(int number) {{
  static const std::bitset<1024> on = [] {{
    std::bitset<1024> numbers;
    const char* next = std::getenv("{VARIABLE}");
    while (next != nullptr && *next != 0) {{
      char* end = nullptr;
      numbers.set(std::strtoul(next, &end, 10));
      next = *end == ',' ? end + 1 : nullptr;
    }}
    return numbers;
  }}();
  return on[number];
}}
#define COUILLON_MUTANT(number) CouillonMutant(number)
#endif
#line 1
"""
OUTCOMES = {"Timeout": "timed out", "Exception": "crashed"}  # as ctest says it
PLANTED = {  # number, mutated text, original text
    "condition": "COUILLON_MUTANT({0}) ? static_cast<bool>({1})"
                 " : static_cast<bool>({2})",
    "value": "(COUILLON_MUTANT({0}) ? ({1}) : ({2}))",
    "statement": "COUILLON_MUTANT({0}) ? void() : static_cast<void>({2})",
}


def product_sources(tree):
    """Pairs of path and text of the files that may hold mutants."""
    for room in PRODUCT:
        for path in sorted((tree / room).rglob("*")):
            name = path.relative_to(tree).as_posix()
            if path.suffix in (".h", ".cc") and name not in HARMFUL_FILES:
                text = path.read_text(encoding="utf-8")
                if not KERNEL.search(text) and not HARMFUL.search(text):
                    yield name, text


def rank(*parts):
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def overlap(path, site, other_path, other):
    return path == other_path and site.start < other.end and other.start < site.end


def draw_site(seed, places, used):
    """The next place of a room: of the kind that was used least there."""
    kind = min({site.kind for _, _, site in places}, key=lambda kind: (
        used[kind], rank(seed, used.total(), kind)))
    return min(place for place in places if place[2].kind == kind)[1:]


def draw_sites(seed, count, sources):
    """Triples of room, path and site: one per room as far as they go, then in
    proportion to the lines of code of the rooms. No two overlap."""
    places, lines, used = defaultdict(list), Counter(), defaultdict(Counter)
    for path, text in sources:
        room = str(PurePosixPath(path).parent)
        places[room] += [(rank(seed, path, site), path, site)
                         for site in sites.find_sites(text)]
        lines[room] += sites.lines_of_code(text)
    drawn = []
    while len(drawn) < count:
        rooms = sorted(room for room in places if places[room])
        if not rooms:
            break
        room = max(rooms, key=lambda room: (
            not used[room], lines[room] / max(1, used[room].total())))
        path, site = draw_site(f"{seed}\0{room}", places[room], used[room])
        used[room][site.kind] += 1
        places[room] = [one for one in places[room]
                        if not overlap(path, site, *one[1:])]
        drawn.append((room, path, site))
    return sorted(drawn, key=lambda one: (one[0], one[1], one[2].start))


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def unescaped(text):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def draw(arguments):
    sources = dict(product_sources(ROOT))
    drawn = draw_sites(arguments.seed, arguments.count, sources.items())
    rows = ["\t".join(COLUMNS)]
    for number, (room, path, site) in enumerate(drawn, 1):
        before = sources[path][:site.start]
        column = len(before) - (before.rfind("\n") + 1) + 1
        rows.append("\t".join(map(str, (
            number, room, path, before.count("\n") + 1, column, site.kind,
            site.form, escaped(site.original), escaped(site.mutated)))))
    text = "\n".join(rows) + "\n"
    Path(arguments.out or "/dev/stdout").write_text(text, encoding="utf-8")
    print(f"mutants: {len(drawn)} drawn in {len({one[0] for one in drawn})} rooms",
          file=sys.stderr)


def read_table(path):
    lines = Path(path).read_text(encoding="utf-8").rstrip("\n").split("\n")
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        sys.exit(f"mutants: {path} is not a table of mutants")
    rows = [dict(zip(COLUMNS, map(unescaped, line.split("\t")), strict=True))
            for line in lines[1:]]
    return [row | {name: int(row[name]) for name in ("number", "line", "column")}
            for row in rows]


def planted_text(text, rows):
    """The text with the mutants of these rows in it. Raises ValueError if one is
    not found at its place."""
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    for row in sorted(rows, key=lambda row: (-row["line"], -row["column"])):
        at = starts[min(row["line"], len(starts)) - 1] + row["column"] - 1
        if not text.startswith(row["original"], at):
            raise ValueError(f"mutant {row['number']} is not at {row['file']}:"
                             f"{row['line']}")
        change = PLANTED[row["form"]].format(row["number"], row["mutated"],
                                             row["original"])
        text = text[:at] + change + text[at + len(row["original"]):]
    return SWITCH + text


def plant(arguments):
    tree, by_file, changed = Path(arguments.tree), defaultdict(list), {}
    if tree.resolve() == ROOT:
        sys.exit("mutants: plant them in another clone, not in this one")
    for row in read_table(arguments.table):
        by_file[row["file"]].append(row)
    for name, rows in by_file.items():
        text = (tree / name).read_text(encoding="utf-8")
        if text.startswith(SWITCH):
            sys.exit(f"mutants: {name} has mutants already")
        try:
            changed[name] = planted_text(text, rows)
        except ValueError as error:
            sys.exit(f"mutants: {error}; is {tree} of the same revision?")
    for name, text in changed.items():
        (tree / name).write_text(text, encoding="utf-8")
    print(f"mutants: planted in {len(changed)} files of {tree}")


def exactly(name):
    return f"^{re.escape(name)}$"


def own_tests(path):
    prefix = max((prefix for prefix in ROOM_TESTS if path.startswith(prefix)),
                 key=len)
    return rf"^({ROOM_TESTS[prefix]})\."


class Build:
    """The tests of a build folder, which this class leaves as it is: a folder
    beside them includes them, with shorter time limits."""

    # A test that failed, how, and what it printed.
    FAILED = re.compile(r"Test +#\d+: (\S+) .*?\*\*\*(?!Skipped)(\w+)"
                        r"(.*(?:\n(?!.* Test +#).*)*)")
    CASE = re.compile(r"^\[ ( FAILED |RUN     ) \] ([A-Z][\w./]+)", re.M)

    def __init__(self, folder, limit, jobs):
        self.broken = set()  # tests that fail without a mutant too
        self.limit, self.jobs = limit, jobs
        self.folder = Path(folder).resolve() / "mutants"
        self.folder.mkdir(exist_ok=True)
        script = self.folder / "CTestTestfile.cmake"
        script.write_text(f'subdirs("{self.folder.parent}")\n')
        listed = self.ctest((), "--show-only=json-v1").stdout
        tests = json.loads(listed)["tests"]
        if not tests:
            sys.exit(f"mutants: {folder} has no tests")
        script.write_text(script.read_text() + "".join(map(self.limits, tests)))

    def limits(self, test):
        """A hanging test ends sooner, and one that finds no cases fails."""
        properties = {one["name"]: one["value"] for one in test["properties"]}
        allowed = self.limit * (3 if "slow" in properties.get("LABELS", []) else 1)
        changes = f"TIMEOUT {min(allowed, properties.get('TIMEOUT', allowed))}"
        if "FAIL_REGULAR_EXPRESSION" not in properties:
            changes += ' FAIL_REGULAR_EXPRESSION "Running 0 tests from"'
        return f"set_tests_properties([==[{test['name']}]==] PROPERTIES {changes})\n"

    def ctest(self, numbers, *options):
        """Runs ctest with mutants of these numbers on."""
        environment = {**os.environ, VARIABLE: ",".join(map(str, numbers))}
        if not numbers:
            del environment[VARIABLE]
        alone = (["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
                 if os.geteuid() == 0 else [])
        return subprocess.run(
            [*alone, "ctest", "--test-dir", self.folder, "-j", str(self.jobs),
             "--timeout", str(self.limit), *options],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")

    def failures(self, numbers, *options):
        """The tests that fail, and of each the case and how it failed."""
        if self.broken:
            options += ("-E", "|".join(map(exactly, sorted(self.broken))))
        ran = self.ctest(numbers, "--output-on-failure", *options)
        failed = {}
        for name, how, text in self.FAILED.findall(ran.stdout):
            # The first case that failed, or the last one before a crash.
            cases = self.CASE.findall(text)
            fails = [case for word, case in cases if word == " FAILED "]
            case = next(iter(fails or [case for _, case in cases[-1:]]), "")
            failed[name] = {"by": name, "case": case,
                            "how": OUTCOMES.get(how, "failed")}
        if ran.returncode != 0 and not failed:
            sys.exit(f"mutants: ctest ended with {ran.returncode}:\n{ran.stdout}")
        return failed

    def is_broken(self, name):
        """Whether a test fails without a mutant too. It is left out from there on."""
        if not self.failures((), "-R", exactly(name)):
            return False
        self.broken.add(name)
        print(f"{name} fails without a mutant too; left out", flush=True)
        return True

    def run_own(self, row):
        """What catches a mutant among the tests of its room, or None."""
        while True:
            failed = self.failures((row["number"],), "--stop-on-failure", "-L",
                                   "^(unit|rpc)$", "-R", own_tests(row["file"]))
            for name, found in failed.items():
                if not self.is_broken(name):
                    return found
            if not failed:
                return None

    def catches(self, name, numbers):
        """Yields the mutants that a test catches on its own, and how."""
        found = self.failures(numbers, "-R", exactly(name)) if numbers else {}
        if found and len(numbers) == 1:
            yield numbers[0], found[name]
        elif found:
            half = len(numbers) // 2
            yield from self.catches(name, numbers[:half])
            yield from self.catches(name, numbers[half:])

    def run_together(self, numbers):
        """Yields the mutants that are caught among all tests, and by what."""
        left, failed = list(numbers), self.failures(numbers) if numbers else {}
        while left and failed:
            name = next(iter(failed))
            caught = {} if self.is_broken(name) else dict(self.catches(name, left))
            yield from caught.items()
            left = [number for number in left if number not in caught]
            # With fewer mutants on, the other tests may find more.
            others = [exactly(one) for one in failed if caught or one != name]
            failed = self.failures(left, "-R", "|".join(others)) if others else {}


def difference(row):
    """What changes, with a few characters around it, for a cell of a table."""
    before, after = row["original"], row["mutated"]
    if row["form"] == "statement":
        before, after = before[:50], "nothing"
    elif row["kind"] == "negation":
        before, after = before[:50], "its negation"
    else:
        same = len(os.path.commonprefix((before, after)))
        first, last = max(0, same - 20), same + 22
        before, after = before[first:last], after[first:last]
    cell = lambda text: "`" + " ".join(text.split()).replace("|", "\\|") + "`"
    return f"{cell(before)} to {cell(after)}"


def print_results(rows, results):
    print("| | room | place | mutation | caught by | |\n"
          "| ---: | --- | --- | --- | --- | --- |")
    for row in rows:
        result = results.get(row["number"])
        if result is None:
            continue
        by = "**not caught**"
        if result["caught"]:
            by = f"{result['by']} {result['case']} ({result['how']})"
        print(f"| {row['number']} | {row['room']} | {row['file']}:{row['line']} | "
              f"{difference(row)} | {by} | {result.get('stage', '')} |")
    caught = sum(result["caught"] for result in results.values())
    print(f"\n{caught} of {len(results)} mutants were caught.")


def run_rows(rows, build, kept):
    """Results of mutants by number: those kept in a file, then those of runs, which
    go there."""
    numbers, results = {row["number"] for row in rows}, {}
    if kept.exists():
        stored = map(json.loads, kept.read_text().splitlines())
        results = {one["number"]: one for one in stored if one["number"] in numbers}

    def keep(number, stage, found):
        result = {"number": number, "caught": found is not None, "stage": stage}
        results[number] = result | (found or {})
        print(json.dumps(results[number]), flush=True)
        with kept.open("a") as file:
            file.write(json.dumps(results[number]) + "\n")

    for row in rows:
        if row["number"] not in results:
            keep(row["number"], "own", build.run_own(row))
    left = [number for number, result in results.items()
            if not result["caught"] and result["stage"] == "own"]
    for number, found in build.run_together(left):
        keep(number, "all", found)
    for number in left:
        if not results[number]["caught"]:
            keep(number, "all", None)
    return results


def run(arguments):
    rows = read_table(arguments.table)
    if arguments.only:
        only = {int(number) for number in arguments.only.split(",")}
        rows = [row for row in rows if row["number"] in only]
    build = Build(arguments.build, arguments.limit, arguments.jobs)
    kept = Path(arguments.results or f"{arguments.table}.results")
    print_results(rows, run_rows(rows, build, kept))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("draw", help="draw mutants and write a table")
    command.add_argument("--seed", required=True)
    command.add_argument("--count", type=int, required=True)
    command.add_argument("--out", help="the file of the table")
    command.set_defaults(call=draw)
    command = commands.add_parser("plant", help="write mutants into a clone")
    command.add_argument("table")
    command.add_argument("tree")
    command.set_defaults(call=plant)
    command = commands.add_parser("run", help="run the tests with mutants on")
    command.add_argument("table")
    command.add_argument("build", help="the build folder of the clone")
    command.add_argument("--only", help="the numbers of the mutants: 3,17")
    command.add_argument("--results", help="the file for results, which is read "
                         "first; TABLE.results if not given")
    command.add_argument("--limit", type=int, default=300, help="the seconds that "
                         "a test may take, three times as many if it is slow")
    command.add_argument("--jobs", type=int, default=2, help="tests at a time")
    command.set_defaults(call=run)
    arguments = parser.parse_args()
    arguments.call(arguments)


if __name__ == "__main__":
    main()
