#!/usr/bin/env python3
"""The manifest of `couillon league submit --engine k8s`, without a cluster.

Checks each field against the types of the API (lightkube-models), and runs the
command of each index by hand, in a file system like that of its pod (bwrap).
Environment: COUILLON and COUILLON_BOT, the programs.
"""

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import types
import typing
import unittest

COUILLON = os.environ.get("COUILLON", "build/release/bin/couillon")
BOT = os.environ.get("COUILLON_BOT", "build/release/bin/couillon-bot")
IMAGE = "registry.example/couillon@sha256:" + "0" * 64
LEAGUE = ["--ruleset", "basic-gerver", "--deals", "120", "--block", "10",
          "--seed", "pods", "--isolation", "none", "--quiet"]


def load_types():
    """Puts plain dataclasses in the place of the client, which has what the
    package of the types takes from it."""
    core = types.ModuleType("lightkube.core.schema")
    core.DictMixin = object
    core.field = dataclasses.field
    core.dataclass = dataclasses.dataclass
    sys.modules["lightkube.core"] = types.ModuleType("lightkube.core")
    sys.modules["lightkube.core.schema"] = core


def why_not():
    load_types()
    try:
        from lightkube.models import batch_v1  # noqa: F401
    except ImportError:
        return "no lightkube-models: run tools/setup.sh --dev"
    trial = subprocess.run(["bwrap", "--ro-bind", "/", "/", "true"],
                           capture_output=True, check=False)
    return trial.stderr.decode() if trial.returncode != 0 else None


def complaints(value, kind, path):
    """What is wrong with `value` as an object of the API's type `kind`."""
    if typing.get_origin(kind) is typing.Union:  # Optional
        kind = next(one for one in typing.get_args(kind)
                    if one is not type(None))
    if typing.get_origin(kind) is list:
        if not isinstance(value, list):
            return [f"{path}: is no list"]
        return [why for i, item in enumerate(value) for why in complaints(
            item, typing.get_args(kind)[0], f"{path}[{i}]")]
    if typing.get_origin(kind) is dict:
        if not isinstance(value, dict):
            return [f"{path}: is no map"]
        return [why for key, item in value.items() for why in complaints(
            item, typing.get_args(kind)[1], f"{path}.{key}")]
    if not dataclasses.is_dataclass(kind):
        return [] if isinstance(value, kind) and not (
            kind is int and isinstance(value, bool)) else [
                f"{path}: is {value!r}, not a {kind.__name__}"]
    return complaints_of_fields(value, kind, path)


def complaints_of_fields(value, kind, path):
    if not isinstance(value, dict):
        return [f"{path}: is no {kind.__name__}"]
    hints = typing.get_type_hints(kind, vars(sys.modules[kind.__module__]))
    names = {field.metadata.get("json", field.name): field
             for field in dataclasses.fields(kind)}
    found = [f"{path}.{name}: {kind.__name__} has no such field"
             for name in value if name not in names]
    for name, field in names.items():
        required = (field.default is dataclasses.MISSING and
                    field.default_factory is dataclasses.MISSING)
        if name in value:
            found += complaints(value[name], hints[field.name],
                                f"{path}.{name}")
        elif required:
            found.append(f"{path}.{name}: is missing")
    return found


def type_of(item):
    from lightkube.models import batch_v1, networking_v1
    return {"batch/v1 Job": batch_v1.Job,
            "networking.k8s.io/v1 NetworkPolicy": networking_v1.NetworkPolicy,
            }[f"{item['apiVersion']} {item['kind']}"]


class KubernetesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(
            tempfile.TemporaryDirectory(prefix="couillon-pods-")))
        bot = cls.folder / "mine"
        bot.mkdir()
        shutil.copy(BOT, bot / "couillon-bot")
        (bot / "bot.txtpb").write_text(textwrap.dedent("""\
            name: "mine"
            command: "./couillon-bot"
            command: "--name"
            command: "greedy"
            """))
        cls.bots = ["random", str(bot)]
        cls.volume = cls.folder / "volume"
        cls.plan = cls.volume / "leagues/night"
        cls.plan.parent.mkdir(parents=True)
        cls.couillon("league", "run", "--bots", *cls.bots, *LEAGUE, "--out",
                     cls.folder / "alone")
        cls.couillon("league", "plan", "--bots", *cls.bots, *LEAGUE,
                     "--shard-deals", "30", "-o", cls.plan)
        cls.manifest = json.loads(cls.couillon(
            "league", "submit", "--plan", cls.plan, "--engine", "k8s",
            "--group", "3", "--program", IMAGE, "--claim",
            "leagues/leagues/night", "--isolation", "none"))
        bot.rename(cls.folder / "elsewhere")

    @staticmethod
    def couillon(*arguments):
        return subprocess.run([COUILLON, *map(str, arguments)], check=True,
                              stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE).stdout

    def run_container(self, container, pod, index, volumes):
        """Runs a container as the kubelet would; returns its exit code."""
        places = [word for mount in container["volumeMounts"] for word in (
            "--ro-bind" if mount["readOnly"] else "--bind",
            volumes[mount["name"]], mount["mountPath"])]
        variables = {"PATH": "/program:/usr/bin:/bin",
                     "JOB_COMPLETION_INDEX": str(index),
                     **{one["name"]: one["value"] for one in container["env"]}}
        user = str(pod["securityContext"]["runAsUser"])
        command = ["bwrap", "--unshare-all", "--die-with-parent", "--clearenv",
                   "--uid", user, "--ro-bind", "/usr", "/usr",
                   "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib",
                   "/lib", "--symlink", "usr/lib64", "/lib64",
                   "--proc", "/proc", "--dev", "/dev",
                   "--ro-bind", COUILLON, "/program/couillon", *places,
                   "--remount-ro", "/"]
        for name, value in variables.items():
            command += ["--setenv", name, value]
        return subprocess.run([*map(str, command), *container["command"]],
                              stdin=subprocess.DEVNULL,
                              check=False).returncode

    def test_every_field_is_one_of_the_api(self):
        for item in self.manifest["items"]:
            self.assertEqual(complaints(item, type_of(item), item["kind"]), [])

    def test_a_wrong_field_is_found(self):
        job = json.loads(json.dumps(self.manifest["items"][1]))
        job["spec"]["template"]["spec"]["containers"][0]["cmd"] = []
        del job["spec"]["podFailurePolicy"]["rules"][0]["action"]
        job["spec"]["completions"] = "3"
        self.assertEqual(len(complaints(job, type_of(job), "Job")), 3)

    def test_the_indexes_play_the_league(self):
        job = self.manifest["items"][1]["spec"]
        pod = job["template"]["spec"]
        for index in reversed(range(job["completions"])):
            scratch = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
            volumes = {"plan": self.volume, "bots": scratch / "bots",
                       "scratch": scratch / "tmp"}
            (scratch / "bots").mkdir()
            (scratch / "tmp").mkdir()
            for container in pod["initContainers"] + pod["containers"]:
                self.assertEqual(
                    self.run_container(container, pod, index, volumes), 0)
        self.couillon("league", "merge", "--plan", self.plan, "--out",
                      self.folder / "merged")
        self.assertEqual(*(self.couillon("report", self.folder / name,
                                         "--format", "json")
                           for name in ("merged", "alone")))


if __name__ == "__main__":
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main(verbosity=2)
