// Worker threads take units in turns, each with a referee and links of its own.

#include "arena/league/run/unit_play.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/store/unit_run.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/referee.h"
#include "arena/table/referee/time_control.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// Units are handed on in groups at this interval, since a store waits for the
// disk with each group.
constexpr std::chrono::milliseconds kTakeEvery(200);

// Recorded deals that may wait for the store, which packs them more slowly than
// several workers play: they take some hundred bytes each.
constexpr std::size_t kMaxWaitingRecords = 1 << 16;

// Finished units on their way from the workers to the store.
class Finished {
 public:
  // Waits while too many records do.
  void Add(UnitResult result) {
    std::unique_lock<std::mutex> lock(mutex_);
    taken_.wait(lock, [this] { return !IsFull(); });
    records_ += result.records.size();
    results_.push_back(std::move(result));
    if (IsFull()) changed_.notify_one();
  }
  void WorkerDone() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++workers_done_;
    changed_.notify_one();
  }
  // Returns the results that arrived within kTakeEvery, or until `workers` are
  // done or too many records wait.
  std::vector<UnitResult> Take(int workers, bool& all_done) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait_for(lock, kTakeEvery,
                      [&] { return workers_done_ == workers || IsFull(); });
    all_done = workers_done_ == workers;
    records_ = 0;
    taken_.notify_all();
    return std::exchange(results_, {});
  }

 private:
  [[nodiscard]] bool IsFull() const { return records_ >= kMaxWaitingRecords; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable taken_;
  std::size_t records_ = 0;  // of results_
  std::vector<UnitResult> results_;
  int workers_done_ = 0;
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

TimeControl MakeTimeControl(const v1::Limits& limits) {
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
      .teams = CountTeams(config),
      .is_match = ArePlayingMatches(config),
      .coupled = config.coupled(),
      .record_deals = config.record_deals(),
      .divided = DividedBots(config),
      .relabelled = RelabelledBots(config),
      .max_faults = static_cast<int>(limits.max_faults()),
      .tolerated_failures = static_cast<int>(limits.tolerated_failures()),
      .batches = {.max_batch = limits.max_batch(),
                  .one_at_a_time = AsksOneAtATime(config),
                  .target = AnswerTarget(limits)},
      .time = MakeTimeControl(limits)};
  if (std::any_of(config.bots().begin(), config.bots().end(),
                  [](const auto& bot) { return bot.has_own_limits(); })) {
    for (const v1::BotEntry& bot : config.bots()) {
      const v1::Limits own = LimitsOf(config, bot);
      referee.own_time.push_back(
          {.time = MakeTimeControl(own), .target = AnswerTarget(own)});
    }
  }
  return referee;
}

// Hands out units, and in a second turn those that were postponed in the first,
// because a bot was over its budget.
class UnitsInTurns {
 public:
  UnitsInTurns(const UnitPlay& play, const Schedule& schedule)
      : play_(play), schedule_(schedule) {}

  // In the second turn after BeginSecondTurn().
  std::optional<Unit> Next() {
    for (;;) {
      const std::optional<Unit> unit = second_ ? NextPostponed() : play_.next();
      if (!unit) return std::nullopt;
      if (play_.leave_out && play_.leave_out(*unit)) continue;
      if (second_ || play_.budgets == nullptr ||
          !play_.budgets->OverIn(*unit)) {
        return unit;
      }
      Postpone(unit->number);
    }
  }
  // Returns whether there is anything to play. Requires: no worker is running.
  bool BeginSecondTurn() {
    second_ = true;
    return !postponed_.empty();
  }

