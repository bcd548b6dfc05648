// Serves the page of a league or an arena over HTTP, with its events while it
// is played, and its recorded deals.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/front/http/listen.h"
#include "arena/front/view/live_feed.h"

namespace couillon::arena {

struct ViewOptions {
  FeedOptions feed;
  std::string page;  // without data
  Listen listen;
  int most_clients = 16;  // that get events at a time
};

class ViewServer {
 public:
  // Reads the first report and begins to serve, on threads of its own.
  // FailedPrecondition if the port cannot be taken; the other errors are those
  // of LiveFeed::Begin and PageWithData.
  static absl::StatusOr<std::unique_ptr<ViewServer>> Start(ViewOptions options);
  // Ends all connections.
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  // The address of the page, with the token that it needs.
  [[nodiscard]] std::string address() const;
  // The number of clients that get events now.
  [[nodiscard]] int clients() const;

 private:
  struct Parts;
  explicit ViewServer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace couillon::arena
