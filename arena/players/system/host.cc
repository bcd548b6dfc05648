// The model of the processor from /proc/cpuinfo, and the kernel from uname.

#include "arena/players/system/host.h"

#include <sys/utsname.h>

#include <cstddef>
#include <fstream>
#include <thread>

namespace couillon::arena {
namespace {

std::string CpuModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

std::string Kernel() {
  utsname names{};
  if (uname(&names) != 0) return "";
  return std::string(names.sysname) + " " + names.release;
}

}  // namespace

Host ThisHost() {
  return {.cpu = CpuModel(),
          .cores = static_cast<int>(std::thread::hardware_concurrency()),
          .kernel = Kernel()};
}

}  // namespace couillon::arena
