// COUILLON_CHECK aborts with the place and the condition when an invariant of
// ours is broken. Input from outside never reaches it: that is absl::Status.
#pragma once

namespace couillon {

// Prints the broken condition to stderr and aborts.
[[noreturn]] void CheckFailed(const char* condition, const char* file,
                              int line);

}  // namespace couillon

#define COUILLON_CHECK(condition) \
  ((condition) ? (void)0          \
               : ::couillon::CheckFailed(#condition, __FILE__, __LINE__))
