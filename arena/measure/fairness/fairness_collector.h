// Adds up the units of a fairness report that workers finish in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/measure/fairness/deal_facts.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/measure/fairness/figures.h"
#include "arena/table/bot_index.h"
#include "arena/table/race/even_race.h"
#include "arena/table/unit/unit_result.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_kinds.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The play that the units belong to.
struct CollectedPlay {
  std::vector<const CompiledRules*> rules;
  int bots = 0;
  bool is_match = false;
  bool compare = false;  // as in FairnessRun
  // The first deals, as many as may be solved.
  std::uint64_t solved_deals = 0;
};

// The units of a block are those of the same deals, or matches, under all
// rulesets. The sums are those of whole blocks, in their order, so that they
// are those of a run with fewer deals if not all units come.
class FairnessCollector {
 public:
  // `units` says how many units each block has. Requires: `deals` outlives it.
  FairnessCollector(CollectedPlay play, const DealSource& deals,
                    std::vector<std::int64_t> units);

  // Adds a unit. May be called concurrently.
  void Add(const UnitResult& result);

  // The number of deals, or matches, before the first block that is not whole.
  [[nodiscard]] std::uint64_t whole_items() const { return whole_items_; }
  // The sums of these.
  [[nodiscard]] const FairnessSums& sums() const { return sums_; }

 private:
  // The terms of every figure for each item of a unit, item after item.
  struct Terms {
    std::size_t figures = 0;
    std::vector<FigureTerm> terms;
    [[nodiscard]] std::span<FigureTerm> of(std::size_t item) {
      return std::span(terms).subspan(item * figures, figures);
    }
  };
  // A block that still waits for units.
  struct Block {
    std::int64_t added = 0;   // units
    std::uint64_t items = 0;  // of the unit that has most of them
    FairnessSums sums;
    // In a comparison: the terms of each bot under the ruleset that it played
    // first.
    std::map<BotIndex, std::array<std::optional<Terms>, 2>> waiting;
  };

  [[nodiscard]] FairnessSums NoSums() const;
  void PrepareComparison();
  [[nodiscard]] const CompiledRules& RulesOf(const UnitResult& result) const;
  [[nodiscard]] Terms TermsOf(const UnitResult& result, std::int64_t& tables,
                              std::int64_t& forfeits) const;
  void AddMirror(const UnitResult& result);
  void AddLadder(const UnitResult& result);
  void AddLeads(const UnitResult& result,
                std::vector<SeatingLeads>& leads) const;
  void AddMatches(const UnitResult& result);
  void AddDeals(int ruleset, const MatchFacts& match, EvenDeals& deals) const;
  void Compare(const UnitResult& result, Terms terms, Block& block);
  Block& BlockOf(const UnitResult& result);
  void AppendWholeBlocks();

  CollectedPlay play_;
  const DealSource& deals_;
  std::vector<std::int64_t> units_;                 // by block
  std::vector<std::vector<Figure>> deal_figures_;   // by ruleset
  std::vector<std::vector<Figure>> match_figures_;  // by ruleset
  std::vector<DealKinds> deal_kinds_;               // by ruleset
  // In a comparison: the figures that both rulesets have.
  std::vector<std::pair<std::size_t, std::size_t>> common_;

  std::mutex mutex_;  // guards the members below
  std::map<std::int64_t, Block> blocks_;
  std::int64_t whole_blocks_ = 0;
  std::uint64_t whole_items_ = 0;
  FairnessSums sums_;  // of the whole blocks
};

}  // namespace couillon::arena
