// Importance sampling: deals are drawn uniformly, weighted by the likelihood of
// what the others did, and resampled at equal distances of weight.

#include "bots/cpp/search/belief.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "bots/cpp/search/card_policy.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

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

// The deal as it is played. All deals drawn have the history that the decider
// has seen, so it is read once.
TrackedPosition LikeOthers(const Position& deal,
                           const std::vector<BelievedDeal>& others) {
  return others.empty() ? TrackedPosition(deal)
                        : TrackedPosition(deal, others.front().play);
}

// The seats whose players decide as one with `decider`.
SeatBits OwnSeats(const CompiledRules& rules, Seat decider) {
  SeatBits seats = 0;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    if (rules.SideOf(seat) != rules.SideOf(decider)) continue;
    seats = static_cast<SeatBits>(seats | 1U << seat);
  }
  return seats;
}

// The chance of an action that the model takes with the chance `expected`.
double WithSurprise(double expected, int surprise, int actions) {
  const double share = surprise / 100.0;
  return (1 - share) * expected + share / actions;
}

void CountCall(bool as_expected, int actions, const PlayerModel& model,
               Likelihoods& likelihoods) {
  const double chance =
      WithSurprise(as_expected ? 1 : 0, model.call_surprise, actions);
  likelihoods.policy *= chance;
  likelihoods.heuristic *= chance;
}

void CountCard(const TrackedPosition& replay, ActionSet legal, Card card,
               bool partner, const PlayerModel& model,
               Likelihoods& likelihoods) {
  constexpr double kUnit = 65536;
  const int cards = legal.size();
  if (!CardPolicy::IsFittedTo(replay.position().rules())) {
    const bool as_expected =
        replay.HeuristicAction(legal) == Action::OfCard(card);
    likelihoods.heuristic *=
        WithSurprise(as_expected ? 1 : 0,
                     std::max(model.card_surprise, kSurpriseAlone), cards);
    return;
  }
  const CardPolicy policy = replay.Policy(legal);
  const double by_policy =
      WithSurprise(static_cast<double>(policy.ChanceOf(card)) / kUnit,
                   model.card_surprise, cards);
  likelihoods.policy *= by_policy;
  likelihoods.heuristic *=
      partner ? by_policy
              : WithSurprise(policy.HeuristicCard() == card ? 1 : 0,
                             model.card_surprise, cards);
}

// Weights of the likeliest deals: the products of weights and deals fit into 64
// bits.
constexpr double kFullWeight = 1 << 24;

// Sets the weights of the deals in proportion to their likelihoods.
void Weigh(std::vector<BelievedDeal>& deals,
           const std::vector<double>& likelihoods) {
  const double most = *std::max_element(likelihoods.begin(), likelihoods.end());
  for (std::size_t i = 0; i < deals.size(); ++i) {
    deals[i].weight =
        static_cast<std::int64_t>(likelihoods[i] / most * kFullWeight);
  }
}

// Draws `drawn` deals, each with all kinds of rivals.
std::optional<std::vector<BelievedDeal>> DrawWeighed(const DealSampler& sampler,
                                                     Random& random, int drawn,
                                                     const PlayerModel& model) {
  std::vector<BelievedDeal> deals;
  std::vector<double> likelihoods;
  deals.reserve(2 * static_cast<std::size_t>(drawn));
  likelihoods.reserve(deals.capacity());
  const double share = model.heuristic_share / 100.0;
  for (int i = 0; i < drawn; ++i) {
    const std::optional<Position> deal = sampler.Draw(random);
    if (!deal) return std::nullopt;
    const CompiledRules& rules = deal->rules();
    const Likelihoods found = ComputeLikelihoods(*deal, deal->decider(), model);
    BelievedDeal believed{.play = LikeOthers(*deal, deals)};
    if (CardPolicy::IsFittedTo(rules)) {
      believed.play.SetPolicySeats(0xff);
      deals.push_back(believed);
      likelihoods.push_back(found.policy * (1 - share));
      believed.play.SetPolicySeats(OwnSeats(rules, deal->decider()));
      deals.push_back(believed);
      likelihoods.push_back(found.heuristic * share);
    } else {
      deals.push_back(believed);
      likelihoods.push_back(found.heuristic);
    }
  }
  Weigh(deals, likelihoods);
  return deals;
}

}  // namespace

Likelihoods ComputeLikelihoods(const Position& deal, Seat decider,
                               const PlayerModel& model) {
  const CompiledRules& rules = deal.rules();
  std::span<const Call> calls = deal.calls();
  std::span<const Card> cards = deal.played();
  Likelihoods likelihoods;
  TrackedPosition replay(Position(rules, deal.pack(), deal.dealer()));
  while (!calls.empty() || !cards.empty()) {
    const Position& now = replay.position();
    const bool is_card = now.phase() == Phase::kPlay;
    const Action action =
        is_card ? Action::OfCard(cards.front()) : calls.front().action;
    const ActionSet legal = now.LegalActions();
    if (legal.size() > 1 && now.decider() != decider) {
      if (is_card) {
        const bool partner = rules.SideOf(now.seat()) == rules.SideOf(decider);
        CountCard(replay, legal, cards.front(), partner, model, likelihoods);
      } else {
        CountCall(replay.HeuristicAction(legal) == action, legal.size(), model,
                  likelihoods);
      }
    }
    replay.Apply(action);
    if (is_card) {
      cards = cards.subspan(1);
    } else {
      calls = calls.subspan(1);
    }
  }
  return likelihoods;
}

std::optional<std::vector<BelievedDeal>> DrawDeals(
    const DealSampler& sampler, Random& random, int count,
    const std::optional<PlayerModel>& model) {
  if (model) {
    auto deals = DrawWeighed(sampler, random, kDrawnPerDeal * count, *model);
    if (deals) KeepInProportion(*deals, count, random);
    return deals;
  }
  std::vector<BelievedDeal> deals;
  deals.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const std::optional<Position> deal = sampler.Draw(random);
    if (!deal) return std::nullopt;
    deals.push_back({.play = LikeOthers(*deal, deals)});
  }
  return deals;
}

}  // namespace couillon::bots
