// The limits of a bot's processes.
#pragma once

#include <cstdint>

namespace couillon::arena {

// If the kernel can bound them, threads and processes together may exceed the
// limit on processes by this number.
constexpr std::uint32_t kThreadAllowance = 768;

// The limits of a bot; 0 stands for no limit.
struct ProcessLimits {
  std::uint32_t memory_mb = 0;    // resident, sum over the bot's processes
  std::uint32_t cpu_seconds = 0;  // of each process
  std::uint32_t processes = 0;    // of the bot at a time
  std::uint32_t open_files = 0;   // of each process
  std::uint32_t file_mb = 0;      // of each file that is written
};

}  // namespace couillon::arena
