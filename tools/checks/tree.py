"""The files of the tree as the checks see them: tracked, or new and not
ignored."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files(*suffixes):
    """Paths from the root, sorted; all files if no suffix is given."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(listed.split("\0"))
                  if path and path.endswith(suffixes or "")
                  and (ROOT / path).is_file())


def lines_of_code(path):
    """Pairs of line number and line, block comments and // comments blanked."""
    text = (ROOT / path).read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text,
                  flags=re.S)
    for number, line in enumerate(text.split("\n"), 1):
        yield number, re.sub(r"(^|\s)//.*", "", line)
