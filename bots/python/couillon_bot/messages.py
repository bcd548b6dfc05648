"""The generated code of the protocol: `ruleset`, and `bot_service` and
`arena_service` with their `_grpc`. Importing this module generates it if necessary (see generate.py)."""

from __future__ import annotations

import errno
import importlib
import importlib.util
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Tuple
from types import ModuleType

from couillon_bot import generate

_NAME = "couillon_bot._generated"


def _import_from(folder: Path) -> Tuple[ModuleType, ...]:
    spec = importlib.util.spec_from_file_location(
        _NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = package
    spec.loader.exec_module(package)
    names = (
        "ruleset_pb2",
        "bot_service_pb2",
        "bot_service_pb2_grpc",
        "arena_service_pb2",
        "arena_service_pb2_grpc",
    )
    return tuple(importlib.import_module(f"{_NAME}.{name}") for name in names)


def _import_generated() -> Tuple[ModuleType, ...]:
    try:
        return _import_from(generate.generate_into(generate.GENERATED))
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
    # The package is in a folder that this process may not write to.
    spare = Path(tempfile.mkdtemp(prefix="couillon-bot-"))
    try:
        return _import_from(generate.generate_into(spare))
    finally:
        shutil.rmtree(spare, ignore_errors=True)


(
    ruleset,
    bot_service,
    bot_service_grpc,
    arena_service,
    arena_service_grpc,
) = _import_generated()
