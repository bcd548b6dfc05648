// The referee's link to one bot: decisions out, answers and faults back. A link
// belongs to one worker and is used from its thread alone. The bundled bots
// that run inside the referee and the bots over gRPC are both links, so that
// the referee is the same for both.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arena/table/referee/clock.h"
#include "arena/table/referee/latency_histogram.h"
#include "arena/table/verdict.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/table_result.h"

namespace couillon::arena {

class BundledLink;

// A link among those of a worker, counted from 0.
enum class LinkIndex : int {};

// A decision on its way to a bot. The id is the referee's, unique among those
// unanswered of one bot.
struct Question {
  std::uint32_t id = 0;
  int ruleset = 0;  // index in the league
  Observation seen;
  // The time that the bot may take for this one; 0: as long as for any. Only in
  // a batch of one.
  std::chrono::milliseconds limit{0};
};

// An event of a bot: an answer, the end of its start, or its failure.
struct BotEvent {
  enum class Kind : std::uint8_t {
    kAnswer,
    kReady,   // it has been started
    kEnding,  // it has failed and is being ended; kFailure follows
    kFailure  // it has failed, or could not be started, and is stopped
  };
  LinkIndex link{};
  Kind kind = Kind::kAnswer;
  Verdict verdict = Verdict::kNormal;  // of a failure
  // With kAnswer: which decision, and the number of the action, unchecked.
  std::uint32_t id = 0;
  std::uint32_t action = 0;
  // With a failure: what happened, and the process's last stderr output.
  std::string detail;
  std::string last_stderr;
  std::string stderr_file;  // that has all of it; empty if it is not kept
  // Of a failed start: whether another attempt may succeed, since the machine
  // may have been the reason.
  bool may_start_again = false;
  // Of a timeout or a failed start: whether the machine stalled and the bot was
  // not the cause (machine_stalls.h). Of a failed start also: whether the
  // machine had no process, memory or descriptor left.
  bool is_excused = false;
};

// A bot's limits on batches, 0 for no limit, and whether it wants results.
struct BotLimits {
  std::uint32_t max_batch = 0;
  std::uint32_t max_in_flight = 0;
  bool wants_results = false;
};

// The resources that a bot has used so far on one link, by all its processes.
struct BotUsage {
  std::int64_t starts = 0;  // processes that got ready
  // Time with decisions open, and CPU time of processes that have ended.
  std::chrono::microseconds busy{0};
  std::chrono::microseconds cpu{0};
  // By decision that was answered: the time from the answers before it, or from
  // the first open decision, to the message that answered it, divided equally
  // among the answers in that message. Time before a failure is in none.
  LatencyHistogram latency;

  BotUsage& operator+=(const BotUsage& other) {
    starts += other.starts;
    busy += other.busy;
    cpu += other.cpu;
    latency += other.latency;
    return *this;
  }
};

class BotLink {
 public:
  virtual ~BotLink() = default;

  // Begins to get the bot ready, within the start limit. Comes back as kReady,
  // or as kFailure with kStartFailure, which says what was tried and what the
  // bot did, with its last stderr output. After a failure or Stop() it may be
  // called again: the bot is then started afresh.
  virtual void Start() = 0;
  // Requires: ready.
  [[nodiscard]] virtual BotLimits limits() const = 0;
  // Sends one batch. Answers come as events, at once or later. Requires:
  // ready, and neither kEnding nor kFailure since.
  virtual void Send(std::span<const Question> batch) = 0;
  // Sends the results of tables under the ruleset of that index; the bot does
  // not answer. No effect if the bot has failed.
  virtual void SendResults(int ruleset, std::span<const TableResult> results) {
    static_cast<void>(ruleset);
    static_cast<void>(results);
  }
  // Appends the new events to `events`. After kEnding, or after a kFailure
  // without it, open decisions will not be answered.
  virtual void Collect(std::vector<BotEvent>& events) = 0;
  // This link, if its bot runs inside the referee; null for all others.
  [[nodiscard]] virtual BundledLink* bundled() { return nullptr; }
  // Begins to end the bot, in any state. No more events come from it. No
  // process of the bot is left when the link is destroyed.
  virtual void Stop() = 0;
  // Stops the bot, waits until no process of it is left, and returns the
  // resources that it has used; zero for a bot without a process.
  virtual BotUsage Finish() {
    Stop();
    return {};
  }
};

// Moves what arrives for all links of a worker, and blocks the worker until
// one of them may have something to collect.
class EventWaiter {
 public:
  virtual ~EventWaiter() = default;
  // Takes in what has arrived, without waiting. May do nothing in the first
  // calls after a Wait, but not in every one.
  virtual void Poll() = 0;
  // Returns after the next event or after `most`, whichever is first.
  virtual void Wait(Clock::duration most) = 0;
};

// The links of one worker, and how to wait for them: one for each bot, or,
// with several seats, for each bot and seat, at bot * seats + seat.
struct BotLinks {
  // The waiter outlives the links.
  std::unique_ptr<EventWaiter> waiter;  // null when every bot is bundled
  std::vector<std::unique_ptr<BotLink>> links;
};

}  // namespace couillon::arena
