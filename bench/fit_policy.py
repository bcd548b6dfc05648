#!/usr/bin/env python3
"""Fits the weights of CardPolicy to the choices of the bot "expert"

    bench/fit_policy.py --choices FILE [FILE...] --out WEIGHTS_H
    bench/fit_policy.py --play DIRECTORY [--effort 0.1]

The first form reads what the program card_decisions printed and writes
bots/cpp/search/card_policy.h. The second plays the deals that were
used for it, one file per ruleset below DIRECTORY (hours on one core; --effort
0.1: a tenth of the deals). Needs numpy and scipy:

    python3 -m venv build/fit && build/fit/bin/pip install numpy scipy

A card is chosen with a chance that grows with its score, the sum of weights
times features (softmax). The weights minimise the cross entropy with the
chances that the values of the cards would give: a card that costs TEMPERATURE
game points is chosen 1/e times as often as the best. One of ten choices is
kept for the check: the mean cost of the card with the highest score, and of
the card of "heuristic", whose value is the first feature of each set.
"""

import argparse
import subprocess
import textwrap
from pathlib import Path

import numpy
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/bin/card_decisions"
# As in card_features.h.
UNIT = 64
LEAD_SETS, LEAD_FEATURES = 4, 110
FOLLOW_SETS, FOLLOW_FEATURES = 15, 64
LEADS = LEAD_SETS * LEAD_FEATURES
FEATURES = LEADS + FOLLOW_SETS * FOLLOW_FEATURES
WEIGHT_UNIT = 1024

SEED = "policy"
DEALS = {"troeven": 270, "kujong": 600, "mit-malmedy": 900, "tongres": 700,
         "force-gerver": 800, "basic-gerver": 2500, "kwajongen": 4300,
         "fr": 2500, "ardennes": 2500, "force-fr": 2300, "cooyah": 2300,
         "denexa": 500}

TEMPERATURE = 0.08      # game points
SHRINKAGE = 2e-5        # of squared weights, in logits
# The weight of a ruleset with more choices than this grows no further.
FULL_RULESET = 15_000

HEAD = '''// The weights of CardPolicy by feature, in 1/1024 of a logit. Written by
// bench/fit_policy.py.
#pragma once

#include <array>
#include <cstdint>

#include "bots/cpp/search/card_features.h"

namespace couillon::bots {

inline constexpr std::array<std::int16_t, kCardFeatures> kCardPolicyWeights = {
'''


class Choices:
    """All choices of some files; cards lie side by side, choice by choice."""

    def __init__(self, files):
        self.first, self.ruleset, self.place, values = [], [], [], []
        rows, columns, amounts = [], [], []
        for file in files:
            for line in file.read_text().splitlines():
                words = line.split()
                if words[0] == "choice":
                    self.first.append(len(values))
                    self.ruleset.append(words[1])
                    self.place.append(int(words[2]))
                    continue
                for word in words[1:]:
                    feature, amount = word.split(":")
                    rows.append(len(values))
                    columns.append(int(feature))
                    amounts.append(int(amount) / UNIT)
                values.append(float(words[0]))
        self.first = numpy.array(self.first)
        self.ruleset = numpy.array(self.ruleset)
        self.place = numpy.array(self.place)
        sizes = numpy.diff(numpy.append(self.first, len(values)))
        self.choice = numpy.repeat(numpy.arange(len(self.first)), sizes)
        self.features = csr_matrix((amounts, (rows, columns)),
                                   shape=(len(values), FEATURES))
        # What a card costs against the best one, 0 or less.
        self.cost = self.behind_best(numpy.array(values))

    def behind_best(self, numbers):
        """Each number less the highest of its choice."""
        return numbers - numpy.maximum.reduceat(numbers,
                                                self.first)[self.choice]

    def sums(self, numbers):
        return numpy.add.reduceat(numbers, self.first)

    def softmax(self, scores):
        parts = numpy.exp(self.behind_best(scores))
        return parts / self.sums(parts)[self.choice]

    def regret(self, scores):
        """What the card with the highest score costs, by choice."""
        best = self.behind_best(scores) == 0
        share = best / self.sums(best.astype(float))[self.choice]
        return self.sums(share * -self.cost)


def fit(choices, kept):
    """Weights by feature, in logits; `kept`: choices that do not count."""
    wanted = choices.softmax(choices.cost / TEMPERATURE)
    sizes = {name: (choices.ruleset == name).sum()
             for name in set(choices.ruleset)}
    weight = numpy.array([min(2.0, (FULL_RULESET / sizes[name]) ** 0.5)
                          for name in choices.ruleset]) * ~kept
    by_card = (weight / len(weight))[choices.choice]

    def loss(weights):
        found = choices.softmax(choices.features @ weights)
        entropy = -(by_card * wanted * numpy.log(found + 1e-300)).sum()
        slope = choices.features.T @ (by_card * (found - wanted))
        return (entropy + SHRINKAGE * (weights ** 2).sum(),
                slope + 2 * SHRINKAGE * weights)

    return minimize(loss, numpy.zeros(FEATURES), jac=True, method="L-BFGS-B",
                    options={"maxiter": 400}).x


def heuristic_scores(choices):
    """The feature that is what "heuristic" compares."""
    first = [s * LEAD_FEATURES for s in range(LEAD_SETS)]
    first += [LEADS + s * FOLLOW_FEATURES for s in range(FOLLOW_SETS)]
    return numpy.asarray(choices.features[:, first].sum(axis=1)).ravel()


def check(choices, weights, kept):
    print("mean cost in game points, kept choices: heuristic, policy")
    usual = choices.regret(heuristic_scores(choices))
    fitted = choices.regret(choices.features @ weights)
    groups = [("all", kept)]
    groups += [(name, kept & (choices.ruleset == name))
               for name in sorted(set(choices.ruleset))]
    groups += [(f"card {place + 1} of the trick",
                kept & (choices.place == place)) for place in range(4)]
    for name, group in groups:
        print(f"  {name:20} {usual[group].mean():.4f} "
              f"{fitted[group].mean():.4f}  ({group.sum()})")


def write(weights, file):
    numbers = ", ".join(str(round(weight * WEIGHT_UNIT))
                        for weight in weights)
    lines = textwrap.fill(numbers, width=76, initial_indent="    ",
                          subsequent_indent="    ", break_long_words=False,
                          break_on_hyphens=False)
    file.write_text(f"{HEAD}{lines}}};\n\n}}  // namespace couillon::bots\n")


def play(folder, effort):
    folder.mkdir(parents=True, exist_ok=True)
    for ruleset, deals in DEALS.items():
        file = folder / f"{ruleset}.txt"
        with file.open("w") as out:
            subprocess.run([PROGRAM, ruleset, str(round(deals * effort)),
                            SEED], stdout=out, check=True)
        print(file, flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", type=Path, metavar="DIRECTORY")
    parser.add_argument("--effort", type=float, default=1)
    parser.add_argument("--choices", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--out", type=Path, metavar="WEIGHTS_H")
    options = parser.parse_args()
    if options.play:
        play(options.play, options.effort)
        return
    if not options.choices or not options.out:
        parser.error("expected --play, or --choices with --out")
    choices = Choices(options.choices)
    kept = numpy.random.default_rng(1).random(len(choices.first)) < 0.1
    weights = fit(choices, kept)
    check(choices, weights, kept)
    write(weights, options.out)


if __name__ == "__main__":
    main()
