// The source of the page for reports.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace couillon::arena {

// The variable of the environment that names the file of another page than the
// one in the program, for those who work on the page and for tests.
inline constexpr char kPageVariable[] = "COUILLON_PAGE";

// Returns the page without data: that of COUILLON_PAGE, or the one in the
// program. FailedPrecondition says how to get a program with a page if this one
// has none; NotFound names a file that cannot be read.
absl::StatusOr<std::string> PageWithoutData();

}  // namespace couillon::arena
