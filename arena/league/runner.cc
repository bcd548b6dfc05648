#include "arena/league/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/disqualification_rule.h"
#include "arena/league/unit_archive.h"
#include "arena/referee/bot_link.h"
#include "arena/referee/clock.h"
#include "arena/referee/referee.h"
#include "arena/referee/time_control.h"
#include "arena/schedule/bot_limits.h"
#include "arena/schedule/bot_protection.h"
#include "arena/schedule/league_rules.h"
#include "arena/schedule/league_schedule.h"
#include "arena/schedule/schedule.h"
#include "arena/schedule/unit_deals.h"
#include "arena/store/league_store.h"
#include "arena/store/stored_unit.h"
#include "arena/unit/sequential_match.h"
#include "arena/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// Units are stored in groups at this interval, since each group waits for the
// disk.
constexpr std::chrono::milliseconds kStoreEvery(200);

// Finished units on their way from the workers to the store.
class Finished {
 public:
  void Add(UnitResult result) {
    const std::lock_guard<std::mutex> lock(mutex_);
    results_.push_back(std::move(result));
  }
  void WorkerDone() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++workers_done_;
    changed_.notify_one();
  }
  // Returns the results that arrived within kStoreEvery, or until `workers` are
  // done.
  std::vector<UnitResult> Take(int workers, bool& all_done) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait_for(lock, kStoreEvery,
                      [&] { return workers_done_ == workers; });
    all_done = workers_done_ == workers;
    return std::exchange(results_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<UnitResult> results_;
  int workers_done_ = 0;
};

// Hands out the units that are not stored yet, in order.
class Remaining {
 public:
  // `done` are the stored units, ascending.
  Remaining(const Schedule& schedule, std::vector<UnitRun> done,
            std::function<bool(const Unit&)> leave_out)
      : schedule_(schedule),
        done_(std::move(done)),
        leave_out_(std::move(leave_out)) {}

  std::optional<Unit> Next() {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (;;) {
      if (at_ < done_.size() && done_[at_].first == next_) {
        next_ = done_[at_++].end;
      }
      if (next_ >= schedule_.units()) return std::nullopt;
      Unit unit = schedule_.unit(next_++);
      if (!leave_out_ || !leave_out_(unit)) return unit;
    }
  }
  // The number of remaining units when the run began.
  [[nodiscard]] std::int64_t size() const {
    return schedule_.units() - CountUnits(done_);
  }

 private:
  const Schedule& schedule_;
  std::vector<UnitRun> done_;
  std::function<bool(const Unit&)> leave_out_;
  std::mutex mutex_;  // guards the following
  std::int64_t next_ = 0;
  std::size_t at_ = 0;  // the first of done_ from next_ on
};

// The usage of the bots, summed over workers.
class UsageSum {
 public:
  explicit UsageSum(int bots) : usage_(static_cast<std::size_t>(bots)) {}
  void Add(const std::vector<BotUsage>& usage) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t bot = 0; bot < usage.size(); ++bot) {
      usage_[bot] += usage[bot];
    }
  }
  // Requires: the workers have ended.
  [[nodiscard]] const std::vector<BotUsage>& usage() const { return usage_; }

 private:
  std::mutex mutex_;
  std::vector<BotUsage> usage_;
};

// The time that a message to a bot should take to be answered: bots that answer
// all of it at once may take this long for it.
Clock::duration AnswerTarget(const v1::Limits& limits) {
  // A tenth of the limit leaves room for a message that takes ten times as long
  // as those before.
  constexpr int kPartOfLimit = 10;
  const Clock::duration most = BatchRules().target;
  if (limits.move_ms() == 0) return most;
  return std::min<Clock::duration>(
      most, std::chrono::microseconds(1000) * limits.move_ms() / kPartOfLimit);
}

TimeControl TimeControlOf(const v1::Limits& limits) {
  using std::chrono::milliseconds;
  TimeControl time = {.budget = milliseconds(limits.table_budget_ms()),
                      .increment = milliseconds(limits.increment_ms()),
                      .move = milliseconds(limits.move_ms())};
  if (limits.unit_budget_ms() > 0) {
    time.unit_budget = milliseconds(limits.unit_budget_ms()) +
                       milliseconds(limits.margin_ms());
  }
  return time;
}

RefereeConfig MakeRefereeConfig(const v1::LeagueConfig& config,
                                const std::vector<CompiledRules>& rules,
                                const UnitDeals& deals) {
  const v1::Limits& limits = config.limits();
  RefereeConfig referee{
      .rules = PointersTo(rules),
      .deals = &deals,
      .teams = TeamsOf(config),
      .is_match = config.mode() == v1::LEAGUE_MODE_MATCHES,
      .coupled = config.coupled(),
      .record_deals = config.record_deals(),
      .divided = DividedBots(config),
      .relabelled = RelabelledBots(config),
      .max_faults = static_cast<int>(limits.max_faults()),
      .tolerated_failures = static_cast<int>(limits.tolerated_failures()),
      .batches = {.max_batch = limits.max_batch(),
                  .one_at_a_time = AsksOneAtATime(config),
                  .target = AnswerTarget(limits)},
      .time = TimeControlOf(limits)};
  if (std::any_of(config.bots().begin(), config.bots().end(),
                  [](const auto& bot) { return bot.has_own_limits(); })) {
    for (const v1::BotEntry& bot : config.bots()) {
      const v1::Limits own = LimitsOf(config, bot);
      referee.own_time.push_back(
          {.time = TimeControlOf(own), .target = AnswerTarget(own)});
    }
  }
  return referee;
}

