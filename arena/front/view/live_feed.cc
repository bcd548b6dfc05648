#include "arena/front/view/live_feed.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/players/process/cpu_time.h"

namespace couillon::arena {
namespace {

using Seconds = std::chrono::duration<double>;

// Rates are means over so much time.
constexpr std::chrono::seconds kRateWindow(60);

Seconds PeriodFor(Seconds least, double cpu_seconds, int factor) {
  return std::max(least, Seconds(factor * cpu_seconds));
}

}  // namespace

LiveFeed::LiveFeed(FeedOptions options, EventBoard& board)
    : options_(std::move(options)), board_(board) {}

absl::Status LiveFeed::Begin() { return LookForReport(); }

void LiveFeed::Run() {
  while (board_.WaitForClient()) {
    if (!board_.WaitFor(Look())) return;
  }
}

PageData LiveFeed::latest() {
  const std::lock_guard lock(mutex_);
  return latest_;
}

// A file that cannot be read now, since it is being replaced or damaged, leaves
// what was shown before.
Seconds LiveFeed::Look() {
  const double before = ThreadCpuSeconds();
  std::vector<FileMark> marks = MarksOf(options_.directory);
  if (marks != looked_at_) {
    const absl::StatusOr<PlayedSoFar> played = ReadPlayed(options_.directory);
    if (played.ok()) PublishProgress(*played);
    looked_at_ = std::move(marks);
  }
  const Seconds period =
      PeriodFor(options_.look_period, ThreadCpuSeconds() - before, kLookFactor);
  if (looked_at_ != reported_at_ && Clock::now() >= next_report_) {
    (void)LookForReport();
  }
  return period;
}

absl::Status LiveFeed::LookForReport() {
  const double before = OwnCpuSeconds();  // a report may take two threads
  // Before reading, so that a change meanwhile is seen next time.
  std::vector<FileMark> marks = MarksOf(options_.directory);
  PageRequest request = options_.page;
  request.now = options_.now();
  absl::StatusOr<PageData> data = ReadPageData(options_.directory, request);
  absl::Status status = data.status();
  if (status.ok()) {
    const Json event = {{"report", data->report}, {"run", data->run}};
    board_.PublishReport(ScriptJson(event));
    const std::lock_guard lock(mutex_);
    latest_ = *std::move(data);
  }
  reported_at_ = std::move(marks);
  next_report_ =
      Clock::now() +
      std::chrono::duration_cast<Clock::duration>(PeriodFor(
          options_.report_period, OwnCpuSeconds() - before, kReportFactor));
  return status;
}

std::optional<double> LiveFeed::RateOf(
    std::int64_t PlayedSoFar::* count) const {
  const Sample& first = samples_.front();
  const Sample& last = samples_.back();
  const double seconds = Seconds(last.at - first.at).count();
  const auto more =
      static_cast<double>(last.played.*count - first.played.*count);
  if (!(seconds > 0) || !(more > 0)) return std::nullopt;
  return more / seconds;
}

void LiveFeed::PublishProgress(const PlayedSoFar& played) {
  samples_.push_back({.at = Clock::now(), .played = played});
  while (samples_.back().at - samples_.front().at > kRateWindow) {
    samples_.pop_front();
  }
  std::optional<double> left;
  const std::optional<double> units = RateOf(&PlayedSoFar::units_done);
  if (played.units_done >= played.units) {
    left = 0;
  } else if (units && !played.may_end_early) {
    left = static_cast<double>(played.units - played.units_done) / *units;
  }
  const Json json = {{"units_done", played.units_done},
                     {"units", played.units},
                     {"deals", played.deals},
                     {"seconds", played.seconds},
                     {"seconds_left", JsonNumber(left)},
                     {"rate", JsonNumber(RateOf(&PlayedSoFar::deals))}};
  std::string text = ScriptJson(json);
  if (text == progress_) return;
  board_.PublishProgress(text);
  progress_ = std::move(text);
}

}  // namespace couillon::arena
