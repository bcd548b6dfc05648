// Reads a Position into the hands, labels and trick of the search.

#include "engine/solve/play_state.h"

#include <cstddef>
#include <optional>

#include "engine/cards/check.h"
#include "engine/rules/ruleset.h"

namespace couillon {
namespace {

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

// Adds the card under each of `cards`, which `seat` holds or has just played.
void AddCovered(const Position& position, const SearchTable& table, Seat seat,
                CardSet cards, SearchDeal& deal) {
  for (const Card card : cards) {
    const std::optional<Card> under = position.CardUnder(seat, card);
    if (!under) continue;
    const Card cover = table.label_of[Index(card)];
    const Card hidden = table.label_of[Index(*under)];
    deal.under[Index(cover)] = hidden;
    deal.covers.Add(cover);
    deal.owned[seat].Add(hidden);
  }
}

}  // namespace

void ReadPosition(const Position& position, const SearchTable& table,
                  SearchDeal& deal, SearchTrick& trick) {
  COUILLON_CHECK(position.OnlyCardsAreDue() && position.stock_left() == 0);
  const CompiledRules& rules = position.rules();
  deal = SearchDeal();
  trick = SearchTrick();
  for (int label = 0; label < kCards; ++label) {
    deal.under[static_cast<std::size_t>(label)] = Card(label);
  }
  const bool laid_out = rules.layout != Layout::kNone;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    deal.owned[seat] = table.LabelsOf(position.hand(seat));
    if (laid_out) AddCovered(position, table, seat, position.hand(seat), deal);
  }
  trick.leader = position.leader();
  trick.turn = trick.leader;
  trick.winner = trick.leader;
  for (const Card card : position.trick()) {
    const Card label = table.label_of[Index(card)];
    if (trick.count == 0) {
      trick.trick.Lead(table.table, label, true);
    } else if (trick.trick.Follow(table.table, label)) {
      trick.winner = trick.turn;
    }
    deal.owned[trick.turn].Add(label);
    if (laid_out) {
      AddCovered(position, table, trick.turn, CardSet::Of(card), deal);
    }
    trick.played.Add(label);
    trick.points =
        static_cast<std::uint8_t>(trick.points + table.points[Index(label)]);
    ++trick.count;
    trick.turn = rules.Next(trick.turn);
  }
  for (Seat seat = 0; seat < rules.players; ++seat) {
    trick.rest |= deal.owned[seat];
  }
}

}  // namespace couillon
