// The parts of the sandbox that work on this machine, and the cause and the
// remedy for each that does not. docs/security.md has a section on each cause.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace couillon::arena {

// The steps to a sandbox that need the kernel's consent, in their order.
enum class SandboxStep : std::uint8_t {
  kUserNamespace,
  kUserMap,     // what a user namespace is for: rights of its own
  kMounts,      // a file system in memory
  kNamespaces,  // processes, network, IPC, host name, cgroup
  kNetwork,     // the network of the namespace
  kProc,        // a /proc of the process namespace
  kFilter,      // the system call filter
  kEnd,         // all of them work
};

// The facts that the diagnosis follows from.
struct SandboxFacts {
  bool is_root = false;
  std::string bwrap;  // its path; empty if it is not installed
  // The step at which the trial ended, and the error number there.
  SandboxStep step = SandboxStep::kEnd;
  int error = 0;
  // Files of /proc/sys; null if the kernel has none.
  std::optional<int> apparmor_restricts;  // kernel/apparmor_restrict_...userns
  std::optional<int> user_namespaces;     // kernel/unprivileged_userns_clone
  std::optional<int> max_user_namespaces;
  std::optional<int> yama;  // kernel/yama/ptrace_scope
  std::string apparmor;     // the profile of this process; empty: none
  bool has_filter = false;  // this process is under a system call filter
  bool has_masked_proc = false;
  bool has_cgroups = false;  // groups with limits can be made
};

// The facts of this machine and user. Tries the steps in a process of its own.
SandboxFacts FindSandboxFacts();

struct SandboxPart {
  std::string name;
  bool works = false;
  bool is_required = false;  // without it there is no sandbox
  std::string found;         // empty, or what was found: a path, a cause
  std::string fix;           // what helps; empty if it works
};

// Returns all parts, in the order in which they are needed. A part that was not
// tried, since an earlier one does not work, does not work.
std::vector<SandboxPart> ListSandboxParts(const SandboxFacts& facts);

// Returns why there is no sandbox and what helps, on one line without an end:
// "user namespaces: AppArmor ...; ...". Empty if all required parts work.
std::string SandboxProblem(const std::vector<SandboxPart>& parts);

}  // namespace couillon::arena
