#include "arena/rpc/process_watch.h"

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "absl/strings/str_format.h"
#include "arena/rpc/bot_keeper.h"
#include "arena/rpc/process_table.h"

namespace couillon::arena {
namespace {

// A look costs about 10 microseconds a process of the machine; memory grows
// by 200 MB meanwhile at most, as measured with a bot that does nothing else.
constexpr std::chrono::milliseconds kLookEvery(100);

std::string BreachOf(const ProcessTable& family, const ProcessLimits& limits) {
  if (limits.processes > 0 && family.size() > limits.processes) {
    return absl::StrFormat("%d processes, at most %d are allowed",
                           family.size(), limits.processes);
  }
  std::int64_t pages = 0;
  for (std::size_t i = 0; i < family.size(); ++i) {
    pages += family[i].resident_pages;
  }
  const std::int64_t megabytes = pages * sysconf(_SC_PAGESIZE) >> 20;
  if (limits.memory_mb > 0 && megabytes > limits.memory_mb) {
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

void ProcessWatch::Add(pid_t keeper, int lifeline_fd,
                       const ProcessLimits& limits) {
  const std::lock_guard<std::mutex> lock(mutex_);
  watched_[keeper] = {.lifeline_fd = lifeline_fd, .limits = limits};
}

void ProcessWatch::Remove(pid_t keeper) {
  const std::lock_guard<std::mutex> lock(mutex_);
  watched_.erase(keeper);
}

std::string ProcessWatch::Breach(pid_t keeper) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = watched_.find(keeper);
  return found == watched_.end() ? std::string() : found->second.breach;
}

void ProcessWatch::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopped_.wait_for(lock, kLookEvery, [this] { return stop_; })) {
    if (!watched_.empty()) Look();
  }
}

// With the mutex held, so that no lifeline is closed meanwhile.
void ProcessWatch::Look() {
  const auto all = std::make_unique<ProcessTable>();
  const auto family = std::make_unique<ProcessTable>();
  all->Read();
  for (auto& [keeper, watched] : watched_) {
    if (!watched.breach.empty()) continue;
    *family = *all;
    family->KeepDescendantsOf(keeper);
    watched.breach = BreachOf(*family, watched.limits);
    if (watched.breach.empty()) continue;
    const ssize_t written = write(watched.lifeline_fd, "x", 1);
    (void)written;
  }
}

}  // namespace couillon::arena
