// Output goes to a file in memory, so that a daemon of the program cannot hold
// a pipe open.

#include "arena/league/cluster/program_output.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/cluster/start_program.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// A file in memory that a program writes to; no pipe that a daemon of the
// program could hold open.
class Capture {
 public:
  explicit Capture(const char* name)
      : number_(::memfd_create(name, MFD_CLOEXEC)) {}
  ~Capture() {
    if (number_ >= 0) ::close(number_);
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::string Text() const {
    std::string text;
    std::array<char, 4096> part{};
    off_t place = 0;
    ssize_t size = 0;
    while ((size = ::pread(number_, part.data(), part.size(), place)) > 0) {
      text.append(part.data(), static_cast<std::size_t>(size));
      place += size;
    }
    return text;
  }

 private:
  int number_;
};

absl::StatusOr<pid_t> Start(const std::vector<std::string>& command,
                            const Capture& out, const Capture& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.number(), STDERR_FILENO);
  absl::StatusOr<pid_t> pid = StartProgram(command, actions);
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

// NOLINTBEGIN(misc-include-cleaner): <sys/wait.h> has them
std::string HowItEnded(int status) {
  return WIFEXITED(status)
             ? absl::StrFormat("exited with status %d", WEXITSTATUS(status))
             : absl::StrFormat("was killed by signal %d", WTERMSIG(status));
}
// NOLINTEND(misc-include-cleaner)

}  // namespace

absl::StatusOr<std::string> CaptureOutput(
    const std::vector<std::string>& command) {
  const Capture out("stdout");
  const Capture err("stderr");
  ASSIGN_OR_RETURN(const pid_t pid, Start(command, out, err));
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (status == 0) return out.Text();
  return absl::FailedPreconditionError(
      absl::StrFormat("%s %s%s", PrintableLine(absl::StrJoin(command, " ")),
                      HowItEnded(status), QuotedLines(Printable(err.Text()))));
}

}  // namespace couillon::arena
