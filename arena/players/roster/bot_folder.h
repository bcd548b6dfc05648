// Reads the directory of a bot, which a stranger has filled and may change
// while it is read. The only room that opens files of such a directory: each
// beneath it, never through a link that leads out of it (path_walk.h), only
// regular files (open_file.h), and within limits.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/roster/open_file.h"
#include "arena/players/roster/path_walk.h"

namespace couillon::arena {

// Limits, so that a wrong or hostile directory takes neither minutes nor the
// disk.
inline constexpr int kMaxBotFiles = 20'000;  // also of folders
inline constexpr int kMaxBotDepth = 64;      // folders within folders
inline constexpr std::size_t kMaxBotNameBytes = 4 << 20;  // of all paths
inline constexpr std::int64_t kMaxBotBytes = std::int64_t{8} << 30;

struct BotFolderEntry {
  enum class Kind {
    kFile,        // a regular file
    kLinkToFile,  // a link to a regular file of the directory
    kLink,        // a link to a folder of the directory, or to nothing there
    kSystemLink,  // LeadsToSystem
    kOutsideLink,
    kOther,  // a FIFO, a socket, a device
  };
  Kind kind = Kind::kOther;
  std::string path;                    // relative to the directory
  std::string target;                  // of a link, as it is written
  std::string leads;                   // of a link to a file, that file's path
  std::pair<dev_t, ino_t> inode = {};  // of a file
};

class BotFolder {
 public:
  // Opens a directory. A link on the way to it is followed if this user or root
  // owns it, or the owner of the directory itself: nobody can hand in a folder
  // of somebody else. The errors name the path.
  static absl::StatusOr<BotFolder> Open(const std::string& directory);

  // Absolute and without links.
  [[nodiscard]] const std::string& path() const { return path_; }

  // Lists files and links by path, without the folders that programs keep for
  // themselves (.git, __pycache__). InvalidArgument if a limit is exceeded;
  // other errors name a folder that cannot be read.
  [[nodiscard]] absl::StatusOr<std::vector<BotFolderEntry>> List() const;

  struct File {
    OpenFile content;
    std::string path;    // without links
    struct stat folder;  // the folder that contains it
  };
  // Opens a regular file, also behind links within the directory. NotFound if
  // there is none; InvalidArgument if it is outside, or if the files that were
  // opened so far have more than kMaxBotBytes together.
  absl::StatusOr<File> OpenAt(const std::string& path);

  // `path` within the directory as messages print it.
  [[nodiscard]] std::string Shown(const std::string& path) const;

 private:
  BotFolder(Descriptor root, std::string path)
      : root_(std::move(root)), path_(std::move(path)) {}

  Descriptor root_;
  std::string path_;
  std::int64_t unread_ = kMaxBotBytes;
};

// Reads a whole file of a bot's directory. The errors are those of Open and
// OpenAt, or say that it has more than `max_bytes`.
absl::StatusOr<std::string> ReadBotFile(const std::string& directory,
                                        const std::string& path,
                                        std::int64_t max_bytes);

// Returns true if an absolute path leads to what every sandbox shows of the
// system: to a folder or file of /usr, /lib, ... that all users may read, also
// by links of the system; or IsOnPath. Nothing need be there.
bool LeadsToSystem(const std::string& target);

// Returns true if `path` is the program that PATH finds by its file name.
bool IsOnPath(const std::string& path);

// Returns true if `path` is absolute and every user of the machine may read
// that file.
bool IsReadByAll(const std::string& path);

}  // namespace couillon::arena
