// A control group for the processes of one bot, if the user may create one: an
// equal share of CPU time regardless of the number of processes, and limits on
// memory and tasks that the kernel enforces. Supports both versions of the
// kernel's interface: one hierarchy (2), or one per controller (1).
// docs/security.md documents what applies without one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arena/process/process_limits.h"

namespace couillon::arena {

// Where this process may make groups, by controller.
struct CgroupPlaces {
  struct Place {
    std::filesystem::path folder;
    std::vector<std::string> controllers;  // "cpu", "memory", "pids"
  };
  bool unified = false;  // version 2
  std::vector<Place> places;
};

// The places of this process, from /proc/self/cgroup and where the hierarchies
// are mounted; none if it may not make groups anywhere. Looked up once. With
// version 2 a group that holds processes cannot be divided: this process moves
// into a group of its own if it is alone.
const CgroupPlaces& OwnCgroupPlaces();

class BotCgroup {
 public:
  // Makes the groups, with `limits` and an equal share of CPU time, in
  // `places`. Null if there are none or if a limit cannot be set.
  static std::unique_ptr<BotCgroup> Make(const CgroupPlaces& places,
                                         const ProcessLimits& limits);
  // Removes the groups. Requires: their processes have ended.
  ~BotCgroup();
  BotCgroup(const BotCgroup&) = delete;
  BotCgroup& operator=(const BotCgroup&) = delete;

  // Descriptors of the files through which a process joins by writing "0".
  [[nodiscard]] std::span<const int> join_fds() const { return join_fds_; }
  // Whether the kernel's OOM killer ended one of its processes.
  [[nodiscard]] bool RanOutOfMemory() const;
  // Bytes of memory that are charged to it and cannot be reclaimed: resident
  // pages, memory files, scratch folders. 0 if that is not known.
  [[nodiscard]] std::int64_t MemoryBytes() const;

 private:
  BotCgroup() = default;
  std::vector<std::filesystem::path> folders_;
  std::vector<int> join_fds_;
  std::filesystem::path memory_;  // the folder with that controller
  bool unified_ = false;
};

}  // namespace couillon::arena
