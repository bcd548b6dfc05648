// Cards, amounts and places as arguments of messages.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/cards/card.h"
#include "engine/rules/ruleset.h"
#include "tools/words/catalogue.h"

namespace couillon::tools {

// Of the kinds "rank", "suit" and "card".
[[nodiscard]] Value RankValue(Rank rank);
[[nodiscard]] Value SuitValue(Suit suit);
[[nodiscard]] Value CardValue(Card card);
[[nodiscard]] Value CardList(const std::vector<Card>& cards, Join join);

// `count` in the unit of these rules, of the kind "amount": slates with numbers
// have game points, others lines.
[[nodiscard]] Value AmountOf(int count, const ScoringRules& scoring);

}  // namespace couillon::tools
