// Starts the program with posix_spawn; a thread waits for its end.
#include "bots/relay/bot_program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace couillon::bots {
namespace {

constexpr char kListen[] = "COUILLON_LISTEN=";

std::vector<std::string> EnvironmentWith(const std::string& path) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, kListen, sizeof(kListen) - 1) != 0) {
      variables.emplace_back(*variable);
    }
  }
  variables.push_back(kListen + ("unix:" + path));
  return variables;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Starts `command`; returns errno, or 0. This process blocks the signals that
// end it, and gRPC ignores SIGPIPE; the bot has neither.
int Spawn(std::vector<std::string> command, const std::string& path,
          pid_t& pid) {
  std::vector<std::string> variables = EnvironmentWith(path);
  const std::vector<char*> arguments = Pointers(command);
  const std::vector<char*> environment = Pointers(variables);
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&files);
  sigset_t signals;  // NOLINT(misc-include-cleaner): of <signal.h>
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETSIGDEF |
                                            POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY,
                                   0);
  const int error = posix_spawnp(&pid, arguments[0], &files, &attributes,
                                 arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error;
}

// Waits until the child has ended and kills what is left of its group. Its
// number stays taken, so that a signal to the group reaches no other process.
// NOLINTBEGIN(misc-include-cleaner): POSIX has them in <sys/wait.h>
std::string AwaitEnd(pid_t pid) {
  siginfo_t end{};
  waitid(P_PID, static_cast<id_t>(pid), &end, WEXITED | WNOWAIT);
  kill(-pid, SIGKILL);
  return absl::StrCat(end.si_code == CLD_EXITED ? "exit code " : "signal ",
                      end.si_status);
}
// NOLINTEND(misc-include-cleaner)

}  // namespace

absl::StatusOr<std::unique_ptr<BotProgram>> BotProgram::Start(
    const std::vector<std::string>& command, const std::string& path,
    std::function<void(std::string)> on_end) {
  pid_t pid = 0;
  if (const int error = Spawn(command, path, pid); error != 0) {
    return absl::ErrnoToStatus(
        error, absl::StrFormat("cannot start \"%s\"", command[0]));
  }
  return std::unique_ptr<BotProgram>(new BotProgram(pid, std::move(on_end)));
}

BotProgram::BotProgram(pid_t pid, std::function<void(std::string)> on_end)
    : pid_(pid),
      waiting_([pid, on_end = std::move(on_end)] { on_end(AwaitEnd(pid)); }) {}

BotProgram::~BotProgram() {
  waiting_.join();
  waitpid(pid_, nullptr, 0);
}

void BotProgram::Signal(int signal) const { kill(-pid_, signal); }

}  // namespace couillon::bots
