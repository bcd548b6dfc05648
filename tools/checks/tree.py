"""The files of the tree as the checks see them: tracked, or new and not
ignored."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'\s*#\s*include\s+([<"][^>"]+[>"])')
CONDITION = re.compile(r"\s*#\s*(if|endif)")


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


def includes(path):
    """Pairs of line number and header, in quotes or <>, of the includes that no
    #if skips."""
    depth = 0
    for number, line in lines_of_code(path):
        condition, included = CONDITION.match(line), INCLUDE.match(line)
        if condition:
            depth += 1 if condition[1] == "if" else -1
        elif included and depth == 0:
            yield number, included[1]


def own_header(path):
    """The header whose includes this source need not repeat: it includes it, and
    it has the same path. For a test x_test.cc, also its first header of the
    project if that is named x.h. None for a source that has no such header."""
    own = path.removesuffix(".cc") + ".h"
    ours = [name[1:-1] for _, name in includes(path)
            if (ROOT / name[1:-1]).is_file()]
    if own in ours:
        return own
    if ours and ours[0].endswith("/" + own.split("/")[-1].replace("_test.h", ".h")):
        return ours[0]
    return None


def changed(revision, *suffixes):
    """The files that differ from a revision, or are new; all files if there is
    no such revision."""
    known = subprocess.run(["git", "rev-parse", "-q", "--verify", revision],
                           cwd=ROOT, stdout=subprocess.DEVNULL)
    if known.returncode != 0:
        return files(*suffixes)
    differ = subprocess.run(
        ["git", "diff", "--name-only", "-z", "--diff-filter=d", revision],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    new = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set((differ + new).split("\0"))
                  if path and path.endswith(suffixes or ""))


def built(folder=None):
    """The build folder: `folder` if given, else build/dev or build/release.
    None if there is none with a list of compile commands."""
    folders = [folder] if folder else [ROOT / "build" / name
                                       for name in ("dev", "release")]
    return next((folder for folder in folders
                 if (folder / "compile_commands.json").is_file()), None)
