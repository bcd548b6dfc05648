// Many deals played at random at once: the same deals, decisions and results
// as Position with PlayOut (playout.h), and several times as fast for the
// rulesets that the vector kernel covers. For fairness runs at scale.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "engine/bulk_kernel.h"
#include "engine/bulk_plan.h"
#include "engine/compiled_rules.h"
#include "engine/deal_result.h"
#include "engine/dealing.h"
#include "engine/seat.h"

namespace couillon {

// What the deals of a run came to, an array for each fact.
class BulkResults {
 public:
  // Room for a run of `deals`; may be used for one after the other.
  explicit BulkResults(std::size_t deals);

  // The deals of a run.
  [[nodiscard]] std::size_t size() const { return size_; }
  // The result of the deal at place `at` of the run. Requires: at < size().
  [[nodiscard]] DealResult Of(const CompiledRules& rules, std::size_t at) const;

  // The same fact by fact; entries from size() on have no meaning.
  std::vector<std::uint8_t> trump;  // its number, or kSuits: abandoned
  std::vector<Seat> maker;          // or kNoSeat
  std::array<std::vector<std::uint8_t>, kMaxSides> card_points;
  std::array<std::vector<std::uint8_t>, kMaxSides> tricks;
  // Where there is a Mit', who declared it, or kNoSide, and what was answered;
  // empty for rulesets without.
  std::vector<Side> mit_side;
  std::vector<std::uint8_t> kontra;  // 1 if said
  std::vector<std::uint8_t> re;      // 1 if said

 private:
  std::size_t size_;
};

// Sums over deals, by side; each deal scored without a carry.
struct BulkSums {
  std::uint64_t deals = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t ties = 0;
  std::array<std::uint64_t, kMaxSides> wins{};
  std::array<std::uint64_t, kMaxSides> erased_game_points{};
  std::array<std::uint64_t, kMaxSides> added_game_points{};
  friend bool operator==(const BulkSums&, const BulkSums&) = default;
};

// Plays deals of one seed. Immutable, so threads may share it.
class BulkPlayout {
 public:
  // Plays the deals of `source` under `rules` with the draws of
  // PlayoutRandom(`key`, deal); both have to outlive it. Uses the best set of
  // instructions of this machine.
  BulkPlayout(const CompiledRules& rules, const DealSource& source,
              std::uint64_t key);
  // The same with a set of instructions of BulkTargets(), or, with none, with
  // the general engine alone.
  BulkPlayout(const CompiledRules& rules, const DealSource& source,
              std::uint64_t key, const BulkTarget* target);

  // OK if the vector kernel plays these rules, or why the general engine does.
  [[nodiscard]] const absl::Status& coverage() const { return coverage_; }

  // Plays the deals `first`, `first` + 1 ..., as many as `results` has room
  // for. The dealer of deal n is seat n mod players.
  void Play(std::uint64_t first, BulkResults& results) const;

  // Plays `count` deals from `first` on and adds up their scores.
  [[nodiscard]] BulkSums Sum(std::uint64_t first, std::uint64_t count) const;

 private:
  void PlayWithEngine(std::uint64_t first, BulkResults& results) const;

  const CompiledRules& rules_;
  const DealSource& source_;
  std::uint64_t key_;
  const BulkTarget* target_ = nullptr;
  absl::Status coverage_;
  BulkPlan plan_;
};

}  // namespace couillon
