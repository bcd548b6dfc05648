#include "arena/front/view/view_server.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/front/http/page_server.h"
#include "arena/front/http/web_request.h"
#include "arena/front/page/recorded_rounds.h"
#include "arena/front/page/report_page.h"
#include "arena/front/replay/deal_archive.h"
#include "arena/front/replay/deals_json.h"
#include "arena/front/view/event_board.h"
#include "arena/numbers/format/json.h"
#include "arena/table/schedule/schedule.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The recorded deals of a league or an arena, for a page that asks for them one
// by one.

// The first units that the index lists.
inline constexpr std::size_t kMostListedUnits = 20'000;

absl::StatusOr<Json> IndexOf(const RecordedRounds& rounds) {
  Json units = Json::array();
  RETURN_IF_ERROR(rounds.ForEachHead([&units](const Unit& unit) {
    units.push_back(UnitHead(unit));
    return units.size() < kMostListedUnits;
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

// How often the thread of a client looks whether the client is still there.
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
