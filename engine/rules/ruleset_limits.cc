#include "engine/rules/ruleset_limits.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/deal_limits.h"
#include "engine/rules/trump_order.h"

namespace couillon {
namespace {

constexpr int kMostGamePoints = 100;

absl::Status Wrong(const std::string& field, const std::string& found,
                   const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s is %s; expected %s", field, found, expected));
}

absl::Status CheckRange(const char* field, int value, int least, int most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return Wrong(field, absl::StrFormat("%d", value),
               absl::StrFormat("%d to %d", least, most));
}

// A knob with its name and the range in which it makes sense.
struct Range {
  const char* field;
  int value;
  int least;
  int most;
};

absl::Status CheckRanges(const std::vector<Range>& ranges) {
  for (const Range& range : ranges) {
    RETURN_IF_ERROR(
        CheckRange(range.field, range.value, range.least, range.most));
  }
  return absl::OkStatus();
}

absl::Status CheckPack(const TableRules& table) {
  if (table.ranks.empty()) {
    return Wrong("table.ranks", "empty", "ranks from the highest down");
  }
  std::uint32_t seen = 0;
  for (const Rank rank : table.ranks) {
    const std::uint32_t bit = 1U << static_cast<int>(rank);
    if ((seen & bit) != 0) {
      return Wrong("table.ranks", absl::StrFormat("%c twice", FormatRank(rank)),
                   "each rank once");
    }
    seen |= bit;
  }
  if (table.card_points.size() != table.ranks.size()) {
    return Wrong(
        "table.card_points",
        absl::StrFormat("%d numbers", table.card_points.size()),
        absl::StrFormat("one for each of %d ranks", table.ranks.size()));
  }
  for (const int worth : table.card_points) {
    RETURN_IF_ERROR(CheckRange("table.card_points", worth, 0, 15));
  }
  for (const Card card : table.removed) {
    if ((seen & (1U << static_cast<int>(card.rank()))) == 0) {
      return Wrong("table.removed_cards", FormatCard(card),
                   "cards of a rank in table.ranks");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckTable(const TableRules& table) {
  RETURN_IF_ERROR(CheckRanges({{"table.players", table.players, 2, kMaxSeats},
                               {"table.sides", table.sides, 2, kMaxSides}}));
  if (table.players % table.sides != 0) {
    return Wrong("table.sides", absl::StrFormat("%d", table.sides),
                 absl::StrFormat("a divisor of the %d players", table.players));
  }
  if (table.layout == Layout::kDummy) {
    RETURN_IF_ERROR(
        CheckRanges({{"table.dummy_seat", table.dummy, 0, table.players - 1},
                     {"table.dummy_controller", table.dummy_controller, 0,
                      table.players - 1}}));
    if (table.dummy == table.dummy_controller ||
        table.dummy % table.sides != table.dummy_controller % table.sides) {
      return Wrong("table.dummy_controller",
                   absl::StrFormat("%d", table.dummy_controller),
                   absl::StrFormat("a partner of seat %d", table.dummy));
    }
  }
  return CheckPack(table);
}

absl::Status CheckSpecial(const SpecialRules& special,
                          const TableRules& table) {
  const CardSet deck = DeckOf(table);
  CardSet promoted;
  for (const Card card : special.permanent_trumps) {
    if (!deck.Has(card) || promoted.Has(card)) {
      return Wrong("special.permanent_trumps", FormatCard(card),
                   "cards of the pack, each once");
    }
    promoted.Add(card);
  }
  if (!special.mit) return absl::OkStatus();
  if (!deck.Has(special.mit->card) || promoted.Has(special.mit->card)) {
    return Wrong("special.mit.card", FormatCard(special.mit->card),
                 "a card of the pack that is no permanent trump");
  }
  if (special.mit->re && !special.mit->kontra) {
    return Wrong("special.mit.re", "true without kontra",
                 "kontra, since Re answers it");
  }
  if (table.layout != Layout::kNone) {
    return Wrong("special.mit", "set", "no Mit' with cards laid out");
  }
  return absl::OkStatus();
}

absl::Status CheckScoring(const ScoringRules& scoring, int bonus_least) {
  return CheckRanges({
      {"scoring.win", scoring.win, 1, kMostGamePoints},
      {"scoring.vole", scoring.vole, 0, kMostGamePoints},
      {"scoring.mit", scoring.mit, 0, kMostGamePoints},
      {"scoring.kontra", scoring.kontra, 0, kMostGamePoints},
      {"scoring.re", scoring.re, 0, kMostGamePoints},
      {"scoring.maker_loss", scoring.maker_loss, 0, kMostGamePoints},
      {"scoring.maker_loss_if_mit", scoring.maker_loss_if_mit, 0,
       kMostGamePoints},
      {"scoring.maker_loss_on_tie", scoring.maker_loss_on_tie, 0,
       kMostGamePoints},
      {"scoring.tie_both", scoring.tie_both, 0, kMostGamePoints},
      {"scoring.makers_must_exceed", scoring.makers_must_exceed, 0, 480},
      {"scoring.bonus_units", scoring.bonus_units, bonus_least,
       kMostGamePoints},
  });
}

absl::Status CheckMatch(const MatchRules& match) {
  RETURN_IF_ERROR(CheckRanges({
      {"match.cows_to_win", match.cows_to_win, 1, 100},
      {"match.fixed_deals", match.fixed_deals, 0, kMostDealsOfAMatch},
      {"match.max_deals", match.max_deals, 0, kMostDealsOfAMatch},
  }));
  if (match.targets.empty()) {
    return Wrong("match.targets", "empty", "one number for each cow");
  }
  for (const int target : match.targets) {
    RETURN_IF_ERROR(CheckRange("match.targets", target,
                               match.fixed_deals > 0 ? 0 : 1, 1000));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckKnobs(const Ruleset& ruleset) {
  RETURN_IF_ERROR(CheckTable(ruleset.table));
  RETURN_IF_ERROR(CheckSpecial(ruleset.special, ruleset.table));
  const bool carries =
      ruleset.scoring.bonus_on_tie || ruleset.scoring.bonus_on_abandon;
  RETURN_IF_ERROR(CheckScoring(ruleset.scoring, carries ? 1 : 0));
  return CheckMatch(ruleset.match);
}

}  // namespace couillon
