// Prints the failed condition and aborts.

#include "engine/cards/check.h"

#include <cstdio>
#include <cstdlib>

namespace couillon {

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
  std::abort();
}

}  // namespace couillon
