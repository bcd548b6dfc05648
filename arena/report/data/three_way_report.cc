#include "arena/report/data/three_way_report.h"

#include <array>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/report/data/three_way_rating.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/play_counts.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

// The results under one ruleset, unit by unit.
class RulesetResults {
 public:
  RulesetResults(CompiledRules rules, std::int64_t tables, bool same_deals)
      : rules_(std::move(rules)), tables_(tables), same_deals_(same_deals) {}

  void Add(const Unit& unit, const UnitOutcome& outcome) {
    counts_ += outcome.counts;
    for (std::size_t at = 0; at < outcome.three_way_points.size(); ++at) {
      items_.push_back(
          ItemOf(unit, unit.first_item + at, outcome.three_way_points[at]));
    }
  }

  // Writes all that has been added.
  void WriteTo(const v1::LeagueConfig& config, double level,
               ThreeWayTable& table) && {
    table.counts = counts_;
    RateThreeWay(config.bots_size(), std::move(items_),
                 !ArePlayingMatches(config), level, table);
  }

 private:
  // Tables share their deals only if the league says so.
  [[nodiscard]] ThreeWayItem ItemOf(const Unit& unit, std::uint64_t number,
                                    const ThreeWayPoints& points) const {
    ThreeWayItem item;
    item.deal = static_cast<std::int64_t>(number) * tables_ +
                (same_deals_ ? 0 : unit.pairing);
    const Seat dealer = Table::FirstDealer(rules_, number);
    for (const Team team : kAllTeams) {
      const auto at = static_cast<std::size_t>(team);
      item.bots[at] = ToInt(unit.teams[team][0]);
      for (int place = 0; place < 3; ++place) {
        const Side side = rules_.SideOf(rules_.FromEldest(dealer, place));
        item.points[at][static_cast<std::size_t>(place)] = points[team][side];
      }
    }
    return item;
  }

  CompiledRules rules_;
  std::int64_t tables_;  // of three bots
  bool same_deals_;      // at all tables
  PlayCounts counts_;
  std::vector<ThreeWayItem> items_;
};

absl::StatusOr<std::vector<RulesetResults>> EmptyResults(
    const v1::LeagueConfig& config, const Schedule& schedule) {
  std::vector<RulesetResults> results;
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    ASSIGN_OR_RETURN(Ruleset ruleset, wire::FromMessage(entry.ruleset()));
    ASSIGN_OR_RETURN(CompiledRules rules, CompileRules(ruleset));
    results.emplace_back(std::move(rules),
                         static_cast<std::int64_t>(schedule.rounds()[0].size()),
                         config.same_deals());
  }
  return results;
}

absl::Status CheckUnit(const Schedule& schedule, const StoredUnit& stored) {
  if (stored.number < 0 || stored.number >= schedule.units()) {
    return absl::DataLossError(absl::StrFormat(
        "unit %d: the schedule has %d units", stored.number, schedule.units()));
  }
  const std::uint32_t items = schedule.unit(stored.number).items;
  if (stored.outcome.three_way_points.size() == items) return absl::OkStatus();
  return absl::DataLossError(absl::StrFormat(
      "unit %d: found the points of %d items; expected %d", stored.number,
      stored.outcome.three_way_points.size(), items));
}

}  // namespace

absl::StatusOr<ThreeWayStandings> ReadThreeWay(LeagueStore& store,
                                               double level) {
  const v1::LeagueConfig& config = store.config();
  const Schedule schedule = ScheduleOf(config);
  ASSIGN_OR_RETURN(std::vector<RulesetResults> results,
                   EmptyResults(config, schedule));
  ThreeWayStandings standings;
  absl::Status checked;
  RETURN_IF_ERROR(store.ForEachUnit([&](const StoredUnit& stored) {
    if (checked.ok()) checked = CheckUnit(schedule, stored);
    if (!checked.ok()) return;
    ++standings.units_done;
    const Unit unit = schedule.unit(stored.number);
    results[static_cast<std::size_t>(unit.ruleset)].Add(unit, stored.outcome);
  }));
  if (!checked.ok()) return checked;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const v1::LeagueRuleset& entry = config.rulesets(static_cast<int>(i));
    ThreeWayTable table{
        .ruleset = entry.spec(),
        .hash = entry.hash(),
        .planned_items = static_cast<std::int64_t>(config.items())};
    std::move(results[i]).WriteTo(config, level, table);
    standings.tables.push_back(std::move(table));
  }
  return standings;
}

}  // namespace couillon::arena
