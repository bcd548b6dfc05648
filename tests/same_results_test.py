"""Runs tests/same_results on a program and on one that prints other numbers."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

# Prints one digit more with `deal` and `arena status`, and another number in
# the data of pages.
OTHER = """#!/bin/sh
case "$*" in
  deal\\ *|arena\\ status\\ *) "{program}" "$@" && echo 1 ;;
  *\\ html\\ *) "{program}" "$@" | sed 's/"recorded":[0-9]*/&1/' ;;
  *) exec "{program}" "$@" ;;
esac
"""
ONLY = "^(trace fr$|deal|rate --pairs$|arena gauntlet|arena three|fairness)"
DIFFERENT = {f"{case}: {part}"
             for case in ("deal", "deal three sides") for part in ("text", "json")
             } | {f"arena {name}: {part}" for name in ("gauntlet", "three sides")
                  for part in ("status", "status json")
             } | {"arena three sides: page"}


def main():
    program, bot = Path(os.environ["COUILLON"]), Path(os.environ["COUILLON_BOT"])
    with tempfile.TemporaryDirectory() as made:
        other = Path(made)
        (other / "couillon").write_text(OTHER.format(program=program))
        (other / "couillon").chmod(0o755)
        (other / "couillon-bot").symlink_to(bot)
        done = subprocess.run(
            [Path(__file__).parent / "same_results", program.parent, other,
             "--deals", "1", "--only", ONLY], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    found = {line.removeprefix("DIFFERENT: ") for line in lines
             if line.startswith("DIFFERENT: ")}
    same = {line.split()[1].rstrip(":") for line in lines
            if line.startswith("same: ")}
    failed = [line for line in lines if line.startswith("FAILED")]
    if (done.returncode != 1 or found != DIFFERENT or failed or
            not {"trace", "rate", "arena", "fairness"} <= same):
        sys.exit(f"expected {sorted(DIFFERENT)} to differ and all others to be the "
                 f"same; exit code {done.returncode}, printed\n"
                 f"{done.stdout}{done.stderr}")


main()
