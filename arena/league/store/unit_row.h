// The rows of units and faults, and what they hold: used by the store and by
// the files that units are carried in (unit_bytes.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/league/store/columns.h"
#include "arena/league/store/deal_span.h"
#include "arena/table/quantity.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"

namespace couillon::arena {

inline constexpr int kNobody = -1;  // in the column lost_by

// A row of the table of units.
struct UnitRow {
  std::int64_t number = 0;
  std::int64_t seatings = 0;  // the denominator of all sums
  int lost_by = kNobody;      // of the outcome
  UnitOutcome outcome;
  std::string scores;  // of the outcome, one byte per score
  std::string points;  // of the outcome, two bytes each, the lower one first
  std::string three_way_points;  // of the outcome: see PointsBytes
  std::int64_t faults = 0;
  DealSpan records;
  std::string check;

  template <typename Row, typename Visit>
  static void ForEachColumn(Row& row, Visit& visit) {
    auto& outcome = row.outcome;
    visit.Key("number", row.number);
    visit.Number("seatings", row.seatings);
    for (const Quantity quantity : kAllQuantities) {
      const std::string_view name = QuantityName(quantity);
      auto& leads = outcome.leads[quantity];
      const bool is_first = quantity == kAllQuantities[0];
      visit.Number(is_first ? "items" : ColumnName(name, "_items"),
                   leads.pairs);
      VisitSums(name, leads, visit);
    }
    visit.Number("forfeit_free_items", outcome.forfeit_free_game_points.pairs);
    VisitSums("forfeit_free", outcome.forfeit_free_game_points, visit);
    visit.Number("deals", outcome.counts.deals);
    visit.Number("decisions", outcome.counts.decisions);
    visit.Number("forfeits", outcome.counts.forfeits);
    visit.Number("lost_by", row.lost_by);
    visit.Number("first_net", outcome.net[Team::kFirst]);
    visit.Number("second_net", outcome.net[Team::kSecond]);
    visit.Number("faults", row.faults);
    visit.Number("records_offset", row.records.offset);
    visit.Number("records_bytes", row.records.bytes);
    visit.Blob("scores", row.scores);
    visit.Blob("forfeited_items", outcome.forfeited_items);
    visit.Blob("points", row.points);
    visit.Number("kinds", outcome.kinds);
    visit.Blob("kind_by_view", outcome.kind_by_view);
    visit.Blob("three_way_points", row.three_way_points);
    visit.Check("row_check", row.check);
  }
};

// A row of the table of faults.
struct FaultRow {
  Fault fault;
  std::string check;

  template <typename Row, typename Visit>
  static void ForEachColumn(Row& row, Visit& visit) {
    visit.Number("unit", row.fault.unit);
    visit.Number("verdict", row.fault.verdict);
    visit.Number("bot", row.fault.bot);
    visit.Number("ruleset", row.fault.ruleset);
    visit.Number("item", row.fault.item);
    visit.Number("seating", row.fault.seating);
    visit.Number("seat", row.fault.seat);
    visit.Number("forfeits", row.fault.forfeits);
    visit.Text("detail", row.fault.detail);
    visit.Text("last_stderr", row.fault.last_stderr);
    visit.Blob("question", row.fault.question);
    visit.Check("row_check", row.check);
  }
};

// The row of a result, without its checksum.
UnitRow RowOf(const UnitResult& result, std::optional<DealSpan> span);

// The outcome in a row. Bytes of columns that are no whole item are dropped.
UnitOutcome OutcomeOf(UnitRow row);

}  // namespace couillon::arena
