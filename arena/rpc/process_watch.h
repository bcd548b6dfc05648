// Looks now and then at what the bots' processes use, and ends a bot that uses
// more than it may: limits that the kernel does not keep for a whole family of
// processes without the rights of an administrator.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "arena/rpc/bot_keeper.h"

namespace couillon::arena {

// Safe for any number of threads.
class ProcessWatch {
 public:
  ProcessWatch();
  ~ProcessWatch();
  ProcessWatch(const ProcessWatch&) = delete;
  ProcessWatch& operator=(const ProcessWatch&) = delete;

  // Watches what descends from `keeper`; on a breach tells it through
  // `lifeline_fd`, which stays open until Remove.
  void Add(pid_t keeper, int lifeline_fd, const ProcessLimits& limits);
  void Remove(pid_t keeper);
  // The limit that the keeper's bot broke, for people; empty if none.
  [[nodiscard]] std::string Breach(pid_t keeper);

 private:
  struct Watched {
    int lifeline_fd = -1;
    ProcessLimits limits;
    std::string breach;
  };
  void Run();
  void Look();

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  std::map<pid_t, Watched> watched_;  // by keeper
  std::thread thread_;
};

}  // namespace couillon::arena
