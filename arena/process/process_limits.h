// The limits of a bot's processes.
#pragma once

#include <cstdint>

namespace couillon::arena {

// Threads and processes together are bounded by the kernel, where it can: this
// many more than the processes that a bot may have.
constexpr std::uint32_t kThreadAllowance = 768;

// The limits of a bot; 0 stands for no limit.
struct ProcessLimits {
  std::uint32_t memory_mb = 0;    // resident, all processes of the bot together
  std::uint32_t cpu_seconds = 0;  // of each process
  std::uint32_t processes = 0;    // of the bot at a time
  std::uint32_t open_files = 0;   // of each process
  std::uint32_t file_mb = 0;      // of each file that is written
};

}  // namespace couillon::arena
