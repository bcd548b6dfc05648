"""Generates the Python code of the protocol from the files in proto/.

    python -m couillon_bot.generate

A bot also does this when it first needs the code. The code goes to a subfolder
of `_generated` that is named after a hash of its inputs, so stale code is never
imported; bots that start at the same time do not conflict.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import List

PACKAGE = Path(__file__).resolve().parent
GENERATED = PACKAGE / "_generated"
_SOURCES = (
    "couillon/v1/ruleset.proto",
    "couillon/v1/bot_service.proto",
    "couillon/v1/arena_service.proto",
)


def proto_folder() -> Path:
    """The folder that the protocol's files are in: COUILLON_PROTO, or the
    nearest `proto` above this package."""
    given = os.environ.get("COUILLON_PROTO")
    if given:
        return Path(given)
    for folder in PACKAGE.parents:
        if (folder / "proto" / _SOURCES[-1]).is_file():
            return folder / "proto"
    raise FileNotFoundError(
        f"no folder proto/ with {_SOURCES[-1]} above {PACKAGE}; "
        "say where it is in the environment variable COUILLON_PROTO"
    )


def generated_name(protos: Path) -> str:
    """The name of the folder for code made from these files by the packages
    installed now."""
    stamp = hashlib.sha256()
    for source in _SOURCES:
        stamp.update((protos / source).read_bytes())
    for package in ("protobuf", "grpcio"):
        stamp.update(metadata.version(package).encode())
    return "v" + stamp.hexdigest()[:16]


def _protoc(protos: Path, out: Path) -> None:
    command: List[str] = [
        sys.executable,
        "-m",
        "grpc_tools.protoc",
        f"--proto_path={protos}",
        f"--python_out={out}",
        f"--pyi_out={out}",
        f"--grpc_python_out={out}",
        *_SOURCES,
    ]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(
            f"{' '.join(command)} failed:\n{done.stderr.strip()}\n"
            "Are the packages of bots/python/requirements.txt installed?"
        )


def generate_into(parent: Path) -> Path:
    """Returns the folder with the generated code in `parent`, which is made
    if it is not there yet."""
    protos = proto_folder()
    final = parent / generated_name(protos)
    if final.is_dir():
        return final
    parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="tmp-", dir=parent))
    try:
        _protoc(protos, work)
        ready = work / "couillon" / "v1"
        for module in [*ready.glob("*.py"), *ready.glob("*.pyi")]:
            # The code is in this package, not in one named `couillon`.
            text = module.read_text(encoding="utf-8")
            text = re.sub(
                r"^from couillon\.v1 import", "from . import", text, flags=re.M
            )
            module.write_text(text, encoding="utf-8")
        (ready / "__init__.py").touch()
        try:
            ready.rename(final)
        except OSError:
            if not final.is_dir():  # if it is, another process was faster
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return final


if __name__ == "__main__":
    print(generate_into(GENERATED))
