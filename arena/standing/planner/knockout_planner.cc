// All rounds are replayed to find stages, losses and open pairings; groups of
// equal losses are paired best with worst.

#include "arena/standing/planner/knockout_planner.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr double kErrorProbability = 0.01;

// Decides a pairing, unless it goes on.
void Decide(std::uint64_t target, KnockoutPairing& pairing) {
  const stats::PairSums& lead = pairing.lead;
  const stats::Interval interval = stats::AsymptoticInterval(
      lead, kErrorProbability, static_cast<std::int64_t>(target));
  if (lead.sum != 0 && (interval.lo > 0 || interval.hi < 0)) {
    pairing.decision = KnockoutDecision::kInterval;
  } else if (lead.sum != 0 && pairing.items >= target) {
    pairing.decision = KnockoutDecision::kTarget;
  } else if (pairing.items >= 2 * target) {
    pairing.decision = KnockoutDecision::kSeed;
  } else {
    return;
  }
  pairing.winner = lead.sum < 0 ? pairing.second : pairing.first;
}

int LossesToLeave(const Season& season) {
  return season.format == RoundFormat::kDoubleKnockout ? 2 : 1;
}

// Replays the rounds of a season.
class Replay {
 public:
  explicit Replay(const Season& season) : season_(season) {
    if (season.rounds.empty()) {
      for (const int entrant : season.playing) records_[entrant] = {};
      return;
    }
    for (const int entrant : InPlan(season.rounds.front().plan)) {
      records_[entrant] = {};
    }
  }

