"""What tests/same_results compares: tables of names and commands."""

import re
from collections import namedtuple

# Steps run first, in order; then the output of each command of `shown`, by
# name, is compared. Commands run in a scratch folder that the cases of a build
# share. {bot:NAME} is a process of couillon-bot.
Case = namedtuple("Case", "name steps shown")

FORMATS = ("text", "json", "csv")
BOTS = "builtin:first-legal builtin:random builtin:greedy builtin:heuristic"

LEAGUES = {  # by name: what `league run` gets besides what all have in common
    "round-robin": f"--bots {BOTS} --ruleset basic-gerver,force-gerver,six-32 "
                   "--deals 320 --block 16 --record deals",
    "gauntlet": f"--bots {BOTS} --format gauntlet --ruleset fr --deals 96 "
                "--block 16 --record deals",
    "three sides": "--bots builtin:random builtin:greedy builtin:heuristic "
                   "--ruleset troeven-3-solo --deals 96 --record deals",
    "three-way": "--bots builtin:random builtin:greedy builtin:heuristic "
                 "--format three-way --ruleset troeven-3-solo --deals 96 "
                 "--record deals",
    "matches": "--bots builtin:random builtin:greedy builtin:heuristic "
               "--ruleset fr,kujong --matches 24 --record deals",
    "individual": "--bots a=builtin:greedy b=builtin:random c=builtin:heuristic "
                  "d=builtin:greedy e=builtin:random --format individual "
                  "--ruleset mit-malmedy+tournament --deals 40 --block 8 "
                  "--record deals",
    "processes": "--bots builtin:random \'{bot:greedy}\' \'{bot:heuristic}\' "
                 "--ruleset basic-gerver --deals 160 --block 16 "
                 "--limit start:250,move:250 --record deals",
}
OF_LEAGUE = {  # LEAGUE: its folder; RULESET: its first
    **{kind: f"report LEAGUE --format {kind}" for kind in FORMATS},
    "policy": "report LEAGUE --policy",
    "scale deals": "report LEAGUE --scale deals --format json",
    "page": "report LEAGUE --format html --reproducible --losses 2",
    "faults": "faults LEAGUE --format json",
    "verify": "verify LEAGUE",
    "status": "league status LEAGUE",
    "status json": "league status LEAGUE --format json",
    **{f"export {what} {kind}": f"export LEAGUE --what {what} --format {kind}"
       for what in ("standings", "pairs", "units", "deals", "faults")
       for kind in ("csv", "jsonl")},
    "analyse": "analyse LEAGUE --deals 1 --samples 3 --tricks 3",
    "analyse json": "analyse LEAGUE --deals 1 --tricks 3 --format json",
    "losses": "analyse LEAGUE --losses --deals 3 --tricks 4",
    "audit": "audit LEAGUE --decisions 40 --deals 8 --quiet",
    "audit json": "audit LEAGUE --decisions 40 --deals 8 --quiet --format json",
    "rate": "rate LEAGUE --ruleset RULESET",
    "rate json": "rate LEAGUE --ruleset RULESET --drift --format json",
    "replay": "replay LEAGUE --deal 1 --values",
    "replay page": "replay LEAGUE --deal 1 --values --format html",
}
NO_PAIRINGS = ("scale deals", "rate", "rate json")
NOT_OF = {  # by league: what it does not have
    "three-way": NO_PAIRINGS,
    "individual": NO_PAIRINGS,
}

ARENAS = {  # by name: what `arena init` gets besides --seed
    "round robin": "--ruleset fr,six-32 --deals 128 --round-items 64 --block 16 "
                   "--record deals",
    "three sides": "--ruleset troeven-3-solo --deals 32 --round-items 16 "
                   "--block 8 --record deals",
    "matches": "--ruleset mit-malmedy --matches 16 --round-items 8",
    "gauntlet": "--format gauntlet --ruleset fr --deals 128 --round-items 64 "
                "--block 16",
    "swiss": "--format swiss --ruleset fr --deals 64 --block 16",
    "swiss of matches": "--format swiss --ruleset kujong --matches 8",
    "knockout": "--format knockout --ruleset fr --deals 512 --round-items 128",
    "double-knockout": "--format double-knockout --ruleset fr --deals 512 "
                       "--round-items 128",
    "individual": "--format individual --ruleset fr --deals 48 --round-items 24 "
                  "--block 8 --record deals",
}
ARENA_STEPS = (
    f"arena submit ARENA {BOTS} fifth=builtin:greedy --allow unchecked",
    "arena run ARENA --quiet --concurrency 2",
)
LATER_STEPS = (  # a new version, a newcomer, one that leaves
    "arena submit ARENA greedy=builtin:heuristic sixth=builtin:random --allow unchecked",
    "arena retire ARENA first-legal",
    "arena run ARENA --quiet --concurrency 2",
)
# After the first rounds an adaptive arena plans by the time that bots took, so
# only its first round is compared; it is planned and merged as by a cluster.
PLANNED_STEPS = (
    f"arena submit ARENA {BOTS} fifth=builtin:greedy --allow unchecked",
    "arena plan ARENA --shard-deals 16 --out ARENA-plan",
    "league run --plan ARENA-plan --quiet",
    "arena merge ARENA --plan ARENA-plan",
)
ADAPTIVE = ("--format adaptive --ruleset fr --deals 128 --round-items 32 "
            "--block 16 --record deals")
