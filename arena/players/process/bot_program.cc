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
#include <optional>
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

// The first bytes of a file; null if it is no regular file that can be read.
std::optional<std::string> ReadHead(const fs::path& program) {
  // A FIFO, whose opening would wait, is no script.
  const int file =
      ::open(program.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::array<char, 256> head;
  struct stat status{};
  const bool is_file = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t size = is_file ? ::read(file, head.data(), head.size()) : -1;
  ::close(file);
  if (size < 0) return std::nullopt;
  return std::string(head.data(), static_cast<std::size_t>(size));
}

constexpr char kScriptMark[] = "#!";

// A text without an interpreter. The kernel refuses it, and a shell would run
// it as a script of its own, whatever its language. Programs have null bytes.
bool IsUnmarkedScript(const std::string& program) {
  const std::optional<std::string> head = ReadHead(program);
  return head && !head->starts_with(kScriptMark) &&
         !absl::StrContains(*head, '\0');
}

// Why the kernel would refuse a script, or say that it does not exist although
// it does; empty if it would not.
std::string InterpreterProblem(const std::string& program,
                               const std::string& directory) {
  if (IsUnmarkedScript(program)) {
    return "it is a script whose first line names no interpreter; expected a "
           "first line such as \"#!/bin/sh\" or \"#!/usr/bin/env python3\"";
  }
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
  const std::string text = ReadHead(program).value_or("");
  if (!text.starts_with(kScriptMark)) return "";
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
  std::string reason = std::generic_category().message(why);
  if (why == ENOENT && absl::StrContains(name, ' ')) {
    reason +=
        "; expected the program alone: each argument is a word of its own";
  }
  return NotRunnable(name, directory, reason);
}

}  // namespace couillon::arena
