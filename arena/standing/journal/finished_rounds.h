// The results of an arena's finished rounds. These change no more, so a process
// that plays round after round reads each once, and not before each later
// round.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/table/verdict.h"

namespace couillon::arena {

// The results of rounds together, as those of one league of all entrants that
// were planned in any round of the arena.
struct GatheredRounds {
  RunningSums sums;
  std::vector<Fault> faults;  // with bots of that league
  std::int64_t units = 0;     // planned
  std::int64_t rounds_finished = 0;
};

// Two entrants for which a round was planned, the lower number first.
using EntrantPair = std::pair<int, int>;

// Safe for several threads.
class FinishedRounds {
 public:
  // Null: not read yet. The maps are by entrant, without those that have 0.
  struct Findings {
    std::optional<std::map<int, std::int64_t>> forfeits;  // units that count
    std::optional<std::map<int, double>> busy_ns;
    std::optional<std::vector<stats::PairSums>> leads;  // as in Season
  };

  // Requires: every unit of round `number` is stored.
  void Add(int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    rounds_.try_emplace(number);
  }
  [[nodiscard]] bool Contains(int number) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return rounds_.count(number) > 0;
  }
  // Null if it is not kept.
  template <typename Found>
  [[nodiscard]] std::optional<Found> Find(
      int number, std::optional<Found> Findings::* what) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto round = rounds_.find(number);
    return round == rounds_.end() ? std::nullopt : round->second.*what;
  }
  // Keeps what was read of a round, unless it may still change.
  template <typename Found>
  void Keep(int number, std::optional<Found> Findings::* what,
            const Found& found) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto round = rounds_.find(number);
    if (round != rounds_.end()) round->second.*what = found;
  }

  // The first rounds together, of the league with these pairings; null if they
  // are not kept.
  [[nodiscard]] std::optional<GatheredRounds> Together(
      const std::vector<EntrantPair>& pairs) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return pairs_ == pairs ? together_ : std::nullopt;
  }
  // Keeps the first rounds together. Requires: every unit of them is stored.
  void KeepTogether(const std::vector<EntrantPair>& pairs,
                    const GatheredRounds& together) {
    const std::lock_guard<std::mutex> lock(mutex_);
    pairs_ = pairs;
    together_ = together;
  }

 private:
  mutable std::mutex mutex_;  // guards the following
  std::map<int, Findings> rounds_;
  std::vector<EntrantPair> pairs_;
  std::optional<GatheredRounds> together_;
};

}  // namespace couillon::arena