OF_ARENA = {  # ARENA: its folder
    **{kind: f"arena report ARENA --format {kind}" for kind in FORMATS},
    "policy": "arena report ARENA --policy",
    "page": "arena report ARENA --format html --reproducible",
    "status": "arena status ARENA",
    "status json": "arena status ARENA --format json",
    "verify": "arena verify ARENA",
    **{f"export {what} {kind}": f"export ARENA --what {what} --format {kind}"
       for what in ("standings", "history") for kind in ("csv", "jsonl")},
    "round": "report ARENA/rounds/0001 --format json",
    "dry run": "arena run ARENA --dry-run",
}

PLAN = Case(
    "plan",
    (f"league plan --bots {BOTS} --ruleset fr,six-32 --deals 96 --block 16 "
     "--record deals --shard-deals 32 --seed fixed --out plan",
     "league run --plan plan --quiet",
     "league merge --plan plan --out plan-merged"),
    {"status": "league status --plan plan",
     "status json": "league status --plan plan --format json",
     "verify shards": "league verify --plan plan --sample 50% --quiet",
     "verify": "verify plan-merged",
     **{kind: f"report plan-merged --format {kind}" for kind in FORMATS},
     "pairs": "export plan-merged --what pairs"})
SEQUENTIAL = Case(
    "sequential",
    ("match builtin:greedy builtin:heuristic --ruleset basic-gerver --deals 4000 "
     "--sprt elo0=0 elo1=20 --seed fixed --concurrency 2 --quiet "
     "--out sequential",),
    {**{kind: f"report sequential --format {kind}" for kind in FORMATS},
     "page": "report sequential --format html --reproducible",
     "faults": "faults sequential --format json",
     "verify": "verify sequential",
     "sprt": "sprt sequential greedy heuristic elo0=0 elo1=20 --history",
     "sprt json": "sprt sequential greedy heuristic elo0=0 elo1=20 --format json"})

FILES = {  # by name: inputs of the commands below
    "pairs.csv": "deal,bot_a,bot_b,pair_score\n" + "".join(
        f"{deal},{a},{b},{(deal * 7 + place * 3) % 5 / 4}\n"
        for deal in range(60)
        for place, (a, b) in enumerate((("x", "y"), ("x", "z"), ("y", "z")))),
    "counts.csv": "bot_a,bot_b,wins,draws,losses\n"
                  "x,y,40,12,30\ny,z,25,20,35\nx,z,50,5,27\n",
    "tables.csv": "deal,table,seat,bot,game_points\n" + "".join(
        f"{deal},0,{seat},{'pqrs'[(seat + deal) % 4]},{(deal * 5 + seat * 3) % 4}\n"
        for deal in range(60) for seat in range(4)),
}
CELLS = "--counts 120,80,400,100,150"
COUNTED = {  # by name, each as text and as JSON
    "rate --counts": f"rate {CELLS}",
    "rate --counts plus2": f"rate {CELLS} --interval plus2",
    "rate --counts fishtest": f"rate {CELLS} --interval fishtest",
    "rate --sprt": f"rate {CELLS} --sprt elo0=0 elo1=5",
    "rate --counts games": "rate --counts 120,30,100",
    "rate --pairs": "rate --pairs pairs.csv",
    "rate --pairs anchor": "rate --pairs pairs.csv --anchor y=100 --errors pair",
    "rate --pairs prior": "rate --pairs pairs.csv --prior x=20,50 "
                         "--prior y=0,80",
    "rate --pairs counts": "rate --pairs counts.csv --errors curvature",
    "rate --tables": "rate --tables tables.csv",
    "sprt forecast": "sprt elo0=0 elo1=5",
    "sprt --counts logistic": f"sprt {CELLS} elo0=-2 elo1=4 model=logistic alpha=0.01",
    "sprt --counts": f"sprt {CELLS} elo0=0 elo1=5",
    "sprt --counts games": "sprt --counts 120,30,100 elo0=0 elo1=5",
    "sprt --pairs": "sprt --pairs pairs.csv x y elo0=0 elo1=5 "
                    "--seatings-per-pair 2 --history",
    "solve": "solve --ruleset fr --seed fixed --deal 3",
    "solve carry": "solve --ruleset basic-gerver --seed fixed --deal 5 --carry 2",
    "solve three sides": "solve --ruleset troeven-3-dummy --seed fixed",
    "exploit": "exploit builtin:greedy --ruleset fr --deals 40 --samples 20 "
               "--seed fixed --quiet",
    "exploit process": "exploit \'{bot:heuristic}\' --ruleset six-32 --deals 10 "
                       "--samples 10 --seed fixed --quiet",
    "deal": "deal basic-gerver --seed fixed --count 500",
    "deal three sides": "deal troeven-3-dummy --seed fixed --count 500",
    "bot check": "bot check --ruleset fr --ruleset kujong --decisions 40 "
                 "-- {couillon-bot} --name greedy",
    "rules list": "rules",
}
FAIRNESS = ("fairness --ruleset basic-gerver,six-32,troeven-3-solo --bots "
            "builtin:random builtin:greedy --deals 200 --pairing-deals 100 "
            "--matches 20 --playouts 20000 --seed fixed")

