// libarchive writes and unpacks; contents are checked against the identity of
// the bot on both ways.

#include "arena/players/bundles/bundle_store.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has mkdtemp
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/bundles/command_files.h"
#include "arena/players/bundles/inside_path.h"
#include "arena/players/roster/bot_copy.h"
#include "arena/players/roster/bot_folder.h"
#include "arena/players/roster/bot_identity.h"
#include "arena/players/roster/open_file.h"
#include "arena/players/roster/path_walk.h"
#include "arena/players/roster/whole_folder.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/hash_stream.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

struct CloseArchive {
  void operator()(archive* open) const { ::archive_free(open); }
};
using Archive = std::unique_ptr<archive, CloseArchive>;

struct FreeEntry {
  void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
};
using Entry = std::unique_ptr<archive_entry, FreeEntry>;

absl::Status Wrong(const std::string& path, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: %s", PrintableLine(path), PrintableLine(what)));
}

absl::Status WrongNow(const std::string& path, const std::string& what) {
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: %s", PrintableLine(path), PrintableLine(what)));
}

absl::Status ArchiveFailed(const std::string& path, archive* open) {
  const char* reason = ::archive_error_string(open);
  return Wrong(path, reason == nullptr ? "not a bundle" : reason);
}

bool WriteAll(const Descriptor& file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written =
        ::write(file.number(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

absl::Status AddHeader(archive* open, const std::string& path,
                       archive_entry* entry) {
  if (::archive_write_header(open, entry) == ARCHIVE_OK) {
    return absl::OkStatus();
  }
  return ArchiveFailed(path, open);
}

absl::Status AddPiece(archive* open, const std::string& path,
                      std::string_view piece) {
  const auto written = ::archive_write_data(open, piece.data(), piece.size());
  if (written == static_cast<la_ssize_t>(piece.size())) {
    return absl::OkStatus();
  }
  return ArchiveFailed(path, open);
}

absl::Status AddLink(archive* open, const std::string& path,
                     const BotFolderEntry& link) {
  const Entry entry(::archive_entry_new());
  ::archive_entry_set_pathname(entry.get(), link.path.c_str());
  ::archive_entry_set_filetype(entry.get(), AE_IFLNK);
  ::archive_entry_set_perm(entry.get(), 0777);
  ::archive_entry_set_symlink(entry.get(), link.target.c_str());
  return AddHeader(open, path, entry.get());
}

// Adds an entry without what differs from machine to machine. Its content is
// hashed as it is written: what the archive has is what was compared.
absl::Status AddFile(archive* open, const std::string& path,
                     const std::string& shown, const OpenFile& file,
                     const v1::BotFile& expected) {
  const bool executable = (file.status().st_mode & S_IXUSR) != 0;
  const Entry entry(::archive_entry_new());
  ::archive_entry_set_pathname(entry.get(), expected.path().c_str());
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  ::archive_entry_set_perm(entry.get(), executable ? 0755 : 0644);
  ::archive_entry_set_size(entry.get(), file.size());
  RETURN_IF_ERROR(AddHeader(open, path, entry.get()));
  HashStream hash;
  RETURN_IF_ERROR(file.Read([&](std::string_view piece) {
    hash.Add(piece);
    return AddPiece(open, path, piece);
  }));
  if (hash.Finish() == expected.digest()) return absl::OkStatus();
  return WrongNow(shown, "has changed since the plan was made");
}

// Returns true if a link can be in a bundle as it is: by a path without
// detours, or to the system.
bool StaysLink(const BotFolderEntry& entry) {
  return fs::path(entry.target).is_absolute()
             ? entry.kind == BotFolderEntry::Kind::kSystemLink
             : LeadsInside(entry.path, entry.target);
}

// Adds what the identity counts at one path of the directory.
absl::Status AddCounted(archive* open, const std::string& path,
                        CopySource& source, const BotFolderEntry& entry,
                        const v1::BotFile& expected) {
  const std::string shown = source.Shown(entry.path);
  if (entry.kind != BotFolderEntry::Kind::kFile) {
    if (StaysLink(entry)) return AddLink(open, path, entry);
    if (entry.kind != BotFolderEntry::Kind::kLinkToFile) {
      return WrongNow(shown, "is a link to " + entry.target +
                                 "; expected a relative path in which \"..\" "
                                 "comes first");
    }
  }
  ASSIGN_OR_RETURN(const OpenFile file, source.OpenAt(entry.path));
  return AddFile(open, path, shown, file, expected);
}

// Adds what the identity counts of the directory.
absl::Status AddAllCounted(archive* open, const std::string& path,
                           const v1::BotEntry& entry) {
  ASSIGN_OR_RETURN(CopySource source, CopySource::Open(entry.directory()));
  std::map<std::string, const BotFolderEntry*> entries;
  for (const BotFolderEntry& item : source.entries()) {
    entries[item.path] = &item;
  }
  for (const v1::BotFile& file : entry.identity().files()) {
    if (!IsInside(file.path())) continue;  // named by the command
    const auto item = entries.find(file.path());
    if (item == entries.end()) {
      return WrongNow(source.Shown(file.path()),
                      "is missing since the plan was made");
    }
    RETURN_IF_ERROR(AddCounted(open, path, source, *item->second, file));
  }
  return absl::OkStatus();
}

// Adds the files that a command names.
absl::Status AddNamed(archive* open, const std::string& path,
                      const v1::BotEntry& entry) {
  std::set<std::string> added;  // a command may name a file twice
  for (const CommandFile& file : ListCommandFiles(entry)) {
    if (!added.insert(file.member).second) continue;
    v1::BotFile member;
    member.set_path(file.member);
    member.set_digest(file.digest);
    ASSIGN_OR_RETURN(const OpenFile content, OpenFile::Named(file.name));
    RETURN_IF_ERROR(AddFile(open, path, file.name, content, member));
  }
  return absl::OkStatus();
}

// Unpacks one archive. Counts what is written, whatever the archive says.
class Unpacker {
 public:
  Unpacker(const std::string& path, const std::string& folder)
      : path_(path), folder_(folder), open_(::archive_read_new()) {}

  absl::Status Unpack() {
    const Descriptor file(
        ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status{};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0) {
      return Wrong(path_, std::generic_category().message(errno));
    }
    if (!S_ISREG(status.st_mode)) return Wrong(path_, "is not a regular file");
    ::archive_read_support_filter_zstd(open_.get());
    ::archive_read_support_format_tar(open_.get());
    constexpr std::size_t kBlock = 1 << 16;
    if (::archive_read_open_fd(open_.get(), file.number(), kBlock) !=
        ARCHIVE_OK) {
      return ArchiveFailed(path_, open_.get());
    }
    archive_entry* entry = nullptr;
    int result = ARCHIVE_OK;
    while ((result = ::archive_read_next_header(open_.get(), &entry)) ==
           ARCHIVE_OK) {
      RETURN_IF_ERROR(Take(entry));
    }
    if (result != ARCHIVE_EOF) return ArchiveFailed(path_, open_.get());
    return MakeLinks();
  }

 private:
  [[nodiscard]] absl::Status WrongEntry(const std::string& name,
                                        const std::string& what) const {
    return Wrong(path_, "\"" + name + "\" " + what);
  }

  absl::Status Take(archive_entry* entry) {
    const char* given = ::archive_entry_pathname(entry);
    const std::string name = given == nullptr ? "" : given;
    if (++files_ > kMaxBotFiles) {
      return Wrong(path_, absl::StrFormat("over %d files", kMaxBotFiles));
    }
    if (!IsInside(name)) return WrongEntry(name, "is not inside the directory");
    if (::archive_entry_hardlink(entry) != nullptr) {
      return WrongEntry(name, "is a hard link");
    }
    const auto type = ::archive_entry_filetype(entry);
    if (type == AE_IFREG) return WriteFile(name, entry);
    if (type != AE_IFLNK) {
      return WrongEntry(name, "is neither a file nor a link");
    }
    const char* target = ::archive_entry_symlink(entry);
    if (target == nullptr ||
        (!LeadsInside(name, target) && !LeadsToSystem(target))) {
      return WrongEntry(name, "leads out of the directory");
    }
    if (links_.emplace(name, target).second) return absl::OkStatus();
    return WrongEntry(name, "comes twice");
  }

  // Makes the folders of `name`; none of them is a link, since links come last.
  absl::Status MakeFolders(const std::string& name) {
    int depth = 0;
    for (fs::path above = fs::path(name).parent_path(); !above.empty();
         above = above.parent_path()) {
      if (++depth > kMaxBotDepth) {
        return Wrong(path_,
                     absl::StrFormat("has folders over %d deep", kMaxBotDepth));
      }
      if (!folders_.insert(above.string()).second) break;
    }
    if (folders_.size() > kMaxBotFiles) {
      return Wrong(path_, absl::StrFormat("over %d folders", kMaxBotFiles));
    }
    const fs::path folder = (fs::path(folder_) / name).parent_path();
    std::error_code error;
    fs::create_directories(folder, error);
    return error ? Wrong(folder.string(), error.message()) : absl::OkStatus();
  }

  absl::Status WriteFile(const std::string& name, archive_entry* entry) {
    const std::int64_t size = ::archive_entry_size(entry);
    if (size < 0 || size > kMaxBotBytes - bytes_) {
      return Wrong(path_, absl::StrFormat("over %d bytes", kMaxBotBytes));
    }
    bytes_ += size;
    if (::archive_entry_sparse_count(entry) > 0) {
      return WrongEntry(name, "is sparse");
    }
    RETURN_IF_ERROR(MakeFolders(name));
    const std::string path = (fs::path(folder_) / name).string();
    const mode_t mode = (::archive_entry_perm(entry) & 0100) != 0 ? 0755 : 0644;
    const Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!file.is_open()) {
      return Wrong(path, std::generic_category().message(errno));
    }
    return WriteContent(name, file, size);
  }

  // A hole is where a block does not begin at the end of the one before.
  absl::Status WriteContent(const std::string& name, const Descriptor& file,
                            std::int64_t size) {
    const void* block = nullptr;
    std::size_t length = 0;
    la_int64_t offset = 0;
    std::int64_t done = 0;
    int result = ARCHIVE_OK;
    while ((result = ::archive_read_data_block(open_.get(), &block, &length,
                                               &offset)) == ARCHIVE_OK) {
      const auto more = static_cast<std::int64_t>(length);
      if (offset != done) return WrongEntry(name, "is sparse");
      if (more > size - done) break;
      if (!WriteAll(file, {static_cast<const char*>(block), length})) {
        return Wrong(folder_ + "/" + name,
                     std::generic_category().message(errno));
      }
      done += more;
    }
    if (result != ARCHIVE_EOF && result != ARCHIVE_OK) {
      return ArchiveFailed(path_, open_.get());
    }
    if (result == ARCHIVE_EOF && done == size) return absl::OkStatus();
    return WrongEntry(name, absl::StrFormat("has another size than %d bytes, "
                                            "which the archive names",
                                            size));
  }

  absl::Status MakeLinks() {
    for (const auto& [name, target] : links_) {
      const fs::path link = fs::path(folder_) / name;
      // A link where another link's folder is would let that one lead anywhere.
      for (fs::path above = fs::path(name).parent_path(); !above.empty();
           above = above.parent_path()) {
        if (links_.count(above.string()) == 0) continue;
        return Wrong(path_, "\"" + name + "\" is below a link");
      }
      RETURN_IF_ERROR(MakeFolders(name));
      std::error_code error;
      fs::create_symlink(target, link, error);
      if (error) return Wrong(link.string(), error.message());
    }
    return absl::OkStatus();
  }

  const std::string& path_;
  const std::string& folder_;
  Archive open_;
  std::int64_t files_ = 0;
  std::int64_t bytes_ = 0;
  std::set<std::string> folders_;
  std::map<std::string, std::string> links_;  // targets by name
};

namespace fs = std::filesystem;

absl::Status Failed(const std::string& path, const std::string& what) {
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: %s", PrintableLine(path), what));
}

std::string Reason(int error) { return std::generic_category().message(error); }

// The digest becomes the name of a file.
bool IsDigest(const std::string& text) {
  return text.size() == 64 &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string BundlePath(const std::string& plan, const v1::BotEntry& entry) {
  return absl::StrCat(plan, "/bundles/", entry.identity().digest(), ".tar.zst");
}

absl::Status PackOne(const v1::BotEntry& entry, const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error)) return absl::OkStatus();
  std::string temporary = path + ".XXXXXX";
  const int made = ::mkstemp(temporary.data());
  if (made < 0) return Failed(temporary, Reason(errno));
  ::fchmod(made, 0644);
  ::close(made);
  absl::Status status = PackBundle(entry, temporary);
  if (status.ok()) {
    fs::rename(temporary, path, error);
    if (error) status = Failed(path, error.message());
  }
  fs::remove(temporary, error);
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrCat("bot ", PrintableLine(entry.name()), ": ",
                                   std::string(status.message())));
}

