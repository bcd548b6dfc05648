// The standings while a league is played, every so often and at each SIGUSR1.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/league/run/runner.h"
#include "arena/report/data/league_report.h"

namespace couillon::tools {

// The CPU time that the thread of interim standings takes is at most one part
// of so many of the time until the next. A report may take a second thread as
// long, so that both together take at most 1%.
inline constexpr int kInterimCostFactor = 200;

// What a run consists of.
enum class RunOf : std::uint8_t {
  kUnits,   // its report follows when all units are played
  kRounds,  // of an arena: the units are those of one round
};

class InterimStandings {
 public:
  // `period` is in seconds; null: on request only. `read` makes the report of
  // what is stored.
  InterimStandings(std::optional<double> period, RunOf run,
                   std::function<absl::StatusOr<arena::LeagueReport>()> read);

  // Returns text to print, with a line end; empty if it is not time or there is
  // nothing new, unless it is requested, and if the report cannot be made.
  // Called often.
  std::string Next(const arena::Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  void Wait(Seconds seconds);

  std::optional<double> period_;
  RunOf run_;
  std::function<absl::StatusOr<arena::LeagueReport>()> read_;
  Clock::time_point next_;
  std::int64_t shown_ = -1;  // units of the last standings
};

}  // namespace couillon::tools
