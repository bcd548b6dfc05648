// The file of COUILLON_PAGE, else the page in the program.

#include "arena/front/page/page_source.h"

#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/front/page/embedded_page.h"
#include "proto/whole_file.h"

namespace couillon::arena {

absl::StatusOr<std::string> PageWithoutData() {
  // Read before any thread of a server starts.
  const char* path =
      std::getenv(kPageVariable);  // NOLINT(concurrency-mt-unsafe)
  if (path == nullptr || *path == '\0') {
    if (!EmbeddedPage().empty()) return std::string(EmbeddedPage());
    return absl::FailedPreconditionError(
        "this program was built without the page for reports; install Node 18 "
        "or later and run tools/build.sh in the source tree, or use --format "
        "text, json or csv");
  }
  absl::StatusOr<std::string> page = ReadWhole(path, kMaxTextBytes);
  if (page.ok()) return page;
  return absl::NotFoundError(
      absl::StrFormat("%s: %s; expected a page of tools/page.sh", kPageVariable,
                      page.status().message()));
}

}  // namespace couillon::arena
