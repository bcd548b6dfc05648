// Files are written to a folder beside it, which is renamed at the end.

#include "arena/players/roster/whole_folder.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has mkdtemp

#include <cerrno>
#include <string>

namespace couillon::arena {

namespace fs = std::filesystem;

std::error_code MakeWholeFolder(
    const fs::path& to,
    const std::function<std::error_code(const fs::path& folder)>& fill) {
  std::error_code error;
  if (fs::exists(to, error)) return {};
  std::string temporary = to.string() + ".XXXXXX";
  if (::mkdtemp(temporary.data()) == nullptr) {
    return {errno, std::generic_category()};
  }
  // One inside it, with the permissions that folders usually have here.
  const fs::path folder = fs::path(temporary) / "new";
  fs::create_directory(folder, error);
  if (!error) error = fill(folder);
  if (!error) fs::rename(folder, to, error);
  std::error_code ignored;
  fs::remove_all(temporary, ignored);
  return fs::exists(to, ignored) ? std::error_code() : error;
}

}  // namespace couillon::arena
