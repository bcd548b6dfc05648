// The results of an arena's finished rounds. These change no more, so a process
// that plays round after round reads each once, and not before each later
// round.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::arena {

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

 private:
  mutable std::mutex mutex_;  // guards the following
  std::map<int, Findings> rounds_;
};

}  // namespace couillon::arena
