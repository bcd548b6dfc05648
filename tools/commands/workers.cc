#include "tools/commands/workers.h"

#include <algorithm>
#include <thread>

namespace couillon::tools {

int WorkersFor(int concurrency) {
  if (concurrency > 0) return concurrency;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace couillon::tools
