// A list of files by descriptors beneath the folder, without what programs
// write for themselves.

#include "arena/players/roster/bot_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/process/sandbox_view.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using Kind = BotFolderEntry::Kind;

absl::Status CannotBeRead(const std::string& path, int error) {
  return {absl::ErrnoToStatusCode(error),
          absl::StrFormat("%s: cannot be read: %s", PrintableLine(path),
                          std::generic_category().message(error))};
}

absl::Status Wrong(const std::string& path, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: %s", PrintableLine(path), what));
}

// Folders that programs write for themselves: the bot is the same without them.
bool IsKeptByPrograms(std::string_view name) {
  return name == ".git" || name == "__pycache__";
}

bool IsBelowKept(const std::string& path) {
  const std::vector<std::string> names = absl::StrSplit(path, '/');
  return std::any_of(names.begin(), names.end(), IsKeptByPrograms);
}

struct CloseListing {
  void operator()(DIR* listing) const { ::closedir(listing); }
};
using Listing = std::unique_ptr<DIR, CloseListing>;

Listing OpenListing(const Descriptor& folder) {
  const Descriptor opened = OpenToList(folder);
  if (!opened.is_open()) return nullptr;
  const int number = ::fcntl(opened.number(), F_DUPFD_CLOEXEC, 0);
  Listing listing(number < 0 ? nullptr : ::fdopendir(number));
  if (listing == nullptr && number >= 0) ::close(number);
  return listing;
}

BotFolderEntry LinkEntry(const Descriptor& root, const std::string& path,
                         std::string target) {
  BotFolderEntry entry{
      .kind = Kind::kLink, .path = path, .target = std::move(target)};
  const Place place = WalkPath(root, path, {});
  if (place.kind == Place::Kind::kOutside) {
    entry.kind =
        LeadsToSystem(place.path) ? Kind::kSystemLink : Kind::kOutsideLink;
  } else if (place.kind == Place::Kind::kFailed || IsBelowKept(place.path)) {
    entry.kind = Kind::kOutsideLink;
  } else if (place.kind == Place::Kind::kFile &&
             S_ISREG(place.status.st_mode)) {
    entry.kind = Kind::kLinkToFile;
    entry.leads = place.path;
  }
  return entry;
}

class Lister {
 public:
  Lister(const Descriptor& root, const std::string& path)
      : root_(root), path_(path) {}

  absl::Status List(const Descriptor& folder, const std::string& prefix,
                    int depth) {
    if (depth > kMaxBotDepth || ++folders_ > kMaxBotFiles) {
      return Wrong(path_,
                   absl::StrFormat("has over %d folders, or folders %d deep; "
                                   "expected a directory of its own",
                                   kMaxBotFiles, kMaxBotDepth));
    }
    const Listing listing = OpenListing(folder);
    if (listing == nullptr) return CannotBeRead(path_ + "/" + prefix, errno);
    for (;;) {
      errno = 0;
      // NOLINTNEXTLINE(concurrency-mt-unsafe): the listing is this thread's
      const dirent* found = ::readdir(listing.get());
      if (found == nullptr) break;
      const std::string name = found->d_name;
      if (name == "." || name == "..") continue;
      RETURN_IF_ERROR(Add(folder, name, prefix, depth));
    }
    return errno == 0 ? absl::OkStatus()
                      : CannotBeRead(path_ + "/" + prefix, errno);
  }

