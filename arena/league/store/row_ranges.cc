// Bounds of every count and sum from the configuration.

#include "arena/league/store/row_ranges.h"

#include <algorithm>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/unit_row.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/seating.h"
#include "arena/table/unit/pair_score.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The bound of a count or sum within one unit: no honest one is as large, and a
// thousand of them fit into 64 bits.
constexpr std::int64_t kMaxSum = std::int64_t{1} << 53;
constexpr std::int64_t kMaxKinds = 255;
constexpr std::size_t kBytesOfThreeWayItem = 18;

absl::Status Impossible(const char* what, std::int64_t unit,
                        const char* field) {
  return absl::DataLossError(absl::StrFormat(
      "%s of unit %d cannot be one of this league (%s): the file is damaged or "
      "was edited; restore a copy of the directory, or play the league again "
      "in another one",
      what, unit, field));
}

bool IsCount(std::int64_t number) { return number >= 0 && number <= kMaxSum; }
bool IsSum(std::int64_t number) {
  return number >= -kMaxSum && number <= kMaxSum;
}

bool ArePossible(const stats::SeatingSums& sums, std::int64_t items) {
  return sums.pairs >= 0 && sums.pairs <= items && IsSum(sums.sum_first) &&
         IsSum(sums.sum_second) && IsCount(sums.sum_first_squares) &&
         IsCount(sums.sum_second_squares) && IsSum(sums.sum_products) &&
         IsSum(static_cast<std::int64_t>(sums.sum_cubes)) &&
         IsCount(static_cast<std::int64_t>(sums.sum_fourths));
}

bool AreScores(const std::string& scores, int seatings) {
  const int codes = PairScore::Codes(seatings);
  return std::ranges::all_of(scores, [codes](char byte) {
    return static_cast<unsigned char>(byte) < codes;
  });
}

bool AreKinds(const UnitRow& row, std::size_t items) {
  const std::string& kinds = row.outcome.kind_by_view;
  if (kinds.empty()) return true;
  return kinds.size() == items * static_cast<std::size_t>(row.seatings) &&
         std::ranges::all_of(kinds, [&row](char byte) {
           return static_cast<unsigned char>(byte) < row.outcome.kinds;
         });
}

}  // namespace

RowRanges::RowRanges(const v1::LeagueConfig& config)
    : units_(CountPlannedUnits(config)),
      pairings_(CountPairings(config)),
      items_(static_cast<std::int64_t>(config.items())),
      block_items_(config.block_items()),
      bots_(config.bots_size()),
      is_three_way_(IsThreeWay(config)) {
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const auto sides = static_cast<int>(entry.ruleset().table().sides());
    seatings_.push_back(static_cast<int>(Seatings(sides).size()));
  }
}

absl::Status RowRanges::CheckNumbers(Database& database) const {
  ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare("SELECT COALESCE((SELECT MIN(number) FROM unit), 0), "
                       "COALESCE((SELECT MAX(number) FROM unit), 0), "
                       "COALESCE((SELECT MAX(units) FROM stored), 0), "
                       "COALESCE((SELECT MIN(units) FROM stored), 0), "
                       "COALESCE((SELECT MAX(units) FROM running), 0), "
                       "COALESCE((SELECT MIN(units) FROM running), 0)"));
  RETURN_IF_ERROR(row.Step().status());
  for (int column = 0; column < 6; ++column) {
    const std::int64_t number = row.Number(column);
    const std::int64_t most = column < 2 ? units_ - 1 : units_;
    if (number >= 0 && number <= most) continue;
    return database.Damaged(absl::StrFormat(
        "%s is %d; expected 0 to %d",
        column < 2   ? "the number of a unit"
        : column < 4 ? "the number of stored units"
                     : "the number of units in the running sums",
        number, most));
  }
  return absl::OkStatus();
}

std::size_t RowRanges::RulesetOf(std::int64_t unit) const {
  return static_cast<std::size_t>(unit / pairings_) % seatings_.size();
}

std::int64_t RowRanges::CountItems(std::int64_t unit) const {
  const std::int64_t blocks = (items_ + block_items_ - 1) / block_items_;
  const std::int64_t block =
      unit / pairings_ / static_cast<std::int64_t>(seatings_.size()) % blocks;
  return std::min(block_items_, items_ - block * block_items_);
}

absl::Status RowRanges::Check(const UnitRow& row) const {
  const auto wrong = [&row](const char* field) {
    return Impossible("the result", row.number, field);
  };
  if (row.number < 0 || row.number >= units_) return wrong("number");
  const std::int64_t items = CountItems(row.number);
  const auto bytes = static_cast<std::size_t>(items);
  const UnitOutcome& outcome = row.outcome;
  if (row.seatings != seatings_[RulesetOf(row.number)]) {
    return wrong("seatings");
  }
  if (row.lost_by < kNobody || row.lost_by >= bots_) return wrong("lost_by");
  if (row.scores.size() != bytes ||
      !AreScores(row.scores, static_cast<int>(row.seatings))) {
    return wrong("scores");
  }
  if (row.points.size() != 2 * bytes) return wrong("points");
  if (outcome.forfeited_items.size() > (bytes + 7) / 8) {
    return wrong("forfeited_items");
  }
  if (outcome.kinds < 0 || outcome.kinds > kMaxKinds || !AreKinds(row, bytes)) {
    return wrong("kinds");
  }
  if (!row.three_way_points.empty() &&
      (!is_three_way_ ||
       row.three_way_points.size() != bytes * kBytesOfThreeWayItem)) {
    return wrong("three_way_points");
  }
  for (const Quantity quantity : kAllQuantities) {
    if (!ArePossible(outcome.leads[quantity], items)) return wrong("sums");
  }
  if (!ArePossible(outcome.forfeit_free_game_points, items)) {
    return wrong("forfeit_free sums");
  }
  if (!IsCount(outcome.counts.deals) || !IsCount(outcome.counts.decisions) ||
      !IsCount(outcome.counts.forfeits) || !IsCount(row.faults) ||
      !IsSum(outcome.net[Team::kFirst]) || !IsSum(outcome.net[Team::kSecond])) {
    return wrong("counts");
  }
  if (!IsCount(row.records.offset) || !IsCount(row.records.bytes)) {
    return wrong("records");
  }
  return absl::OkStatus();
}

absl::Status RowRanges::Check(const Fault& fault) const {
  const auto rulesets = static_cast<int>(seatings_.size());
  if (fault.unit >= 0 && fault.unit < units_ && ToInt(fault.bot) >= 0 &&
      ToInt(fault.bot) < bots_ && fault.ruleset >= 0 &&
      fault.ruleset < rulesets && fault.verdict >= Verdict::kNormal &&
      fault.verdict <= Verdict::kOverBudget &&
      static_cast<int>(fault.seating) >= 0 &&
      static_cast<int>(fault.seating) <
          seatings_[static_cast<std::size_t>(fault.ruleset)] &&
      (fault.seat == kNoSeat || static_cast<int>(fault.seat) < kMaxSeats)) {
    return absl::OkStatus();
  }
  return Impossible("a fault", fault.unit, "bot, ruleset, seat or verdict");
}

}  // namespace couillon::arena
