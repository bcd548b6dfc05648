// Judged by the text of the path alone: no file is looked up.

#include "arena/players/bundles/inside_path.h"

#include <cstddef>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace couillon::arena {

bool IsInside(const std::string& path) {
  for (const std::string& part :
       std::vector<std::string>(absl::StrSplit(path, '/'))) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return !absl::StrContains(path, '\0');
}

bool LeadsInside(const std::string& path, const std::string& target) {
  const std::vector<std::string> folders = absl::StrSplit(path, '/');
  const std::vector<std::string> steps = absl::StrSplit(target, '/');
  std::size_t up = 0;
  while (up < steps.size() && steps[up] == "..") ++up;
  if (up + 1 > folders.size()) return false;
  for (std::size_t i = up; i < steps.size(); ++i) {
    // After a name, which may be a link, ".." may be anywhere.
    if (steps[i].empty() || steps[i] == "..") return false;
  }
  return true;
}

}  // namespace couillon::arena
