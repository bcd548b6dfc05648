// Units go to the archive in any order and are settled in the order of the
// schedule, where the rule and the sequential test look at them.

#include "arena/league/run/runner.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <set>
#include <utility>

#include "arena/league/run/unit_play.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/league/store/unit_run.h"
#include "arena/league/store/usage_rows.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/total_budget.h"
#include "arena/table/unit/sequential_match.h"
#include "arena/table/unit/unit_forfeit.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Hands out the units that are not stored yet, in order.
class Remaining {
 public:
  // `done` are the stored units, ascending.
  Remaining(const Schedule& schedule, std::vector<UnitRun> done)
      : schedule_(schedule), done_(std::move(done)) {}

  std::optional<Unit> Next() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (at_ < done_.size() && done_[at_].first == next_) {
      next_ = done_[at_++].end;
    }
    if (next_ >= schedule_.units()) return std::nullopt;
    return schedule_.unit(next_++);
  }
  // The number of remaining units when the run began.
  [[nodiscard]] std::int64_t size() const {
    return schedule_.units() - CountUnits(done_);
  }

 private:
  const Schedule& schedule_;
  std::vector<UnitRun> done_;
  std::mutex mutex_;  // guards the following
  std::int64_t next_ = 0;
  std::size_t at_ = 0;  // the first of done_ from next_ on
};

// Stores how long bots were waited for, every few seconds and at the end, so
// that a run that is killed gives no bot its time again.
class WaitedTimesKeeper {
 public:
  WaitedTimesKeeper(LeagueStore& store, const BudgetLedger& ledger)
      : store_(store), ledger_(ledger) {}
  absl::Status SaveIfDue() {
    if (std::chrono::steady_clock::now() - saved_ < kEvery) {
      return absl::OkStatus();
    }
    return Save();
  }
  absl::Status Save() {
    saved_ = std::chrono::steady_clock::now();
    WaitedTimes waited = ledger_.Waited();
    if (waited == stored_) return absl::OkStatus();
    stored_ = std::move(waited);
    return store_.SetWaited(stored_);
  }

 private:
  static constexpr std::chrono::seconds kEvery{5};
  LeagueStore& store_;
  const BudgetLedger& ledger_;
  WaitedTimes stored_ = ledger_.Waited();
  std::chrono::steady_clock::time_point saved_ =
      std::chrono::steady_clock::now();
};

// The sequential test of a league with the stored results; null if the league
// has none.
absl::StatusOr<std::optional<SequentialMatch>> StoredTest(LeagueStore& store) {
  std::optional<SequentialMatch> test;
  if (!store.config().has_sprt()) return test;
  test.emplace(store.config());
  RETURN_IF_ERROR(store.ForEachUnit([&test](const StoredUnit& unit) {
    test->Add(unit.number, unit.outcome);
  }));
  return test;
}

void SetTest(const std::optional<SequentialMatch>& test, Progress& progress) {
  if (!test) return;
  progress.test =
      TestProgress{.look = test->look(), .pairs = test->score().pairs};
  progress.ended = test->ended();
}

void Count(const UnitResult& result, Progress& progress) {
  ++progress.units_done;
  progress.deals += result.outcome.counts.deals;
  progress.decisions += result.outcome.counts.decisions;
  progress.faults += static_cast<std::int64_t>(result.faults.size());
}

// Stores what the workers finish, and reports the progress.
class Storing {
 public:
  Storing(UnitArchive& archive, WaitedTimesKeeper& waited,
          std::optional<SequentialMatch>& test, const RunOptions& options,
          Progress& progress)
      : archive_(archive),
        waited_(waited),
        test_(test),
        options_(options),
        progress_(progress) {}

  // Returns whether play goes on.
  bool Take(std::vector<UnitResult> results) {
    if (status_.ok() && !results.empty()) status_ = Save(results);
    if (status_.ok()) status_ = waited_.SaveIfDue();
    if (!status_.ok()) return false;
    for (const UnitResult& result : results) {
      Count(result, progress_);
      if (options_.on_unit) options_.on_unit(result);
    }
    SetTest(test_, progress_);
    progress_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_)
            .count();
    if (options_.on_progress) options_.on_progress(progress_);
    return !progress_.ended;
  }
  [[nodiscard]] const absl::Status& status() const { return status_; }

 private:
  absl::Status Save(std::vector<UnitResult>& results) {
    ASSIGN_OR_RETURN(const std::vector<UnitResult> fixed,
                     archive_.Save(results));
    // A fixed unit has waited, here too, for one that comes now.
    AddToTest(fixed);
    AddToTest(results);
    return absl::OkStatus();
  }

  void AddToTest(const std::vector<UnitResult>& results) {
    if (!test_) return;
    for (const UnitResult& result : results) {
      test_->Add(result.unit.number, result.outcome);
    }
  }

  UnitArchive& archive_;
  WaitedTimesKeeper& waited_;
  std::optional<SequentialMatch>& test_;
  const RunOptions& options_;
  Progress& progress_;
  absl::Status status_;
  const std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
};

}  // namespace

