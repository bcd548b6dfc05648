// Rulesets in plain words for a card player, made from the knobs alone: the
// same knobs give the same words, whatever the ruleset is called.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// Some sentences on one subject.
struct ExplainedSection {
  std::string heading;
  std::vector<std::string> sentences;
};

// The whole game in the order in which one would tell it: players, cards,
// deal and trumps, announcements (if there are any), play, scoring, match.
// Title, sources and switches are not part of it.
[[nodiscard]] std::vector<ExplainedSection> ExplainRules(
    const CompiledRules& rules);

}  // namespace couillon::tools
