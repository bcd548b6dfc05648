#include "arena/measure/fairness/same_rules.h"

#include <map>

#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

// Remembers the first ruleset with each hash.
class Firsts {
 public:
  std::optional<std::size_t> Find(const std::string& hash,
                                  std::size_t ruleset) {
    const auto [first, is_new] = firsts_.try_emplace(hash, ruleset);
    return is_new ? std::nullopt : std::optional(first->second);
  }

 private:
  std::map<std::string, std::size_t> firsts_;
};

}  // namespace

std::string HashOfDealRules(const Ruleset& ruleset) {
  Ruleset deal = ruleset;
  deal.match = {};
  const ScoringRules none;
  deal.scoring.bonus_on_tie = none.bonus_on_tie;
  deal.scoring.bonus_on_abandon = none.bonus_on_abandon;
  deal.scoring.bonus_units = none.bonus_units;
  deal.scoring.bonus_accumulates = none.bonus_accumulates;
  deal.scoring.bonus_adds_penalty = none.bonus_adds_penalty;
  deal.scoring.penalty_mark = none.penalty_mark;
  return wire::RulesetHash(deal);
}

std::vector<SameRules> FindSameRules(
    std::span<const CompiledRules* const> rules) {
  Firsts of_all;
  Firsts of_deal;
  std::vector<SameRules> same;
  same.reserve(rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Ruleset& ruleset = rules[i]->ruleset;
    same.push_back({.all = of_all.Find(wire::RulesetHash(ruleset), i),
                    .deal = of_deal.Find(HashOfDealRules(ruleset), i)});
  }
  return same;
}

}  // namespace couillon::arena
