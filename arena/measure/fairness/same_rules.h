// Rulesets of one report that are the same but for their names.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon::arena {

// Returns the hash of the rules of a single deal: RulesetHash without the rules
// of the match and without those of carries, which no deal played alone has.
[[nodiscard]] std::string HashOfDealRules(const Ruleset& ruleset);

// The first ruleset of the list with the same rules; null for that one itself.
struct SameRules {
  std::optional<std::size_t> all;   // by RulesetHash
  std::optional<std::size_t> deal;  // by HashOfDealRules
};

// Returns this for each of `rules`.
[[nodiscard]] std::vector<SameRules> FindSameRules(
    std::span<const CompiledRules* const> rules);

}  // namespace couillon::arena
