#include "arena/bundles/bot_bundle.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/bundles/command_files.h"
#include "arena/bundles/inside_path.h"
#include "arena/roster/bot_identity.h"
#include "arena/text/printable.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/text_hash.h"
#include "proto/whole_file.h"

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

// Adds an entry without what differs from machine to machine.
absl::Status Add(archive* open, const std::string& path, archive_entry* entry,
                 const std::string& content) {
  if (::archive_write_header(open, entry) != ARCHIVE_OK) {
    return ArchiveFailed(path, open);
  }
  if (content.empty()) return absl::OkStatus();
  const auto written =
      ::archive_write_data(open, content.data(), content.size());
  if (written == static_cast<la_ssize_t>(content.size())) {
    return absl::OkStatus();
  }
  return ArchiveFailed(path, open);
}

// The target of a link that may stay one.
std::optional<std::string> KeptTarget(const fs::path& file,
                                      const std::string& name) {
  std::error_code error;
  if (!fs::is_symlink(file, error)) return std::nullopt;
  std::string target = fs::read_symlink(file, error).string();
  if (error || !LeadsInside(name, target)) return std::nullopt;
  return target;
}

absl::Status AddLink(archive* open, const std::string& path,
                     const std::string& name, const std::string& target) {
  const Entry entry(::archive_entry_new());
  ::archive_entry_set_pathname(entry.get(), name.c_str());
  ::archive_entry_set_filetype(entry.get(), AE_IFLNK);
  ::archive_entry_set_perm(entry.get(), 0777);
  ::archive_entry_set_symlink(entry.get(), target.c_str());
  return Add(open, path, entry.get(), "");
}

absl::Status AddFile(archive* open, const std::string& path,
                     const fs::path& file, const v1::BotFile& expected) {
  const absl::StatusOr<std::string> content = ReadWhole(file.string());
  if (!content.ok()) return WrongNow(file.string(), "cannot be read");
  if (TextHash(*content) != expected.digest()) {
    return WrongNow(file.string(), "has changed since the plan was made");
  }
  std::error_code error;
  const bool executable = (fs::status(file, error).permissions() &
                           fs::perms::owner_exec) != fs::perms::none;
  const Entry entry(::archive_entry_new());
  ::archive_entry_set_pathname(entry.get(), expected.path().c_str());
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  ::archive_entry_set_perm(entry.get(), executable ? 0755 : 0644);
  ::archive_entry_set_size(entry.get(),
                           static_cast<la_int64_t>(content->size()));
  return Add(open, path, entry.get(), *content);
}

// Adds what the identity counts at one path, unless it is not in the directory.
absl::Status AddCounted(archive* open, const std::string& path,
                        const v1::BotEntry& entry, const v1::BotFile& file) {
  if (!IsInside(file.path())) return absl::OkStatus();  // named by the command
  const fs::path place = fs::path(entry.directory()) / file.path();
  const std::optional<std::string> target = KeptTarget(place, file.path());
  if (target.has_value()) return AddLink(open, path, file.path(), *target);
  if (absl::StartsWith(file.digest(), "link to ")) {
    return WrongNow(place.string(),
                    "is a " + file.digest() +
                        "; expected a relative one that stays in the directory "
                        "of the bot, or the files themselves");
  }
  return AddFile(open, path, place, file);
}

