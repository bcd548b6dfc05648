// What the places of a deal gained: exactly, from how often deals of each kind
// occurred. A *place* is a side as counted from eldest hand: with two sides
// eldest's and the dealer's; with three the second one between them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/table/bot_index.h"
#include "arena/table/race/deal_counts.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Game points per deal of whoever held a place: with two sides the lead over
// the other side, with three what it gained over the mean of all three. Tables
// that a forfeit decided are left out.
struct PlaceResult {
  std::string place;        // "eldest_side", "second_side", "dealer_side"
  std::int64_t tables = 0;  // deals in one seating
  std::optional<double> points;
  std::optional<double> standard_error;
  stats::Interval interval;  // of `points`, unbounded below two deals
};
using PlaceResults = std::vector<PlaceResult>;

// Empty where the store does not keep them: matches, whose dealers change.
struct PlacesOfTable {
  PlaceResults all;                // whoever held them
  std::vector<PlaceResults> bots;  // by bot
};

// Adds the deals of teams that met, each pairing with deals of its own.
class PlaceTally {
 public:
  // `shared_deals`: pairings may have played the same deals, so that results of
  // two pairings have no known error together. Requires: `rules` outlives it.
  PlaceTally(const CompiledRules& rules, int bots, bool shared_deals);

  // Adds the deals of a pairing. Counts without kinds, or with other kinds than
  // those of the rules, are ignored.
  void Add(std::span<const BotIndex> first, std::span<const BotIndex> second,
           const DealCounts& counts);

  // Intervals have confidence `level`, 0 to 1.
  [[nodiscard]] PlacesOfTable Results(double level) const;

 private:
  struct Sums {
    stats::RatioSums ratio;
    int pairings = 0;
  };
  using PerPlace = std::array<Sums, kMaxSides>;

  // The sums of a pairing at a place; `held_by_first`: null for both teams.
  [[nodiscard]] stats::RatioSums SumsAt(
      const DealCounts& counts, int place,
      std::optional<bool> held_by_first) const;
  [[nodiscard]] PlaceResults ResultsOf(const PerPlace& sums,
                                       double level) const;

  const CompiledRules* rules_;
  bool shared_deals_;
  int kinds_ = 0;
  int views_ = 0;
  std::array<int, kMaxSides> side_of_{};  // by place, counted from the dealer's
  // By kind and place: what the place gained, times Scale().
  std::vector<std::array<int, kMaxSides>> gained_;
  PerPlace all_;
  std::vector<PerPlace> bots_;
};

}  // namespace couillon::arena