// A folder in which no other user can put anything.
absl::Status MakePrivate(const std::string& cache) {
  std::error_code error;
  fs::create_directories(fs::path(cache).parent_path(), error);
  if (::mkdir(cache.c_str(), 0700) != 0 && errno != EEXIST) {
    return Failed(cache, Reason(errno));
  }
  struct stat status{};
  if (::lstat(cache.c_str(), &status) != 0) return Failed(cache, Reason(errno));
  if (S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
      (status.st_mode & (S_IWGRP | S_IWOTH)) == 0) {
    return absl::OkStatus();
  }
  return Failed(cache,
                "expected a folder of this user to which no other may write; "
                "COUILLON_BUNDLES names another");
}

// Held by the process that looks at a copy or makes it.
class CopyLock {
 public:
  explicit CopyLock(const std::string& path)
      : number_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    while (number_ >= 0 && ::flock(number_, LOCK_EX) != 0) {
      if (errno == EINTR) continue;
      ::close(number_);
      number_ = -1;
    }
  }
  ~CopyLock() {
    if (number_ >= 0) ::close(number_);
  }
  CopyLock(const CopyLock&) = delete;
  CopyLock& operator=(const CopyLock&) = delete;
  [[nodiscard]] bool held() const { return number_ >= 0; }

 private:
  int number_;
};

