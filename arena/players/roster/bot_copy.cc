// Every file is opened beneath the folder, checked and copied in pieces.

#include "arena/players/roster/bot_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/path_walk.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using Kind = BotFolderEntry::Kind;

absl::Status CannotBeWritten(const fs::path& path, int error) {
  return {
      absl::ErrnoToStatusCode(error),
      absl::StrFormat("%s: cannot be written: %s", PrintableLine(path.string()),
                      std::generic_category().message(error))};
}

// Returns true if all who may put a file into the folder may read the file.
bool IsForItsAuthors(const struct stat& file, const struct stat& folder) {
  if ((file.st_mode & S_IROTH) != 0) return true;
  if ((folder.st_mode & S_IWOTH) != 0) return false;
  if ((folder.st_mode & S_IWGRP) != 0 &&
      (folder.st_gid != file.st_gid || (file.st_mode & S_IRGRP) == 0)) {
    return false;
  }
  return folder.st_uid == file.st_uid || folder.st_uid == 0;
}

// Returns true if a package manager makes hard links from its cache there.
bool IsOfPackages(const std::string& path) {
  const std::vector<std::string> names = absl::StrSplit(path, '/');
  return std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return name == "node_modules" || name == "site-packages";
  });
}

absl::Status WritePieces(const OpenFile& content, int to,
                         const fs::path& path) {
  return content.Read([&](std::string_view piece) {
    while (!piece.empty()) {
      const ssize_t written = ::write(to, piece.data(), piece.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return CannotBeWritten(path, errno);
      piece.remove_prefix(static_cast<std::size_t>(written));
    }
    return absl::OkStatus();
  });
}

absl::Status CopyFile(CopySource& source, const std::string& path,
                      const fs::path& to) {
  ASSIGN_OR_RETURN(const OpenFile content, source.OpenAt(path));
  const mode_t mode = S_IRUSR | S_IWUSR |
                      (content.status().st_mode &
                       (S_IXUSR | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH));
  const Descriptor out(::open(
      to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!out.is_open()) return CannotBeWritten(to, errno);
  return WritePieces(content, out.number(), to);
}

// Returns true if a link leads to another link of the directory that leads out
// of it: that one has to be named.
bool LeadsToOutsideLink(const std::vector<BotFolderEntry>& entries,
                        const BotFolderEntry& link) {
  const fs::path next =
      (fs::path(link.path).parent_path() / link.target).lexically_normal();
  return std::ranges::any_of(entries, [&](const BotFolderEntry& entry) {
    return entry.kind == Kind::kOutsideLink && entry.path == next.string();
  });
}

absl::Status CheckCopyable(const BotFolder& folder,
                           const BotFolderEntry& entry) {
  if (entry.kind == Kind::kOther) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: is neither a file nor a folder nor a link; "
                        "remove it from the bot's directory",
                        folder.Shown(entry.path)));
  }
  if (entry.kind != Kind::kOutsideLink) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: is a link to %s; expected a relative link to what is copied of the "
      "directory, or a link to a file of the system (in /usr, /lib, ...) that "
      "every user may read. Put the file itself there",
      folder.Shown(entry.path), PrintableLine(entry.target)));
}

}  // namespace

CopySource::CopySource(BotFolder folder, std::vector<BotFolderEntry> entries)
    : folder_(std::move(folder)), entries_(std::move(entries)) {
  for (const BotFolderEntry& entry : entries_) {
    if (entry.kind == Kind::kFile) ++names_[entry.inode];
  }
}

absl::StatusOr<CopySource> CopySource::Open(const std::string& directory) {
  ASSIGN_OR_RETURN(BotFolder folder, BotFolder::Open(directory));
  ASSIGN_OR_RETURN(std::vector<BotFolderEntry> entries, folder.List());
  absl::Status refused;
  for (const BotFolderEntry& entry : entries) {
    absl::Status status = CheckCopyable(folder, entry);
    if (status.ok()) continue;
    if (!LeadsToOutsideLink(entries, entry)) return status;
    refused = std::move(status);  // of a chain, or of a ring of links
  }
  if (!refused.ok()) return refused;
  return CopySource(std::move(folder), std::move(entries));
}

absl::StatusOr<OpenFile> CopySource::OpenAt(const std::string& path) {
  ASSIGN_OR_RETURN(BotFolder::File file, folder_.OpenAt(path));
  const struct stat& status = file.content.status();
  if (!IsForItsAuthors(status, file.folder)) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "%s: belongs to user %d, and not all users who may write to its folder "
        "may read it; it could be a file of somebody else. If it is the bot's, "
        "make it readable (chmod a+r), or its folder writable for its owner "
        "alone (chmod go-w)",
        Shown(path), status.st_uid));
  }
  const auto names = names_.find({status.st_dev, status.st_ino});
  if (status.st_nlink > (names == names_.end() ? 1 : names->second) &&
      (!IsOfPackages(file.path) || (status.st_mode & S_IROTH) == 0)) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "%s: is a hard link to a file outside of the directory; expected a "
        "file of the bot alone (\"cp -r\" makes one). In node_modules and "
        "site-packages, expected one that all users may read",
        Shown(path)));
  }
  return std::move(file.content);
}

absl::Status CheckBotFolder(const std::string& directory) {
  ASSIGN_OR_RETURN(CopySource source, CopySource::Open(directory));
  for (const BotFolderEntry& entry : source.entries()) {
    if (entry.kind != Kind::kFile) continue;
    RETURN_IF_ERROR(source.OpenAt(entry.path).status());
  }
  return absl::OkStatus();
}

absl::Status CopyBotFolder(const std::string& directory,
                           const std::string& to) {
  ASSIGN_OR_RETURN(CopySource source, CopySource::Open(directory));
  for (const BotFolderEntry& entry : source.entries()) {
    const fs::path copy = fs::path(to) / entry.path;
    std::error_code error;
    fs::create_directories(copy.parent_path(), error);
    if (error) return CannotBeWritten(copy.parent_path(), error.value());
    if (entry.kind == Kind::kFile) {
      RETURN_IF_ERROR(CopyFile(source, entry.path, copy));
      continue;
    }
    fs::create_symlink(entry.target, copy, error);
    if (error) return CannotBeWritten(copy, error.value());
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
