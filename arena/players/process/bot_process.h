// A bot's process. A supervisor starts it, and ends it with all its
// descendants; the tail of its stderr is kept.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/system/process_limits.h"
#include "arena/players/system/stderr_folder.h"

namespace couillon::arena {

// The environment of a bot's process: a short list of the referee's variables
// that programs need, and the bot's own. All other variables are left out: they
// may hold tokens, keys and addresses of the user's session.

// Returns the environment of a bot as NAME=VALUE. Later ones override:
// the referee's variables that locate programs and libraries or set language
// and time zone (PATH, LANG, LC_*, TZ, JAVA_HOME and the like); HOME and TMPDIR
// as `scratch`; the entries of `passed`, as NAME=VALUE or as the NAME of a
// variable of the referee; `own`.
std::vector<std::string> BotEnvironment(const std::vector<std::string>& passed,
                                        const std::vector<std::string>& own,
                                        const std::string& scratch);

// Takes the variables out of `environment` that make a program load or read
// other files before it begins (LD_PRELOAD and the like), unless this process
// has them too: they are for a bot inside its sandbox, not for the program that
// makes the sandbox. Returns the options of bwrap that set them for the bot.
std::vector<std::string> TakeLoaderVariables(
    std::vector<std::string>& environment);

class BotCgroup;
class ProcessWatch;
struct Sandbox;
struct SupervisorReport;

// The way in which a bot is executed.
struct SpawnOptions {
  ProcessLimits limits;
  // Enforces the limits that the kernel does not; outlives the process. Null:
  // they are not enforced.
  ProcessWatch* watch = nullptr;
  // Null: the bot runs without a sandbox, like any program of the user.
  const Sandbox* sandbox = nullptr;
  // The folder of the bot's socket. It exists, and is the only folder that the
  // bot may write to.
  std::string folder;
  // Keeps the whole of its stderr; outlives the process. Null: only the tail
  // is kept.
  StderrFolder* stderr_folder = nullptr;
  std::string name;                           // of the bot, for the file there
  std::chrono::milliseconds term_grace{200};  // from SIGTERM to SIGKILL
};

class BotProcess {
 public:
  // Starts `program` with COUILLON_LISTEN set to `address`, in a session of its
  // own without a terminal, with its own environment and no descriptor of the
  // referee. It ends when this process ends. Its output is discarded, except
  // for the tail of its stderr. While bots live, other processes of the same
  // user (debuggers included) cannot inspect this process. InvalidArgument if
  // the program cannot be executed, FailedPrecondition if the sandbox is not
  // available, ResourceExhausted if the machine has too few processes or too
  // little memory left; the message gives the reason.
  static absl::StatusOr<std::unique_ptr<BotProcess>> Spawn(
      const BotProgram& program, const std::string& address,
      const SpawnOptions& options = {});

  // Ends the bot with all its descendants.
  ~BotProcess();
  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  // Returns true if the process has ended. Keeps its exit status.
  [[nodiscard]] bool HasEnded();
  // The end of the process: "exited with status 3", "was killed by signal 9
  // (Killed)", "was ended: 700 MB of memory, at most 512 are allowed", "has
  // ended" as long as its exit status has not arrived, or "is still running".
  [[nodiscard]] std::string HowItEnded();
  // Waits until the process has ended on its own.
  void WaitUntilEnded();
  // Begins to end the bot: all its processes get SIGTERM. Returns at once, so
  // that many bots can end together; Kill() then waits for them.
  void Terminate();
  // Ends the bot with SIGKILL and waits for the end. After Terminate() it first
  // waits until no process is left, or term_grace has passed since.
  void Kill();
  // The stderr tail: the last 4096 bytes at most. Complete after Kill().
  [[nodiscard]] std::string LastStderr();
  // The name of the file with its whole stderr, in the folder of SpawnOptions;
  // empty if it wrote nothing, or if that is not kept. Requires: after Kill().
  [[nodiscard]] const std::string& StderrFileName() const {
    return stderr_file_.name();
  }
  // Takes ownership of `fd`, a copy of the referee's connection to the bot, and
  // has the watch poll it.
  void WatchSocket(int fd);

  // A descriptor of the folder of the bot's socket, as the bot sees it; -1 if
  // there is none. Valid as long as this object.
  [[nodiscard]] int folder_fd() const { return folder_fd_; }
  // SetServer records which of the bot's processes serves. ServerIsEnding
  // returns whether that process has ended or is ending, even if its exit
  // status has not arrived yet; false until the serving process is known.
  void SetServer(pid_t pid) { server_ = pid; }
  [[nodiscard]] bool ServerIsEnding() const;

  // Returns true if `pid` is one of the bot's processes.
  [[nodiscard]] bool Owns(pid_t pid) const;

  // Stop (SIGSTOP) and continue all the bot's processes, so that it uses no CPU
  // time while it has no open decision. No effect after it has ended.
  void Pause();
  void Resume();

  // The CPU time that the bot used, in microseconds. Requires: after Kill().
  [[nodiscard]] std::int64_t cpu_us() const { return cpu_us_; }

 private:
  struct Ends;  // of pipes
  BotProcess(pid_t supervisor, const Ends& ends, const SpawnOptions& options);
  void Begin(const SpawnOptions& options);
  void ReadStderr();
  void TakeReport(const SupervisorReport& report, int descriptor);
  bool TakeReports(int wait_ms);
  [[nodiscard]] std::int64_t CpuSoFar() const;
  void WaitForGrace();

  pid_t supervisor_;
  int control_fd_;  // of the control pipe; closed when the bot is to end
  int report_fd_;
  int stderr_fd_;
  int stop_fd_;  // stops the reader, even if a process holds stderr open
  int folder_fd_ = -1;
  int socket_fd_ = -1;  // a copy, for the watch
  ProcessWatch* watch_;
  ProcessLimits limits_;
  pid_t server_ = 0;  // the serving process; 0 if unknown
  std::vector<pid_t> paused_;
  std::unique_ptr<BotCgroup> cgroup_;  // null: not available
  std::chrono::milliseconds term_grace_;
  // When the grace of Terminate() ends, and the CPU time before it.
  std::optional<std::chrono::steady_clock::time_point> grace_ends_;
  std::int64_t cpu_before_end_us_ = 0;
  bool ended_ = false;      // the bot's first process
  bool all_ended_ = false;  // all its processes, and the supervisor
  bool has_status_ = false;
  int wait_status_ = 0;
  std::int64_t cpu_us_ = 0;
  std::string breach_;  // the limit that it broke
  std::mutex mutex_;    // guards tail_
  std::string tail_;
  StderrFile stderr_file_;  // used by the reader until it has ended
  std::thread reader_;
};

}  // namespace couillon::arena
