// What a sentence about rules speaks of, without the words of any language.
#pragma once

#include <cstdint>

#include "engine/cards/card.h"
#include "engine/rules/ruleset.h"

namespace couillon::tools {

enum class RulesPart : std::uint8_t {
  kPlayers,
  kCards,
  kDealAndTrumps,
  kAnnouncements,
  kPlay,
  kScoring,
  kMatch
};

// The unit of score. Slates with numbers have game points, others lines.
enum class Unit : std::uint8_t { kLine, kGamePoint };

struct Amount {
  int count = 0;
  Unit unit = Unit::kLine;
};

// `count` in the unit of these rules.
[[nodiscard]] inline Amount AmountOf(int count, const ScoringRules& scoring) {
  const bool numbers = scoring.penalty_mark == PenaltyMark::kNumber;
  return {.count = count, .unit = numbers ? Unit::kGamePoint : Unit::kLine};
}

struct RankPoints {
  Rank rank = Rank::kSeven;
  int card_points = 0;
};

// What the winners of a deal get more for.
enum class ExtraFor : std::uint8_t { kVole, kMit, kKontra, kRe };

struct Extra {
  ExtraFor what_for = ExtraFor::kVole;
  Amount amount;
};

// What ended a deal without a winner; at least one of both.
struct Undecided {
  bool tie = false;
  bool thrown_in = false;
};

// Whether a step of the script is taken only under a condition.
struct Opening {
  bool if_no_trumps_yet = false;
  When when = When::kAlways;

  [[nodiscard]] bool empty() const {
    return !if_no_trumps_yet && when == When::kAlways;
  }
};

// The place of a card among those of its owner, in the order dealt.
struct CardPlace {
  Owner owner = Owner::kTalon;
  int number = 1;  // from 1
  bool from_end = false;
};

}  // namespace couillon::tools
