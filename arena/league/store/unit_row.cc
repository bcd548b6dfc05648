// Results to rows and back; points of three-way units become bytes.

#include "arena/league/store/unit_row.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/unit/pair_score.h"

namespace couillon::arena {
namespace {

// The points of a three-way unit as bytes: by item, team and side, a signed
// number of two bytes, the low one first.
std::string PointsBytes(const std::vector<ThreeWayPoints>& items) {
  std::string bytes;
  for (const ThreeWayPoints& item : items) {
    for (const Team team : kAllTeams) {
      for (const std::int32_t points : item[team]) {
        const auto number = static_cast<std::uint16_t>(points);
        bytes.push_back(static_cast<char>(number & 0xFF));
        bytes.push_back(static_cast<char>(number >> 8));
      }
    }
  }
  return bytes;
}

// Whole items only: bytes after the last one are dropped.
std::vector<ThreeWayPoints> PointsOf(const std::string& bytes) {
  constexpr std::size_t kBytesOfAnItem = kAllTeams.size() * 3 * 2;
  std::vector<ThreeWayPoints> items(bytes.size() / kBytesOfAnItem);
  std::size_t at = 0;
  for (ThreeWayPoints& item : items) {
    for (const Team team : kAllTeams) {
      for (std::int32_t& points : item[team]) {
        const auto low = static_cast<unsigned char>(bytes[at]);
        const auto high = static_cast<unsigned char>(bytes[at + 1]);
        points = static_cast<std::int16_t>(low | high << 8);
        at += 2;
      }
    }
  }
  return items;
}

}  // namespace

UnitRow RowOf(const UnitResult& result, std::optional<DealSpan> span) {
  UnitRow row{
      .number = result.unit.number,
      .seatings = result.outcome.leads[Quantity::kGamePoints].denominator,
      .outcome = result.outcome,
      .faults = static_cast<std::int64_t>(result.faults.size()),
      .records = span.value_or(DealSpan{})};
  if (result.outcome.lost_by) row.lost_by = ToInt(*result.outcome.lost_by);
  for (const std::int16_t points : result.outcome.points) {
    const auto bits = static_cast<std::uint16_t>(points);
    row.points.push_back(static_cast<char>(bits & 0xff));
    row.points.push_back(static_cast<char>(bits >> 8));
  }
  row.three_way_points = PointsBytes(result.outcome.three_way_points);
  row.scores.reserve(result.outcome.scores.size());
  for (const PairScore score : result.outcome.scores) {
    row.scores.push_back(static_cast<char>(score.code()));
  }
  return row;
}

UnitOutcome OutcomeOf(UnitRow row) {
  for (const Quantity quantity : kAllQuantities) {
    row.outcome.leads[quantity].denominator = row.seatings;
  }
  row.outcome.forfeit_free_game_points.denominator = row.seatings;
  if (row.lost_by != kNobody) row.outcome.lost_by = BotIndex(row.lost_by);
  row.outcome.scores.reserve(row.scores.size());
  for (const char byte : row.scores) {
    row.outcome.scores.emplace_back(static_cast<std::uint8_t>(byte));
  }
  for (std::size_t at = 0; at + 1 < row.points.size(); at += 2) {
    const int low = static_cast<unsigned char>(row.points[at]);
    const int high = static_cast<unsigned char>(row.points[at + 1]);
    row.outcome.points.push_back(
        static_cast<std::int16_t>(static_cast<std::uint16_t>(high << 8 | low)));
  }
  row.outcome.three_way_points = PointsOf(row.three_way_points);
  return std::move(row.outcome);
}

}  // namespace couillon::arena
