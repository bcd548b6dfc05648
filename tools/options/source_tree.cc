#include "tools/options/source_tree.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace couillon::tools {

std::string SourceTree() { return COUILLON_SOURCE; }

std::vector<std::string> SharedPaths() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path source = SourceTree();
  std::vector<std::string> paths;
  for (const fs::path& path :
       {source / "bots", source / "proto", source / "build" / "venv",
        source / "build" / "bots",
        fs::read_symlink("/proc/self/exe", error).parent_path() /
            "couillon-bot"}) {
    const fs::path real = fs::canonical(path, error);
    if (!error) paths.push_back(real.string());
  }
  return paths;
}

}  // namespace couillon::tools
