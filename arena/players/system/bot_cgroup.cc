// Versions 1 and 2 of control groups, a locked group per bot, and the removal
// of groups whose referee was killed.

#include "arena/players/system/bot_cgroup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/players/system/own_cgroups.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr char kGroupPrefix[] = "couillon-";

const Names& Wanted() {
  static const Names kWanted = {"cpu", "memory", "pids"};
  return kWanted;
}

bool Has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string Read(const fs::path& path) {
  std::ifstream const file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Kernel files expect a single write; its result says whether it was accepted.
bool Write(const fs::path& path, const std::string& text) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written =
      write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  return written;
}

// The number after `key` in lines of "KEY NUMBER"; 0 if there is none.
std::int64_t NumberOf(const fs::path& path, const std::string& key) {
  std::ifstream file(path);
  std::string name;
  std::int64_t number = 0;
  while (file >> name >> number) {
    if (name == key) return number;
  }
  return 0;
}

// Lets the group in `folder` have subgroups with controllers; if necessary,
// moves this process, if it is the only one, into a subgroup. Returns whether
// that succeeded.
bool Divide(const fs::path& folder) {
  std::string enable;
  for (const std::string& name : Wanted()) {
    absl::StrAppend(&enable, enable.empty() ? "+" : " +", name);
  }
  const fs::path subtree = folder / "cgroup.subtree_control";
  if (Write(subtree, enable)) return true;
  const std::string mine = absl::StrCat(getpid(), "\n");
  if (Read(folder / "cgroup.procs") != mine) return false;
  const fs::path own =
      folder / absl::StrCat(kGroupPrefix, getpid(), "-referee");
  std::error_code error;
  fs::create_directory(own, error);
  return Write(own / "cgroup.procs", "0") && Write(subtree, enable);
}

bool MayMakeGroupsIn(const fs::path& folder) {
  const fs::path trial =
      folder / absl::StrCat(kGroupPrefix, getpid(), "-trial");
  std::error_code error;
  const bool made = fs::create_directory(trial, error);
  if (made) fs::remove(trial, error);
  return made;
}

// The holder of the lock of this file owns the group. It is opened for writing,
// as by those who join.
OwnerLock LockGroup(const fs::path& folder) {
  return OwnerLock((folder / "cgroup.procs").string(), O_WRONLY);
}

// Removes the groups of referees that were killed, unless they have processes.
void SweepLeftovers(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with(kGroupPrefix)) continue;
    const OwnerLock lock = LockGroup(entry.path());
    if (lock.state() == OwnerLock::State::kHeld) rmdir(entry.path().c_str());
  }
}

// Makes a group in `parent` and sets `folder` to its folder. The lock is not
// held if this process may make none.
OwnerLock MakeGroup(const fs::path& parent, fs::path& folder) {
  static std::atomic<int> count = 0;
  constexpr int kTrials = 1000;  // enough for any number of PID namespaces
  for (int trial = 0; trial < kTrials; ++trial) {
    folder =
        parent / absl::StrCat(kGroupPrefix, getpid(), "-", count.fetch_add(1));
    if (mkdir(folder.c_str(), 0755) != 0) {
      // A process in another PID namespace may have the same number.
      if (errno == EEXIST) continue;
      return {};
    }
    OwnerLock lock = LockGroup(folder);
    // One that sweeps may have been faster.
    if (lock.state() != OwnerLock::State::kLost) return lock;
  }
  return {};
}

