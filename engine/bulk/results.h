// The results of many deals played at once (playout.h), and their sums.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/bulk/play_kernel.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// The results of the deals of a run, one array per fact.
class BulkResults {
 public:
  // Has room for a run of `deals`; can be reused for further runs.
  explicit BulkResults(std::size_t deals);

  // The number of deals of a run.
  [[nodiscard]] std::size_t size() const { return size_; }
  // The result of the deal at place `at` of the run. Requires: at < size().
  [[nodiscard]] DealResult Of(const CompiledRules& rules, std::size_t at) const;

  // The same, fact by fact; entries from size() on are unspecified.
  std::vector<std::uint8_t> trump;  // number of the suit; kSuits: abandoned
  std::vector<Seat> maker;          // or kNoSeat
  std::array<std::vector<std::uint8_t>, kMaxSides> card_points;
  std::array<std::vector<std::uint8_t>, kMaxSides> tricks;
  // For rulesets with a Mit': the side that declared it, or kNoSide, and the
  // answers. Empty for other rulesets.
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

// Adds up runs of deals. Counts the deals of each class with equal scores, and
// scores each class once.
class BulkSummer {
 public:
  // `rules` has to outlive it.
  explicit BulkSummer(const CompiledRules& rules);

  void Add(const BulkResults& results);
  [[nodiscard]] BulkSums Sums() const;

 private:
  void AddOneByOne(const BulkResults& results);

  // Classes of deals with equal scores, for two sides and no Mit'.
  static constexpr std::size_t kClasses = 128;
  struct Class {
    std::uint64_t deals = 0;
    DealResult result;  // of one of them
  };

  const CompiledRules& rules_;
  std::array<Class, kClasses> classes_{};
  std::vector<std::uint8_t> class_of_;  // the deals of a run
  BulkSums one_by_one_;
};

}  // namespace couillon
