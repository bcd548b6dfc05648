"""Runs tests/same_results on a program and on one that prints other deals."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

OTHER = """#!/bin/sh
case "$1" in
  deal) "{program}" "$@" && echo "one line more" ;;
  *) exec "{program}" "$@" ;;
esac
"""


def main():
    program, bot = Path(os.environ["COUILLON"]), Path(os.environ["COUILLON_BOT"])
    with tempfile.TemporaryDirectory() as made:
        other = Path(made)
        (other / "couillon").write_text(OTHER.format(program=program))
        (other / "couillon").chmod(0o755)
        (other / "couillon-bot").symlink_to(bot)
        done = subprocess.run(
            [Path(__file__).parent / "same_results", program.parent, other,
             "--deals", "1"], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    deals = [line for line in lines if line.startswith("DIFFERENT: deal ")]
    others = [line for line in lines if line.startswith("DIFFERENT: ")
              and line not in deals]
    same = {line.split()[1] for line in lines if line.startswith("same: ")}
    if (done.returncode != 1 or len(deals) != 4 or others or
            not {"trace", "league", "fairness"} <= same):
        sys.exit(f"expected the four outputs of `deal` to differ and all others "
                 f"to be the same; exit code {done.returncode}, printed\n"
                 f"{done.stdout}{done.stderr}")


main()
