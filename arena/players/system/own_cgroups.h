// The control groups of this process, in either version of the kernel's
// interface: one hierarchy (2), or one per controller (1).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace couillon::arena {

struct OwnCgroup {
  bool unified = false;                  // version 2
  std::vector<std::string> controllers;  // version 1: "cpu", "memory"
  std::filesystem::path top;             // where the hierarchy is mounted
  std::filesystem::path folder;          // of the group, in `top`
};

// Reads /proc/self/cgroup and the mounts of the hierarchies. Groups that are
// not mounted are left out.
std::vector<OwnCgroup> FindOwnCgroups();

}  // namespace couillon::arena
