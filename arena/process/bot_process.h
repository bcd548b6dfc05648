// A bot's process: started by a supervisor, ended with all its descendants,
// with the tail of its stderr.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/bot_program.h"
#include "arena/process/process_limits.h"

namespace couillon::arena {

class BotCgroup;
class ProcessWatch;
struct Sandbox;
struct SupervisorReport;

// How a bot is executed.
struct SpawnOptions {
  ProcessLimits limits;
  // Enforces the limits that the kernel does not; outlives the process. Null:
  // they are not enforced.
  ProcessWatch* watch = nullptr;
  // Null: the bot runs without a sandbox, as any program of the user.
  const Sandbox* sandbox = nullptr;
  // The folder of the bot's socket. It exists, and is the only folder that the
  // bot may write to.
  std::string folder;
};

class BotProcess {
 public:
  // Starts `program` with COUILLON_LISTEN set to `address`, in a session of its
  // own without a terminal, with its own environment and no descriptor of the
  // referee. It dies with this process. Its output is discarded, except for the
  // tail of its stderr. While bots live, other processes of the same user
  // (debuggers included) cannot inspect this process. InvalidArgument if the
  // program cannot be executed, FailedPrecondition if the sandbox is not
  // available; with the reason.
  static absl::StatusOr<std::unique_ptr<BotProcess>> Spawn(
      const BotProgram& program, const std::string& address,
      const SpawnOptions& options = {});

  // Ends the bot with all its descendants.
  ~BotProcess();
  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  // Whether the process has ended; the exit status is then kept.
  [[nodiscard]] bool HasEnded();
  // How it ended: "exited with status 3", "was killed by signal 9 (Killed)",
  // "was ended: 700 MB of memory, at most 512 are allowed", or "is still
  // running".
  [[nodiscard]] std::string HowItEnded();
  // Waits until the process has ended on its own.
  void WaitUntilEnded();
  // Ends the bot with SIGKILL and waits for the end.
  void Kill();
  // The last bytes it wrote to stderr, 4096 at most; all of them after Kill().
  [[nodiscard]] std::string LastStderr();
  // Takes over `fd`, the referee's connection to the bot, for its watch.
  void WatchSocket(int fd);

  // A descriptor of the folder of its socket as the bot sees it, -1 if there
  // was none; valid as long as this is.
  [[nodiscard]] int folder_fd() const { return folder_fd_; }
  // Records which of its processes serves; reports whether that process has
  // ended or is ending, even if its exit status has not arrived yet. False
  // until the serving process is known.
  void SetServer(pid_t pid) { server_ = pid; }
  [[nodiscard]] bool ServerIsEnding() const;

  // Whether `pid` is one of its processes.
  [[nodiscard]] bool Owns(pid_t pid) const;

  // Stops all its processes, so that it uses no CPU time while it has no open
  // decision; and continues them. No effect after it has ended.
  void Pause();
  void Resume();

  // The CPU time that it used, in microseconds; known after Kill().
  [[nodiscard]] std::int64_t cpu_us() const { return cpu_us_; }

 private:
  struct Ends;  // of pipes
  BotProcess(pid_t supervisor, const Ends& ends, const SpawnOptions& options);
  void Begin(const SpawnOptions& options);
  void ReadStderr();
  void TakeReport(const SupervisorReport& report, int descriptor);
  bool TakeReports(int wait_ms);
  [[nodiscard]] std::int64_t CpuSoFar() const;

  pid_t supervisor_;
  int control_fd_;  // of the control pipe; closed when the bot is to end
  int report_fd_;
  int stderr_fd_;
  int stop_fd_;  // stops the reader, regardless of who holds the other end
  int folder_fd_ = -1;
  int socket_fd_ = -1;  // a copy, for the watch
  ProcessWatch* watch_;
  ProcessLimits limits_;
  pid_t server_ = 0;  // of its processes; 0 if that is not known
  std::vector<pid_t> paused_;
  std::unique_ptr<BotCgroup> cgroup_;  // null: not available
  bool ended_ = false;                 // the bot's first process
  bool all_ended_ = false;             // all its processes, and the supervisor
  bool has_status_ = false;
  int wait_status_ = 0;
  std::int64_t cpu_us_ = 0;
  std::string breach_;  // the limit that it broke
  std::mutex mutex_;    // guards tail_
  std::string tail_;
  std::thread reader_;
};

}  // namespace couillon::arena
