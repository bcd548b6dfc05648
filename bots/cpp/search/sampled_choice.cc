#include "bots/cpp/search/sampled_choice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bots/cpp/heuristic.h"
#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/match_table.h"
#include "bots/cpp/search/tracked_position.h"
#include "bots/cpp/search/workspace.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"

namespace couillon::bots {
namespace {

// The lead of the best action, in standard errors, that ends the sampling.
constexpr double kClearLead = 4;

// Remembers the values of results, of which a search asks for few again and
// again. They depend on sides, card points, and whether a side took all tricks.
class RememberedPayoff final : public Payoff {
 public:
  // Requires: two sides; `payoff` outlives this one.
  explicit RememberedPayoff(const Payoff& payoff)
      : payoff_(&payoff), entries_(kEntries) {}

  [[nodiscard]] SideValues Of(const DealResult& result) const override {
    const std::uint32_t key = KeyOf(result);
    Entry& entry = entries_[key * 0x9e3779b1U >> (32 - kBits)];
    if (entry.key != key) entry = {key, payoff_->Of(result)};
    return entry.values;
  }

 private:
  static constexpr unsigned kBits = 10;
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;
  struct Entry {
    std::uint32_t key = UINT32_MAX;
    SideValues values{};
  };

  [[nodiscard]] static std::uint32_t KeyOf(const DealResult& result) {
    const auto bit = [](bool is_set) { return is_set ? 1U : 0U; };
    std::uint32_t key = bit(result.abandoned);
    key = key << 2U | (result.maker_side & 3U);
    key = key << 2U | (result.mit_side & 3U);
    key = key << 1U | bit(result.kontra);
    key = key << 1U | bit(result.re);
    key = key << 1U | bit(result.tricks[0] == 0);
    key = key << 1U | bit(result.tricks[1] == 0);
    key = key << 8U | result.card_points[0];
    return key << 8U | result.card_points[1];
  }

  const Payoff* payoff_;
  mutable std::vector<Entry> entries_;  // by a part of the key's hash
};

// The values of the legal actions in one deal, for one side.
class DealValuer {
 public:
  DealValuer(Workspace& workspace, const Payoff& payoff, Side side, int cards)
      : workspace_(workspace),
        payoff_(payoff),
        side_(side),
        // Three sides are solved without cuts, and slowly.
        cards_(workspace.rules().sides == 2
                   ? cards
                   : std::min(cards, 2 * workspace.rules().players)) {}

  // Appends a value per action, in ascending order of action.
  void AddValues(const Position& deal, ActionSet legal,
                 std::vector<std::int32_t>& values) {
    if (CardsLeft(deal) <= cards_ && IsSolvedQuickly(deal)) {
      for (const ActionValue& value :
           workspace_.solver().WorthByAction(deal, payoff_)) {
        values.push_back(value.values[side_]);
      }
      return;
    }
    const TrackedPosition start(deal);
    for (const Action action : legal) {
      TrackedPosition next = start;
      next.Apply(action);
      values.push_back(ValueOf(next));
    }
  }

 private:
  std::int32_t ValueOf(TrackedPosition& play) {
    play.PlayOn(cards_);
    if (!play.position().done()) {
      if (IsSolvedQuickly(play.position())) {
        return workspace_.solver().Worth(play.position(), payoff_)[side_];
      }
      play.PlayOn(0);
    }
    const SideValues values = payoff_.Of(play.position().Result());
    if (workspace_.rules().sides != 2) return values[side_];
    return values[side_] - values[side_ ^ 1U];
  }

  Workspace& workspace_;
  const Payoff& payoff_;
  Side side_;
  int cards_;
};

// The values of all actions in all deals drawn so far.
class Tally {
 public:
  explicit Tally(int actions) : sums_(static_cast<std::size_t>(actions), 0) {}

  // The values of one more deal, of which `values` holds those of all deals.
  [[nodiscard]] std::vector<std::int32_t>& values() { return values_; }
  void AddDeal(std::int64_t weight) {
    weights_.push_back(weight);
    const std::size_t first = values_.size() - sums_.size();
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      sums_[i] += weight * values_[first + i];
    }
  }

