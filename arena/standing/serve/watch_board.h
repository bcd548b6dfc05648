// The content of `Watch`: the round under way and who is there. Sends every
// change to all who watch.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "couillon/v1/arena_service.pb.h"

namespace grpc {
class ByteBuffer;
template <class Request, class Response>
class ServerBidiReactor;
}  // namespace grpc

namespace couillon::arena {

// An entrant that plays.
struct WatchedEntrant {
  std::string label;
  bool dials_in = false;
};

// Thread-safe.
class WatchBoard {
 public:
  // `is_here` says whether a bot that dials in is there now.
  explicit WatchBoard(std::function<bool(const std::string& label)> is_here)
      : is_here_(std::move(is_here)) {}
  WatchBoard(const WatchBoard&) = delete;
  WatchBoard& operator=(const WatchBoard&) = delete;

  void SetRound(std::uint32_t round, std::int64_t units,
                std::int64_t units_done);
  void SetEntrants(std::vector<WatchedEntrant> entrants);
  // Somebody may have come or gone.
  void LookAgain();

  // Takes a call of Watch. `author` may have few of them at a time.
  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Watch(
      const std::string& author);

 private:
  class WatchCall;
  // Requires: mutex_ is held.
  void Publish();

  const std::function<bool(const std::string& label)> is_here_;
  std::mutex looking_;  // one look at a time; taken before mutex_
  std::mutex mutex_;    // guards the following, and the members of all calls
  v1::WatchResponse shown_;
  std::vector<WatchedEntrant> entrants_;
  std::set<WatchCall*> calls_;
};

}  // namespace couillon::arena