# What no two runs, or no two builds, have in common: in the output of commands
# that match the first, what matches the second becomes the third.
MARKS = (
    ("", r'"program": ?\{[^}]*\}', '"program": "PROGRAM"'),  # its version
    # How many units were under way when the test ended depends on timing.
    ("^verify sequential", r"\d+ (units|tables)", r"N \1"),
    # The program of a bot is the build's; times are those of this run.
    (" league-processes", r"\bdigest [0-9a-f]{12}\b", "digest DIGEST"),
    (" league-processes", r'"digest": ?"[0-9a-f]{64}"', '"digest": "DIGEST"'),
    ("^league status league-processes",
     r"[\d.]+ s with open decisions, [\d.]+ s of CPU time", "TIME"),
    ("^league status league-processes", r"p50 [\d.]+ ms, p99 [\d.]+ ms", "TIMES"),
    ("^league status league-processes", r'"(busy|cpu)_seconds": [\d.]+',
     r'"\1_seconds": "TIME"'),
    ("^league status league-processes", r'"latency_ms": \{[^}]*\}',
     '"latency_ms": "TIMES"'),
    ("^bot check", r"(ready after|ended within) \d+ ms", r"\1 N ms"),
    ("^bot check", r"(?<= )\d+ in batches of", "N in batches of"),
    ("^bot check", r"\d+\.\d MB (at first|after)", r"N MB \1"),
)


def rulesets(listed):
    """Each ruleset, plain and with each switch of its own."""
    for ruleset in listed:
        name = ruleset["id"]
        yield name
        for switch in ruleset.get("switches", ()):
            yield f"{name}+{switch.replace('-N', '-6')}"  # -N: a number


def list_cases(listed, deals):
    """All cases; `listed` is what `rules` lists, `deals` those of a trace."""
    cases = []
    for spec in rulesets(listed):
        cases.append(Case(f"trace {spec}", (),
                          {"": f"trace {spec} --seed fixed --count {deals}"}))
        cases.append(Case(f"rules {spec}", (), {
            "json": f"rules {spec} --format json",
            **{language: f"rules {spec} --lang {language}"
               for language in ("en", "fr", "nl", "de")}}))
    for name, command in COUNTED.items():
        cases.append(Case(name, (), {"text": with_format(command, "text"),
                                     "json": with_format(command, "json")}))
    for name, words in LEAGUES.items():
        folder = "league-" + name.replace(" ", "-")
        ruleset = re.search(r"--ruleset ([^ ,]+)", words)[1]
        cases.append(Case(
            f"league {name}",
            (f"league run {words} --seed fixed --concurrency 2 --quiet "
             f"--out {folder}",),
            {part: command.replace("LEAGUE", folder).replace("RULESET", ruleset)
             for part, command in OF_LEAGUE.items()
             if part not in NOT_OF.get(name, ())}))
    for name, words in ARENAS.items():
        cases.append(arena(name, words, ARENA_STEPS + LATER_STEPS))
    cases.append(arena("adaptive", ADAPTIVE, PLANNED_STEPS))
    cases += [PLAN, SEQUENTIAL]
    cases.append(Case("fairness", (), {kind: f"{FAIRNESS} --format {kind}"
                                       for kind in FORMATS}))
    return cases


def with_format(command, kind):
    """The command with --format, before the command line of a bot."""
    ours, dashes, bot = command.partition(" -- ")
    return f"{ours} --format {kind}{dashes}{bot}"


def arena(name, words, steps):
    """The case of an arena: made, played in the steps, then shown."""
    folder = "arena-" + name.replace(" ", "-")
    steps = (f"arena init ARENA {words} --seed fixed", *steps)
    return Case(f"arena {name}",
                tuple(step.replace("ARENA", folder) for step in steps),
                {part: command.replace("ARENA", folder)
                 for part, command in OF_ARENA.items()})
