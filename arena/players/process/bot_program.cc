// Searches PATH for the file, and explains why a script cannot be run.

#include "arena/players/process/bot_program.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/numbers/text/printable.h"

namespace couillon::arena {

namespace fs = std::filesystem;

namespace {

absl::Status NotRunnable(const std::string& name, const std::string& directory,
                         const std::string& why) {
  return absl::NotFoundError(
      absl::StrFormat("cannot run \"%s\"%s: %s", name,
                      directory.empty() ? "" : " in " + directory, why));
}

// Why the kernel would say that a script does not exist although it does; empty
// if it would not.
std::string InterpreterProblem(const std::string& program,
                               const std::string& directory) {
  const std::string interpreter = InterpreterOf(program);
  std::error_code error;
  if (interpreter.empty() ||
      fs::exists(fs::path(directory) / interpreter, error)) {
    return "";
  }
  if (interpreter.ends_with('\r')) {
    return "its first line ends with a carriage return, as lines do on "
           "Windows; expected a line feed alone";
  }
  return absl::StrFormat(
      "its first line names the interpreter \"%s\", which does not exist",
      PrintableLine(interpreter));
}

}  // namespace

std::string InterpreterOf(const fs::path& program) {
  // A FIFO, whose opening would wait, is no script.
  const int file =
      ::open(program.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return "";
  std::array<char, 256> head;
  struct stat status{};
  const bool is_file = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t size = is_file ? ::read(file, head.data(), head.size()) : 0;
  ::close(file);
  const std::string text(head.data(),
                         size < 0 ? 0 : static_cast<std::size_t>(size));
  if (!text.starts_with("#!")) return "";
  const std::vector<std::string> tokens =
      absl::StrSplit(text.substr(2, text.find('\n') - 2),
                     absl::ByAnyChar(" \t"), absl::SkipEmpty());
  return tokens.empty() ? std::string() : tokens.front();
}

absl::StatusOr<std::string> FindProgram(const std::string& name,
                                        const std::string& directory) {
  std::vector<std::string> candidates;
  if (absl::StrContains(name, '/')) {
    candidates.push_back((fs::path(directory) / name).string());
  } else {
    const char* path = std::getenv("PATH");
    for (const std::string& folder : static_cast<std::vector<std::string>>(
             absl::StrSplit(path == nullptr ? "/usr/bin:/bin" : path, ':'))) {
      candidates.push_back((folder.empty() ? "." : folder) + "/" + name);
    }
  }
  int why = ENOENT;
  for (const std::string& candidate : candidates) {
    std::error_code error;  // PATH may name folders this user cannot read
    if (fs::is_directory(candidate, error)) {
      why = EISDIR;
    } else if (access(candidate.c_str(), X_OK) == 0) {
      const std::string problem = InterpreterProblem(candidate, directory);
      if (problem.empty()) return candidate;
      return NotRunnable(name, directory, problem);
    } else if (errno != ENOENT && errno != ENOTDIR) {
      why = errno;
    }
  }
  return NotRunnable(name, directory, std::generic_category().message(why));
}

}  // namespace couillon::arena
