#include "arena/front/view/live_feed.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/players/process/cpu_time.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

void AddMark(const std::filesystem::path& path, std::vector<FileMark>& marks) {
  struct stat of{};
  if (stat(path.c_str(), &of) != 0) return;
  marks.push_back(
      {.path = path.string(),
       .size = of.st_size,
       .changed_ns = of.st_mtim.tv_sec * kNsPerSecond + of.st_mtim.tv_nsec});
}

void AddMarksOfStore(const std::filesystem::path& directory,
                     std::vector<FileMark>& marks) {
  for (const char* file :
       {"league.sqlite", "league.sqlite-wal", "audit.json"}) {
    AddMark(directory / file, marks);
  }
}

std::int64_t LastChange(const std::string& directory) {
  std::vector<FileMark> marks;
  AddMarksOfStore(directory, marks);
  std::int64_t last = 0;
  for (const FileMark& mark : marks) last = std::max(last, mark.changed_ns);
  return last / kNsPerSecond;
}

std::int64_t SecondsOf(const std::vector<PlaySession>& sessions,
                       const std::string& directory) {
  std::int64_t seconds = 0;
  for (const PlaySession& session : sessions) {
    // Of those without an end only the last can be under way.
    const bool last = &session == &sessions.back();
    const std::int64_t end = session.ended ? *session.ended
                             : last        ? LastChange(directory)
                                           : session.began;
    seconds += std::max<std::int64_t>(end - session.began, 0);
  }
  return seconds;
}

absl::Status AddStore(const std::string& directory, PlayedSoFar& played) {
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(directory));
  ASSIGN_OR_RETURN(const PlayedUnits units, store->Played());
  ASSIGN_OR_RETURN(const std::vector<PlaySession> sessions, store->Sessions());
  played.units_done += units.units;
  played.deals += units.deals;
  played.seconds += SecondsOf(sessions, directory);
  played.may_end_early = played.may_end_early || store->config().has_sprt();
  played.units += UnitsOf(store->config());
  return absl::OkStatus();
}

using Seconds = std::chrono::duration<double>;

// Rates are means over so much time.
constexpr std::chrono::seconds kRateWindow(60);

Seconds PeriodFor(Seconds least, double cpu_seconds, int factor) {
  return std::max(least, Seconds(factor * cpu_seconds));
}

}  // namespace

absl::StatusOr<PlayedSoFar> ReadPlayed(const std::string& directory) {
  PlayedSoFar played;
  if (!IsArena(directory)) {
    RETURN_IF_ERROR(AddStore(directory, played));
    return played;
  }
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  for (int round = 1; round <= static_cast<int>(state.rounds.size()); ++round) {
    absl::Status status = AddStore(RoundDirectory(directory, round), played);
    if (absl::IsNotFound(status)) {
      played.units += UnitsOf(RoundConfig(state, round, directory));
    } else if (!status.ok()) {
      return status;
    }
  }
  return played;
}

std::vector<FileMark> MarksOf(const std::string& directory) {
  std::vector<FileMark> marks;
  if (!IsArena(directory)) {
    AddMarksOfStore(directory, marks);
    return marks;
  }
  AddMark(std::filesystem::path(directory) / "journal.jsonl", marks);
  std::error_code error;
  const std::filesystem::path rounds =
      std::filesystem::path(RoundDirectory(directory, 1)).parent_path();
  for (const auto& round : std::filesystem::directory_iterator(rounds, error)) {
    AddMarksOfStore(round.path(), marks);
  }
  std::ranges::sort(marks, {}, &FileMark::path);
  return marks;
}

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
