// COUILLON_CHECK aborts with the source line and the condition if an invariant
// of this program is broken. Errors in external input are absl::Status instead.
#pragma once

namespace couillon {

// Prints the broken condition to stderr and aborts.
[[noreturn]] void CheckFailed(const char* condition, const char* file,
                              int line);

}  // namespace couillon

#define COUILLON_CHECK(condition) \
  ((condition) ? (void)0          \
               : ::couillon::CheckFailed(#condition, __FILE__, __LINE__))
