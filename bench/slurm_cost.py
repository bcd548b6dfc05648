#!/usr/bin/env python3
"""CPU time of a league as Slurm tasks and as one process

    bench/slurm_cost.py [--rounds N] [--seconds S] [--in-turns]
                        [--processes]

Starts a Slurm with four nodes (tests/slurm/cluster.py; as root), plans a league
of four shards of about S CPU seconds, and plays it twice at the same time: in
one process with four workers, and as four tasks of one worker each. Both then
merge. Prints the CPU seconds of all processes, Slurm's daemons included, for
each round: a table for bench/notes/many-machines.md. Other work on the cores
makes the same work take more CPU time; at the same time it does so for both.
With --in-turns they play one after the other. --processes lets the bots play in
processes of their own."""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/slurm"))
import cluster  # noqa: E402: in the tests

BIN = pathlib.Path(os.environ.get("COUILLON_BIN", ROOT / "build/release/bin"))
PROGRAM = BIN / "couillon"
WORKERS = 4
BLOCK = 128  # deals of a unit


class CpuGroups:
    """Control groups whose CPU time the kernel counts."""

    def __init__(self):
        one = pathlib.Path("/sys/fs/cgroup/cpuacct")  # version 1
        self.unified = not one.is_dir()
        self.parent = pathlib.Path("/sys/fs/cgroup") if self.unified else one
        self.made = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for folder in self.made:
            try:
                folder.rmdir()
            except OSError:  # processes of a run that failed
                pass

    def make(self):
        self.made.append(pathlib.Path(tempfile.mkdtemp(
            prefix="couillon-cost-", dir=self.parent)))
        return self.made[-1]

    def seconds(self, folder):
        if not self.unified:
            return int((folder / "cpuacct.usage").read_text()) / 1e9
        stat = (folder / "cpu.stat").read_text().split()
        return int(stat[stat.index("usage_usec") + 1]) / 1e6


class Bench:
    def __init__(self, slurm, groups, folder, bots):
        self.slurm = slurm
        self.groups = groups
        self.alone = groups.make()
        self.tasks = groups.make()
        self.folder = folder
        self.bots = bots
        self.count = 0

    def plan(self, deals):
        """A new plan of four shards with so many deals each."""
        self.count += 1
        plan = self.folder / f"plan-{self.count}"
        self.couillon("plan", "--bots", *self.bots, "--ruleset", "basic-gerver",
                      "--deals", WORKERS * deals, "--shard-deals", deals,
                      "--seed", "cost", "--quiet", "-o", plan)
        return plan

    def couillon(self, *words):
        return self.slurm.run(PROGRAM, "league", *map(str, words)).stdout

    def couillon_alone(self, *words):
        """The same in a group of its own."""
        return self.slurm.run(
            "sh", "-c", f'echo 0 >{self.alone}/cgroup.procs && exec "$@"', "sh",
            PROGRAM, "league", *map(str, words)).stdout

    def in_one_process(self, plan):
        self.couillon_alone("run", "--plan", plan, "--concurrency", WORKERS,
                            "--quiet")
        self.couillon_alone("merge", "--plan", plan, "--out", plan / "league")

    def as_tasks(self, plan):
        self.couillon("submit", "--plan", plan, "--engine", "slurm",
                      "--out", plan / "league")
        cluster.wait_for("all jobs have ended", lambda: not self.slurm.jobs(),
                         seconds=3600)
        if not (plan / "league/league.sqlite").exists():
            raise RuntimeError("the tasks did not merge a league")

    def deals_of(self, seconds):
        """The deals of a pairing that take so long in one worker."""
        deals = BLOCK
        while True:
            plan = self.plan(deals)
            before = self.groups.seconds(self.alone)
            self.couillon_alone("run", "--plan", plan, "--shards", 0, "--concurrency",
                                1, "--quiet")
            took = self.groups.seconds(self.alone) - before
            shutil.rmtree(plan)
            if took >= seconds / 8:
                return max(1, round(deals * seconds / took / BLOCK)) * BLOCK
            deals *= 4

    def round(self, deals, in_turns):
        """CPU seconds in one process, and as tasks."""
        plans = [self.plan(deals), self.plan(deals)]
        places = [self.alone, self.tasks]
        before = [self.groups.seconds(place) for place in places]
        alone = threading.Thread(target=self.in_one_process, args=plans[:1])
        alone.start()
        if in_turns:
            alone.join()
        self.as_tasks(plans[1])
        alone.join()
        if not (plans[0] / "league/league.sqlite").exists():
            raise RuntimeError("the process did not merge a league")
        after = [self.groups.seconds(place) for place in places]
        for plan in plans:
            shutil.rmtree(plan)
        return [end - begin for begin, end in zip(before, after)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--in-turns", action="store_true")
    parser.add_argument("--processes", action="store_true")
    options = parser.parse_args()
    reason = cluster.why_not()
    if reason is not None:
        sys.exit(f"slurm_cost: {reason}")
    cluster.in_namespaces()
    bots = ["greedy", "heuristic"]
    if options.processes:
        bots = [f"{name}={BIN}/couillon-bot --name {name}" for name in bots]
    with tempfile.TemporaryDirectory(prefix="couillon-cost-") as name, \
            CpuGroups() as groups:
        folder = pathlib.Path(name)
        with cluster.Cluster(folder / "slurm", WORKERS) as slurm:
            bench = Bench(slurm, groups, folder, bots)
            # The daemons, and with them all jobs. This process polls squeue
            # outside of the group.
            for daemon in slurm.daemons.values():
                (bench.tasks / "cgroup.procs").write_text(str(daemon.pid))
            print_table(bench, options)


def print_table(bench, options):
    deals = bench.deals_of(options.seconds)
    print(f"{WORKERS} shards of {deals} deals, {', '.join(bench.bots)}\n")
    print("| round | one process | Slurm tasks | more |\n"
          "| --- | --- | --- | --- |", flush=True)
    sums = [0.0, 0.0]
    for number in range(options.rounds):
        pair = bench.round(deals, options.in_turns)
        sums = [total + one for total, one in zip(sums, pair)]
        print_row(number + 1, pair)
    print_row("all", sums)


def print_row(name, pair):
    more = 100 * (pair[1] / pair[0] - 1)
    print(f"| {name} | {pair[0]:.1f} s | {pair[1]:.1f} s | {more:+.1f}% |",
          flush=True)


if __name__ == "__main__":
    main()
