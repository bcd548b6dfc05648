// System calls and fixed buffers only, as between fork and exec.

#include "arena/players/system/process_table.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

namespace couillon::arena {
namespace {

// The kernel's entry of a folder; the name follows it.
struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t next;
  std::uint16_t bytes;
  std::uint8_t type;
};
constexpr std::size_t kNameAt = 19;

// Parses the number at the start of `text`, and moves `text` behind it.
std::int64_t TakeNumber(const char*& text) {
  const bool negative = *text == '-';
  if (negative) ++text;
  std::int64_t number = 0;
  while (*text >= '0' && *text <= '9') number = 10 * number + (*text++ - '0');
  return negative ? -number : number;
}

// Reads /proc/PID/stat: "PID (name) state parent ..."; fields 14 to 17 are CPU
// ticks, field 24 the resident pages. The name may hold any characters, so its
// end is searched from the end of the line.
bool ReadStat(const char* pid_text, ProcessEntry& entry) {
  std::array<char, 64> path{};
  std::strncpy(path.data(), "/proc/", path.size() - 1);
  std::strncat(path.data(), pid_text, 16);
  std::strncat(path.data(), "/stat", 8);
  const int fd = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  std::array<char, 1024> text{};
  const ssize_t size = read(fd, text.data(), text.size() - 1);
  close(fd);
  const char* at = size > 0 ? std::strrchr(text.data(), ')') : nullptr;
  if (at == nullptr || std::strlen(at) < 4) return false;
  at += 4;  // ") S "
  const char* number = pid_text;
  entry.pid = static_cast<pid_t>(TakeNumber(number));
  entry.parent = static_cast<pid_t>(TakeNumber(at));
  entry.cpu_ticks = 0;
  entry.resident_pages = 0;
  for (int field = 5; field <= 24; ++field) {
    at = std::strchr(at, ' ');
    if (at == nullptr) break;
    ++at;
    if (field >= 14 && field <= 17) entry.cpu_ticks += TakeNumber(at);
    if (field == 24) entry.resident_pages = TakeNumber(at);
  }
  return true;
}

}  // namespace

void ProcessTable::Read() {
  size_ = 0;
  const int fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  alignas(DirectoryEntry) std::array<char, 8192> buffer{};
  for (;;) {
    const auto size = static_cast<std::int64_t>(
        syscall(SYS_getdents64, fd, buffer.data(), buffer.size()));
    if (size <= 0) break;
    for (std::int64_t at = 0; at < size;) {
      DirectoryEntry entry{};
      std::memcpy(&entry, buffer.data() + at, kNameAt);
      const char* name = buffer.data() + at + kNameAt;
      at += entry.bytes;
      if (*name < '1' || *name > '9' || size_ == kMax) continue;
      if (ReadStat(name, entries_[size_])) ++size_;
    }
  }
  close(fd);
}

void ProcessTable::KeepDescendantsOf(pid_t root) {
  std::fill_n(kept_.begin(), size_, false);
  for (bool found = true; found;) {
    found = false;
    for (std::size_t i = 0; i < size_; ++i) {
      if (kept_[i]) continue;
      bool child = entries_[i].parent == root;
      for (std::size_t j = 0; j < size_ && !child; ++j) {
        child = kept_[j] && entries_[j].pid == entries_[i].parent;
      }
      kept_[i] = child;
      found = found || child;
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    if (kept_[i]) entries_[kept++] = entries_[i];
  }
  size_ = kept;
}

bool IsEnding(pid_t pid) {
  constexpr unsigned kExiting = 4;  // PF_EXITING of <linux/sched.h>
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return true;
  std::istringstream fields(text.substr(name_end + 1));
  char state = 0;
  std::int64_t skipped = 0;
  unsigned flags = 0;
  fields >> state;
  for (int field = 4; field <= 8; ++field) fields >> skipped;
  fields >> flags;
  return state == 'Z' || state == 'X' || (flags & kExiting) != 0;
}

std::vector<pid_t> ListDescendants(pid_t root) {
  std::vector<pid_t> family = {root};
  for (std::size_t at = 0; at < family.size(); ++at) {
    const std::string tasks = "/proc/" + std::to_string(family[at]) + "/task";
    std::error_code error;
    for (const auto& task : std::filesystem::directory_iterator(tasks, error)) {
      std::ifstream children(task.path() / "children");
      for (pid_t child = 0; children >> child;) family.push_back(child);
    }
  }
  family.erase(family.begin());
  return family;
}

}  // namespace couillon::arena
