// Threads take units and add the costs of their decisions to one tally.

#include "arena/measure/analysis/league_analysis.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "arena/league/records/league_records.h"
#include "arena/league/records/recorded_deals.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/measure/analysis/ask_again.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"

namespace couillon::arena {
namespace {

class LeagueAnalysis {
 public:
  LeagueAnalysis(LeagueStore& store, LeagueRecords& records,
                 const Launcher* launcher, const LeagueAnalysisOptions& options,
                 const std::function<void(const AnalysedTable&)>& use)
      : store_(store), records_(records), options_(options), use_(use) {
    if (options.ask_again) {
      ask_ = std::make_unique<AskAgain>(records, *launcher);
    }
  }

  absl::StatusOr<LeagueAnalysisCounts> Run() {
    ASSIGN_OR_RETURN(std::vector<UnitRun> runs, store_.StoredRuns());
    const Schedule schedule = MakeSchedule(store_.config());
    for (const UnitRun& run : runs) {
      for (std::int64_t number = run.first; number < run.end; ++number) {
        const Unit unit = schedule.unit(number);
        if (options_.bot && !unit.Has(*options_.bot)) continue;
        if (options_.ruleset && unit.ruleset != *options_.ruleset) continue;
        RETURN_IF_ERROR(AddUnit(unit));
      }
    }
    return counts_;
  }

 private:
  absl::Status AddUnit(const Unit& unit) {
    std::uint64_t& items = items_[{unit.ruleset, unit.round, unit.pairing}];
    if (items >= options_.deals) return absl::OkStatus();
    std::optional<UnitOutcome> stored;
    RETURN_IF_ERROR(store_.ForEachUnit(
        unit.number, unit.number + 1,
        [&stored](const StoredUnit& each) { stored = each.outcome; }));
    if (!stored) return absl::OkStatus();
    for (std::size_t i = 0; i < unit.items && items < options_.deals; ++i) {
      ++items;
      if (stored->lost_by || HasForfeit(stored->forfeited_items, i)) {
        ++counts_.forfeited_items;
        continue;
      }
      RETURN_IF_ERROR(AddItem(unit, unit.first_item + i, stored->points[i]));
    }
    return absl::OkStatus();
  }

  absl::Status AddItem(const Unit& unit, std::uint64_t item, int stored) {
    ASSIGN_OR_RETURN(std::vector<DealOfUnit> tables,
                     ask_ != nullptr ? AskedTables(unit, item, stored)
                                     : records_.ReadRecords(unit, item));
    ++counts_.items;
    for (const DealOfUnit& table : tables) {
      RETURN_IF_ERROR(AddTable(unit, item, table));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<DealOfUnit>> AskedTables(const Unit& unit,
                                                      std::uint64_t item,
                                                      int stored) {
    absl::StatusOr<std::vector<DealOfUnit>> tables = ask_->Play(unit, item);
    if (tables.ok() && LeadHalves(*tables) != stored) ++counts_.changed_items;
    return tables;
  }

  absl::Status AddTable(const Unit& unit, std::uint64_t item,
                        const DealOfUnit& played) {
    const CompiledRules& rules = records_.RulesOf(unit);
    const absl::StatusOr<std::vector<RecordedDeal>> deals =
        records_.DealsOf(unit, played);
    if (!deals.ok()) {
      return absl::Status(
          deals.status().code(),
          absl::StrFormat("%s: unit %d, item %d, seating %d: %s",
                          store_.directory(), unit.number, item,
                          static_cast<int>(played.seating),
                          std::string(deals.status().message())));
    }
    std::unique_ptr<Solver>& solver = solvers_[unit.ruleset];
    if (solver == nullptr) solver = std::make_unique<Solver>(rules);
    AnalysedTable table{.unit = unit,
                        .item = item,
                        .seating = played.seating,
                        .bots = BotsBySeat(unit, rules, played.seating),
                        .sides = rules.sides,
                        .deals = {}};
    for (const RecordedDeal& deal : *deals) {
      table.deals.push_back(AnalyseDeal(*solver, rules, deal.script, deal.carry,
                                        options_.analysis));
    }
    ++counts_.tables;
    use_(table);
    return absl::OkStatus();
  }

  LeagueStore& store_;
  LeagueRecords& records_;
  const LeagueAnalysisOptions& options_;
  const std::function<void(const AnalysedTable&)>& use_;
  std::unique_ptr<AskAgain> ask_;  // null unless bots are asked again
  std::map<int, std::unique_ptr<Solver>> solvers_;  // by ruleset
  // Items seen, by ruleset, round and pairing.
  std::map<std::vector<int>, std::uint64_t> items_;
  LeagueAnalysisCounts counts_;
};

}  // namespace

absl::Status CheckAnalysable(LeagueStore& store, bool ask_again) {
  if (ask_again || store.config().record_deals()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: stores no deals; play it with --record deals, or ask its bots again "
      "with --record",
      store.directory()));
}

absl::StatusOr<LeagueAnalysisCounts> AnalyseLeague(
    LeagueStore& store, const Launcher* launcher,
    const LeagueAnalysisOptions& options,
    const std::function<void(const AnalysedTable&)>& use) {
  COUILLON_CHECK(!options.ask_again || launcher != nullptr);
  RETURN_IF_ERROR(CheckAnalysable(store, options.ask_again));
  ASSIGN_OR_RETURN(LeagueRecords records, LeagueRecords::Open(store));
  return LeagueAnalysis(store, records, launcher, options, use).Run();
}

}  // namespace couillon::arena
