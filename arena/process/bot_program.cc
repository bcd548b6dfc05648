#include "arena/process/bot_program.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <ios>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/text/printable.h"

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
  std::ifstream file(program, std::ios::binary);
  std::string line;
  char head[2] = {};
  if (!file.read(head, 2) || head[0] != '#' || head[1] != '!') return line;
  std::getline(file, line);
  const std::vector<std::string> tokens = absl::StrSplit(
      line.substr(0, 256), absl::ByAnyChar(" \t"), absl::SkipEmpty());
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
