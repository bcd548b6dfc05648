// A thread looks at the files and publishes what changes; threads of clients
// wait for events, and read deals afresh from the stores.

#include "arena/front/view/view_server.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/front/http/page_server.h"
#include "arena/front/page/recorded_rounds.h"
#include "arena/front/replay/deals_json.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/players/system/cpu_time.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
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
    // Only the last of those without an end can be under way.
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
  played.units += CountPlannedUnits(store->config());
  return absl::OkStatus();
}

using Seconds = std::chrono::duration<double>;

// Rates are means over so much time.
constexpr std::chrono::seconds kRateWindow(60);

Seconds PeriodFor(Seconds least, double cpu_seconds, int factor) {
  return std::max(least, Seconds(factor * cpu_seconds));
}

// The recorded deals of a league or an arena, for a page that asks for them one
// by one.

// The first units that the index lists.
inline constexpr std::size_t kMaxListedUnits = 20'000;

absl::StatusOr<Json> IndexOf(const RecordedRounds& rounds) {
  Json units = Json::array();
  RETURN_IF_ERROR(rounds.ForEachHead([&units](const Unit& unit) {
    units.push_back(UnitHead(unit));
    return units.size() < kMaxListedUnits;
  }));
  Json index = rounds.Head();
  index["units"] = std::move(units);
  return index;
}

Json DocumentOf(const RecordedRounds& rounds, const ReplayedUnit& unit,
                bool with_values) {
  return DealsDocument(rounds.Head(), rounds.RulesOf(unit.unit), unit,
                       with_values);
}

absl::StatusOr<Json> ItemWithValues(const RecordedRounds& rounds,
                                    std::int64_t unit, std::uint64_t item) {
  static std::mutex solving;
  ASSIGN_OR_RETURN(ReplayedUnit found, rounds.Read(unit));
  std::erase_if(found.items,
                [item](const ReplayedItem& each) { return each.item != item; });
  if (found.items.empty()) {
    return absl::NotFoundError(
        absl::StrFormat("unit %d has no item %d", unit, item));
  }
  const std::lock_guard lock(solving);
  return DocumentOf(rounds, found, true);
}

absl::StatusOr<Json> DocumentAt(const RecordedRounds& rounds,
                                std::string_view path) {
  if (path.empty()) return IndexOf(rounds);
  const std::vector<std::string> parts = absl::StrSplit(std::string(path), '/');
  std::int64_t unit = 0;
  std::uint64_t item = 0;
  const bool is_unit = parts.size() >= 2 && parts.size() <= 3 &&
                       parts[0].empty() && absl::SimpleAtoi(parts[1], &unit);
  if (is_unit && parts.size() == 2) {
    ASSIGN_OR_RETURN(const ReplayedUnit found, rounds.Read(unit));
    return DocumentOf(rounds, found, false);
  }
  if (is_unit && absl::SimpleAtoi(parts[2], &item)) {
    return ItemWithValues(rounds, unit, item);
  }
  return absl::NotFoundError("expected deals, deals/UNIT or deals/UNIT/ITEM");
}

// A couillon.deals document, read afresh from `directory`:
//
//   ""            all stored units, without their deals
//   "/UNIT"       the deals of a unit
//   "/UNIT/ITEM"  one of them, with the values of its decisions
//
// NotFound for other paths and for what is not stored; the other errors are
// those of RecordedRounds. Thread-safe; decisions are solved by one thread at a
// time.
absl::StatusOr<std::string> ServedDeals(const std::string& directory,
                                        std::string_view path) {
  ASSIGN_OR_RETURN(const RecordedRounds rounds,
                   RecordedRounds::Open(directory));
  ASSIGN_OR_RETURN(const Json document, DocumentAt(rounds, path));
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The interval at which the thread of a client looks whether the client is
// still there.
constexpr std::chrono::milliseconds kLookAtClient(500);
constexpr std::string_view kDeals = "/deals";

// The news of a board that a client has joined.
class BoardEvents final : public EventStream {
 public:
  BoardEvents(EventBoard& board, std::int64_t report) : board_(board) {
    seen_.report = report;
  }
  ~BoardEvents() override { board_.Leave(); }

  std::optional<std::vector<EventText>> Next() override {
    std::vector<EventText> news = board_.WaitForNews(seen_, kLookAtClient);
    if (board_.stopped()) return std::nullopt;
    return news;
  }

 private:
  EventBoard& board_;
  EventBoard::Seen seen_;
};

}  // namespace

void EventBoard::PublishReport(const std::string& data) {
  const std::lock_guard lock(mutex_);
  ++report_.number;
  // A browser that reconnects says the last id that it has seen.
  report_.text = std::make_shared<const std::string>(absl::StrCat(
      "event: report\nid: ", report_.number, "\ndata: ", data, "\n\n"));
  changed_.notify_all();
}

void EventBoard::PublishProgress(const std::string& data) {
  const std::lock_guard lock(mutex_);
  ++progress_.number;
  progress_.text = std::make_shared<const std::string>(
      absl::StrCat("event: progress\ndata: ", data, "\n\n"));
  changed_.notify_all();
}