absl::Status AddAllCounted(archive* open, const std::string& path,
                           const v1::BotEntry& entry) {
  for (const v1::BotFile& file : entry.identity().files()) {
    absl::Status status = AddCounted(open, path, entry, file);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Adds the files that a command names.
absl::Status AddNamed(archive* open, const std::string& path,
                      const v1::BotEntry& entry) {
  std::set<std::string> added;  // a command may name a file twice
  for (const CommandFile& file : CommandFilesOf(entry)) {
    if (!added.insert(file.member).second) continue;
    v1::BotFile member;
    member.set_path(file.member);
    member.set_digest(file.digest);
    absl::Status status = AddFile(open, path, file.name, member);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Makes the folders of the file; none of them is a link, since links come last.
absl::Status MakeFolders(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  return error ? Wrong(file.string(), error.message()) : absl::OkStatus();
}

absl::Status WriteFile(archive* open, const fs::path& file,
                       archive_entry* entry) {
  absl::Status status = MakeFolders(file);
  if (!status.ok()) return status;
  const mode_t mode = (::archive_entry_perm(entry) & 0100) != 0 ? 0755 : 0644;
  const int number =
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (number < 0) {
    return Wrong(file.string(), std::generic_category().message(errno));
  }
  const int result = ::archive_read_data_into_fd(open, number);
  if (::close(number) != 0 || result != ARCHIVE_OK) {
    return ArchiveFailed(file.string(), open);
  }
  return absl::OkStatus();
}

// Unpacks one archive.
class Unpacker {
 public:
  Unpacker(const std::string& path, const std::string& folder)
      : path_(path), folder_(folder), open_(::archive_read_new()) {}

  absl::Status Unpack() {
    ::archive_read_support_filter_zstd(open_.get());
    ::archive_read_support_format_tar(open_.get());
    constexpr std::size_t kBlock = 1 << 16;
    if (::archive_read_open_filename(open_.get(), path_.c_str(), kBlock) !=
        ARCHIVE_OK) {
      return ArchiveFailed(path_, open_.get());
    }
    archive_entry* entry = nullptr;
    int result = ARCHIVE_OK;
    while ((result = ::archive_read_next_header(open_.get(), &entry)) ==
           ARCHIVE_OK) {
      absl::Status status = Take(entry);
      if (!status.ok()) return status;
    }
    if (result != ARCHIVE_EOF) return ArchiveFailed(path_, open_.get());
    return MakeLinks();
  }

 private:
  absl::Status Take(archive_entry* entry) {
    const char* given = ::archive_entry_pathname(entry);
    const std::string name = given == nullptr ? "" : given;
    bytes_ += ::archive_entry_size(entry);
    if (++files_ > kMostBotFiles || bytes_ > kMostBundleBytes) {
      return Wrong(path_, absl::StrFormat("over %d files or %d bytes",
                                          kMostBotFiles, kMostBundleBytes));
    }
    if (!IsInside(name)) {
      return Wrong(path_, "\"" + name + "\" is not inside the directory");
    }
    if (::archive_entry_hardlink(entry) != nullptr) {
      return Wrong(path_, "\"" + name + "\" is a hard link");
    }
    const auto type = ::archive_entry_filetype(entry);
    if (type == AE_IFREG) {
      return WriteFile(open_.get(), fs::path(folder_) / name, entry);
    }
    if (type != AE_IFLNK) {
      return Wrong(path_, "\"" + name + "\" is neither a file nor a link");
    }
    const char* target = ::archive_entry_symlink(entry);
    if (target == nullptr || !LeadsInside(name, target)) {
      return Wrong(path_, "\"" + name + "\" leads out of the directory");
    }
    links_[name] = target;
    return absl::OkStatus();
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
      absl::Status status = MakeFolders(link);
      if (!status.ok()) return status;
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
  std::map<std::string, std::string> links_;  // targets by name
};

}  // namespace

absl::Status PackBundle(const v1::BotEntry& entry, const std::string& path) {
  const Archive open(::archive_write_new());
  if (::archive_write_add_filter_zstd(open.get()) != ARCHIVE_OK ||
      ::archive_write_set_format_pax_restricted(open.get()) != ARCHIVE_OK ||
      ::archive_write_open_filename(open.get(), path.c_str()) != ARCHIVE_OK) {
    return ArchiveFailed(path, open.get());
  }
  absl::Status status = entry.directory().empty()
                            ? AddNamed(open.get(), path, entry)
                            : AddAllCounted(open.get(), path, entry);
  if (!status.ok()) return status;
  if (::archive_write_close(open.get()) == ARCHIVE_OK) return absl::OkStatus();
  return ArchiveFailed(path, open.get());
}

absl::Status UnpackBundle(const std::string& path, const std::string& folder) {
  return Unpacker(path, folder).Unpack();
}

}  // namespace couillon::arena
