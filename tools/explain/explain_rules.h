// Explains rulesets to card players, from the knobs alone: the same knobs give
// the same text, regardless of the name of the ruleset.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/compiled_rules.h"
#include "tools/words/language.h"

namespace couillon::tools {

// A heading and its sentences.
struct ExplainedSection {
  std::string heading;
  std::vector<std::string> sentences;
};

// Explains the whole game in this order: players, cards, deal and trumps,
// announcements (if there are any), play, scoring, match. Title, sources and
// switches are not included. What is said depends on the knobs alone, so all
// languages have the same sections with as many sentences.
[[nodiscard]] std::vector<ExplainedSection> ExplainRules(
    const CompiledRules& rules, Language language = Language::kEnglish);

}  // namespace couillon::tools
