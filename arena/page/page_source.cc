#include "arena/page/page_source.h"

#include <cstdlib>
#include <fstream>
#include <ios>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/page/embedded_page.h"

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
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return absl::NotFoundError(absl::StrFormat(
        "%s: found %s, which cannot be read; expected a page of tools/page.sh",
        kPageVariable, path));
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace couillon::arena
