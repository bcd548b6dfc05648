// The progress of a league, printed on stderr.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "arena/league/run/runner.h"
#include "arena/table/bot_index.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::tools {

// "7.5 s", or hours, minutes and seconds: "0:12:03".
std::string FormatTime(double seconds);

// On a terminal one line that is updated in place; elsewhere a plain line every
// ten seconds.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);

  void Show(const arena::Progress& progress);
  // Prints whole lines, also if it is quiet; the line that is updated goes on
  // below them.
  void Print(const std::string& lines);
  // Prints the final progress.
  void End();

 private:
  [[nodiscard]] std::string Line(const arena::Progress& progress) const;

  bool quiet_;
  bool terminal_;
  double next_ = 0;               // seconds of the run
  std::int64_t first_done_ = -1;  // units done when the run began
  arena::Progress last_;
  std::string shown_;  // the last line
};

// Prints the first faults of each bot while the league is played.
class FaultLog {
 public:
  // `config` outlives the log.
  explicit FaultLog(const v1::LeagueConfig& config) : config_(config) {}
  void Add(const arena::UnitResult& result);

 private:
  const v1::LeagueConfig& config_;
  std::map<arena::BotIndex, int> count_;  // faults by bot
};

}  // namespace couillon::tools
