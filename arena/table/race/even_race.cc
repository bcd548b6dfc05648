// Sweeps over the states of a race: backwards for the chances of winning,
// forwards for the expected number of deals.

#include "arena/table/race/even_race.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/cards/check.h"
#include "engine/cards/seat.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kSides = 2;

// The chance that each side wins the match.
using Chances = std::array<double, kSides>;

// The steps of a race that can be taken, with their frequencies.
class Walk {
 public:
  Walk(const MatchRace& race, std::span<const double> frequencies)
      : race_(race), frequencies_(frequencies) {
    for (std::size_t kind = 0; kind < frequencies.size(); ++kind) {
      if (frequencies[kind] > 0) kinds_.push_back(static_cast<int>(kind));
    }
    sweeps_ = CountSweeps(race.states(), kinds_.size());
  }

  // False if one of the two below has not come to its end.
  [[nodiscard]] bool is_exact() const { return is_exact_; }

  // The chances from each state. States follow those that lead to them first,
  // so backwards a sweep carries the ends to the starts.
  [[nodiscard]] std::vector<Chances> ChancesByState() {
    std::vector<Chances> chances(race_.states());
    double moved = 1;
    for (int sweep = 0; sweep < sweeps_ && moved > kExactChance; ++sweep) {
      moved = 0;
      for (std::size_t state = chances.size(); state-- > 0;) {
        const Chances now = ChancesFrom(state, chances);
        for (std::size_t side = 0; side < kSides; ++side) {
          moved = std::max(moved, std::abs(now[side] - chances[state][side]));
        }
        chances[state] = now;
      }
    }
    is_exact_ = is_exact_ && moved <= kExactChance;
    return chances;
  }

  // The expected number of deals in each state, by moving on what arrives.
  [[nodiscard]] std::vector<double> DealsByState() {
    std::vector<double> deals(race_.states());
    std::vector<double> arriving(race_.states());
    for (const Side dealer : {Side{0}, Side{1}}) {
      arriving[race_.Start(dealer)] += 1.0 / kSides;
    }
    double left = 1;
    for (int sweep = 0; sweep < sweeps_ && left > kExactChance; ++sweep) {
      for (std::size_t state = 0; state < deals.size(); ++state) {
        const double mass = arriving[state];
        if (mass == 0) continue;
        arriving[state] = 0;
        deals[state] += mass;
        MoveOn(state, mass, arriving);
      }
      left = 0;
      for (const double mass : arriving) left += mass;
    }
    is_exact_ = is_exact_ && left <= kExactChance;
    return deals;
  }

 private:
  [[nodiscard]] Chances ChancesFrom(std::size_t state,
                                    const std::vector<Chances>& after) const {
    Chances chances{};
    for (const int kind : kinds_) {
      const double frequency = frequencies_[static_cast<std::size_t>(kind)];
      const MatchRace::Step step = race_.After(state, kind);
      if (step.ends) {
        if (step.winner != kNoSide) chances[step.winner] += frequency;
        continue;
      }
      for (std::size_t side = 0; side < kSides; ++side) {
        chances[side] += frequency * after[step.state][side];
      }
    }
    return chances;
  }

  void MoveOn(std::size_t state, double mass,
              std::vector<double>& arriving) const {
    for (const int kind : kinds_) {
      const MatchRace::Step step = race_.After(state, kind);
      if (step.ends) continue;
      arriving[step.state] +=
          mass * frequencies_[static_cast<std::size_t>(kind)];
    }
  }

  const MatchRace& race_;
  std::span<const double> frequencies_;
  std::vector<int> kinds_;  // those that occur
  int sweeps_ = 0;
  bool is_exact_ = true;
};

}  // namespace

void EvenDeals::Add(const DealKinds& kinds, const DealResult& result) {
  for (const Side zero : {Side{0}, Side{1}}) {
    ++counts_[static_cast<std::size_t>(kinds.KindOf(result, zero))];
    ++total_;
  }
}

void EvenDeals::Merge(const EvenDeals& other) {
  for (std::size_t kind = 0; kind < other.counts_.size(); ++kind) {
    counts_[kind] += other.counts_[kind];
  }
  total_ += other.total_;
}

std::vector<double> EvenDeals::Frequencies() const {
  COUILLON_CHECK(!empty());
  std::vector<double> frequencies;
  frequencies.reserve(counts_.size());
  for (const std::int64_t count : counts_) {
    frequencies.push_back(static_cast<double>(count) /
                          static_cast<double>(total_));
  }
  return frequencies;
}

EvenRace::EvenRace(const MatchRace& race, std::span<const double> frequencies)
    : cells_(std::size_t{kMaxLines} * kMaxLines) {
  Walk walk(race, frequencies);
  const std::vector<Chances> chances = walk.ChancesByState();
  const std::vector<double> deals = walk.DealsByState();
  is_exact_ = walk.is_exact();
  for (std::size_t state = 0; state < deals.size(); ++state) {
    deals_ += deals[state];
    for (const Side side : {Side{0}, Side{1}}) {
      const int left = race.LinesLeft(state, side);
      const int other = race.LinesLeft(state, static_cast<Side>(1 - side));
      if (std::min(left, other) < 1 || std::max(left, other) > kMaxLines) {
        continue;
      }
      Cell& cell = cells_[At(left, other)];
      cell.seen += deals[state] * (chances[state][0] + chances[state][1]);
      cell.won += deals[state] * chances[state][side];
    }
  }
}

std::optional<double> EvenRace::WinRate(int left, int opponent_left) const {
  COUILLON_CHECK(left >= 1 && opponent_left >= 1 && left <= kMaxLines &&
                 opponent_left <= kMaxLines);
  const Cell& cell = cells_[At(left, opponent_left)];
  if (cell.seen <= 0) return std::nullopt;
  return cell.won / cell.seen;
}

}  // namespace couillon::arena
