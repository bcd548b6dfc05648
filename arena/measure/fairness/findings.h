// The findings from the figures of a fairness report. Each finding follows from
// the figures alone, whatever they are; one without cases is left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couillon::arena {

struct FairnessReport;

enum class FindingKind : std::uint8_t {
  kMatches,        // verdicts on the score of the first dealer's side
  kDeals,          // verdicts on the lead of eldest's side in a deal of a bot
  kContradiction,  // rulesets whose leads of two bots are unfair either way
  kRange,          // the smallest and the largest estimate of a figure
  kSameRules,      // a ruleset that is an earlier one
  kSameDealRules,  // the same for a single deal only
};

// The rulesets by verdict on one advantage.
struct RulesetsOfVerdict {
  std::vector<std::string> fair;
  std::vector<std::string> in_favour;  // unfair, of the side or seat named
  std::vector<std::string> against;
  std::vector<std::string> undecided;
};

// A figure over all rulesets.
struct FigureRange {
  std::string figure;    // "makers_win", "luck_share", "r_squared", "elo"
  std::string opponent;  // of FairnessFinding::bot; empty: none
  double least = 0;
  std::string least_ruleset;
  double most = 0;
  std::string most_ruleset;
};

// Members that the kind does not need are empty.
struct FairnessFinding {
  FindingKind kind = FindingKind::kMatches;
  std::string bot;
  RulesetsOfVerdict verdicts;         // kMatches, kDeals
  std::vector<std::string> rulesets;  // kContradiction; kSame...: it, the other
  FigureRange range;                  // kRange
  std::string text;                   // as a sentence in English
};

// The findings in the order of the report: verdicts on matches, verdicts on
// deals by bot, ranges over the rulesets, and rulesets that are the same.
[[nodiscard]] std::vector<FairnessFinding> ListFindings(
    const FairnessReport& report);

}  // namespace couillon::arena
