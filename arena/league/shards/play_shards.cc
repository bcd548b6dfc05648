// Shards are played one after the other, each saved before the next; the test
// may end them early.

#include "arena/league/shards/play_shards.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/run/unit_play.h"
#include "arena/league/shards/durable_file.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/league/store/unit_bytes.h"
#include "arena/league/store/unit_run.h"
#include "arena/table/referee/budget_ledger.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/total_budget.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Hands out the units of shards, in order.
class ShardUnits {
 public:
  // `skip` says whether a shard is left out, when its first unit is due.
  ShardUnits(const Schedule& schedule, ShardCut cut,
             const std::vector<std::int64_t>& shards,
             std::function<bool(std::int64_t)> skip)
      : schedule_(schedule),
        cut_(cut),
        shards_(shards),
        skip_(std::move(skip)) {}

  std::optional<Unit> Next() {
    const std::lock_guard<std::mutex> lock(mutex_);
    while (next_ == run_.end) {
      if (at_ == shards_.size()) return std::nullopt;
      const std::int64_t shard = shards_[at_++];
      if (skip_(shard)) continue;
      run_ = cut_.RunOf(shard);
      next_ = run_.first;
    }
    ++taken_;
    return schedule_.unit(next_++);
  }
  // Returns true if `finished` units are all that there are. Requires: the
  // workers have ended.
  [[nodiscard]] bool AreAll(std::int64_t finished) const {
    return at_ == shards_.size() && next_ == run_.end && taken_ == finished;
  }

 private:
  const Schedule& schedule_;
  ShardCut cut_;
  const std::vector<std::int64_t>& shards_;
  std::function<bool(std::int64_t)> skip_;
  std::mutex mutex_;  // guards the following
  std::size_t at_ = 0;
  UnitRun run_;
  std::int64_t next_ = 0;
  std::int64_t taken_ = 0;
};

// The sequential test of a plan, which ends play. Thread-safe.
class TestWatch {
 public:
  TestWatch(const std::string& folder, const v1::LeaguePlan& plan,
            const std::vector<CompiledRules>& rules, bool again) {
    if (plan.config().has_sprt() && !again) test_.emplace(folder, plan, rules);
  }

  // Takes results that are new. Returns whether the test has decided.
  bool HasDecided() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!test_) return false;
    if (!standing_ || !standing_->ended()) standing_ = test_->Advance();
    return standing_->ended();
  }
  // Requires: the workers have ended.
  [[nodiscard]] const std::optional<TestStanding>& standing() const {
    return standing_;
  }

 private:
  std::mutex mutex_;  // guards the following
  std::optional<PlannedTest> test_;
  std::optional<TestStanding> standing_;
};

// Collects the units of shards that are under way, and saves each shard when it
// has all of them.
class Results {
 public:
  Results(const std::string& folder, const v1::LeaguePlan& plan,
          const ShardPlay& play, TestWatch& test, ShardsPlayed& played)
      : folder_(folder),
        plan_(plan),
        cut_(CutOf(plan)),
        play_(play),
        test_(test),
        played_(played) {}

  // Returns whether play goes on.
  bool Take(const std::vector<UnitResult>& finished) {
    for (const UnitResult& result : finished) {
      if (!status_.ok() || decided_) return false;
      Count(result);
      if (play_.on_unit) play_.on_unit(result);
      Add(result);
    }
    played_.progress.seconds = Seconds();
    if (play_.on_progress) play_.on_progress(played_.progress);
    return status_.ok() && !decided_;
  }
  [[nodiscard]] const absl::Status& status() const { return status_; }

 private:
  struct UnderWay {
    std::vector<UnitBytes> units;
    std::int64_t missing = 0;
  };

  void Count(const UnitResult& result) {
    ShardProgress& progress = played_.progress;
    ++progress.units_done;
    progress.deals += result.outcome.counts.deals;
    progress.decisions += result.outcome.counts.decisions;
    progress.faults += static_cast<std::int64_t>(result.faults.size());
  }