// Writes the limits for the controllers of `place`; false if the kernel
// rejects one. The CPU weight is half the default of other groups (100 in
// version 2, 1024 in version 1).
bool SetLimits(const fs::path& folder, const CgroupPlaces::Place& place,
               bool unified, const ProcessLimits& limits) {
  bool all = true;
  if (Has(place.controllers, "cpu")) {
    all = unified ? Write(folder / "cpu.weight", "50")
                  : Write(folder / "cpu.shares", "512");
  }
  if (Has(place.controllers, "memory") && limits.memory_mb > 0) {
    const std::string bytes =
        absl::StrCat(std::uint64_t{limits.memory_mb} << 20);
    all = all &&
          Write(folder / (unified ? "memory.max" : "memory.limit_in_bytes"),
                bytes);
    // No swap beyond that limit; not every kernel has these files.
    Write(folder / "memory.swap.max", "0");
    Write(folder / "memory.memsw.limit_in_bytes", bytes);
  }
  if (Has(place.controllers, "pids") && limits.processes > 0) {
    all = all && Write(folder / "pids.max",
                       absl::StrCat(limits.processes + kThreadAllowance));
  }
  return all;
}

// The wanted controllers of a hierarchy that this process may delegate to
// subgroups of `folder`. `names`: the controllers in /proc/self/cgroup.
Names UsefulIn(const fs::path& folder, bool unified, Names names) {
  if (unified) {
    names = absl::StrSplit(Read(folder / "cgroup.controllers"),
                           absl::ByAnyChar(" \n"), absl::SkipEmpty());
  }
  std::erase_if(names,
                [](const std::string& name) { return !Has(Wanted(), name); });
  if (names.empty() || !MayMakeGroupsIn(folder)) return {};
  if (unified && (names.size() < Wanted().size() || !Divide(folder))) return {};
  return names;
}

CgroupPlaces FindPlaces() {
  CgroupPlaces found;
  std::size_t controllers = 0;
  for (const OwnCgroup& own : FindOwnCgroups()) {
    const Names useful = UsefulIn(own.folder, own.unified, own.controllers);
    if (useful.empty()) continue;
    SweepLeftovers(own.folder);
    controllers += useful.size();
    found.unified = own.unified;
    found.places.push_back({.folder = own.folder, .controllers = useful});
  }
  // All three or none, so that what a league reports about limits is true.
  return controllers < Wanted().size() ? CgroupPlaces() : found;
}

}  // namespace

const CgroupPlaces& OwnCgroupPlaces() {
  static const CgroupPlaces kPlaces = FindPlaces();
  return kPlaces;
}

std::unique_ptr<BotCgroup> BotCgroup::Make(const CgroupPlaces& places,
                                           const ProcessLimits& limits) {
  if (places.places.empty()) return nullptr;
  std::unique_ptr<BotCgroup> group(new BotCgroup);
  group->unified_ = places.unified;
  bool all = true;
  for (const CgroupPlaces::Place& place : places.places) {
    fs::path folder;
    OwnerLock lock = MakeGroup(place.folder, folder);
    if (lock.state() != OwnerLock::State::kHeld) return nullptr;
    group->folders_.push_back(folder);
    if (Has(place.controllers, "memory")) group->memory_ = folder;
    all = SetLimits(folder, place, places.unified, limits) && all;
    group->join_fds_.push_back(lock.fd());
    group->locks_.push_back(std::move(lock));
  }
  return all ? std::move(group) : nullptr;
}

BotCgroup::~BotCgroup() {
  for (const fs::path& folder : folders_) rmdir(folder.c_str());
}

bool BotCgroup::RanOutOfMemory() const {
  return NumberOf(memory_ / (unified_ ? "memory.events" : "memory.oom_control"),
                  "oom_kill") > 0;
}

std::int64_t BotCgroup::MemoryBytes() const {
  std::int64_t used = 0;
  const fs::path file =
      memory_ / (unified_ ? "memory.current" : "memory.usage_in_bytes");
  if (!absl::SimpleAtoi(Read(file), &used)) return 0;
  const fs::path stat = memory_ / "memory.stat";
  const std::int64_t cache = NumberOf(stat, unified_ ? "file" : "total_cache");
  const std::int64_t shared =
      NumberOf(stat, unified_ ? "shmem" : "total_shmem");
  return std::max<std::int64_t>(used - cache + shared, 0);
}

}  // namespace couillon::arena
