// Three kinds of request: the page, the events of its states, and acts of the
// person.

#include "arena/front/play_web/play_server.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/front/http/web_request.h"
#include "arena/front/page/report_page.h"
#include "arena/front/play_web/table_json.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The interval at which the thread of a browser looks whether the browser is
// still there.
constexpr std::chrono::milliseconds kLookAtClient(500);

// The states that a browser has not seen, which has joined the board.
class StateEvents final : public EventStream {
 public:
  StateEvents(StateBoard& board, std::int64_t seen)
      : board_(board), seen_(seen) {}
  ~StateEvents() override { board_.Leave(); }

  std::optional<std::vector<EventText>> Next() override {
    std::vector<EventText> news = board_.WaitForNews(seen_, kLookAtClient);
    if (news.empty() && board_.stopped()) return std::nullopt;
    return news;
  }

 private:
  StateBoard& board_;
  std::int64_t seen_;
};

std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

WebAnswer PlayServer::Answer(const WebRequest& request) {
  if (request.is_post()) return Act(request);
  const std::string_view path = request.path();
  if (path == "/") return AnswerPage();
  if (path == "/events") return AnswerEvents(request);
  if (path == "/hint") {
    const auto hint = table_.Hint(request.Number("decision").value_or(-1));
    if (!hint) return RefusedReply(409, "That decision is not due.");
    return JsonAnswer(Text({{"action", *hint}}));
  }
  if (path == "/analysis") {
    const absl::StatusOr<Json> analysis =
        table_.Analyse(request.Number("deal").value_or(-1));
    if (!analysis.ok()) {
      return RefusedReply(404, std::string(analysis.status().message()));
    }
    return JsonAnswer(Text(*analysis));
  }
  return RefusedReply(404, "There is no such page.");
}

// An action of the person.
WebAnswer PlayServer::Act(const WebRequest& request) {
  const std::string_view path = request.path();
  bool done = false;
  if (path == "/choose") {
    done = table_.Choose(request.Number("decision").value_or(-1),
                         request.Number("choice").value_or(-1));
  } else if (path == "/next") {
    done = table_.GoOn(request.Number("deal").value_or(-1));
  } else if (path == "/again") {
    done = table_.PlayAgain();
  } else if (path == "/leave") {
    table_.Leave();
    done = true;
  } else {
    return RefusedReply(404, "There is no such page.");
  }
  if (!done) return RefusedReply(409, "That is not what the table waits for.");
  return JsonAnswer("{}");
}

WebAnswer PlayServer::AnswerPage() {
  const auto [number, state] = board_.Latest();
  PageData data;
  data.play = NewDocument(kPlaySchema);
  data.play["table"] = FactsJson(table_.facts());
  data.play["state"] = Json::parse(state, nullptr, false);
  data.live = {{"url", absl::StrFormat("events?after=%d", number)}};
  absl::StatusOr<std::string> page = PageWithData(page_, data);
  if (!page.ok()) {
    return RefusedReply(500, std::string(page.status().message()));
  }
  return HtmlAnswer(*std::move(page));
}

WebAnswer PlayServer::AnswerEvents(const WebRequest& request) {
  if (!board_.Join()) return RefusedReply(503, "Too many windows are open.");
  WebAnswer answer;
  answer.events = std::make_unique<StateEvents>(board_, request.LastEvent());
  return answer;
}

absl::StatusOr<std::unique_ptr<PlayServer>> PlayServer::Start(
    PlayServerOptions options, WebTable& table, StateBoard& board) {
  RETURN_IF_ERROR(PageWithData(options.page, {}).status());
  std::unique_ptr<PlayServer> play(new PlayServer(options.page, table, board));
  PlayServer& of = *play;
  ASSIGN_OR_RETURN(
      std::unique_ptr<PageServer> server,
      PageServer::Start({.listen = std::move(options.listen),
                         .page = std::move(options.page),
                         .command = "couillon play",
                         .most_clients = kMaxWindows,
                         .takes_posts = true,
                         .answer = [&of](const WebRequest& request) {
                           return of.Answer(request);
                         }}));
  play->server_ = std::move(server);
  return play;
}

PlayServer::~PlayServer() {
  board_.Stop();
  server_.reset();
}

}  // namespace couillon::arena