std::int64_t EventBoard::report_number() {
  const std::lock_guard lock(mutex_);
  return report_.number;
}

bool EventBoard::Join() {
  const std::lock_guard lock(mutex_);
  if (clients_ >= most_clients_) return false;
  ++clients_;
  changed_.notify_all();
  return true;
}

void EventBoard::Leave() {
  const std::lock_guard lock(mutex_);
  --clients_;
}

int EventBoard::clients() {
  const std::lock_guard lock(mutex_);
  return clients_;
}

std::vector<EventText> EventBoard::WaitForNews(
    Seen& seen, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] {
    return stopped_ || report_.number > seen.report ||
           progress_.number > seen.progress;
  });
  std::vector<EventText> news;
  if (stopped_) return news;
  if (report_.number > seen.report) news.push_back(report_.text);
  if (progress_.number > seen.progress) news.push_back(progress_.text);
  seen = {.report = report_.number, .progress = progress_.number};
  return news;
}

bool EventBoard::WaitForClient() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || clients_ > 0; });
  return !stopped_;
}

bool EventBoard::WaitFor(std::chrono::duration<double> time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [&] { return stopped_; });
}

void EventBoard::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

bool EventBoard::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

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
      played.units += CountPlannedUnits(RoundConfig(state, round, directory));
    } else if (!status.ok()) {
      return status;
    }
  }
  return played;
}

std::vector<FileMark> ListMarks(const std::string& directory) {
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
  std::vector<FileMark> marks = ListMarks(options_.directory);
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
  std::vector<FileMark> marks = ListMarks(options_.directory);
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

// Everything of a server; its threads end before its members.
struct ViewServer::Parts {
  explicit Parts(ViewOptions given)
      : options(std::move(given)),
        board(options.most_clients),
        feed(options.feed, board) {}

  WebAnswer Answer(const WebRequest& request);
  WebAnswer AnswerPage();
  [[nodiscard]] WebAnswer AnswerDeals(std::string_view path) const;
  WebAnswer AnswerEvents(const WebRequest& request);

  ViewOptions options;
  bool has_deals = false;
  EventBoard board;
  LiveFeed feed;
  std::thread watching;
  std::unique_ptr<PageServer> server;
};

WebAnswer ViewServer::Parts::Answer(const WebRequest& request) {
  if (request.path() == "/") return AnswerPage();
  if (request.path() == "/events") return AnswerEvents(request);
  if (has_deals && request.path().starts_with(kDeals)) {
    return AnswerDeals(request.path().substr(kDeals.size()));
  }
  return RefusedReply(404, "There is no such page.");
}

WebAnswer ViewServer::Parts::AnswerPage() {
  // The number first: a report that comes meanwhile is sent once more.
  const std::int64_t number = board.report_number();
  PageData data = feed.latest();
  data.live = {{"url", absl::StrFormat("events?after=%d", number)}};
  if (has_deals) data.live["deals"] = kDeals.substr(1);
  absl::StatusOr<std::string> page = PageWithData(options.page, data);
  if (!page.ok()) {
    return RefusedReply(500, std::string(page.status().message()));
  }
  return HtmlAnswer(*std::move(page));
}

WebAnswer ViewServer::Parts::AnswerDeals(std::string_view path) const {
  absl::StatusOr<std::string> deals = ServedDeals(options.feed.directory, path);
  if (deals.ok()) return JsonAnswer(*std::move(deals));
  return RefusedReply(absl::IsNotFound(deals.status()) ? 404 : 500,
                      std::string(deals.status().message()));
}

WebAnswer ViewServer::Parts::AnswerEvents(const WebRequest& request) {
  if (!board.Join()) return RefusedReply(503, "Too many pages are open.");
  WebAnswer answer;
  answer.events = std::make_unique<BoardEvents>(board, request.LastEvent());
  return answer;
}

ViewServer::ViewServer(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

absl::StatusOr<std::unique_ptr<ViewServer>> ViewServer::Start(
    ViewOptions options) {
  auto parts = std::make_unique<Parts>(std::move(options));
  RETURN_IF_ERROR(parts->feed.Begin());
  RETURN_IF_ERROR(PageWithData(parts->options.page, {}).status());
  parts->has_deals = HasRecordedDeals(parts->options.feed.directory);
  Parts& of = *parts;
  ASSIGN_OR_RETURN(
      std::unique_ptr<PageServer> server,
      PageServer::Start({.listen = of.options.listen,
                         .page = of.options.page,
                         .command = "couillon view",
                         .most_clients = of.options.most_clients,
                         .answer = [&of](const WebRequest& request) {
                           return of.Answer(request);
                         }}));
  of.server = std::move(server);
  of.watching = std::thread([&of] { of.feed.Run(); });
  return std::unique_ptr<ViewServer>(new ViewServer(std::move(parts)));
}

ViewServer::~ViewServer() {
  parts_->board.Stop();
  parts_->server.reset();
  parts_->watching.join();
}

std::string ViewServer::address() const { return parts_->server->address(); }

int ViewServer::clients() const { return parts_->board.clients(); }

}  // namespace couillon::arena