// The sequential test of a league with the stored results; null if the league
// has none.
absl::StatusOr<std::optional<SequentialMatch>> StoredTest(LeagueStore& store) {
  std::optional<SequentialMatch> test;
  if (!store.config().has_sprt()) return test;
  test.emplace(store.config());
  absl::Status status = store.ForEachUnit([&test](const StoredUnit& unit) {
    test->Add(unit.number, unit.outcome);
  });
  if (!status.ok()) return status;
  return test;
}

void SetTest(const std::optional<SequentialMatch>& test, Progress& progress) {
  if (!test) return;
  progress.test =
      TestProgress{.look = test->look(), .pairs = test->score().pairs};
  progress.ended = test->ended();
}

// The state that the workers of a run share with the storing thread.
struct Shared {
  Remaining remaining;
  UsageSum usage;
  Finished finished{};
  int workers = 0;
  std::atomic<bool> halt = false;
};

// The body of a worker's thread.
void Work(const RefereeConfig& config, BotLinks links, Shared& shared) {
  {
    Referee referee(
        config, std::move(links), [&shared] { return shared.remaining.Next(); },
        [&shared](UnitResult result) {
          shared.finished.Add(std::move(result));
        });
    referee.Run(shared.halt);
    shared.usage.Add(referee.Finish());
  }
  shared.finished.WorkerDone();
}

void Count(const UnitResult& result, Progress& progress) {
  ++progress.units_done;
  progress.deals += result.outcome.counts.deals;
  progress.decisions += result.outcome.counts.decisions;
  progress.faults += static_cast<std::int64_t>(result.faults.size());
}

// Stores what the workers finish until they have all ended.
absl::Status StoreUnits(Shared& shared, UnitArchive& archive,
                        std::optional<SequentialMatch>& test,
                        const RunOptions& options,
                        const std::atomic<bool>& stop, Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  absl::Status status;
  for (bool all_done = false; !all_done;) {
    std::vector<UnitResult> results =
        shared.finished.Take(shared.workers, all_done);
    if (stop.load()) shared.halt = true;
    if (status.ok() && !results.empty()) status = archive.Save(results);
    if (!status.ok()) {
      shared.halt = true;
      continue;
    }
    for (const UnitResult& result : results) {
      Count(result, progress);
      if (options.on_unit) options.on_unit(result);
      if (test) test->Add(result.unit.number, result.outcome);
    }
    SetTest(test, progress);
    if (progress.ended) shared.halt = true;
    progress.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    if (options.on_progress) options.on_progress(progress);
  }
  return status;
}

}  // namespace

absl::StatusOr<Progress> RunLeague(LeagueStore& store,
                                   const std::vector<CompiledRules>& rules,
                                   const RunOptions& options,
                                   const std::atomic<bool>& stop) {
  const v1::LeagueConfig& config = store.config();
  const UnitDeals deals(config);
  const Schedule schedule = ScheduleOf(config);
  DisqualificationRule rule(
      config.bots_size(), static_cast<int>(config.limits().disqualify_after()));
  UnitArchive archive(store, schedule, rules, rule);
  absl::Status status = archive.Begin();
  if (!status.ok()) return status;
  RefereeConfig referee_config = MakeRefereeConfig(config, rules, deals);
  referee_config.disqualified_bot = [&rule](const Unit& unit) {
    return rule.DisqualifiedIn(unit);
  };
  absl::StatusOr<std::vector<UnitRun>> done = store.StoredRuns();
  if (!done.ok()) return done.status();
  absl::StatusOr<std::optional<SequentialMatch>> test = StoredTest(store);
  if (!test.ok()) return test.status();
  Progress progress{.units_done = CountUnits(*done), .units = schedule.units()};
  SetTest(*test, progress);
  if (progress.ended) return progress;
  Shared shared{.remaining = Remaining(schedule, *done, options.leave_out),
                .usage = UsageSum(config.bots_size())};
  shared.workers = static_cast<int>(
      std::clamp<std::int64_t>(shared.remaining.size(), 1, options.workers));
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(shared.workers));
  for (int worker = 0; worker < shared.workers; ++worker) {
    threads.emplace_back([&, worker] {
      Work(referee_config, options.make_links(worker), shared);
    });
  }
  status = StoreUnits(shared, archive, *test, options, stop, progress);
  for (std::thread& thread : threads) thread.join();
  if (status.ok()) status = store.AddUsage(shared.usage.usage());
  if (!status.ok()) return status;
  return progress;
}

}  // namespace couillon::arena
