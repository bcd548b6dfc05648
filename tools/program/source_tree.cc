#include "tools/program/source_tree.h"

#include <filesystem>
#include <system_error>

namespace couillon::tools {
namespace {

namespace fs = std::filesystem;

fs::path ProgramFolder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}  // namespace

std::string SourceTree() {
  std::error_code error;
  const fs::path tree = ProgramFolder().parent_path() / "share" / "couillon";
  const fs::path real = fs::canonical(tree, error);
  return error ? tree.string() : real.string();
}

std::vector<std::string> SharedPaths() {
  std::error_code error;
  const fs::path source = SourceTree();
  std::vector<std::string> paths;
  for (const fs::path& path :
       {source / "bots", source / "proto", source / "build" / "venv",
        source / "build" / "bots", ProgramFolder() / "couillon-bot"}) {
    const fs::path real = fs::canonical(path, error);
    if (!error) paths.push_back(real.string());
  }
  return paths;
}

}  // namespace couillon::tools