 private:
  void Postpone(std::int64_t number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!postponed_.empty() && postponed_.back().end == number) {
      ++postponed_.back().end;
    } else {
      postponed_.push_back({.first = number, .end = number + 1});
    }
  }
  std::optional<Unit> NextPostponed() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (at_ == postponed_.size()) return std::nullopt;
    UnitRun& run = postponed_[at_];
    const std::int64_t number = run.first++;
    if (run.first == run.end) ++at_;
    return schedule_.unit(number);
  }

  const UnitPlay& play_;
  const Schedule& schedule_;
  bool second_ = false;
  std::mutex mutex_;  // guards the following
  std::vector<UnitRun> postponed_;
  std::size_t at_ = 0;
};

// The state that the workers share with the caller's thread.
struct Shared {
  const UnitPlay& play;
  UnitsInTurns units;
  UsageSum usage;
  std::optional<Finished> finished = std::nullopt;  // of this turn
  std::atomic<bool> halt = false;
  std::mutex mutex = {};  // guards the following
  std::optional<Referee::Unstartable> unstartable = std::nullopt;
};

// Ends play, since a bot cannot be started.
void Halt(const Referee::Unstartable& unstartable, Shared& shared) {
  const std::lock_guard<std::mutex> lock(shared.mutex);
  if (!shared.unstartable) shared.unstartable = unstartable;
  shared.halt = true;
}

absl::Status StatusOf(const v1::LeagueConfig& config,
                      const Referee::Unstartable& unstartable) {
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%s could not be started, and the machine is the cause: %s; no unit is "
      "forfeited for it, finished units are stored, and the rest can be played "
      "later",
      PrintableLine(config.bots(ToInt(unstartable.bot)).name()),
      unstartable.why));
}

// The body of a worker's thread.
void Work(const RefereeConfig& config, BotLinks links, Shared& shared) {
  {
    Referee referee(
        config, std::move(links), [&shared] { return shared.units.Next(); },
        [&shared](UnitResult result) {
          shared.finished->Add(std::move(result));
        });
    referee.Run(shared.halt);
    if (referee.unstartable()) Halt(*referee.unstartable(), shared);
    shared.usage.Add(referee.Finish());
  }
  shared.finished->WorkerDone();
}

// Plays until no unit is left in this turn, or play ends.
void PlayTurn(const RefereeConfig& config, Shared& shared,
              const std::atomic<bool>& stop) {
  const UnitPlay& play = shared.play;
  Finished& finished = shared.finished.emplace();
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(play.workers));
  for (int worker = 0; worker < play.workers; ++worker) {
    threads.emplace_back(
        [&, worker] { Work(config, play.make_links(worker), shared); });
  }
  for (bool all_done = false; !all_done;) {
    std::vector<UnitResult> results = finished.Take(play.workers, all_done);
    if (stop.load()) shared.halt = true;
    // In order, a store fills its pages.
    std::ranges::sort(results, {}, [](const UnitResult& result) {
      return result.unit.number;
    });
    if (!play.take(std::move(results))) shared.halt = true;
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

std::vector<BotUsage> PlayUnits(const v1::LeagueConfig& config,
                                const std::vector<CompiledRules>& rules,
                                const UnitPlay& play,
                                const std::atomic<bool>& stop) {
  const UnitDeals deals(config);
  const Schedule schedule = MakeSchedule(config);
  RefereeConfig referee_config = MakeRefereeConfig(config, rules, deals);
  referee_config.disqualified_bot = play.disqualified;
  if (play.budgets != nullptr && play.budgets->HasBudgets()) {
    referee_config.budgets = play.budgets;
  }
  referee_config.postpones = true;
  Shared shared{.play = play,
                .units = UnitsInTurns(play, schedule),
                .usage = UsageSum(config.bots_size()),
                .halt = stop.load()};
  PlayTurn(referee_config, shared, stop);
  referee_config.postpones = false;
  if (!shared.halt && shared.units.BeginSecondTurn()) {
    PlayTurn(referee_config, shared, stop);
  }
  if (shared.unstartable && play.on_unstartable) {
    play.on_unstartable(StatusOf(config, *shared.unstartable));
  }
  return shared.usage.usage();
}

}  // namespace couillon::arena
