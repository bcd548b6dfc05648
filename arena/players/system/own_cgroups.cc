// The mounts of hierarchies, and the lines of /proc/self/cgroup.

#include "arena/players/system/own_cgroups.h"

#include <algorithm>
#include <fstream>

#include "absl/strings/str_split.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// A line of /proc/self/mountinfo that describes a hierarchy.
struct Hierarchy {
  fs::path root;  // the mounted part of the hierarchy
  fs::path folder;
  bool unified = false;
  Names controllers;  // version 1
};

std::vector<Hierarchy> Hierarchies() {
  std::vector<Hierarchy> found;
  std::ifstream file("/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> halves = absl::StrSplit(line, " - ");
    if (halves.size() != 2) continue;
    const std::vector<std::string> mount = absl::StrSplit(halves[0], ' ');
    const std::vector<std::string> type = absl::StrSplit(halves[1], ' ');
    if (mount.size() < 5 || type.size() < 3) continue;
    if (type[0] != "cgroup" && type[0] != "cgroup2") continue;
    found.push_back({.root = mount[3],
                     .folder = mount[4],
                     .unified = type[0] == "cgroup2",
                     .controllers = absl::StrSplit(type[2], ',')});
  }
  return found;
}

// The folder of the group at `path` of a hierarchy.
fs::path FolderIn(const Hierarchy& hierarchy, const std::string& path) {
  const fs::path inner = fs::path(path).lexically_relative(hierarchy.root);
  if (inner.empty() || *inner.begin() == "..") return hierarchy.folder;
  return (hierarchy.folder / inner).lexically_normal();
}

}  // namespace

std::vector<OwnCgroup> FindOwnCgroups() {
  std::vector<OwnCgroup> found;
  const std::vector<Hierarchy> hierarchies = Hierarchies();
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    const bool unified = parts[1].empty();
    const Names names = absl::StrSplit(parts[1], ',');
    const auto mounted =
        std::ranges::find_if(hierarchies, [&](const Hierarchy& one) {
          return one.unified == unified &&
                 (unified ||
                  std::ranges::count(one.controllers, names.front()) > 0);
        });
    if (mounted == hierarchies.end()) continue;
    found.push_back({.unified = unified,
                     .controllers = names,
                     .top = mounted->folder,
                     .folder = FolderIn(*mounted, parts[2])});
  }
  return found;
}

}  // namespace couillon::arena