  std::vector<BotFolderEntry> Sorted() && {
    std::sort(entries_.begin(), entries_.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    return std::move(entries_);
  }

 private:
  absl::Status Add(const Descriptor& folder, const std::string& name,
                   const std::string& prefix, int depth) {
    const std::string path = prefix + name;
    struct stat status{};
    if (::fstatat(folder.number(), name.c_str(), &status,
                  AT_SYMLINK_NOFOLLOW) != 0) {
      return errno == ENOENT ? absl::OkStatus()  // removed meanwhile
                             : CannotBeRead(path_ + "/" + path, errno);
    }
    if (S_ISDIR(status.st_mode)) return Descend(folder, name, path, depth);
    if (S_ISLNK(status.st_mode)) {
      entries_.push_back(LinkEntry(root_, path, ReadLinkIn(folder, name)));
    } else {
      entries_.push_back(
          {.kind = S_ISREG(status.st_mode) ? Kind::kFile : Kind::kOther,
           .path = path,
           .inode = {status.st_dev, status.st_ino}});
    }
    name_bytes_ += path.size();
    if (entries_.size() <= kMaxBotFiles && name_bytes_ <= kMaxBotNameBytes) {
      return absl::OkStatus();
    }
    return Wrong(path_,
                 absl::StrFormat("has over %d files, or %d bytes in their "
                                 "paths; expected a directory of its own",
                                 kMaxBotFiles, kMaxBotNameBytes));
  }

  absl::Status Descend(const Descriptor& folder, const std::string& name,
                       const std::string& path, int depth) {
    if (IsKeptByPrograms(name)) return absl::OkStatus();
    const Descriptor inner(
        ::openat(folder.number(), name.c_str(),
                 O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner.is_open()) return CannotBeRead(path_ + "/" + path, errno);
    return List(inner, path + "/", depth + 1);
  }

  const Descriptor& root_;
  const std::string& path_;
  int folders_ = 0;
  std::size_t name_bytes_ = 0;  // of the entries
  std::vector<BotFolderEntry> entries_;
};

}  // namespace

absl::StatusOr<BotFolder> BotFolder::Open(const std::string& directory) {
  std::error_code error;
  const fs::path absolute = fs::absolute(directory, error);
  if (error) return CannotBeRead(directory, error.value());
  std::vector<uid_t> strangers;  // owners of links on the way
  const WalkRules rules = {.is_machine = true,
                           .may = [&strangers](const std::string& /*path*/,
                                               const struct stat& status) {
                             if (S_ISLNK(status.st_mode) &&
                                 status.st_uid != 0 &&
                                 status.st_uid != ::geteuid()) {
                               strangers.push_back(status.st_uid);
                             }
                             return true;
                           }};
  Place place = WalkPath(OpenMachine(), absolute.string(), rules);
  if (place.kind != Place::Kind::kFolder) {
    int why = ENOTDIR;
    if (place.kind == Place::Kind::kMissing) why = ENOENT;
    if (place.error != 0) why = place.error;
    return CannotBeRead(directory, why);
  }
  for (const uid_t owner : strangers) {
    if (owner == place.status.st_uid) continue;
    return Wrong(
        directory,
        absl::StrFormat("a link of user %d leads to /%s of user %d; "
                        "expected the path of that folder itself",
                        owner, PrintableLine(place.path), place.status.st_uid));
  }
  return BotFolder(std::move(place.folder), "/" + place.path);
}

absl::StatusOr<std::vector<BotFolderEntry>> BotFolder::List() const {
  Lister lister(root_, path_);
  RETURN_IF_ERROR(lister.List(root_, "", 0));
  return std::move(lister).Sorted();
}

absl::StatusOr<BotFolder::File> BotFolder::OpenAt(const std::string& path) {
  const Place place = WalkPath(root_, path, {});
  if (place.kind == Place::Kind::kMissing) {
    return CannotBeRead(Shown(path), ENOENT);
  }
  if (place.kind == Place::Kind::kFailed) {
    return CannotBeRead(Shown(path), place.error);
  }
  if (place.kind != Place::Kind::kFile) {
    return Wrong(Shown(path),
                 "expected a file of the directory " + PrintableLine(path_));
  }
  ASSIGN_OR_RETURN(OpenFile file,
                   OpenFile::In(place.folder, place.name, Shown(path)));
  unread_ -= std::min(file.size(), kMaxBotBytes + 1);
  if (unread_ < 0) {
    return Wrong(path_, absl::StrFormat("has over %d bytes, with %s; expected "
                                        "a directory of its own",
                                        kMaxBotBytes, PrintableLine(path)));
  }
  struct stat folder{};
  if (::fstat(place.folder.number(), &folder) != 0) {
    return CannotBeRead(Shown(path), errno);
  }
  return File{.content = std::move(file), .path = place.path, .folder = folder};
}

std::string BotFolder::Shown(const std::string& path) const {
  return PrintableLine(absl::StrCat(path_, "/", path));
}

absl::StatusOr<std::string> ReadBotFile(const std::string& directory,
                                        const std::string& path,
                                        std::int64_t max_bytes) {
  ASSIGN_OR_RETURN(BotFolder folder, BotFolder::Open(directory));
  ASSIGN_OR_RETURN(const BotFolder::File file, folder.OpenAt(path));
  if (file.content.size() > max_bytes) {
    return Wrong(
        folder.Shown(path),
        absl::StrFormat("is too large: found %d bytes; expected at most %d",
                        file.content.size(), max_bytes));
  }
  std::string content;
  RETURN_IF_ERROR(file.content.Read([&content](std::string_view piece) {
    content += piece;
    return absl::OkStatus();
  }));
  return content;
}

bool LeadsToSystem(const std::string& target) {
  if (target.empty() || target.front() != '/') return false;
  const WalkRules rules = {
      .is_machine = true,
      .may = [](const std::string& path, const struct stat& status) {
        if (S_ISLNK(status.st_mode)) return IsOfTheSystem("/" + path);
        // In a sandbox, folders that others cannot list appear empty.
        const mode_t needed =
            S_ISDIR(status.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
        return (status.st_mode & needed) == needed;
      }};
  const Place place = WalkPath(OpenMachine(), target, rules);
  const bool is_there =
      place.kind == Place::Kind::kFolder ||
      (place.kind == Place::Kind::kFile && S_ISREG(place.status.st_mode));
  if ((is_there || place.kind == Place::Kind::kMissing) &&
      IsOfTheSystem(fs::path("/" + place.path).lexically_normal())) {
    return true;
  }
  return IsOnPath(target);
}

bool IsOnPath(const std::string& path) {
  const absl::StatusOr<std::string> found =
      FindProgram(fs::path(path).filename().string(), "");
  return found.ok() && *found == path;
}

bool IsReadByAll(const std::string& path) {
  if (path.empty() || path.front() != '/') return false;
  const WalkRules rules = {
      .is_machine = true,
      .may = [](const std::string& /*path*/, const struct stat& status) {
        if (S_ISLNK(status.st_mode)) return true;
        return (status.st_mode &
                (S_ISDIR(status.st_mode) ? S_IXOTH : S_IROTH)) != 0;
      }};
  return WalkPath(OpenMachine(), path, rules).kind == Place::Kind::kFile;
}

}  // namespace couillon::arena
