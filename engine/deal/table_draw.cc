// Cards are turned one by one until the first dealer and the partner are found.

#include "engine/deal/table_draw.h"

#include <cstddef>

#include "engine/cards/check.h"

namespace couillon {

std::optional<DealerAndPartner> DealerByJacks(std::span<const Card> pack,
                                              int players) {
  COUILLON_CHECK(players >= 2 && players <= kMaxSeats);
  std::optional<Seat> dealer;
  int seat = 0;
  for (const Card card : pack) {
    if (card.rank() == Rank::kJack) {
      if (dealer) {
        return DealerAndPartner{.dealer = *dealer,
                                .partner = static_cast<Seat>(seat)};
      }
      dealer = static_cast<Seat>(seat);
    }
    do {
      seat = (seat + 1) % players;
    } while (dealer && seat == *dealer);
  }
  return std::nullopt;
}

std::optional<DealerAndPartner> DealerByDrawing(std::span<const Card> drawn) {
  COUILLON_CHECK(drawn.size() >= 2);
  // Returns the seat of the highest card among all seats except `but`; nullopt
  // if several have it.
  const auto highest = [drawn](std::optional<std::size_t> but) {
    std::optional<std::size_t> best;
    bool shared = false;
    for (std::size_t seat = 0; seat < drawn.size(); ++seat) {
      if (seat == but) continue;
      if (!best || drawn[seat].rank() > drawn[*best].rank()) {
        best = seat;
        shared = false;
      } else if (drawn[seat].rank() == drawn[*best].rank()) {
        shared = true;
      }
    }
    return shared ? std::nullopt : best;
  };
  const std::optional<std::size_t> dealer = highest(std::nullopt);
  if (!dealer) return std::nullopt;
  const std::optional<std::size_t> partner = highest(dealer);
  if (!partner) return std::nullopt;
  return DealerAndPartner{.dealer = static_cast<Seat>(*dealer),
                          .partner = static_cast<Seat>(*partner)};
}

}  // namespace couillon
