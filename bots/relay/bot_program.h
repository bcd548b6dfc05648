// The program of a bot: a child process that serves at a unix socket.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::bots {

class BotProgram {
 public:
  // Starts `command`, looked up in PATH, with COUILLON_LISTEN naming the socket
  // at `path`, in a process group of its own, so that Ctrl-C does not reach it.
  // Calls `on_end` once, in another thread, with how the program has ended,
  // such as "exit code 1"; what is left of the group is killed before. An error
  // if it cannot be started. Requires: `on_end` does not destroy the object.
  static absl::StatusOr<std::unique_ptr<BotProgram>> Start(
      const std::vector<std::string>& command, const std::string& path,
      std::function<void(std::string)> on_end);

  BotProgram(const BotProgram&) = delete;
  BotProgram& operator=(const BotProgram&) = delete;
  // Waits until the program has ended.
  ~BotProgram();

  // Sends `signal` to the group; without effect after the program's end.
  void Signal(int signal) const;

 private:
  BotProgram(pid_t pid, std::function<void(std::string)> on_end);

  const pid_t pid_;
  std::thread waiting_;
};

}  // namespace couillon::bots
