// A snapshot of all processes of the machine, from /proc. The table allocates
// no memory and takes no lock, so a child may use it between fork and exec.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace couillon::arena {

struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  std::int64_t cpu_ticks = 0;  // including children that it waited for
  std::int64_t resident_pages = 0;
};

class ProcessTable {
 public:
  // Reads the table; processes beyond kMax are left out.
  void Read();
  // Keeps only `root`'s descendants, and leaves out `root` itself.
  void KeepDescendantsOf(pid_t root);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const ProcessEntry& operator[](std::size_t i) const {
    return entries_[i];
  }

 private:
  static constexpr std::size_t kMax = 16384;
  std::array<ProcessEntry, kMax> entries_;
  std::array<bool, kMax> kept_;
  std::size_t size_ = 0;
};

// Returns true if a process has ended or is ending. The kernel marks a process
// as ending before it closes its sockets.
bool IsEnding(pid_t pid);

// The current descendants of `root`, without `root`. Faster than a complete
// table, but allocates memory.
std::vector<pid_t> ListDescendants(pid_t root);

}  // namespace couillon::arena
