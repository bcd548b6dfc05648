#!/usr/bin/env python3
"""The ladder of bundled bots: each against the one below it

    tools/ladder.py --out DIRECTORY                       four-player rulesets, hours
    tools/ladder.py --out DIRECTORY --ruleset kujong      one of them
    tools/ladder.py --out DIRECTORY --effort 0.1          a tenth of the deals

plays every step of the ladder in deals and in matches, measures the CPU time
of each bot per decision and what exploits it, and prints the tables of
docs/ladder.md. Leagues are kept below DIRECTORY: what is there already is not
played again.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/bin/couillon"
LADDER = ["random", "greedy", "heuristic", "policy", "pimc", "expert"]
STEPS = [("greedy", "random"), ("heuristic", "greedy"),
         ("policy", "heuristic"), ("pimc", "heuristic"), ("pimc", "policy"),
         ("expert", "pimc"), ("expert", "heuristic")]
# Cards of a hand: longer deals take more time, so fewer are played.
RULESETS = {"basic-gerver": 4, "denexa": 4, "denexa-24": 4, "ardennes": 4,
            "fr": 4, "force-fr": 4, "cooyah": 4, "kwajongen": 4, "tongres": 6,
            "force-gerver": 6, "mit-malmedy": 5, "kujong": 6, "troeven": 8}
# Deals of hands of four cards, by the dearer bot. A match has some ten deals.
DEALS = {"greedy": 20_000, "heuristic": 20_000, "policy": 20_000,
         "pimc": 4_000, "expert": 1_000}
DEALS_PER_MATCH = 10
LEAST_CPU_SECONDS = 1.0
SEED = "ladder"


def call(*arguments):
    """Runs the program; returns what it prints and its CPU seconds."""
    command = [str(argument) for argument in (PROGRAM, *arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"ladder: {' '.join(command)} ended with "
                 f"{process.returncode}")
    return text, usage.ru_utime + usage.ru_stime


def deals_of(bot, ruleset, effort):
    """The deals of a step: half as many for each card above four."""
    return max(20, int(effort * DEALS[bot] / 2 ** (RULESETS[ruleset] - 4)))


def play(out, ruleset, upper, lower, size):
    """Plays one step, if it is not there; returns its pairing. `size` is
    --deals N or --matches N."""
    league = out / f"{ruleset}.{upper}.{lower}{size[0]}-{size[1]}"
    if not (league / "done").exists():
        call("match", f"builtin:{upper}", f"builtin:{lower}", "--ruleset",
             ruleset, *size, "--seed", SEED, "--quiet", "--out",
             league / "league")
        (league / "done").touch()
    text, _ = call("report", league / "league", "--format", "json")
    return json.loads(text)["rulesets"][0]["pairings"][0]


def signed(value):
    """A rating, or a dash for one that is out of bounds."""
    return "-" if value is None else f"{value:+.0f}"


def percent(los):
    return ">99.9%" if los > 0.999 else f"{100 * los:.1f}%"


def estimate(pairing, name):
    low, high = pairing[f"{name}_interval"]
    return f"{signed(pairing[name])} [{signed(low)}, {signed(high)}]"


def strength_table(options, unit):
    """A row per ruleset and step: how much was played, and its figures."""
    print(f"| ruleset | step | {unit} | Elo per match | LOS |"
          + (" game points per deal |" if unit == "deals" else ""))
    print("| --- | --- | --- | --- | --- |"
          + (" --- |" if unit == "deals" else ""), flush=True)
    for ruleset in options.ruleset:
        for upper, lower in STEPS:
            deals = deals_of(upper, ruleset, options.effort)
            matches = max(10, deals // DEALS_PER_MATCH // 2)
            size = ["--" + unit, deals if unit == "deals" else matches]
            pairing = play(options.out, ruleset, upper, lower, size)
            los = pairing["points_los" if unit == "deals" else "los"]
            elo = estimate(pairing, "match_elo" if unit == "deals" else "elo")
            row = (f"| `{ruleset}` | `{upper}` - `{lower}` "
                   f"| {pairing['pairs']:,} | {elo} | {percent(los)} |")
            if unit == "deals":
                points = pairing["game_points"]
                low, high = points["interval"]
                row += f" {points['mean']:+.2f} [{low:+.2f}, {high:+.2f}] |"
            print(row, flush=True)


def microseconds(bot, ruleset):
    """The CPU time of a bot that plays itself, per decision."""
    deals = 1
    while True:
        with tempfile.TemporaryDirectory(prefix="couillon-ladder-") as folder:
            league = Path(folder) / "league"
            _, cpu = call("match", f"a=builtin:{bot}", f"b=builtin:{bot}",
                          "--ruleset", ruleset, "--deals", deals, "--quiet",
                          "--seed", SEED, "--out", league)
            if cpu < LEAST_CPU_SECONDS:
                deals *= 4
                continue
            text, _ = call("report", league, "--format", "json")
        pairing = json.loads(text)["rulesets"][0]["pairings"][0]
        return 1e6 * cpu / pairing["decisions"]


def time_table(options):
    print("| ruleset | " + " | ".join(f"`{bot}`" for bot in LADDER) + " |")
    print("| --- |" + " --- |" * len(LADDER), flush=True)
    for ruleset in options.ruleset:
        times = [microseconds(bot, ruleset) for bot in LADDER]
        print(f"| `{ruleset}` | " +
              " | ".join(f"{time:.3g}" if time < 1000 else f"{time:,.0f}"
                         for time in times) + " |", flush=True)


# The player on whose side the exploiter looks for something better: the best
# one that costs little.
def exploiters_model(bot):
    return "heuristic" if bot in ("random", "greedy", "heuristic") else "policy"


def with_interval(bound):
    return f"{bound['mean']:+.2f} [{bound['lo']:+.2f}, {bound['hi']:+.2f}]"


def exploit_table(options):
    print("| ruleset | bot | deals | lead of the exploiter | model | alone |\n"
          "| --- | --- | --- | --- | --- | --- |", flush=True)
    for ruleset in options.ruleset:
        for bot in options.exploit:
            deals = max(20, int(options.effort * 200))
            model = exploiters_model(bot)
            text, _ = call("exploit", f"builtin:{bot}", "--ruleset", ruleset,
                           "--deals", deals, "--samples", 50, "--seed", SEED,
                           "--model", f"builtin:{model}",
                           "--quiet", "--format", "json")
            found = json.loads(text)
            print(f"| `{ruleset}` | `{bot}` | {found['exploiter']['deals']} "
                  f"| {with_interval(found['exploiter'])} | `{model}` "
                  f"| {with_interval(found['model_alone'])} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--ruleset", nargs="+", choices=RULESETS,
                        default=list(RULESETS), metavar="RULESET")
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--tables", nargs="+", default=["deals", "matches",
                        "time", "exploit"],
                        choices=["deals", "matches", "time", "exploit"])
    parser.add_argument("--exploit", nargs="+", metavar="BOT",
                        default=["random", "greedy", "heuristic", "policy"])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if "deals" in options.tables:
        print("\n## In deals\n")
        strength_table(options, "deals")
    if "matches" in options.tables:
        print("\n## In matches\n")
        strength_table(options, "matches")
    if "time" in options.tables:
        print("\n## CPU time per decision, in microseconds\n")
        time_table(options)
    if "exploit" in options.tables:
        print("\n## Exploitability\n")
        exploit_table(options)


if __name__ == "__main__":
    main()
