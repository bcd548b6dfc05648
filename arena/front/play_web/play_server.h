// Serves the table of a person: its page, its states as they change, and what
// the person does.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/front/http/listen.h"
#include "arena/front/http/page_server.h"
#include "arena/front/play_web/state_board.h"
#include "arena/front/play_web/web_table.h"

namespace couillon::arena {

// The largest number of windows that show the table at a time.
inline constexpr int kMaxWindows = 8;

struct PlayServerOptions {
  Listen listen;
  std::string page;  // without data
};

class PlayServer {
 public:
  // Begins to serve, on threads of its own. The errors are those of PageServer
  // and PageWithData. `table` and `board` outlive the server.
  static absl::StatusOr<std::unique_ptr<PlayServer>> Start(
      PlayServerOptions options, WebTable& table, StateBoard& board);
  // Ends all connections, and stops the board.
  ~PlayServer();
  PlayServer(const PlayServer&) = delete;
  PlayServer& operator=(const PlayServer&) = delete;

  // The address of the page, with the token that it needs.
  [[nodiscard]] std::string address() const { return server_->address(); }

 private:
  PlayServer(std::string page, WebTable& table, StateBoard& board)
      : page_(std::move(page)), table_(table), board_(board) {}
  WebAnswer Answer(const WebRequest& request);
  WebAnswer AnswerPage();
  WebAnswer AnswerEvents(const WebRequest& request);
  WebAnswer Act(const WebRequest& request);

  const std::string page_;
  WebTable& table_;
  StateBoard& board_;
  std::unique_ptr<PageServer> server_;
};

}  // namespace couillon::arena
