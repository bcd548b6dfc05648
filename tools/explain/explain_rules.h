// Rulesets in plain words for card players, written from the knobs alone: the
// same knobs give the same text, regardless of the name of the ruleset.
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

// Explains the whole game in this order: players, cards,
// deal and trumps, announcements (if there are any), play, scoring, match.
// Title, sources and switches are not part of it.
[[nodiscard]] std::vector<ExplainedSection> ExplainRules(
    const CompiledRules& rules);

}  // namespace couillon::tools
