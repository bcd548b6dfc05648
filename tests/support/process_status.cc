#include "tests/support/process_status.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace couillon::testing_support {
namespace {

std::filesystem::path FolderOf(pid_t pid) {
  return std::filesystem::path("/proc") / std::to_string(pid);
}

}  // namespace

std::int64_t StatusBytes(pid_t pid, const std::string& name) {
  std::ifstream status(FolderOf(pid) / "status");
  std::string word;
  while (status >> word) {
    std::int64_t kilobytes = 0;
    if (word == name + ":" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

std::size_t CountDescriptors(pid_t pid) {
  const std::filesystem::directory_iterator entries(FolderOf(pid) / "fd");
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

}  // namespace couillon::testing_support
