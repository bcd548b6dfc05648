// Actions are applied until a deal is done; the next begins with its dealer,
// carry and slate.

#include "arena/league/records/recorded_deals.h"

#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/table/table.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"

namespace couillon::arena {
namespace {

// Plays the actions of one deal, from number `at` on, which is advanced.
absl::StatusOr<Position> PlayDeal(Position position, std::string_view actions,
                                  std::size_t& at, DealScript& script) {
  for (; at < actions.size() && !position.done(); ++at) {
    const Action action(static_cast<unsigned char>(actions[at]));
    if (action.number() >= kActions || !position.LegalActions().Has(action)) {
      return absl::DataLossError(
          absl::StrFormat("action %d of the record (number %d) is not legal "
                          "(see couillon verify)",
                          at, action.number()));
    }
    position.Apply(action);
    script.actions.push_back(action);
  }
  return position;
}

}  // namespace

absl::StatusOr<std::vector<RecordedDeal>> SplitIntoDeals(
    const CompiledRules& rules, const DealSource& deals, bool is_match,
    std::uint64_t item, std::string_view actions) {
  std::vector<RecordedDeal> split;
  Slate slate(rules.ruleset);
  Seat dealer = Table::FirstDealer(rules, item);
  for (std::size_t at = 0; at < actions.size();) {
    RecordedDeal deal;
    deal.script.pack = deals.PackOf(
        rules.deck,
        Table::DealIndex(is_match, item, static_cast<int>(split.size())));
    deal.script.dealer = dealer;
    if (is_match) deal.carry = slate.pending_carry();
    ASSIGN_OR_RETURN(const Position end,
                     PlayDeal(Position(rules, deal.script.pack, dealer),
                              actions, at, deal.script));
    if (is_match && end.done() && !slate.ended()) {
      const DealResult result = end.Result();
      const DealScore score =
          ScoreDeal(rules.ruleset, result, slate.pending_carry());
      slate.Apply(score);
      dealer =
          Slate::NextDealer(rules.ruleset, dealer, score.tie, result.abandoned);
      deal.slate = slate;
    }
    split.push_back(std::move(deal));
    if (!is_match && at < actions.size()) {
      return absl::DataLossError(
          "the record of a single deal goes on after its end");
    }
  }
  return split;
}

}  // namespace couillon::arena