// OK if the bot, in the directory that `entry` names, is that of its identity.
absl::Status CheckCopy(const v1::BotEntry& entry) {
  const absl::StatusOr<v1::BotIdentity> found = ComputeIdentity(entry);
  return found.ok() ? CompareIdentity(entry, *found) : found.status();
}

absl::Status Unpack(const std::string& bundle, const std::string& to) {
  absl::Status status = absl::OkStatus();
  const std::error_code error =
      MakeWholeFolder(to, [&](const fs::path& folder) {
        status = UnpackBundle(bundle, folder.string());
        return status.ok() ? std::error_code()
                           : std::make_error_code(std::errc::io_error);
      });
  if (!status.ok() || !error) return status;
  return Failed(to, error.message());
}

// Moves a copy out of the way: somebody may be using it.
absl::Status MoveAside(const std::string& copy) {
  std::string aside = copy + ".damaged-XXXXXX";
  if (::mkdtemp(aside.data()) == nullptr) return Failed(aside, Reason(errno));
  std::error_code error;
  fs::rename(copy, fs::path(aside) / "copy", error);
  return error ? Failed(copy, error.message()) : absl::OkStatus();
}

// OK if the folder is a good copy of what is in a bundle.
using CopyCheck = std::function<absl::Status(const std::string& folder)>;

