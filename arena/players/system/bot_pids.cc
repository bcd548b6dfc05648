// Processes with the bot's COUILLON_LISTEN in their environment, found in
// /proc.

#include "arena/players/system/bot_pids.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <ios>
#include <sstream>
#include <system_error>

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
    environment << file.rdbuf();  // empty for zombies and other users
    if (environment.str().find(wanted) != std::string::npos) {
      pids.push_back(pid);
    }
  }
  return pids;
}

std::vector<pid_t> ProgramsListeningAt(const std::string& address) {
  // The pids of a process in the nested PID namespaces, ours first.
  const auto numbers = [](pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/status");
    std::vector<pid_t> found;
    for (std::string line; std::getline(file, line);) {
      if (!line.starts_with("NSpid:")) continue;
      std::istringstream words(line.substr(sizeof("NSpid:") - 1));
      for (pid_t number = 0; words >> number;) found.push_back(number);
    }
    return found;
  };
  std::vector<pid_t> pids = ProcessesListeningAt(address);
  const auto is_inside = [&](pid_t pid) { return numbers(pid).size() > 1; };
  if (std::none_of(pids.begin(), pids.end(), is_inside)) return pids;
  std::erase_if(pids, [&](pid_t pid) {
    const std::vector<pid_t> own = numbers(pid);
    return own.size() < 2 || own.back() == 1;
  });
  return pids;
}

std::int64_t SumResidentBytes(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::int64_t pages = 0;
  std::int64_t resident = 0;
  file >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace couillon::arena
