#include "arena/players/bundles/bundle_store.h"

#include <fcntl.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has mkdtemp
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/bundles/bot_bundle.h"
#include "arena/players/bundles/command_files.h"
#include "arena/players/roster/bot_identity.h"
#include "arena/players/roster/whole_folder.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

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
  const absl::StatusOr<v1::BotIdentity> found = IdentityOf(entry);
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
  const std::vector<CommandFile> files = CommandFilesOf(entry);
  absl::Status status = MakeCopy(bundle, to, [&files](const auto& folder) {
    return CheckMembers(files, folder);
  });
  if (status.ok()) UseMembers(files, to, entry);
  return status;
}

// Whether a bot is a command whose files are where it names them.
bool AreAllHere(const v1::BotEntry& entry) {
  return entry.directory().empty() && AreHere(CommandFilesOf(entry));
}

// Whether a bot has files that a bundle brings to other machines.
bool Travels(const v1::BotEntry& entry) {
  return !entry.directory().empty() || !CommandFilesOf(entry).empty();
}

}  // namespace

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
