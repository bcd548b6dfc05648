// The part of the sandbox that is made before bwrap makes the rest, in the
// bot's own process.
#pragma once

#include <linux/filter.h>

#include <array>
#include <span>

namespace couillon::arena {

// The folders in the scratch folder of a sandboxed bot. It sees them as /tmp
// (and /var/tmp), /run and /dev/shm.
constexpr std::array<const char*, 3> kScratchFolders = {"tmp", "run", "shm"};

// A file with constant content, or a folder (content: null).
struct ConstantEntry {
  const char* path = nullptr;  // relative; the folders above come first
  const char* content = nullptr;
};

struct CoveredEntry {
  const char* name = nullptr;   // in /proc
  const char* cover = nullptr;  // path of a ConstantEntry
};

// The orders by which the sandbox's /proc is made.
struct ProcOrders {
  const char* folder = nullptr;  // where it is mounted
  std::span<const ConstantEntry> constants;
  std::span<const CoveredEntry> covers;
};

// A file system in memory over the bot's own folder: it bounds the bytes that
// the bot writes, and vanishes with the bot. The referee gets a descriptor of
// that folder, which no other process can reach.
struct ScratchOrders {
  const char* folder = nullptr;   // where it is mounted
  const char* options = nullptr;  // of mount(2): size, files
  const char* user_map = nullptr;
  const char* group_map = nullptr;
  ProcOrders proc;
  std::span<const sock_filter> filter;  // of system calls
};

// Starts a child in new user, mount and process namespaces, of which it is the
// first process. Returns as fork(2) does. Requires: this process has one
// thread.
int ForkIntoNamespaces();

// The result of MakeSandboxMounts.
struct SandboxMounts {
  bool made = false;      // false: errno says why
  bool has_proc = false;  // false: /proc was the part that was refused
  int scratch_fd = -1;    // the scratch folder
};

// Maps the account, and mounts the scratch folder, read-only devices, and a
// /proc with constant covers. Called in the child of ForkIntoNamespaces; safe
// between fork and exec.
SandboxMounts MakeSandboxMounts(const ScratchOrders& orders);

}  // namespace couillon::arena
