// The keeper: a small process between the referee and a bot. Whatever a bot
// starts, in whatever session or process group, becomes the keeper's child
// when its parent dies, so that the keeper can end all of it. It does so when
// the referee says so, or is gone, however that came about.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace couillon::arena {

// What one process of a bot may use; 0 stands for no limit.
struct ProcessLimits {
  std::uint32_t memory_mb = 0;    // resident, all processes of the bot together
  std::uint32_t cpu_seconds = 0;  // of each process
  std::uint32_t processes = 0;    // of the bot at a time
  std::uint32_t open_files = 0;   // of each process
  std::uint32_t file_mb = 0;      // of each file that is written
};

// What the keeper tells the referee, through a pipe that it closes at the end.
struct KeeperReport {
  enum class Kind : std::int32_t {
    kEnded,  // the bot itself has ended; what it has started may live on
    kGone    // nothing of the bot is left
  };
  Kind kind = Kind::kEnded;
  std::int32_t wait_status = 0;  // kEnded
  std::int64_t cpu_us = 0;       // kGone: of all its processes that were seen
};

// What the keeper is given; the descriptors are its own.
struct KeeperOrders {
  char** arguments = nullptr;  // of the bot
  char** environment = nullptr;
  const char* directory = nullptr;  // where it runs; null: here
  ProcessLimits limits;
  int lifeline_fd = -1;  // anything read from it, or its end: end the bot
  int report_fd = -1;
  int stderr_fd = -1;  // becomes the bot's stderr
  int error_fd = -1;   // takes the errno of an exec that failed
};

// Becomes the keeper of a bot. Called in a fresh child of a process with
// threads: it uses only what is safe there.
[[noreturn]] void KeepBot(const KeeperOrders& orders);

}  // namespace couillon::arena
