"""Figures about the shape of the tree: for looking at, not for gating. A module
is a header with its source. Generated files are left out, and tests unless the
figure is theirs."""

import re
import shutil
import statistics
import subprocess
from collections import Counter
from pathlib import PurePosixPath

import tree

PRODUCT = ("engine/", "proto/", "arena/", "bots/", "tools/")
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def sources(rooms, *suffixes):
    return [path for path in tree.files(*(suffixes or (".h", ".cc")))
            if path.startswith(rooms)]


def lines_of(paths):
    return sum(len((tree.ROOT / path).read_text().splitlines())
               for path in paths)


def includes(path):
    for _, line in tree.lines_of_code(path):
        match = INCLUDE.match(line)
        if match and (tree.ROOT / match[1]).is_file():
            yield match[1]


def include_depth(paths):
    """The headers on the longest chain of our own includes."""
    graph = {path: list(includes(path)) for path in paths}
    depth = {}

    def visit(path):
        if path not in depth:
            depth[path] = 0  # ends a chain that bites its tail
            depth[path] = 1 + max(map(visit, graph.get(path, ())), default=0)
        return depth[path]

    return max(map(visit, graph), default=0)


def function_lines(paths):
    """The length of each function, sorted; empty without universal-ctags."""
    if shutil.which("ctags") is None:
        return []
    tags = subprocess.run(
        ["ctags", "-f", "-", "--languages=C++", "--map-C++=+.h",
         "--kinds-C++=f", "--fields=ne", "--excmd=number", *paths],
        cwd=tree.ROOT, check=True, capture_output=True, text=True).stdout
    ends = re.findall(r"\tline:(\d+)\tend:(\d+)", tags)
    return sorted(int(end) - int(first) + 1 for first, end in ends)


def files_side_by_side():
    counts = Counter(str(PurePosixPath(path).parent)
                     for path in sources(PRODUCT))
    return max(((count, folder) for folder, count in counts.items()),
               default=(0, ""))


def module_cycles(cycles_of):
    graph = {}
    module = lambda path: str(PurePosixPath(path).with_suffix(""))
    for path in sources(PRODUCT):
        for header in includes(path):
            if module(header) != module(path):
                graph.setdefault(module(path), set()).add(module(header))
    return [len(cycle) for cycle in cycles_of(graph)]


def table(cycles_of):
    """Rows of name, figure, goal."""
    product = sources(PRODUCT)
    functions = function_lines(product)
    casts = sum((tree.ROOT / path).read_text().count("static_cast<")
                for path in product)
    count, folder = files_side_by_side()
    cycles = module_cycles(cycles_of)
    ratio = lambda tests, rooms: (lines_of(sources(tests)) /
                                  max(1, lines_of(sources(rooms))))
    nth = lambda share: functions[int(share * (len(functions) - 1))]
    yield "module cycles (of more than two)", (
        f"{len(cycles)} ({sum(size > 2 for size in cycles)})"), "0 of more"
    yield "include depth", str(include_depth(product)), "<= 10"
    yield "files side by side", f"{count} in {folder}", "<= 35"
    yield "function lines, median / p90 / max", (
        f"{statistics.median(functions):.0f} / {nth(0.9)} / {functions[-1]}"
        if functions else "-"), "p90 <= 22, max <= 50"
    yield "lines per static_cast", (
        str(lines_of(product) // max(1, casts))), "-"
    yield "test lines / product lines", (
        f"{ratio(('tests/',), PRODUCT):.2f}"), ">= 0.6"
    yield "the same of arena", (
        f"{ratio(('tests/arena/', 'tests/check/'), ('arena/',)):.2f}"
    ), ">= 0.5"
