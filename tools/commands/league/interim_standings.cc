#include "tools/commands/league/interim_standings.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "arena/players/system/cpu_time.h"
#include "arena/report/text/report_text.h"

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
  if (!period_ || (over && run_ == RunOf::kUnits)) return "";
  if (Clock::now() < next_ || progress.units_done == shown_) return "";
  shown_ = progress.units_done;
  const double before = arena::ThreadCpuSeconds();
  const absl::StatusOr<arena::LeagueReport> report = read_();
  std::string text;
  if (report.ok()) text = arena::InterimText(*report, kMaxBots);
  const double cost = arena::ThreadCpuSeconds() - before;
  Wait(std::max(Seconds(*period_), Seconds(kInterimCostFactor * cost)));
  return text;
}

}  // namespace couillon::tools