  void Add(const PlayedRound& round) {
    COUILLON_CHECK(round.leads.size() == round.plan.pairings.size());
    if (!IsContinued(round.plan)) Begin(round.plan);
    KnockoutStage& stage = stages_.back();
    ++stage.last_round;
    std::set<EntrantPair> planned;
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& of = round.plan.pairings[i];
      planned.emplace(of.first, of.second);
      KnockoutPairing& pairing = FindOrAdd(of);
      pairing.items += round.plan.items;
      COUILLON_CHECK(pairing.lead.Merge(round.leads[i]));
      Decide(round.target > 0 ? round.target : season_.target, pairing);
      if (pairing.winner >= 0) AddLoss(pairing);
    }
    // One of the two had stopped playing.
    for (KnockoutPairing& pairing : stage.pairings) {
      if (pairing.decision == KnockoutDecision::kOpen &&
          planned.count({pairing.first, pairing.second}) == 0) {
        pairing.decision = KnockoutDecision::kWalkover;
      }
    }
  }

  // Requires: called once, at the end.
  [[nodiscard]] KnockoutState State() {
    const std::set<int> playing(season_.playing.begin(), season_.playing.end());
    if (!stages_.empty()) End(playing);
    KnockoutState state{.winner = winner_};
    for (const auto& [entrant, record] : records_) {
      state.entrants.push_back(entrant);
      state.losses.push_back(record.losses);
      state.out_in.push_back(record.out_in);
      if (record.out_in == 0 && playing.count(entrant) > 0) {
        state.in.push_back(entrant);
      }
    }
    if (!stages_.empty()) {
      for (const KnockoutPairing& open : stages_.back().pairings) {
        if (open.decision != KnockoutDecision::kOpen) continue;
        state.undecided.push_back(
            {.first = open.first,
             .second = open.second,
             .first_item = CountItems(season_, open.first, open.second)});
      }
    }
    state.stages = std::move(stages_);
    return state;
  }

 private:
  using EntrantPair = std::pair<int, int>;

  struct Record {
    int losses = 0;
    int out_in = 0;
  };

  // Those who are in when a stage is planned.
  static std::set<int> InPlan(const RoundPlan& plan) {
    std::set<int> in(plan.byes.begin(), plan.byes.end());
    ForEachPlayer(plan, [&in](int entrant) { in.insert(entrant); });
    return in;
  }

  [[nodiscard]] int stage() const { return static_cast<int>(stages_.size()); }

  // The pairing of the last stage, if it goes on.
  KnockoutPairing* FindOpen(const PlannedPairing& planned) {
    if (stages_.empty()) return nullptr;
    for (KnockoutPairing& pairing : stages_.back().pairings) {
      if (pairing.first == planned.first && pairing.second == planned.second &&
          pairing.decision == KnockoutDecision::kOpen) {
        return &pairing;
      }
    }
    return nullptr;
  }

  // A journal that was changed may have a pairing that no planner makes.
  KnockoutPairing& FindOrAdd(const PlannedPairing& planned) {
    KnockoutPairing* const open = FindOpen(planned);
    if (open != nullptr) return *open;
    return stages_.back().pairings.emplace_back(
        KnockoutPairing{.first = planned.first, .second = planned.second});
  }

  // Returns true if a round has more deals for pairings of the last stage.
  bool IsContinued(const RoundPlan& plan) {
    return !plan.pairings.empty() && FindOpen(plan.pairings[0]) != nullptr;
  }

  void Begin(const RoundPlan& plan) {
    const int rounds = stages_.empty() ? 0 : stages_.back().last_round;
    if (!stages_.empty()) Leave(InPlan(plan));
    KnockoutStage& stage = stages_.emplace_back();
    stage.first_round = rounds + 1;
    stage.last_round = rounds;
    stage.byes = plan.byes;
    for (const PlannedPairing& pairing : plan.pairings) {
      stage.pairings.push_back(
          {.first = pairing.first, .second = pairing.second});
    }
  }

  void AddLoss(const KnockoutPairing& pairing) {
    Record& loser = records_[pairing.winner == pairing.first ? pairing.second
                                                             : pairing.first];
    if (++loser.losses == LossesToLeave(season_)) loser.out_in = stage();
  }

  // Those who are in and not among `here` go out: in this stage, if its pairing
  // is not decided, else in the next. The opponents of the first go on.
  void Leave(const std::set<int>& here) {
    for (KnockoutPairing& pairing : stages_.back().pairings) {
      if (pairing.decision != KnockoutDecision::kOpen &&
          pairing.decision != KnockoutDecision::kWalkover) {
        continue;
      }
      const bool first = here.count(pairing.first) > 0;
      const bool second = here.count(pairing.second) > 0;
      if (first && second) continue;
      pairing.decision = KnockoutDecision::kWalkover;
      if (first) pairing.winner = pairing.first;
      if (second) pairing.winner = pairing.second;
      if (!first) LeaveIn(stage(), records_[pairing.first]);
      if (!second) LeaveIn(stage(), records_[pairing.second]);
    }
    for (auto& [entrant, record] : records_) {
      if (here.count(entrant) == 0) LeaveIn(stage() + 1, record);
    }
  }

  static void LeaveIn(int stage, Record& record) {
    if (record.out_in == 0) record.out_in = stage;
  }

  // Who won it does not go out by leaving afterwards.
  void End(const std::set<int>& playing) {
    FindWinner();
    if (winner_ >= 0) return;
    Leave(playing);
    FindWinner();
  }

  void FindWinner() {
    std::vector<int> left;
    for (const auto& [entrant, record] : records_) {
      if (record.out_in == 0) left.push_back(entrant);
    }
    if (left.size() == 1) winner_ = left[0];
  }

  const Season& season_;
  std::map<int, Record> records_;  // by entrant, those out included
  std::vector<KnockoutStage> stages_;
  int winner_ = -1;
};

int CountByes(const KnockoutState& state, int entrant) {
  return static_cast<int>(
      std::ranges::count_if(state.stages, [&](const KnockoutStage& stage) {
        return std::ranges::count(stage.byes, entrant) > 0;
      }));
}

