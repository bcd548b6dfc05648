#include "tools/commands/league/league_progress.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::tools {
namespace {

constexpr int kFaultsShown = 3;  // per bot

}  // namespace

std::string FormatTime(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  if (whole < 60) return absl::StrFormat("%.1f s", seconds);
  return absl::StrFormat("%d:%02d:%02d", whole / 3600, whole / 60 % 60,
                         whole % 60);
}

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::Show(const arena::Progress& progress) {
  last_ = progress;
  if (quiet_) return;
  if (first_done_ < 0) first_done_ = progress.units_done;
  if (!terminal_ && progress.seconds < next_) return;
  next_ = progress.seconds + 10;
  shown_ = Line(progress);
  std::cerr << (terminal_ ? "\r\033[K" : "") << shown_
            << (terminal_ ? "" : "\n") << std::flush;
}

void ProgressLine::Print(const std::string& lines) {
  if (lines.empty()) return;
  const bool updates = terminal_ && !quiet_;
  std::cerr << (updates ? "\r\033[K" : "") << "\n" << lines;
  if (updates) std::cerr << Line(last_);
  std::cerr << std::flush;
}

void ProgressLine::End() {
  if (quiet_) return;
  const std::string line = Line(last_);
  if (!terminal_ && line == shown_) return;  // a line of its own already
  std::cerr << (terminal_ ? "\r\033[K" : "") << line << "\n";
}

std::string ProgressLine::Line(const arena::Progress& progress) const {
  const double rate =
      progress.seconds > 0
          ? static_cast<double>(progress.deals) / progress.seconds
          : 0;
  const auto won = static_cast<double>(progress.units_done -
                                       std::max<std::int64_t>(first_done_, 0));
  const auto left = static_cast<double>(progress.units - progress.units_done);
  std::string line =
      absl::StrFormat("%d of %d units (%.0f%%), %d deals in %s (%.0f a second)",
                      progress.units_done, progress.units,
                      100.0 * static_cast<double>(progress.units_done) /
                          std::max(1.0, static_cast<double>(progress.units)),
                      progress.deals, FormatTime(progress.seconds), rate);
  if (won > 0 && left > 0) {
    line += ", " + FormatTime(progress.seconds * left / won) + " left";
  }
  if (progress.test) {
    const auto& [look, pairs] = *progress.test;
    line +=
        absl::StrFormat(", LLR %+.2f in [%.2f, %.2f] after %d pairs", look.llr,
                        look.bounds.lower, look.bounds.upper, pairs);
  }
  if (progress.faults > 0) {
    line += absl::StrFormat(", %d faults", progress.faults);
  }
  return line;
}

void FaultLog::Add(const arena::UnitResult& result) {
  for (const arena::Fault& fault : result.faults) {
    if (++count_[fault.bot] > kFaultsShown) continue;
    std::cerr << arena::WithStderrTail(
                     absl::StrFormat(
                         "\n%s: %s: %s",
                         config_.bots(arena::ToInt(fault.bot)).name(),
                         std::string(arena::VerdictName(fault.verdict)),
                         fault.detail),
                     fault.last_stderr)
              << "\n";
  }
}

}  // namespace couillon::tools
