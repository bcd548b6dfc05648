// Polls the resource usage of the bots' processes, and ends a bot that exceeds
// its limits. Without administrator rights the kernel does not enforce these
// limits for a group of processes.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "arena/players/system/machine_stalls.h"
#include "arena/players/system/process_limits.h"
#include "arena/table/referee/clock.h"

namespace couillon::arena {

class BotCgroup;
class ProcessTable;

// A bot to watch.
struct WatchedBot {
  int control_fd = -1;  // the control pipe; open until Remove
  ProcessLimits limits;
  int scratch_fd = -1;  // its scratch folder, in memory; -1 if it has none
  const BotCgroup* cgroup = nullptr;  // outlives the watch of this bot
  int socket_fd = -1;  // the referee's connection to it; -1 until connected
  std::string name;    // of the bot, which may have several processes
};

// Thread-safe.
class ProcessWatch {
 public:
  ProcessWatch();
  ~ProcessWatch();
  ProcessWatch(const ProcessWatch&) = delete;
  ProcessWatch& operator=(const ProcessWatch&) = delete;

  // Watches the descendants of `supervisor`; if they exceed a limit, ends them
  // through the control pipe.
  void Add(pid_t supervisor, const WatchedBot& bot);
  void Remove(pid_t supervisor);
  // From now on also ends the bot if too many of its bytes wait unread in
  // `socket_fd`: answers need far less, and a flood keeps the referee from
  // serving other bots. Requires: the descriptor stays open until Remove.
  void WatchSocket(pid_t supervisor, int socket_fd);
  // The limit that the supervisor's bot exceeded, human-readable; empty if
  // none.
  [[nodiscard]] std::string Breach(pid_t supervisor);
  // Why the bot with that name, silent since a moment, may not be to blame:
  // see StallExcuse.
  [[nodiscard]] std::string Excuse(const std::string& name,
                                   Clock::time_point since);

 private:
  struct Watched {
    WatchedBot bot;
    std::string breach;
    double cpu = 0;  // seconds, at the last look
  };
  void Run();
  void Look(Clock::time_point now);
  void AddUse(const ProcessTable& all, const ProcessTable& family,
              std::int64_t bytes, pid_t supervisor, Watched& watched);

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  std::map<pid_t, Watched> watched_;  // by supervisor
  double late_ = 0;                   // seconds, of all looks
  TimeLine<MachineTotals> machine_;
  struct BotUse {
    OwnTotals totals;  // at the last look
    TimeLine<OwnTotals> line;
  };
  std::map<std::string, BotUse> uses_;  // by name
  std::thread thread_;
};

}  // namespace couillon::arena
