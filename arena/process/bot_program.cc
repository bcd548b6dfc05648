#include "arena/process/bot_program.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

namespace couillon::arena {

namespace fs = std::filesystem;

absl::StatusOr<std::string> FindProgram(const std::string& name,
                                        const std::string& directory) {
  std::vector<std::string> candidates;
  if (name.find('/') != std::string::npos) {
    candidates.push_back((fs::path(directory) / name).string());
  } else {
    const char* path = std::getenv("PATH");
    for (const std::string& folder : static_cast<std::vector<std::string>>(
             absl::StrSplit(path == nullptr ? "/usr/bin:/bin" : path, ':'))) {
      candidates.push_back((folder.empty() ? "." : folder) + "/" + name);
    }
  }
  int why = ENOENT;
  for (const std::string& candidate : candidates) {
    std::error_code error;  // PATH may name folders this user cannot read
    if (fs::is_directory(candidate, error)) {
      why = EISDIR;
    } else if (access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    } else if (errno != ENOENT && errno != ENOTDIR) {
      why = errno;
    }
  }
  return absl::NotFoundError(
      absl::StrFormat("cannot run \"%s\"%s: %s", name,
                      directory.empty() ? "" : " in " + directory,
                      std::generic_category().message(why)));
}

}  // namespace couillon::arena
