// A whole deal as one line of text: the ruleset, the dealer, all hands in the
// order received, the talon, the stock, then the actions so far:
//
//   basic-gerver dealer 0 | seat 1: TH JC JD ... | ... | pass take play:AS
//
// Sections are separated by "|". The last one holds the actions, in the words
// of notation.h; it may be left out. The order of cards matters: it says which
// card is turned up or lies face down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// A deal and what has been done in it.
struct DealScript {
  Pack pack{};
  Seat dealer = 0;
  std::vector<Action> actions;

  // The position after all actions. Requires: `rules` outlives it and are
  // those of the deal; all actions are legal.
  [[nodiscard]] Position PositionAfter(const CompiledRules& rules) const;

  friend bool operator==(const DealScript&, const DealScript&) = default;
};

// Returns the first word of a deal's notation: the spec of its ruleset.
// InvalidArgument if there is none.
absl::StatusOr<std::string> RulesetOfDeal(std::string_view text);

// Returns the deal written in `text`; its first word is not compared with
// `rules`. A card alone among the actions stands for playing it. The errors,
// all InvalidArgument, give the word, its number from 1, and what was expected.
absl::StatusOr<DealScript> ParseDeal(const CompiledRules& rules,
                                     std::string_view text);

// The actions written in `text`, separated by spaces, from the start of the
// deal. `words_before` is the number of words before them, for errors, which
// are as those of ParseDeal.
absl::StatusOr<std::vector<Action>> ParseActions(const CompiledRules& rules,
                                                 const Pack& pack, Seat dealer,
                                                 std::string_view text,
                                                 int words_before = 0);

// Returns the notation of `deal`, with the id of the ruleset as its first word.
// Requires: all actions are legal.
std::string FormatDeal(const CompiledRules& rules, const DealScript& deal);

// "pass take play:AS": the actions of `deal`. Requires: as above.
std::string FormatActions(const CompiledRules& rules, const DealScript& deal);

}  // namespace couillon
