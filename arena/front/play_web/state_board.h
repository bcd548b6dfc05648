// The states of a table in order: one thread publishes, the threads of browsers
// wait for those that they have not sent yet.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "arena/front/http/web_request.h"

namespace couillon::arena {

// Thread-safe.
class StateBoard {
 public:
  explicit StateBoard(int most_clients) : most_clients_(most_clients) {}

  // Adds a state, as JSON on one line.
  void Publish(std::string json);
  // The last state with its number, from 1; before the first, 0 and "null".
  [[nodiscard]] std::pair<std::int64_t, std::string> Latest();

  // Adds a browser; false if there are too many.
  [[nodiscard]] bool Join();
  void Leave();
  [[nodiscard]] int clients();

  // Waits until there is a state after number `seen`, and returns all of them
  // as events; only the last if some are no longer kept. Sets `seen` to the
  // last. Nothing after `longest`, or if there is none once stopped.
  std::vector<EventText> WaitForNews(std::int64_t& seen,
                                     std::chrono::milliseconds longest);

  // Ends all waiting, now and later; returns when all browsers have left. They
  // get the last states before.
  void Stop();
  [[nodiscard]] bool stopped();

 private:
  const int most_clients_;
  std::mutex mutex_;  // guards the following
  std::condition_variable changed_;
  int clients_ = 0;
  bool stopped_ = false;
  std::int64_t last_ = 0;         // the number of the last state
  std::string latest_ = "null";   // its JSON
  std::deque<EventText> events_;  // of the last states
};

}  // namespace couillon::arena
