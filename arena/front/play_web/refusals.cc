#include "arena/front/play_web/refusals.h"

#include <cstddef>
#include <optional>

#include "engine/cards/action.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

CardRefusal RefusalOf(const Duty& duty, CardSet hand, Card card) {
  if ((hand & duty.follow).empty()) {
    return duty.must.Has(card) || duty.ruff.Has(card) ? CardRefusal::kOvertrump
                                                      : CardRefusal::kTrump;
  }
  if (duty.follow.Has(card)) return CardRefusal::kHead;
  return duty.able.Has(card) && duty.ruff.Has(card) ? CardRefusal::kOvertrump
                                                    : CardRefusal::kFollow;
}

}  // namespace

std::string_view RefusalName(CardRefusal refusal) {
  switch (refusal) {
    case CardRefusal::kFollow:
      return "follow";
    case CardRefusal::kHead:
      return "head";
    case CardRefusal::kTrump:
      return "trump";
    case CardRefusal::kOvertrump:
      return "overtrump";
  }
  return "";
}

std::vector<std::pair<Card, CardRefusal>> RefusedCards(
    const Position& position) {
  std::vector<std::pair<Card, CardRefusal>> refused;
  const std::optional<Suit> trump = position.trump();
  if (!trump || position.phase() != Phase::kPlay || position.trick().empty()) {
    return refused;
  }
  const CompiledRules& rules = position.rules();
  const TrumpTable& table =
      rules.tables[static_cast<std::size_t>(*trump)]
                  [position.mit_seat() == kNoSeat ? 0 : 1];
  const auto lead = static_cast<std::size_t>(position.trick().front().index());
  const CardSet hand = position.hand(position.seat());
  for (const Card card : hand & ~position.LegalActions().cards()) {
    refused.emplace_back(card, RefusalOf(table.duties[lead], hand, card));
  }
  return refused;
}

}  // namespace couillon::arena