// Makes the folder `to` a good copy of the bundle, unless it is one.
absl::Status MakeCopy(const std::string& bundle, const std::string& to,
                      const CopyCheck& check) {
  std::error_code error;
  const CopyLock lock(to + ".lock");
  if (!lock.held()) return Failed(to + ".lock", "cannot be locked");
  absl::Status status = absl::OkStatus();
  if (fs::exists(to, error) && !check(to).ok()) status = MoveAside(to);
  if (status.ok() && !fs::exists(to, error)) {
    status = Unpack(bundle, to);
    if (status.ok()) status = check(to);
  }
  if (status.ok()) return status;
  return absl::Status(
      status.code(),
      absl::StrCat(PrintableLine(bundle), ": ", std::string(status.message())));
}

absl::Status UseOne(const std::string& bundle, const std::string& cache,
                    v1::BotEntry& entry) {
  std::error_code error;
  const std::string to =
      (fs::absolute(cache, error) / entry.identity().digest()).string();
  if (!entry.directory().empty()) {
    v1::BotEntry there = entry;
    there.set_directory(to);
    absl::Status status = MakeCopy(
        bundle, to, [&there](const auto&) { return CheckCopy(there); });
    if (status.ok()) entry.set_directory(to);
    return status;
  }
  const std::vector<CommandFile> files = ListCommandFiles(entry);
  absl::Status status = MakeCopy(bundle, to, [&files](const auto& folder) {
    return CheckMembers(files, folder);
  });
  if (status.ok()) UseMembers(files, to, entry);
  return status;
}

