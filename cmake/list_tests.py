#!/usr/bin/env python3
"""Writes the file that tells ctest the tests of a test program.

Runs after each link of one; cmake/CouillonTests.cmake says what the options mean.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

# ctest runs tests with these numbers of "processors" in sum at a time (the
# number of jobs in CMakePresets.json). A test that waits needs no core.
PROCESSORS = {"computing": 2, "waiting": 1}
# Seconds until ctest kills the process of a test. tests/support/test_main.cc
# has a limit for each case, and names it.
TIMEOUT = 1800
# Slow tests start before others, and of these the ones that wait, so that no long
# one is left alone at the end.
SLOW_COST = {"computing": 5, "waiting": 50}
SKIPPED = 77  # the exit code if all cases of a test were skipped


def options():
    parser = argparse.ArgumentParser()
    for name in ("name", "program", "label", "cost", "page", "out"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("rpc", "slow", "alone", "waiting"):
        parser.add_argument(f"--{name}", nargs="*", default=[])
    return parser.parse_args()


def is_listed(file, sources):
    """Whether a source, as the compiler names it, is one of those."""
    return any(file.endswith("/" + source.removeprefix("../"))
               for source in sources)


def cases(program):
    """The cases of a test program: source, suite and name of each."""
    with tempfile.TemporaryDirectory() as folder:
        listed = os.path.join(folder, "tests.json")
        done = subprocess.run(
            [program, "--gtest_list_tests", f"--gtest_output=json:{listed}"],
            capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            sys.exit(f"{program} does not list its tests:\n{done.stderr}")
        # A parameter may be printed as bytes that are no text.
        with open(listed, encoding="utf-8", errors="replace") as file:
            suites = json.load(file)["testsuites"]
    return [(case["file"], suite["name"], case["name"])
            for suite in suites for case in suite["testsuite"]]


def grouped(found, wanted):
    """The tests of ctest: for each its name and its source."""
    tests = {}
    alone = wanted.rpc + wanted.slow + wanted.alone
    for file, suite, case in found:
        name = f"{wanted.name}.{suite}"
        if is_listed(file, alone):
            name += f".{case}"
        tests.setdefault(name, file)
    return tests


def written(name, file, wanted):
    """The lines about a test."""
    label = ("slow" if is_listed(file, wanted.slow)
             else "rpc" if is_listed(file, wanted.rpc) else wanted.label)
    kind = "waiting" if is_listed(file, wanted.waiting) else "computing"
    cost = SLOW_COST[kind] if label == "slow" and wanted.cost == "1" else wanted.cost
    selected = name.removeprefix(f"{wanted.name}.")
    if "." not in selected:
        selected += ".*"
    return (f'add_test([==[{name}]==] [==[{wanted.program}]==] '
            f'[==[--gtest_filter={selected}]==])\n'
            f'set_tests_properties([==[{name}]==] PROPERTIES LABELS {label} '
            f'TIMEOUT {TIMEOUT} COST {cost} '
            f'PROCESSORS {PROCESSORS[kind]} '
            f'SKIP_RETURN_CODE {SKIPPED} '
            f'ENVIRONMENT [==[COUILLON_PAGE={wanted.page}]==])\n')


def main():
    wanted = options()
    found = cases(wanted.program)
    for option in ("rpc", "slow", "alone", "waiting"):
        for source in getattr(wanted, option):
            if not any(is_listed(file, [source]) for file, _, _ in found):
                sys.exit(f"{wanted.name}: --{option} names {source}, "
                         f"which has no tests")
    with open(wanted.out, "w", encoding="utf-8") as out:
        for name, file in grouped(found, wanted).items():
            out.write(written(name, file, wanted))


main()
