// A thread that compares memory, processes and files of all bots with their
// limits.

#include "arena/players/system/process_watch.h"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>

#include "absl/strings/str_format.h"
#include "arena/players/system/bot_cgroup.h"
#include "arena/players/system/process_table.h"

namespace couillon::arena {
namespace {

// A look costs about 10 microseconds per process of the machine. Between two
// looks a bot can allocate at most 200 MB (measured).
constexpr std::chrono::milliseconds kLookEvery(100);

// The device of memory files (memfd_create(2)), which lie in no folder.
dev_t MemoryFileDevice() {
  static const dev_t kDevice = [] {
    const int fd = memfd_create("couillon", MFD_CLOEXEC);
    struct stat status{};
    if (fd >= 0 && fstat(fd, &status) != 0) status.st_dev = 0;
    if (fd >= 0) close(fd);
    return status.st_dev;
  }();
  return kDevice;
}

// Bytes of the memory files that the processes have open; each file counts
// once.
std::int64_t MemoryFileBytes(const ProcessTable& family) {
  constexpr std::int64_t kBlock = 512;  // of st_blocks
  std::set<ino_t> seen;
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < family.size(); ++i) {
    const std::string folder = absl::StrFormat("/proc/%d/fd", family[i].pid);
    std::error_code error;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder, error)) {
      struct stat status{};
      if (stat(entry.path().c_str(), &status) == 0 &&
          status.st_dev == MemoryFileDevice() &&
          seen.insert(status.st_ino).second) {
        bytes += status.st_blocks * kBlock;
      }
    }
  }
  return bytes;
}

std::int64_t ScratchBytes(int folder_fd) {
  struct statfs status{};
  if (folder_fd < 0 || fstatfs(folder_fd, &status) != 0) return 0;
  return static_cast<std::int64_t>(status.f_blocks - status.f_bfree) *
         status.f_bsize;
}

std::int64_t MemoryBytes(const ProcessTable& family, const WatchedBot& bot) {
  if (bot.cgroup != nullptr) return bot.cgroup->MemoryBytes();
  std::int64_t pages = 0;
  for (std::size_t i = 0; i < family.size(); ++i) {
    pages += family[i].resident_pages;
  }
  return pages * sysconf(_SC_PAGESIZE) + MemoryFileBytes(family) +
         ScratchBytes(bot.scratch_fd);
}

// The limit on unread bytes. The answers of a correct bot need at most 16 bytes
// per open decision.
constexpr int kMaxUnread = 64 << 10;

std::string BreachOf(const ProcessTable& family, const WatchedBot& bot) {
  int unread = 0;
  if (bot.socket_fd >= 0 && ioctl(bot.socket_fd, FIONREAD, &unread) == 0 &&
      unread > kMaxUnread) {
    return absl::StrFormat("%d unread bytes sent, at most %d are allowed",
                           unread, kMaxUnread);
  }
  const ProcessLimits& limits = bot.limits;
  if (limits.processes > 0 && family.size() > limits.processes) {
    return absl::StrFormat("%d processes, at most %d are allowed",
                           family.size(), limits.processes);
  }
  if (limits.memory_mb == 0) return {};
  std::int64_t megabytes = MemoryBytes(family, bot) >> 20;
  if (bot.cgroup != nullptr && bot.cgroup->RanOutOfMemory()) {
    megabytes = std::max<std::int64_t>(megabytes, limits.memory_mb + 1);
  }
  if (megabytes > limits.memory_mb) {
    return absl::StrFormat("%d MB of memory, at most %d are allowed", megabytes,
                           limits.memory_mb);
  }
  return {};
}

}  // namespace

ProcessWatch::ProcessWatch() : thread_([this] { Run(); }) {}

ProcessWatch::~ProcessWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_one();
  thread_.join();
}

void ProcessWatch::Add(pid_t supervisor, const WatchedBot& bot) {
  const std::lock_guard<std::mutex> lock(mutex_);
  watched_[supervisor] = {.bot = bot};
}

void ProcessWatch::WatchSocket(pid_t supervisor, int socket_fd) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = watched_.find(supervisor);
  if (found != watched_.end()) found->second.bot.socket_fd = socket_fd;
}

void ProcessWatch::Remove(pid_t supervisor) {
  const std::lock_guard<std::mutex> lock(mutex_);
  watched_.erase(supervisor);
}

std::string ProcessWatch::Breach(pid_t supervisor) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = watched_.find(supervisor);
  return found == watched_.end() ? std::string() : found->second.breach;
}

void ProcessWatch::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopped_.wait_for(lock, kLookEvery, [this] { return stop_; })) {
    if (!watched_.empty()) Look();
  }
}

// Holds the mutex, so that no control pipe is closed meanwhile.
void ProcessWatch::Look() {
  const auto all = std::make_unique<ProcessTable>();
  const auto family = std::make_unique<ProcessTable>();
  all->Read();
  for (auto& [supervisor, watched] : watched_) {
    if (!watched.breach.empty()) continue;
    *family = *all;
    family->KeepDescendantsOf(supervisor);
    watched.breach = BreachOf(*family, watched.bot);
    if (watched.breach.empty()) continue;
    const ssize_t written = write(watched.bot.control_fd, "x", 1);
    (void)written;
  }
}

}  // namespace couillon::arena