// Pairs the best with the worst, so that the number of those left is a power of
// two. If it is not, those sit out who have sat out least, the best first.
void PairGroup(const Season& season, const KnockoutState& state,
               std::vector<int> group, RoundPlan& plan) {
  const std::size_t left = std::bit_ceil(group.size()) / 2;
  const std::size_t pairs = group.size() - left;
  const auto byes = static_cast<std::ptrdiff_t>(group.size() - (2 * pairs));
  std::ranges::stable_sort(
      group, {}, [&state](int entrant) { return CountByes(state, entrant); });
  plan.byes.insert(plan.byes.end(), group.begin(), group.begin() + byes);
  group.erase(group.begin(), group.begin() + byes);
  std::ranges::sort(group);
  for (std::size_t i = 0; i < pairs; ++i) {
    const int first = group[i];
    const int second = group[group.size() - 1 - i];
    plan.pairings.push_back({.first = first,
                             .second = second,
                             .first_item = CountItems(season, first, second)});
  }
}

RoundPlan NextStage(const Season& season, const KnockoutState& state) {
  std::vector<int> unbeaten;
  std::vector<int> beaten;
  for (const int entrant : state.in) {
    (state.LossesOf(entrant) == 0 ? unbeaten : beaten).push_back(entrant);
  }
  RoundPlan plan;
  if (unbeaten.size() <= 1 && beaten.size() <= 1) {
    PairGroup(season, state, state.in, plan);  // the final
    return plan;
  }
  for (const std::vector<int>& group : {unbeaten, beaten}) {
    if (group.size() >= 2) {
      PairGroup(season, state, group, plan);
    } else {
      plan.byes.insert(plan.byes.end(), group.begin(), group.end());
    }
  }
  return plan;
}

// The deals or matches until the next decision by the target: at the target, or
// at twice as many if a pairing is tied there.
std::uint64_t ItemsUntilDecision(const Season& season,
                                 const KnockoutState& state) {
  std::uint64_t played = 0;
  if (!state.undecided.empty()) {
    for (const KnockoutPairing& pairing : state.stages.back().pairings) {
      if (pairing.decision == KnockoutDecision::kOpen) {
        played = std::max(played, pairing.items);
      }
    }
  }
  const std::uint64_t end =
      played < season.target ? season.target : 2 * season.target;
  return end - played;
}

}  // namespace

bool KnockoutState::IsIn(int entrant) const {
  return std::binary_search(in.begin(), in.end(), entrant);
}

int KnockoutState::LossesOf(int entrant) const {
  const auto found =
      std::lower_bound(entrants.begin(), entrants.end(), entrant);
  COUILLON_CHECK(found != entrants.end() && *found == entrant);
  return losses[static_cast<std::size_t>(found - entrants.begin())];
}

KnockoutState FindKnockoutState(const Season& season) {
  Replay replay(season);
  for (const PlayedRound& round : season.rounds) replay.Add(round);
  return replay.State();
}

std::vector<KnockoutPlace> RankKnockout(const KnockoutState& state) {
  std::vector<KnockoutPlace> places;
  for (std::size_t i = 0; i < state.entrants.size(); ++i) {
    places.push_back({.entrant = state.entrants[i],
                      .losses = state.losses[i],
                      .out_in = state.out_in[i]});
  }
  const auto how_long = [](const KnockoutPlace& place) {
    return place.out_in == 0 ? std::numeric_limits<int>::min() : -place.out_in;
  };
  std::ranges::stable_sort(places, {}, how_long);
  for (KnockoutPlace& place : places) {
    const auto equal =
        std::ranges::equal_range(places, how_long(place), {}, how_long);
    place.place = static_cast<int>(equal.begin() - places.begin()) + 1;
    place.shared_by = static_cast<int>(equal.size());
  }
  return places;
}

std::optional<RoundPlan> PlanKnockout(const Season& season) {
  const KnockoutState state = FindKnockoutState(season);
  if (state.in.size() < 2) return std::nullopt;
  RoundPlan plan;
  if (state.undecided.empty()) {
    plan = NextStage(season, state);
  } else {
    plan.pairings = state.undecided;
  }
  plan.items = std::min(season.round_items, ItemsUntilDecision(season, state));
  std::sort(plan.pairings.begin(), plan.pairings.end(),
            [](const PlannedPairing& a, const PlannedPairing& b) {
              return std::pair(a.first, a.second) <
                     std::pair(b.first, b.second);
            });
  return plan;
}

}  // namespace couillon::arena
