#include "bots/cpp/search/belief.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/tracked_position.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"

namespace couillon::bots {
namespace {

// Deals drawn for each that stays.
constexpr int kDrawnPerDeal = 4;

// Keeps deals in proportion to their weights: all weights lie in a row, over
// which `count` pointers are laid at equal distances, from a place drawn at
// random. The new weight of a deal is the number of pointers that meet it.
void KeepInProportion(std::vector<BelievedDeal>& deals, int count,
                      Random& random) {
  std::int64_t total = 0;
  for (const BelievedDeal& deal : deals) total += deal.weight;
  COUILLON_CHECK(total > 0);
  const auto offset = static_cast<std::int64_t>(
      random.Below(static_cast<std::uint64_t>(total)));
  const auto pointers_before = [count, offset, total](std::int64_t place) {
    return (place * count + offset) / total;
  };
  std::int64_t begin = 0;
  std::size_t kept = 0;
  for (BelievedDeal& deal : deals) {
    const std::int64_t end = begin + deal.weight;
    deal.weight = pointers_before(end) - pointers_before(begin);
    begin = end;
    if (deal.weight > 0) deals[kept++] = deal;
  }
  deals.resize(kept, deals.front());
}

}  // namespace

std::int64_t WeightOf(const Position& deal, Seat decider,
                      const Surprise& surprise) {
  std::span<const Call> calls = deal.calls();
  std::span<const Card> cards = deal.played();
  std::int64_t weight = kFullWeight;
  TrackedPosition replay(Position(deal.rules(), deal.pack(), deal.dealer()));
  while (!calls.empty() || !cards.empty()) {
    const bool is_card = replay.position().phase() == Phase::kPlay;
    Action action;
    if (is_card) {
      action = Action::OfCard(cards[0]);
      cards = cards.subspan(1);
    } else {
      action = calls[0].action;
      calls = calls.subspan(1);
    }
    const ActionSet legal = replay.position().LegalActions();
    if (legal.size() > 1 && replay.position().decider() != decider &&
        replay.HeuristicAction(legal) != action) {
      weight = weight * (is_card ? surprise.card : surprise.call) / 100;
    }
    replay.Apply(action);
  }
  return std::max<std::int64_t>(weight, 1);
}

std::optional<std::vector<BelievedDeal>> DrawDeals(const DealSampler& sampler,
                                                   Random& random, int count,
                                                   const Surprise& surprise) {
  const bool weighs = !surprise.IsUsual();
  const int drawn = weighs ? kDrawnPerDeal * count : count;
  std::vector<BelievedDeal> deals;
  deals.reserve(static_cast<std::size_t>(drawn));
  for (int i = 0; i < drawn; ++i) {
    const std::optional<Position> deal = sampler.Draw(random);
    if (!deal) return std::nullopt;
    // All deals have the history that the decider has seen.
    deals.push_back({.play = deals.empty()
                                 ? TrackedPosition(*deal)
                                 : TrackedPosition(*deal, deals[0].play)});
    if (weighs) {
      deals.back().weight = WeightOf(*deal, deal->decider(), surprise);
    }
  }
  if (weighs) KeepInProportion(deals, count, random);
  return deals;
}

}  // namespace couillon::bots
