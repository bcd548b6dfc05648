// A control group for the processes of one bot, if the user may create one: an
// equal share of CPU time regardless of the number of processes, and limits on
// memory and tasks that the kernel enforces. Supports both versions of the
// kernel's interface: one hierarchy (2), or one per controller (1).
// docs/security.md documents the limits that apply without control groups.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arena/players/system/owner_lock.h"
#include "arena/players/system/process_limits.h"

namespace couillon::arena {

// The folders in which this process may create groups, by controller.
struct CgroupPlaces {
  struct Place {
    std::filesystem::path folder;
    std::vector<std::string> controllers;  // "cpu", "memory", "pids"
  };
  bool unified = false;  // version 2
  std::vector<Place> places;
};

// The places of this process, from /proc/self/cgroup and the mounts of the
// hierarchies; none if a controller is not available. Looked up once. In
// version 2 a group with processes cannot have subgroups with controllers: if
// this process is alone in its group, it moves into a new subgroup first.
const CgroupPlaces& OwnCgroupPlaces();

class BotCgroup {
 public:
  // Creates the groups in `places`, with `limits` and an equal share of CPU
  // time. Null if `places` is empty or a limit cannot be set.
  static std::unique_ptr<BotCgroup> Make(const CgroupPlaces& places,
                                         const ProcessLimits& limits);
  // Removes the groups. Requires: their processes have ended.
  ~BotCgroup();
  BotCgroup(const BotCgroup&) = delete;
  BotCgroup& operator=(const BotCgroup&) = delete;

  // Descriptors of files; a process joins the groups by writing "0" to each.
  [[nodiscard]] std::span<const int> join_fds() const { return join_fds_; }
  // Returns true if the kernel's OOM killer has ended one of the group's
  // processes.
  [[nodiscard]] bool RanOutOfMemory() const;
  // Bytes of memory that are charged to the group and cannot be reclaimed:
  // resident pages, memory files, scratch folders. 0 if unknown.
  [[nodiscard]] std::int64_t MemoryBytes() const;

 private:
  BotCgroup() = default;
  std::vector<std::filesystem::path> folders_;
  std::vector<int> join_fds_;     // those of `locks_`
  std::vector<OwnerLock> locks_;  // others leave the groups alone
  std::filesystem::path memory_;  // the folder with that controller
  bool unified_ = false;
};

}  // namespace couillon::arena
