// The latest events of a page that is served: one thread publishes, the threads
// of clients wait for what they have not sent yet. A slow client skips events
// that later ones replace.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "arena/front/http/web_request.h"

namespace couillon::arena {

// Thread-safe.
class EventBoard {
 public:
  // What a client has: the numbers of the last events of each kind.
  struct Seen {
    std::int64_t report = 0;
    std::int64_t progress = 0;
  };

  explicit EventBoard(int most_clients) : most_clients_(most_clients) {}

  // The events as server-sent events; each replaces the last of its kind.
  // `data` is on one line.
  void PublishReport(const std::string& data);
  void PublishProgress(const std::string& data);
  // The number of the last report, from 1; 0 before it.
  [[nodiscard]] std::int64_t report_number();

  // Adds a client; false if there are too many.
  [[nodiscard]] bool Join();
  void Leave();
  [[nodiscard]] int clients();

  // Waits until there is something that is not in `seen`, and returns it;
  // nothing after `longest`, or once stopped.
  std::vector<EventText> WaitForNews(Seen& seen,
                                     std::chrono::milliseconds longest);
  // Waits until there is a client. Returns false once stopped.
  bool WaitForClient();
  // Waits for a time. Returns false once stopped.
  bool WaitFor(std::chrono::duration<double> time);

  // Ends all waiting, now and later.
  void Stop();
  [[nodiscard]] bool stopped();

 private:
  struct Event {
    std::int64_t number = 0;
    EventText text;
  };

  const int most_clients_;
  std::mutex mutex_;  // guards the following
  std::condition_variable changed_;
  int clients_ = 0;
  bool stopped_ = false;
  Event report_;
  Event progress_;
};

}  // namespace couillon::arena
