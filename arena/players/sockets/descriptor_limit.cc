// The soft limit is raised to the hard one.

#include "arena/players/sockets/descriptor_limit.h"

#include <sys/resource.h>

#include <algorithm>

namespace couillon::arena {
namespace {

constexpr rlim_t kMaxDescriptors = 65536;  // more than any server here needs

}  // namespace

int RaiseDescriptorLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t wanted =
      std::max(limit.rlim_cur, std::min(limit.rlim_max, kMaxDescriptors));
  const rlimit raised = {.rlim_cur = wanted, .rlim_max = limit.rlim_max};
  if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  return static_cast<int>(std::min(limit.rlim_cur, kMaxDescriptors));
}

}  // namespace couillon::arena
