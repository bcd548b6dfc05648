// A bot's process: started by a keeper, ended with all that it has started,
// its last words on stderr kept.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/rpc/bot_keeper.h"

namespace couillon::arena {

class ProcessWatch;

// What is executed for a bot.
struct BotProgram {
  std::vector<std::string> command;
  std::string directory;                 // where it runs; empty: here
  std::vector<std::string> environment;  // NAME=VALUE, besides our own
  std::vector<std::string> without;      // names of our own that it is not told
};

class BotProcess {
 public:
  // Starts `program` with COUILLON_LISTEN set to `address`. It dies with this
  // process. Its output goes nowhere, but for the end of its stderr. `watch`
  // enforces the limits of memory and processes; null for none.
  // InvalidArgument if the program cannot be executed, with the reason.
  static absl::StatusOr<std::unique_ptr<BotProcess>> Spawn(
      const BotProgram& program, const std::string& address,
      const ProcessLimits& limits = {}, ProcessWatch* watch = nullptr);

  // Ends the bot with all that it has started.
  ~BotProcess();
  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  // Whether the process has ended; how is kept then.
  [[nodiscard]] bool HasEnded();
  // How it ended: "exited with status 3", "was killed by signal 9 (Killed)",
  // "was ended: 700 MB of memory, at most 512 are allowed", or "is still
  // running".
  [[nodiscard]] std::string HowItEnded();
  // Waits until the process has ended by itself.
  void WaitUntilEnded();
  // Ends the bot with SIGKILL and waits for the end.
  void Kill();
  // The last bytes it wrote to stderr, 4096 at most; all of them after Kill().
  [[nodiscard]] std::string LastStderr();
  // The processor time that it took, in microseconds; known after Kill().
  [[nodiscard]] std::int64_t cpu_us() const { return cpu_us_; }

 private:
  struct Ends;  // of pipes
  BotProcess(pid_t keeper, const Ends& ends, ProcessWatch* watch);
  void ReadStderr();
  bool TakeReports(int wait_ms);
  [[nodiscard]] std::int64_t CpuSoFar() const;

  pid_t keeper_;
  int lifeline_fd_;  // closed when the bot is to end
  int report_fd_;
  int stderr_fd_;
  int stop_fd_;  // tells the reader to stop, whoever holds the other end
  ProcessWatch* watch_;
  bool ended_ = false;  // the bot's first process
  bool gone_ = false;   // everything, and the keeper too
  bool has_status_ = false;
  int wait_status_ = 0;
  std::int64_t cpu_us_ = 0;
  std::string breach_;  // the limit that it broke
  std::mutex mutex_;    // guards tail_
  std::string tail_;
  std::thread reader_;
};

}  // namespace couillon::arena
