// The first decision in which two plays of a unit differ, by their deal
// records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// A decision that two plays of a unit take differently.
struct DifferentDecision {
  BotIndex bot{};
  std::uint64_t item = 0;
  int seating = 0;
  int number = 0;  // in the table, from 1
};

class DecisionFinder {
 public:
  // `rules` are those of `config`, compiled; both outlive it.
  DecisionFinder(const v1::LeagueConfig& config,
                 const std::vector<CompiledRules>& rules)
      : config_(config), rules_(rules), deals_(config) {}

  // Null if the plays have the same decisions, or if the records do not say.
  // Requires: both have the tables of the unit in the same order.
  [[nodiscard]] std::optional<DifferentDecision> FirstOf(
      const Unit& unit, const std::vector<DealOfUnit>& one,
      const std::vector<DealOfUnit>& other) const;

 private:
  [[nodiscard]] std::optional<DifferentDecision> FirstOfTable(
      const Unit& unit, const DealOfUnit& one, const DealOfUnit& other) const;

  const v1::LeagueConfig& config_;
  const std::vector<CompiledRules>& rules_;
  UnitDeals deals_;
};

// "deal 3, seating 1, decision 5".
std::string DescribeDecision(const v1::LeagueConfig& config,
                             const DifferentDecision& decision);

// "unit 17 (fr, greedy - flaky)".
std::string DescribeUnit(const v1::LeagueConfig& config, const Unit& unit);

}  // namespace couillon::arena
