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
OTHERS = re.compile(r"(^|/)(tests?|testing|bench\w*|third_?party|vendor)/|_test\.|"
                    r"_bench\w*\.|(^|/)test\w*\.")
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def sources(rooms, *suffixes):
    return [path for path in tree.files(*(suffixes or (".h", ".cc")))
            if path.startswith(rooms)]


def lines_of(paths):
    return sum(len((tree.ROOT / path).read_text(errors="replace").splitlines())
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


def rooms_of(outer):
    """How the folders inside a folder include each other: their number, the
    floors they stand on, the arrows between them and those that point back."""
    arrows, rooms = {}, set()
    inside = lambda path: (path.removeprefix(outer).split("/")[0]
                           if path.startswith(outer) and
                           "/" in path.removeprefix(outer) else None)
    for path in sources(PRODUCT):
        here = inside(path)
        if here is None:
            continue
        rooms.add(here)
        for header in includes(path):
            there = inside(header)
            if there not in (None, here):
                arrows.setdefault(here, set()).add(there)
    floors = {}

    def floor(room, above=()):
        if room not in floors:
            below = arrows.get(room, set()) - {room, *above}
            floors[room] = 1 + max((floor(other, (*above, room))
                                    for other in below), default=0)
        return floors[room]

    back = sum(room in arrows.get(other, ()) for room in rooms
               for other in arrows.get(room, ()))
    return (len(rooms), max(map(floor, rooms), default=0),
            sum(map(len, arrows.values())), back)


def one_user_modules(paths):
    """The modules that one other module includes, of the same folder."""
    module = lambda path: str(PurePosixPath(path).with_suffix(""))
    users = {}
    for path in paths:
        for header in includes(path):
            if module(header) != module(path):
                users.setdefault(module(header), set()).add(module(path))
    return sum(len(those) == 1 and
               PurePosixPath(next(iter(those))).parent == PurePosixPath(name).parent
               for name, those in users.items())


def include_lines(paths):
    """The number of include lines of each file."""
    return [sum(line.lstrip().startswith("#include")
                for line in (tree.ROOT / path).read_text(errors="replace").splitlines())
            for path in paths]


def shape(product):
    """Rows of how files and folders stand to each other."""
    lines = max(1, lines_of(product))
    own = [path for path in product if path.endswith((".cc", ".cpp"))]
    modules = {str(PurePosixPath(path).with_suffix("")) for path in product}
    by_hand = sum(len(re.findall(r"\.ok\(\)\) (?:\{\s*)?return\b",
                                 (tree.ROOT / path).read_text(errors="replace")))
                  for path in product)
    count, folder = files_side_by_side()
    if any(path.startswith("arena/") for path in product):
        yield "rooms of arena; floors; arrows; back", "; ".join(
            map(str, rooms_of("arena/"))), "8; 7; 26; 0"
    yield "files side by side", f"{count} in {folder}", "<= 35"
    yield "modules", str(len(modules)), "<= 600"
    yield "include lines; median per source", (
        f"{100 * sum(include_lines(product)) / lines:.1f}%; "
        f"{statistics.median(include_lines(own) or [0]):.0f}"), "<= 8%; 10"
    yield "modules with one user, in its folder", (
        str(one_user_modules(product))), "<= 20"
    yield "`.ok()) return` by hand", str(by_hand), "where handled"


def sizes():
    """Rows of lines by language, and of tests to product."""
    cpp = lines_of(sources(PRODUCT))
    page = lines_of(path for path in sources(PRODUCT, ".ts", ".tsx")
                    if "/tests/" not in path and path.startswith("tools/page/"))
    sdks = lines_of(path for path in sources(
        ("bots/",), ".py", ".js", ".mjs", ".ts", ".go", ".rs", ".java")
                    if "/test" not in path and "_test." not in path)
    yield "product lines: C++; page; SDKs", f"{cpp}; {page}; {sdks}", (
        "<= 135000 together")
    ratio = lambda tests, rooms: (lines_of(sources(tests)) /
                                  max(1, lines_of(sources(rooms))))
    yield "test lines / product lines", (
        f"{ratio(('tests/',), PRODUCT):.2f}"), ">= 0.55"
    for name, tests, rooms, goal in (
            ("arena", ("tests/arena/", "tests/check/"), ("arena/",), ">= 0.5"),
            ("report", ("tests/arena/report/",), ("arena/report/",), ">= 0.5"),
            ("tools", ("tests/tools/",), ("tools/",), ">= 0.4")):
        yield f"the same of {name}", f"{ratio(tests, rooms):.2f}", goal


def table(cycles_of):
    """Rows of name, figure, goal. Of a tree that is not this one, all sources
    but tests, benchmarks and third-party code."""
    global PRODUCT
    ours = (tree.ROOT / "arena").is_dir() and (tree.ROOT / "engine").is_dir()
    if not ours:
        PRODUCT = ("",)
    product = [path for path in sources(
        PRODUCT, ".h", ".cc", *(() if ours else (".cpp", ".hpp")))
               if ours or not OTHERS.search(path)]
    functions = function_lines(product)
    casts = sum((tree.ROOT / path).read_text(errors="replace").count("static_cast<")
                for path in product)
    cycles = module_cycles(cycles_of)
    nth = lambda share: functions[int(share * (len(functions) - 1))]
    yield from shape(product)
    yield "module cycles (of more than two)", (
        f"{len(cycles)} ({sum(size > 2 for size in cycles)})"), "0 of more"
    yield "include depth", str(include_depth(product)), "<= 10"
    yield "function lines, median / p90 / max", (
        f"{statistics.median(functions):.0f} / {nth(0.9)} / {functions[-1]}"
        if functions else "-"), "p90 <= 22, max <= 50"
    yield "lines per static_cast", (
        str(lines_of(product) // max(1, casts))), "-"
    if ours:
        yield from sizes()
    else:
        yield "lines", str(lines_of(product)), "-"
