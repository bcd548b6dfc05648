// A table as JSON: the document couillon.play (docs/formats.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/front/play_web/seen_table.h"
#include "arena/numbers/format/json.h"
#include "arena/table/person/game.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The rules in words.
struct RulesSection {
  std::string heading;
  std::vector<std::string> sentences;
};

struct RulesTranslation {
  std::string language;  // "fr"
  std::vector<RulesSection> explained;
};

// The facts that do not change while the person is at the table.
struct TableFacts {
  const CompiledRules* rules = nullptr;  // never null
  Seat person = 0;
  // By seat; ignored for the person and a dummy.
  std::vector<std::string> names;
  std::uint64_t deals = 0;                     // single deals; 0: matches
  std::vector<RulesSection> explained;         // in English
  std::vector<RulesTranslation> translations;  // in other languages
  std::string adviser;  // the name of the bot that gives hints
};
Json FactsJson(const TableFacts& facts);

// "AS", or null.
Json CardJson(std::optional<Card> card);
// A number, or null for kNoSeat and kNoSide.
Json NumberJson(std::uint8_t seat_or_side);

// The deal under way as `viewer` sees it.
Json DealJson(const Position& position, const Viewer& viewer);

// The decision of the person; `choices` as in ListChoices().
Json DecisionJson(std::int64_t number, const Position& position,
                  const std::vector<Action>& choices);

// The slate, and how many units each side has gained since `before`.
Json SlateJson(const CompiledRules& rules, const Slate& slate,
               const Slate& before);

// The result of a deal, with all hands and its notation.
Json ResultJson(const Position& end, const DealScore& score);

Json EndJson(const GameEnd& end, Seat person, bool left);

}  // namespace couillon::arena
