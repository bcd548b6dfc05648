#include "arena/players/roster/sdk_copy.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ios>
#include <sstream>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/players/roster/whole_folder.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

constexpr int kHashDigits = 16;

bool IsInstalled(const fs::path& tree) {
  std::error_code error;
  return fs::exists(tree / "bots", error) && !fs::exists(tree / "arena", error);
}

// The files in `tree`, relative to it, in one order everywhere.
std::vector<fs::path> FilesOf(const fs::path& tree) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(tree, error)) {
    if (!entry.is_regular_file(error)) continue;
    files.push_back(entry.path().lexically_relative(tree));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string HashOf(const fs::path& tree, const std::vector<fs::path>& files) {
  std::string hashes;
  for (const fs::path& file : files) {
    std::ifstream const in(tree / file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    hashes += file.string() + '\n' + TextHash(text.str());
  }
  return TextHash(hashes).substr(0, kHashDigits);
}

absl::StatusOr<fs::path> CacheFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && fs::path(cache).is_absolute()) {
    return fs::path(cache) / "couillon";
  }
  const char* home = std::getenv("HOME");
  if (home != nullptr && fs::path(home).is_absolute()) {
    return fs::path(home) / ".cache" / "couillon";
  }
  return absl::FailedPreconditionError(
      "bot build: neither XDG_CACHE_HOME nor HOME is an absolute path; "
      "expected a place to build the SDK in");
}

absl::Status CannotWrite(const fs::path& path, const std::error_code& error) {
  return absl::PermissionDeniedError(
      absl::StrFormat("bot build: the SDK cannot be copied to %s: %s",
                      path.string(), error.message()));
}

absl::Status CopyTree(const fs::path& tree, const std::vector<fs::path>& files,
                      const fs::path& to) {
  const std::error_code error = MakeWholeFolder(to, [&](const fs::path& copy) {
    std::error_code failure;
    for (const fs::path& file : files) {
      fs::create_directories((copy / file).parent_path(), failure);
      if (!failure) fs::copy_file(tree / file, copy / file, failure);
      if (failure) break;
    }
    return failure;
  });
  return error ? CannotWrite(to, error) : absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> TreeForBuilding(const std::string& tree) {
  if (!IsInstalled(tree)) return tree;
  ASSIGN_OR_RETURN(const fs::path cache, CacheFolder());
  const std::vector<fs::path> files = FilesOf(tree);
  const fs::path copy = cache / ("sdk-" + HashOf(tree, files));
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return CannotWrite(cache, error);
  RETURN_IF_ERROR(CopyTree(tree, files, copy));
  return copy.string();
}

}  // namespace couillon::arena
