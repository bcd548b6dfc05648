#include "tools/options/seed_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"

namespace couillon::tools {

absl::StatusOr<std::string> ReadSeedFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) {
    return absl::NotFoundError(
        absl::StrFormat("--seed-file: %s: %s", path, std::strerror(errno)));
  }
  if (text.ends_with('\n')) text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
  if (!text.empty()) return text;
  return absl::InvalidArgumentError(absl::StrFormat(
      "--seed-file: %s: found no text; expected a seed text", path));
}

}  // namespace couillon::tools
