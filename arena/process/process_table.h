// A snapshot of all processes of the machine, from /proc. It allocates no
// memory and takes no lock, so that a child between fork and exec may use it.
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
  std::int64_t cpu_ticks = 0;  // its own and of children it has waited for
  std::int64_t resident_pages = 0;
};

class ProcessTable {
 public:
  // Reads the table again; processes that do not fit are left out.
  void Read();
  // Keeps only `root`'s descendants, and leaves out `root` itself.
  void KeepDescendantsOf(pid_t root);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const ProcessEntry& operator[](std::size_t i) const {
    return entries_[i];
  }

 private:
  static constexpr std::size_t kMost = 16384;
  std::array<ProcessEntry, kMost> entries_;
  std::array<bool, kMost> kept_;
  std::size_t size_ = 0;
};

// Whether a process has ended or is ending: a process closes its sockets only
// after the kernel has marked it so.
bool IsEnding(pid_t pid);

// The descendants of `root` at this moment, without `root`: faster than a whole
// table, but it allocates memory.
std::vector<pid_t> DescendantsOf(pid_t root);

}  // namespace couillon::arena
