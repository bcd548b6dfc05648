// Copies of bots' directories: what may be in them, and that a copy has no file
// which the bot's author could not read.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/roster/bot_folder.h"
#include "arena/players/roster/open_file.h"

namespace couillon::arena {

// A directory from which files may be copied.
class CopySource {
 public:
  // Opens and lists the directory. InvalidArgument names what no copy may have,
  // and the target of a link: all but regular files, links by a relative path
  // to something that is copied too, and links to the system (LeadsToSystem).
  // The other errors are those of BotFolder.
  static absl::StatusOr<CopySource> Open(const std::string& directory);

  [[nodiscard]] const std::vector<BotFolderEntry>& entries() const {
    return entries_;
  }
  [[nodiscard]] std::string Shown(const std::string& path) const {
    return folder_.Shown(path);
  }

  // Opens a file. Whoever may put a file into a folder may put there a hard
  // link to any file of the machine, also to one that only this user can read.
  // So PermissionDenied names
  //
  //   - a file that not all who may write to its folder may read;
  //   - a hard link to a file that has another name outside of the directory,
  //     unless a package manager may have made it from its cache: it is in
  //     node_modules or site-packages, and all users may read it.
  //
  // The other errors are those of BotFolder::OpenAt.
  absl::StatusOr<OpenFile> OpenAt(const std::string& path);

 private:
  CopySource(BotFolder folder, std::vector<BotFolderEntry> entries);

  BotFolder folder_;
  std::vector<BotFolderEntry> entries_;
  std::map<std::pair<dev_t, ino_t>, nlink_t> names_;  // of each file
};

// OK if CopyBotFolder would take the directory. The errors are those of
// CopySource.
absl::Status CheckBotFolder(const std::string& directory);

// Copies the directory into the empty folder `to`: its files, without the
// set-id bits and without write permission for others, and its links, which
// stay links. The errors are those of CopySource, or name a file that cannot be
// written.
absl::Status CopyBotFolder(const std::string& directory, const std::string& to);

}  // namespace couillon::arena