  void Add(const UnitResult& result) {
    const std::int64_t shard = result.unit.number / cut_.shard_units;
    const UnitRun run = cut_.RunOf(shard);
    const auto [at, fresh] = under_way_.try_emplace(shard);
    UnderWay& under_way = at->second;
    if (fresh) {
      under_way.units.resize(static_cast<std::size_t>(run.size()));
      under_way.missing = run.size();
    }
    under_way.units[static_cast<std::size_t>(result.unit.number - run.first)] =
        ToBytes(result, plan_.config().record_deals());
    if (--under_way.missing > 0) return;
    const std::vector<UnitBytes> units = std::move(under_way.units);
    under_way_.erase(at);
    status_ = Save(shard, units);
  }

  absl::Status Save(std::int64_t shard, const std::vector<UnitBytes>& units) {
    const std::string fresh = TemporaryName(ResultPath(folder_, plan_, shard));
    ASSIGN_OR_RETURN(ResultWriter writer,
                     ResultWriter::Open(fresh, {.identity = plan_.identity(),
                                                .units = {cut_.RunOf(shard)}}));
    for (const UnitBytes& unit : units) {
      RETURN_IF_ERROR(writer.Add(unit));
    }
    ASSIGN_OR_RETURN(const std::string content, writer.Finish());
    ASSIGN_OR_RETURN(SavedResult saved,
                     SaveResult(folder_, plan_, shard, fresh, content));
    played_.shards.push_back(
        {.shard = shard, .seconds = Seconds(), .saved = std::move(saved)});
    ++played_.progress.shards_done;
    if (play_.on_shard) play_.on_shard(played_.shards.back());
    decided_ = test_.HasDecided();
    return absl::OkStatus();
  }

  [[nodiscard]] double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin_)
        .count();
  }

  const std::string& folder_;
  const v1::LeaguePlan& plan_;
  ShardCut cut_;
  const ShardPlay& play_;
  TestWatch& test_;
  ShardsPlayed& played_;
  absl::Status status_;
  bool decided_ = false;
  std::map<std::int64_t, UnderWay> under_way_;  // by shard
  const std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
};

}  // namespace

absl::StatusOr<ShardsPlayed> PlayShards(const std::string& folder,
                                        const v1::LeaguePlan& plan,
                                        const std::vector<CompiledRules>& rules,
                                        const std::vector<std::int64_t>& shards,
                                        const ShardPlay& play,
                                        const std::atomic<bool>& stop) {
  const Schedule schedule = MakeSchedule(plan.config());
  const ShardCut cut = CutOf(plan);
  ShardsPlayed played;
  for (const std::int64_t shard : shards) {
    played.progress.units += cut.RunOf(shard).size();
  }
  const std::int64_t units = played.progress.units;
  TestWatch test(folder, plan, rules, play.again);
  ShardUnits source(schedule, cut, shards, [&](std::int64_t shard) {
    if (test.HasDecided()) return true;
    // The folder was not whole before; it may be new and whole now.
    std::error_code error;
    return !play.again && stop.load() == false &&
           std::filesystem::exists(ResultPath(folder, plan, shard), error) &&
           CheckShard(folder, plan, shard).ok();
  });
  Results results(folder, plan, play, test, played);
  BudgetLedger budgets(
      TotalBudgets(plan.config(), schedule,
                   static_cast<double>(std::max<std::int64_t>(units, 1)) /
                       static_cast<double>(schedule.units())),
      {});
  absl::Status unstartable;
  played.usage = PlayUnits(
      plan.config(), rules,
      {.workers =
           static_cast<int>(std::clamp<std::int64_t>(units, 1, play.workers)),
       .make_links = play.make_links,
       .next = [&source] { return source.Next(); },
       .leave_out = nullptr,
       .budgets = &budgets,
       .disqualified = nullptr,
       .take =
           [&results](const std::vector<UnitResult>& finished) {
             return results.Take(finished);
           },
       .on_unstartable =
           [&unstartable](const absl::Status& why) { unstartable = why; }},
      stop);
  RETURN_IF_ERROR(results.status());
  RETURN_IF_ERROR(unstartable);
  played.stopped =
      !test.HasDecided() && !source.AreAll(played.progress.units_done);
  played.test = test.standing();
  return played;
}

}  // namespace couillon::arena
