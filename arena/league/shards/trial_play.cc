// Units from all over the schedule, timed for one worker.

#include "arena/league/shards/trial_play.h"

#include <atomic>
#include <chrono>
#include <optional>

#include "arena/league/run/unit_play.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// Units all over the schedule, and so is any first part of them: place `number`
// of `units`, with its bits in reverse order.
std::int64_t SpreadUnit(std::int64_t number, std::int64_t units) {
  double place = 0;
  for (double part = 0.5; number > 0; number /= 2, part /= 2) {
    if (number % 2 == 1) place += part;
  }
  return static_cast<std::int64_t>(place * static_cast<double>(units));
}

// The seconds that one worker takes to start its bots and play `count` units.
double SecondsOf(const v1::LeagueConfig& config,
                 const std::vector<CompiledRules>& rules, const TrialPlay& play,
                 const Schedule& schedule, std::int64_t count) {
  const auto begin = std::chrono::steady_clock::now();
  std::int64_t taken = 0;
  const std::atomic<bool> stop = false;
  PlayUnits(config, rules,
            {.workers = 1,
             .make_links = play.make_links,
             .next = [&]() -> std::optional<Unit> {
               if (taken == count) return std::nullopt;
               return schedule.unit(SpreadUnit(taken++, schedule.units()));
             },
             .disqualified = nullptr,
             .take = [](const std::vector<UnitResult>&) { return true; }},
            stop);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

}  // namespace

double SecondsPerUnit(const v1::LeagueConfig& config,
                      const std::vector<CompiledRules>& rules,
                      const TrialPlay& play) {
  const Schedule schedule = MakeSchedule(config);
  std::int64_t count = 1;
  double before = 0;
  double seconds = SecondsOf(config, rules, play, schedule, count);
  while (seconds < play.seconds && 2 * count <= schedule.units()) {
    before = seconds;
    count *= 2;
    seconds = SecondsOf(config, rules, play, schedule, count);
  }
  // The time that the second half of the units took, without the start of the
  // bots.
  const double more = seconds - before;
  if (count > 1 && more > 0) return 2 * more / static_cast<double>(count);
  return seconds / static_cast<double>(count);
}

}  // namespace couillon::arena
