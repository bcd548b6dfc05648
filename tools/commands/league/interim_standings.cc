#include "tools/commands/league/interim_standings.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "arena/players/system/cpu_time.h"
#include "arena/report/text/report_text.h"
#include "tools/program/standings_signal.h"

namespace couillon::tools {
namespace {

constexpr std::size_t kMaxBots = 5;

}  // namespace

InterimStandings::InterimStandings(
    std::optional<double> period, RunOf run,
    std::function<absl::StatusOr<arena::LeagueReport>()> read)
    : period_(period), run_(run), read_(std::move(read)) {
  Wait(Seconds(period_.value_or(0)));
}

void InterimStandings::Wait(Seconds seconds) {
  next_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds);
}

std::string InterimStandings::Next(const arena::Progress& progress) {
  const bool over = progress.ended || progress.units_done >= progress.units;
  if (over && run_ == RunOf::kUnits) return "";
  const bool is_due =
      period_ && Clock::now() >= next_ && progress.units_done != shown_;
  const bool is_requested = AreStandingsRequested();
  if (!is_requested && !is_due) return "";
  shown_ = progress.units_done;
  const double before = arena::ThreadCpuSeconds();
  const absl::StatusOr<arena::LeagueReport> report = read_();
  std::string text;
  if (report.ok()) text = arena::InterimText(*report, kMaxBots);
  if (is_requested && text.empty()) text = "No standings yet\n";
  const double cost = arena::ThreadCpuSeconds() - before;
  Wait(std::max(Seconds(period_.value_or(0)),
                Seconds(kInterimCostFactor * cost)));
  return text;
}

}  // namespace couillon::tools
