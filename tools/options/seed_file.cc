#include "tools/options/seed_file.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"

namespace couillon::tools {
namespace {

constexpr std::size_t kMaxBytes = 1 << 16;

absl::Status Unreadable(const std::string& path, int error) {
  return absl::NotFoundError(
      absl::StrFormat("--seed: %s: %s", path, std::strerror(error)));
}

}  // namespace

std::string SeedProblem(const std::string& text) {
  if (text.empty()) return "found no text; expected a seed text";
  if (text.size() > kMaxBytes) {
    return absl::StrFormat(
        "found more than %d bytes; expected a seed text of so many at most",
        kMaxBytes);
  }
  if (arena::IsUtf8(text)) return "";
  return absl::StrFormat("found \"%s\"; expected UTF-8",
                         arena::PrintableLine(text, /*most=*/200));
}

absl::StatusOr<std::string> ReadSeedFile(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return Unreadable(path, EISDIR);
  }
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return Unreadable(path, errno);
  // With a line break, and a byte to see that there are more.
  std::string text(kMaxBytes + 3, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return Unreadable(path, errno);
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.ends_with('\n')) text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
  const std::string problem = SeedProblem(text);
  if (problem.empty()) return text;
  return absl::InvalidArgumentError(
      absl::StrFormat("--seed: %s: %s", path, problem));
}

}  // namespace couillon::tools