// A unit forfeited in play has at least one fault, a unit forfeited by the rule
// has none.
absl::Status UnitArchive::Begin() {
  ASSIGN_OR_RETURN(const std::set<std::int64_t> over_budget,
                   store_.UnitsOverBudget());
  absl::Status status = store_.ForEachUnit([&](const StoredUnit& unit) {
    Add(unit.number, {.lost_by = unit.outcome.lost_by,
                      .by_rule = unit.faults == 0,
                      .over_budget = over_budget.contains(unit.number)});
  });
  if (status.ok()) status = FixStoredUnits().status();
  return status;
}

absl::StatusOr<std::vector<UnitResult>> UnitArchive::Save(
    std::vector<UnitResult>& results) {
  for (const UnitResult& result : results) {
    Add(result.unit.number, {.lost_by = result.outcome.lost_by,
                             .by_rule = result.faults.empty(),
                             .over_budget = IsOverBudget(result)});
  }
  for (UnitResult& result : results) {
    const auto taken = taken_.find(result.unit.number);
    if (taken == taken_.end()) continue;
    result = ForfeitByRule(taken->first, taken->second);
    taken_.erase(taken);
  }
  RETURN_IF_ERROR(store_.Save(results));
  return FixStoredUnits();
}

void UnitArchive::Add(std::int64_t number, Arrived unit) {
  if (number != settled_) {
    waiting_.emplace(number, unit);
    return;
  }
  Settle(number, unit);
  while (!waiting_.empty() && waiting_.begin()->first == settled_) {
    Settle(settled_, waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
  }
}

void UnitArchive::Settle(std::int64_t number, const Arrived& unit) {
  ++settled_;
  const std::optional<BotIndex> disqualified =
      rule_.DisqualifiedIn(schedule_.unit(number));
  if (!disqualified) {
    if (unit.lost_by && !unit.over_budget) {
      rule_.AddForfeit(number, *unit.lost_by);
    }
  } else if (!unit.by_rule || unit.lost_by != disqualified) {
    taken_.emplace(number, *disqualified);
  }
}

UnitResult UnitArchive::ForfeitByRule(std::int64_t number,
                                      BotIndex disqualified) const {
  const v1::LeagueConfig& config = store_.config();
  const Unit unit = schedule_.unit(number);
  return ForfeitedUnit(unit, rules_[static_cast<std::size_t>(unit.ruleset)],
                       ArePlayingMatches(config), config.record_deals(),
                       disqualified);
}

absl::StatusOr<std::vector<UnitResult>> UnitArchive::FixStoredUnits() {
  std::vector<UnitResult> lost;
  lost.reserve(taken_.size());
  for (const auto& [number, bot] : taken_) {
    lost.push_back(ForfeitByRule(number, bot));
  }
  taken_.clear();
  if (lost.empty()) return lost;
  RETURN_IF_ERROR(store_.Save(lost));
  return lost;
}

absl::StatusOr<std::unique_ptr<BudgetLedger>> ReadLedger(LeagueStore& store) {
  ASSIGN_OR_RETURN(const WaitedTimes waited, store.Waited());
  const v1::LeagueConfig& config = store.config();
  return std::make_unique<BudgetLedger>(
      TotalBudgets(config, MakeSchedule(config)), waited);
}

absl::StatusOr<Progress> RunLeague(LeagueStore& store,
                                   const std::vector<CompiledRules>& rules,
                                   const RunOptions& options,
                                   const std::atomic<bool>& stop) {
  const v1::LeagueConfig& config = store.config();
  const Schedule schedule = MakeSchedule(config);
  DisqualificationRule rule(
      config.bots_size(), static_cast<int>(config.limits().disqualify_after()));
  UnitArchive archive(store, schedule, rules, rule);
  RETURN_IF_ERROR(archive.Begin());
  ASSIGN_OR_RETURN(std::vector<UnitRun> done, store.StoredRuns());
  ASSIGN_OR_RETURN(std::optional<SequentialMatch> test, StoredTest(store));
  Progress progress{.units_done = CountUnits(done), .units = schedule.units()};
  SetTest(test, progress);
  if (progress.ended) return progress;
  Remaining remaining(schedule, std::move(done));
  ASSIGN_OR_RETURN(const std::unique_ptr<BudgetLedger> budgets,
                   ReadLedger(store));
  for (const BotIndex bot : options.away) budgets->SetAway(bot);
  WaitedTimesKeeper waited(store, *budgets);
  Storing storing(archive, waited, test, options, progress);
  absl::Status unstartable;
  const std::vector<BotUsage> usage = PlayUnits(
      config, rules,
      {.workers = static_cast<int>(
           std::clamp<std::int64_t>(remaining.size(), 1, options.workers)),
       .make_links = options.make_links,
       .next = [&remaining] { return remaining.Next(); },
       .leave_out = options.leave_out,
       .budgets = budgets.get(),
       .disqualified =
           [&rule](const Unit& unit) { return rule.DisqualifiedIn(unit); },
       .take =
           [&storing](std::vector<UnitResult> finished) {
             return storing.Take(std::move(finished));
           },
       .on_unstartable =
           [&unstartable](const absl::Status& why) { unstartable = why; }},
      stop);
  RETURN_IF_ERROR(storing.status());
  RETURN_IF_ERROR(store.AddUsage(usage));
  RETURN_IF_ERROR(waited.Save());
  RETURN_IF_ERROR(unstartable);
  return progress;
}

}  // namespace couillon::arena
