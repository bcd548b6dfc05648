// By descriptors and without following links; folders are moved up to the top,
// so that depth is no limit.

#include "arena/players/system/folder_removal.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <vector>

namespace couillon::arena {
namespace {

constexpr mode_t kOurs = 0700;

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

// The folder `name` of `parent`, with its permissions restored; null if it is
// not a folder or cannot be opened.
Folder Open(int parent, const std::string& name) {
  struct stat status{};
  if (fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISDIR(status.st_mode)) {
    return nullptr;
  }
  fchmodat(parent, name.c_str(), kOurs, 0);
  const int fd = openat(parent, name.c_str(),
                        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return Folder(fd < 0 ? nullptr : fdopendir(fd));
}

std::vector<std::string> NamesIn(DIR* folder) {
  std::vector<std::string> names;
  rewinddir(folder);
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

// Removes a file or an empty folder.
bool RemoveOne(int parent, const std::string& name) {
  return unlinkat(parent, name.c_str(), 0) == 0 ||
         unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0;
}

// Moves a folder to `top`, under an unused name.
void MoveUp(int parent, const std::string& name, int top,
            std::uint64_t& moved) {
  int result = 0;
  do {
    const std::string up = ".up-" + std::to_string(moved++);
    result = renameat(parent, name.c_str(), top, up.c_str());
  } while (result != 0 &&
           (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR));
}

}  // namespace

bool RemoveFolder(const std::string& path) {
  const Folder top = Open(AT_FDCWD, path);
  if (top == nullptr) return errno == ENOENT;
  const int top_fd = dirfd(top.get());
  std::uint64_t moved = 0;
  for (bool progress = true; progress;) {
    progress = false;
    for (const std::string& name : NamesIn(top.get())) {
      const Folder inner = Open(top_fd, name);
      if (inner != nullptr) {
        for (const std::string& child : NamesIn(inner.get())) {
          const int inner_fd = dirfd(inner.get());
          if (RemoveOne(inner_fd, child)) continue;
          fchmodat(inner_fd, child.c_str(), kOurs, 0);  // a move needs it
          MoveUp(inner_fd, child, top_fd, moved);
        }
      }
      progress = RemoveOne(top_fd, name) || progress;
    }
  }
  return rmdir(path.c_str()) == 0;
}

}  // namespace couillon::arena
