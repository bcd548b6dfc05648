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
#include <cmath>
#include <cstddef>
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

// `bytes`: the memory of the processes; 0 without a limit on it.
std::string BreachOf(const ProcessTable& family, const WatchedBot& bot,
                     std::int64_t bytes) {
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
  std::int64_t megabytes = bytes >> 20;
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

std::string ProcessWatch::Excuse(const std::string& name,
                                 Clock::time_point since) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto use = uses_.find(name);
  return use == uses_.end() ? std::string()
                            : StallExcuse(machine_, use->second.line, since);
}

void ProcessWatch::Run() {
  using Seconds = std::chrono::duration<double>;
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    const Clock::time_point due = Clock::time_point::clock::now() + kLookEvery;
    if (stopped_.wait_until(lock, due, [this] { return stop_; })) return;
    if (watched_.empty()) continue;
    // It takes the mutex last, which others hold for microseconds.
    const Clock::time_point now = Clock::time_point::clock::now();
    late_ += Seconds(now - due).count();
    Look(now);
  }
}

// Adds what the processes have used since the last look.
void ProcessWatch::AddUse(const ProcessTable& all, const ProcessTable& family,
                          std::int64_t bytes, pid_t supervisor,
                          Watched& watched) {
  std::int64_t ticks = 0;
  for (std::size_t i = 0; i < family.size(); ++i) ticks += family[i].cpu_ticks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    // What it has waited for: processes whose parents have ended.
    if (all[i].pid == supervisor) ticks += all[i].cpu_ticks;
  }
  const double cpu =
      static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
  OwnTotals& totals = uses_[watched.bot.name].totals;
  totals.cpu += std::max(0.0, cpu - watched.cpu);
  watched.cpu = std::max(cpu, watched.cpu);
  const std::uint32_t limit = watched.bot.limits.memory_mb;
  if (limit == 0) return;
  const double limit_bytes = std::ldexp(limit, 20);
  totals.memory_share =
      std::max(totals.memory_share, static_cast<double>(bytes) / limit_bytes);
}

// Holds the mutex, so that no control pipe is closed meanwhile.
void ProcessWatch::Look(Clock::time_point now) {
  MachineTotals machine = ReadMachineTotals();
  machine.late = late_;
  machine_.Add(now, machine);
  for (auto& [name, use] : uses_) use.totals.memory_share = 0;
  const auto all = std::make_unique<ProcessTable>();
  const auto family = std::make_unique<ProcessTable>();
  all->Read();
  for (auto& [supervisor, watched] : watched_) {
    if (!watched.breach.empty()) continue;
    *family = *all;
    family->KeepDescendantsOf(supervisor);
    const bool is_limited = watched.bot.limits.memory_mb > 0;
    const std::int64_t bytes =
        is_limited ? MemoryBytes(*family, watched.bot) : 0;
    AddUse(*all, *family, bytes, supervisor, watched);
    watched.breach = BreachOf(*family, watched.bot, bytes);
    if (watched.breach.empty()) continue;
    const ssize_t written = write(watched.bot.control_fd, "x", 1);
    (void)written;
  }
  for (auto& [name, use] : uses_) use.line.Add(now, use.totals);
}

}  // namespace couillon::arena