  // The index of the best action; `preferred` among equals.
  [[nodiscard]] std::size_t Best(std::size_t preferred) const {
    const auto most = std::max_element(sums_.begin(), sums_.end());
    if (sums_[preferred] == *most) return preferred;
    return static_cast<std::size_t>(most - sums_.begin());
  }

  // Whether `best` leads each other action clearly, or never differs from it.
  [[nodiscard]] bool IsClear(std::size_t best) const {
    for (std::size_t other = 0; other < sums_.size(); ++other) {
      if (other != best && !LeadsClearly(best, other)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool LeadsClearly(std::size_t best, std::size_t other) const {
    double total = 0;
    for (const std::int64_t weight : weights_) {
      total += static_cast<double>(weight);
    }
    const double mean = static_cast<double>(sums_[best] - sums_[other]) / total;
    double squares = 0;
    bool differs = false;
    const std::size_t actions = sums_.size();
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const std::int32_t lead =
          values_[i * actions + best] - values_[i * actions + other];
      differs = differs || lead != 0;
      const double part =
          static_cast<double>(weights_[i]) / total * (lead - mean);
      squares += part * part;
    }
    return !differs || mean > kClearLead * std::sqrt(squares);
  }

  std::vector<std::int64_t> sums_;     // by action
  std::vector<std::int64_t> weights_;  // by deal
  std::vector<std::int32_t> values_;   // by deal and action
};

std::size_t IndexOf(ActionSet legal, Action action) {
  std::size_t index = 0;
  for (const Action one : legal) {
    if (one == action) break;
    ++index;
  }
  return index;
}

Action Choose(Workspace& workspace, const Observation& observation,
              const SampleOptions& options, const Payoff& payoff) {
  const CompiledRules& rules = workspace.rules();
  const ActionSet legal = observation.legal;
  const Action habit = Heuristic().Decide(rules, observation);
  const DealSampler sampler(rules, observation);
  DealValuer valuer(workspace, payoff, rules.SideOf(observation.seat),
                    options.cards);
  Random random(observation.random_seed);
  Tally tally(legal.size());
  const std::size_t preferred = IndexOf(legal, habit);
  const bool weighted =
      options.card_surprise < 100 || options.call_surprise < 100;
  for (int drawn = 1; drawn <= options.samples; ++drawn) {
    const std::optional<Position> deal = sampler.Draw(random);
    // A question that contradicts itself: there is no such deal.
    if (!deal || deal->LegalActions() != legal) return habit;
    valuer.AddValues(*deal, legal, tally.values());
    tally.AddDeal(weighted ? WeightOf(*deal, observation.decider, options) : 1);
    if (options.round > 0 && drawn % options.round == 0 &&
        tally.IsClear(tally.Best(preferred))) {
      break;
    }
  }
  return legal.Nth(static_cast<int>(tally.Best(preferred)));
}

}  // namespace

std::int64_t WeightOf(const Position& deal, Seat decider,
                      const SampleOptions& options) {
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
      weight = weight *
               (is_card ? options.card_surprise : options.call_surprise) / 100;
    }
    replay.Apply(action);
  }
  return std::max<std::int64_t>(weight, 1);
}

Action ChooseBySamples(Workspace& workspace, const Observation& observation,
                       const SampleOptions& options) {
  if (observation.legal.size() == 1) return observation.legal.Nth(0);
  const CompiledRules& rules = workspace.rules();
  const MatchStanding& standing = observation.standing;
  if (MatchTable::Covers(rules) && IsInsideMatch(rules.ruleset, standing)) {
    const MatchPayoff payoff(workspace.match_table(), rules.ruleset, standing);
    return Choose(workspace, observation, options, RememberedPayoff(payoff));
  }
  const GamePoints payoff(rules.ruleset, standing.pending_carry);
  if (rules.sides != 2) return Choose(workspace, observation, options, payoff);
  return Choose(workspace, observation, options, RememberedPayoff(payoff));
}

}  // namespace couillon::bots
