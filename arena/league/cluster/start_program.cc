// posix_spawnp without standard input.

#include "arena/league/cluster/start_program.h"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

extern char** environ;  // NOLINT: the name that POSIX gives it

namespace couillon::arena {

absl::StatusOr<pid_t> StartProgram(const std::vector<std::string>& command,
                                   posix_spawn_file_actions_t& actions) {
  std::vector<std::string> words = command;
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, pointers[0], &actions, nullptr,
                                 pointers.data(), environ);
  if (error == 0) return pid;
  return absl::NotFoundError(
      absl::StrFormat("%s cannot be executed: %s", command[0],
                      std::generic_category().message(error)));
}

}  // namespace couillon::arena
