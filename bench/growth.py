#!/usr/bin/env python3
"""Memory and cost of leagues and arenas as they grow

    bench/growth.py [ROWS ...] [--program FILE ...]

prints a table for bench/notes/growth.md. With several programs, such as builds
of several commits, each row is played by them in turn, and a cell has one
figure for each: "-" if it has no such leagues, or needs more than MEMORY_GB.
The bots are bundled and play inside the referee, so that only the referee is
measured. A deal counts once per seating. Figures are medians; CPU time and
peak resident size are those of the whole commands, reports included.
"""

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/bin/couillon"
BOT = "builtin:first-legal"  # needs no time to decide
RULESET = "basic-gerver"
SEED = ["--seed", "growth"]
MEMORY_GB = 3


class Failed(Exception):
    pass


def limit_memory():
    most = MEMORY_GB << 30
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def run(command):
    """Runs it to its end; returns CPU seconds and peak MB."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=limit_memory)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def named_bots(bots):
    return [f"b{number}={BOT}" for number in range(bots)]


def league(bots, *arguments, ruleset=RULESET):
    """Returns a function that plays a league."""
    def play(program, out):
        return run([program, "league", "run", *SEED, "--ruleset", ruleset,
                    "--out", out, *map(str, arguments),
                    "--bots", *named_bots(bots)])
    return play


def arena(rounds, deals):
    """The same of an arena of two bots; only its rounds are measured."""
    def play(program, out):
        run([program, "arena", "init", out, *SEED, "--ruleset", RULESET,
             "--deals", str(rounds * deals), "--round-items", str(deals)])
        run([program, "arena", "submit", out, "--allow", "unchecked", *named_bots(2)])
        return run([program, "arena", "run", out])
    return play


def deals_of(bots, deals):
    """Deals of a pairing if there are so many of all, once per seating."""
    return max(1, deals // (bots * (bots - 1)))


# By name: what is played, and how.
ROWS = {
    "deals": [(f"2 bots, {10**power:,} deals",
               league(2, "--deals", 10**power // 2)) for power in range(4, 8)],
    "bots": [(f"{bots:,} bots, 10^6 deals",
              league(bots, "--deals", deals_of(bots, 10**6)))
             for bots in (8, 64, 200, 1000)],
    "matches": [(f"2 bots, {matches:,} matches",
                 league(2, "--matches", matches // 2))
                for matches in (1000, 20000)],
    "recorded": [(f"2 bots, {deals:,} recorded deals",
                  league(2, "--deals", deals // 2, "--record", "deals"))
                 for deals in (10**5, 10**6)],
    "three-way": [(f"three-way, {bots} bots, {deals:,} deals",
                   league(bots, "--format", "three-way", "--deals",
                          deals // (bots * (bots - 1) * (bots - 2)),
                          ruleset="troeven-3-solo"))
                  for bots, deals in ((3, 3 * 10**5), (10, 3 * 10**5))],
    "individual": [(f"individual, {bots} bots, {deals:,} deals a round",
                    league(bots, "--format", "individual", "--deals", deals))
                   for bots, deals in ((8, 20000), (32, 1000))],
    "arena": [(f"arena, {rounds} rounds of 256 deals", arena(rounds, 128))
              for rounds in (10, 50, 200)],
}


def measure(program, play):
    """Plays once; returns CPU seconds, peak MB and MB of the directory."""
    with tempfile.TemporaryDirectory(prefix="couillon-growth-") as folder:
        out = Path(folder) / "out"
        cpu, peak = play(program, out)
        size = sum(path.stat().st_size for path in out.rglob("*"))
        return cpu, peak, size / 2**20


def row(name, play, programs, runs):
    played = {program: [] for program in programs}
    for _ in range(runs):
        for program in programs:
            try:
                if played[program] is not None:
                    played[program].append(measure(program, play))
            except Failed:
                played[program] = None
    cells = [name]
    for figure, form in enumerate(("{:.2f}", "{:.1f}", "{:.2f}")):
        cells.append(" / ".join(
            "-" if of is None else
            form.format(statistics.median(values[figure] for values in of))
            for of in played.values()))
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROWS",
                        help="of " + ", ".join(ROWS) + " (default: all)")
    parser.add_argument("--program", action="append", dest="programs",
                        help=f"a couillon to measure (default: {PROGRAM})")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    unknown = set(options.rows) - set(ROWS)
    if unknown:
        parser.error("unknown rows: " + " ".join(sorted(unknown)))
    print("| played | CPU s | peak memory, MB | directory, MB |")
    print("| --- | --- | --- | --- |", flush=True)
    for name in options.rows or ROWS:
        for title, play in ROWS[name]:
            row(title, play, options.programs or [PROGRAM], options.runs)


if __name__ == "__main__":
    main()