// Returns true if a bot is a command whose files are where it names them.
bool AreAllHere(const v1::BotEntry& entry) {
  return entry.directory().empty() && AreHere(ListCommandFiles(entry));
}

// Returns true if a bot has files that a bundle brings to other machines.
bool Travels(const v1::BotEntry& entry) {
  return !entry.directory().empty() || !ListCommandFiles(entry).empty();
}

}  // namespace

absl::Status PackBundle(const v1::BotEntry& entry, const std::string& path) {
  const Archive open(::archive_write_new());
  if (::archive_write_add_filter_zstd(open.get()) != ARCHIVE_OK ||
      ::archive_write_set_format_pax_restricted(open.get()) != ARCHIVE_OK ||
      ::archive_write_open_filename(open.get(), path.c_str()) != ARCHIVE_OK) {
    return ArchiveFailed(path, open.get());
  }
  RETURN_IF_ERROR(entry.directory().empty()
                      ? AddNamed(open.get(), path, entry)
                      : AddAllCounted(open.get(), path, entry));
  if (::archive_write_close(open.get()) == ARCHIVE_OK) return absl::OkStatus();
  return ArchiveFailed(path, open.get());
}

absl::Status UnpackBundle(const std::string& path, const std::string& folder) {
  return Unpacker(path, folder).Unpack();
}

absl::Status PackBundles(const v1::LeagueConfig& config,
                         const std::string& plan) {
  for (const v1::BotEntry& entry : config.bots()) {
    if (!Travels(entry)) continue;
    std::error_code error;
    fs::create_directories(fs::path(plan) / "bundles", error);
    if (error) return Failed(plan + "/bundles", error.message());
    RETURN_IF_ERROR(PackOne(entry, BundlePath(plan, entry)));
  }
  return absl::OkStatus();
}

std::string BundleCache() {
  // NOLINTBEGIN(concurrency-mt-unsafe): nothing of ours sets variables
  const char* named = std::getenv("COUILLON_BUNDLES");
  if (named != nullptr && *named != '\0') return named;
  const char* temporary = std::getenv("TMPDIR");
  // NOLINTEND(concurrency-mt-unsafe)
  return absl::StrFormat(
      "%s/couillon-bundles-%d",
      temporary != nullptr && *temporary != '\0' ? temporary : "/tmp",
      ::geteuid());
}

absl::Status UseBundles(const std::string& plan, const std::string& cache,
                        v1::LeagueConfig& config) {
  bool prepared = false;
  for (v1::BotEntry& entry : *config.mutable_bots()) {
    if (!IsDigest(entry.identity().digest())) continue;
    const std::string bundle = BundlePath(plan, entry);
    std::error_code error;
    if (!fs::exists(bundle, error) || AreAllHere(entry)) continue;
    absl::Status status = prepared ? absl::OkStatus() : MakePrivate(cache);
    prepared = true;
    if (status.ok()) status = UseOne(bundle, cache, entry);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

v1::LeagueConfig WithBundles(const std::string& plan, v1::LeagueConfig config) {
  for (v1::BotEntry& entry : *config.mutable_bots()) {
    std::error_code error;
    if (!entry.directory().empty() &&
        fs::exists(BundlePath(plan, entry), error)) {
      entry.set_directory(plan);
    }
  }
  return config;
}

}  // namespace couillon::arena
