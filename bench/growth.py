#!/usr/bin/env python3
"""Memory and cost of a league as it grows

    bench/growth.py deals [LEAST MOST]          two bots, 10^LEAST to 10^MOST deals
    bench/growth.py bots [MOST] [--deals N]     2 to MOST bots, N deals in all

prints a table for docs/performance.md. The bots are bundled and play inside
the referee, so that only the referee is measured. A deal counts once per
seating. Memory is the peak resident size; time is that of the whole command,
its report included.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/bin/couillon"
BOT = "builtin:first-legal"  # needs no time to decide
SEATINGS = 2


def play(bots, deals_of_a_pairing, concurrency):
    """Plays one league; returns seconds, CPU seconds, peak kB and the size of
    its directory in bytes."""
    with tempfile.TemporaryDirectory(prefix="couillon-growth-") as folder:
        out = Path(folder) / "league"
        command = [PROGRAM, "league", "run", "--quiet", "--seed", "growth",
                   "--ruleset", "basic-gerver", "--out", out,
                   "--concurrency", str(concurrency),
                   "--deals", str(deals_of_a_pairing), "--bots"]
        command += [f"b{number}={BOT}" for number in range(bots)]
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"growth: {command} ended with {process.returncode}")
        size = sum(path.stat().st_size for path in out.iterdir())
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, size


def row(first, deals, played):
    seconds, cpu, peak_kb, size = played
    print(f"| {first} | {deals:,} | {seconds:.2f} | {deals / seconds:,.0f} "
          f"| {1e6 * cpu / deals:.2f} | {peak_kb / 1024:.1f} "
          f"| {size / 1024:,.0f} |", flush=True)


def head(first):
    print(f"| {first} | deals | s | deals/s | CPU µs per deal "
          "| peak memory, MB | store, kB |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["deals", "bots"])
    parser.add_argument("bounds", nargs="*", type=int)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count())
    parser.add_argument("--deals", type=int, default=2_000_000)
    options = parser.parse_args()
    if options.what == "deals":
        least, most = options.bounds or (4, 7)
        head("bots")
        for power in range(least, most + 1):
            played = play(2, 10**power // SEATINGS, options.concurrency)
            row(2, 10**power, played)
    else:
        most = options.bounds[0] if options.bounds else 64
        head("bots")
        bots = 2
        while bots <= most:
            pairings = bots * (bots - 1) // 2
            each = options.deals // SEATINGS // pairings
            played = play(bots, each, options.concurrency)
            row(bots, each * pairings * SEATINGS, played)
            bots *= 2


if __name__ == "__main__":
    main()
