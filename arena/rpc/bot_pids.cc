#include "arena/rpc/bot_pids.h"

#include <sys/types.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace couillon::arena {

std::vector<pid_t> ProcessesListeningAt(const std::string& address) {
  const std::string wanted = "COUILLON_LISTEN=" + address + '\0';
  std::vector<pid_t> pids;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    pid_t pid = 0;
    const auto [end, bad] =
        std::from_chars(name.data(), name.data() + name.size(), pid);
    if (bad != std::errc() || end != name.data() + name.size()) continue;
    std::ifstream const file(entry.path() / "environ", std::ios::binary);
    std::ostringstream environment;
    environment << file.rdbuf();  // nothing for zombies and for strangers
    if (environment.str().find(wanted) != std::string::npos) {
      pids.push_back(pid);
    }
  }
  return pids;
}

std::int64_t ResidentBytesOf(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::int64_t pages = 0;
  std::int64_t resident = 0;
  file >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace couillon::arena
