#!/usr/bin/env python3
"""A league on a real Slurm: 4 nodes on this machine (cluster.py).

Environment: COUILLON and COUILLON_BOT, the programs. Exits with 77, and says
why, where no Slurm can run. It waits for events; a time limit in it means that
something hangs.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import textwrap
import unittest

import cluster

COUILLON = os.path.abspath(
    os.environ.get("COUILLON", "build/release/bin/couillon"))
BOT = os.path.abspath(
    os.environ.get("COUILLON_BOT", "build/release/bin/couillon-bot"))
LEAGUE = ["--ruleset", "basic-gerver", "--deals", "240", "--block",
          "10", "--seed", "many machines", "--isolation", "none", "--quiet"]


class SlurmTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(
            tempfile.TemporaryDirectory(prefix="couillon-slurm-")))
        self.slurm = self.enterContext(
            cluster.Cluster(self.folder / "slurm", 4))
        self.slurm.environment["COUILLON_BUNDLES"] = str(
            self.folder / "bundles")
        self.slurm.environment["TMPDIR"] = str(self.folder / "tmp")
        (self.folder / "tmp").mkdir()
        self.plan = self.folder / "plan"
        self.out = self.folder / "league"

    def tearDown(self):
        result = self._outcome.result
        if any(test is self for test, _ in result.failures + result.errors):
            self.slurm.print_logs()

    def run_here(self, *arguments, check=True):
        return self.slurm.run(COUILLON, *arguments, check=check)

    def make_bot(self):
        """A directory with a bot that is a process."""
        bot = self.folder / "mine"
        bot.mkdir()
        shutil.copy(BOT, bot / "couillon-bot")
        (bot / "bot.txtpb").write_text(textwrap.dedent("""\
            name: "mine"
            runner: "env"
            command: "./couillon-bot"
            command: "--name"
            command: "heuristic"
            """))
        return bot

    def make_plan(self, *bots):
        self.run_here("league", "plan", "--bots", *bots, *LEAGUE,
                      "--shard-deals", "30", "-o", self.plan)

    def submit(self, *options):
        return self.run_here("league", "submit", "--plan", self.plan,
                             "--engine", "slurm", "--isolation", "none",
                             *options).stdout

    def program(self, text):
        """A program that a test puts between Slurm and couillon."""
        path = self.folder / "program"
        path.write_text(f"#!/bin/bash\nset -eu\nfolder={self.folder}\n"
                        f"couillon={COUILLON}\n" + textwrap.dedent(text))
        path.chmod(0o755)
        return path

    def submitted(self, number):
        return (self.plan / f"submit/{number:05}/groups").read_text().split()

    def wait_until_idle(self):
        cluster.wait_for("no job is left", lambda: not self.slurm.jobs(),
                         seconds=600)

    def wait_for_file(self, name):
        cluster.wait_for_file(self.folder / name)

    def report(self, league):
        return self.run_here("report", league, "--format", "json").stdout

    def test_a_cut_node_and_a_killed_controller_change_no_byte(self):
        bot = self.make_bot()
        bots = ["greedy", "random", bot]
        self.run_here("league", "run", "--bots", *bots, *LEAGUE, "--out",
                      self.folder / "alone")
        self.make_plan(*bots)
        # A task of n2 is frozen once it has saved its first shard. The others
        # do not end before the controller is killed, so that none starts then.
        program = self.program("""\
            [[ $2 == run ]] || exec "$couillon" "$@"
            if [[ $SLURMD_NODENAME != n2 ]]; then
              "$couillon" "$@"
              until [[ -e $folder/go ]]; do sleep 0.05; done
              exit
            fi
            "$couillon" "$@" &
            first=${6%%[-,]*}
            saved=$(printf '%s/plan/results/%05d-of-' "$folder" "$first")
            while kill -0 $! 2>/dev/null && ! compgen -G "$saved*" >/dev/null
            do sleep 0.05; done
            kill -STOP $! || true
            touch "$folder/frozen"
            sleep infinity
            """)
        self.submit("--group", "4", "--out", self.out, "--program", program)
        bot.rename(self.folder / "elsewhere")  # it travels as a bundle
        cluster.wait_for("a task runs on each node", lambda: list(
            self.slurm.jobs().values()).count("RUNNING") == 4)
        self.wait_for_file("frozen")
        self.slurm.wait_for_saved_state()
        self.slurm.kill_controller()
        self.slurm.cut_node("n2")
        (self.folder / "go").touch()
        self.slurm.start_controller()
        self.slurm.declare_down("n2")
        self.wait_until_idle()
        starts = [path.read_text().splitlines()
                  for path in (self.plan / "submit/00001/starts").iterdir()]
        self.assertTrue(any(
            lines[0].endswith(" n2") and not lines[-1].endswith(" n2")
            for lines in starts), starts)
        # The controller may have forgotten the job that merges.
        self.submit("--out", self.out)
        self.wait_until_idle()
        self.assertEqual(self.report(self.out),
                         self.report(self.folder / "alone"))

    def test_what_slurm_holds_is_cancelled_and_submitted_again(self):
        self.make_plan("greedy", "random")
        refuse = self.slurm.folder / "refuse"
        refuse.touch()
        self.submit("--group", "1000", "--out", self.out)  # one task
        held = cluster.wait_for("a task is held", self.slurm.held_jobs)
        self.assertEqual(len(held), 1)
        refuse.unlink()
        self.assertIn("1 jobs, which Slurm held", self.submit("--out", self.out))
        self.wait_until_idle()
        self.run_here("league", "status", "--plan", self.plan)  # exits with 0
        self.assertTrue((self.out / "league.sqlite").exists())

    def test_a_task_that_hangs_gets_a_second_copy_which_ends_it(self):
        self.make_plan("greedy", "random")
        hangs = self.program("""\
            [[ $2 == run && ! -e $folder/hangs ]] || exec "$couillon" "$@"
            if mkdir "$folder/hangs"; then sleep infinity; fi
            exec "$couillon" "$@"
            """)
        self.submit("--group", "2", "--out", self.out, "--program", hangs)
        cluster.wait_for("one task is left, and the merge", lambda: sorted(
            self.slurm.jobs().values()) == ["PENDING", "RUNNING"])
        cluster.wait_for("it has run for long", lambda: "second copies" in
                         self.submit("--speculate", "--out", self.out))
        self.assertEqual(len(self.submitted(2)), 1)
        self.wait_until_idle()
        self.assertTrue((self.out / "league.sqlite").exists())

    def test_only_what_is_missing_is_submitted(self):
        self.make_plan("greedy", "random")
        wait = self.program("""\
            until [[ -e $folder/go ]]; do sleep 0.05; done
            exec "$couillon" "$@"
            """)
        self.submit("--program", wait)
        self.assertIn("0 shards submitted", self.submit())  # queued, running
        (self.folder / "go").touch()
        self.wait_until_idle()
        self.assertIn("0 shards submitted", self.submit())  # done
        self.assertFalse((self.plan / "submit/00002").exists())
        results = sorted((self.plan / "results").iterdir())
        before = [path.read_bytes() for path in results]
        results[1].unlink()
        results[2].write_bytes(before[2][:100])
        flipped = bytearray(before[4])
        flipped[len(flipped) // 2] ^= 1
        results[4].write_bytes(flipped)
        self.submit("--out", self.out)
        self.assertEqual(self.submitted(2), ["1", "2", "4"])
        self.wait_until_idle()
        self.assertEqual([path.read_bytes() for path in results], before)
        self.assertTrue((self.out / "league.sqlite").exists())

    def test_a_task_without_time_starts_again_and_a_cancelled_one_does_not(
            self):
        self.make_plan("greedy", "random")
        stops = self.program("""\
            [[ $2 == run && $(cat "$folder"/plan/submit/*/starts/* | wc -l) == 1 ]] ||
              exec "$couillon" "$@"
            trap 'exit 75' TERM
            touch "$folder/ready"
            while :; do sleep 0.1; done
            """)
        everything = "1000"  # one task
        job = self.submit("--group", everything, "--program", stops).split()
        task = f"{job[job.index('jobs') + 1]}_0"
        self.wait_for_file("ready")
        self.slurm.run("scancel", "--batch", "--signal=USR1", task)
        self.wait_until_idle()
        self.run_here("league", "status", "--plan", self.plan)  # exits with 0
        for result in (self.plan / "results").iterdir():
            result.unlink()
        shutil.rmtree(self.plan / "submit")
        (self.folder / "ready").unlink()
        job = self.submit("--group", everything, "--program", stops).split()
        self.wait_for_file("ready")
        self.slurm.run("scancel", f"{job[job.index('jobs') + 1]}_0")
        self.wait_until_idle()
        missing = self.run_here("league", "status", "--plan", self.plan,
                                check=False)
        self.assertEqual(missing.returncode, 75)
        self.submit()
        self.wait_until_idle()
        self.run_here("league", "status", "--plan", self.plan)


if __name__ == "__main__":
    reason = cluster.why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        sys.exit(77)
    cluster.in_namespaces()
    unittest.main(verbosity=2)
