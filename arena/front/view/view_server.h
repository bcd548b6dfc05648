// Serves the page of a league or an arena over HTTP, with its events while it
// is played, and its recorded deals.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/front/http/listen.h"
#include "arena/front/http/web_request.h"
#include "arena/front/page/page_data.h"
#include "arena/front/page/report_page.h"

namespace couillon::arena {

// The latest events of a page that is served: one thread publishes, the threads
// of clients wait for what they have not sent yet. A slow client skips events
// that later ones replace. Thread-safe.
class EventBoard {
 public:
  // The events that a client has: the numbers of the last events of each kind.
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

// Watches a league or an arena that another process may be playing, and
// publishes what changes, as long as somebody is there to see it.

// The progress of a league or an arena, read cheaply and often.
struct PlayedSoFar {
  std::int64_t units_done = 0;
  std::int64_t units = 0;  // planned
  std::int64_t deals = 0;  // played, over all seatings
  // Seconds of all sessions; of one that has no end, up to the last change.
  std::int64_t seconds = 0;
  // True if a sequential test can end it before all units.
  bool may_end_early = false;
};

// The errors are those of LeagueStore and ReadState.
absl::StatusOr<PlayedSoFar> ReadPlayed(const std::string& directory);

// The sizes and times of change of the files that results are in: another
// process that plays changes them. Reads no file.
struct FileMark {
  std::string path;
  std::int64_t size = 0;
  std::int64_t changed_ns = 0;
  friend bool operator==(const FileMark&, const FileMark&) = default;
};
std::vector<FileMark> ListMarks(const std::string& directory);

struct FeedOptions {
  std::string directory;
  PageRequest page;  // its time is that of each report
  // The seconds since 1970, UTC.
  std::function<std::int64_t()> now;
  // The least times between two looks at the files and between two reports.
  // Both grow with the CPU time that they take: see kLookFactor.
  std::chrono::duration<double> look_period = std::chrono::seconds(1);
  std::chrono::duration<double> report_period = std::chrono::seconds(5);
};

// The CPU time of a look, or of a report, is at most one part in this many of
// the time until the next: together 0.75% of a core, which leaves a quarter of
// the promised 1% for serving what was found.
inline constexpr int kLookFactor = 400;
inline constexpr int kReportFactor = 200;

class LiveFeed {
 public:
  // Requires: `board` outlives it.
  LiveFeed(FeedOptions options, EventBoard& board);

  // Reads the first report. The errors are those of ReadPageData.
  absl::Status Begin();
  // Looks again and again until the board is stopped; waits without looking
  // while there is no client.
  void Run();

  // The latest data. Thread-safe.
  [[nodiscard]] PageData latest();

 private:
  using Clock = std::chrono::steady_clock;
  struct Sample {
    Clock::time_point at;
    PlayedSoFar played;
  };

  // Returns how long to wait before the next look.
  std::chrono::duration<double> Look();
  absl::Status LookForReport();
  void PublishProgress(const PlayedSoFar& played);
  [[nodiscard]] std::optional<double> RateOf(
      std::int64_t PlayedSoFar::* count) const;

  FeedOptions options_;
  EventBoard& board_;
  std::vector<FileMark> looked_at_;    // of the last look
  std::vector<FileMark> reported_at_;  // of the last report
  Clock::time_point next_report_;
  std::deque<Sample> samples_;  // of the last minute
  std::string progress_;        // as published
  std::mutex mutex_;            // guards latest_
  PageData latest_;
};

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
