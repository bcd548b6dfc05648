// Names are opened one by one with openat, and links are followed by hand.

#include "arena/players/roster/path_walk.h"

#include <fcntl.h>
#include <limits.h>  // NOLINT(modernize-deprecated-headers): has PATH_MAX
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <deque>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace couillon::arena {
namespace {

constexpr int kMaxLinks = 40;  // as the kernel
constexpr int kFolderFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

std::deque<std::string> SplitNames(const std::string& path) {
  return absl::StrSplit(path, '/', absl::SkipEmpty());
}

Descriptor Copy(const Descriptor& folder) {
  return Descriptor(::fcntl(folder.number(), F_DUPFD_CLOEXEC, 0));
}

class Walker {
 public:
  Walker(const Descriptor& root, const std::string& path,
         const WalkRules& rules)
      : root_(root), rules_(rules), rest_(SplitNames(path)) {}

  Place Walk() {
    while (!rest_.empty()) {
      const std::string name = std::move(rest_.front());
      rest_.pop_front();
      if (name == ".") continue;
      const bool done = name == ".." ? Up() : Enter(name);
      if (done) return std::move(place_);
    }
    Descriptor here = Copy(Here());
    if (::fstat(here.number(), &place_.status) != 0) return Failed(errno);
    place_.folder = std::move(here);
    place_.path = absl::StrJoin(names_, "/");
    place_.kind = Place::Kind::kFolder;
    return std::move(place_);
  }

 private:
  [[nodiscard]] const Descriptor& Here() const {
    return folders_.empty() ? root_ : folders_.back();
  }
  Place Failed(int error) {
    place_.kind = Place::Kind::kFailed;
    place_.error = error;
    return std::move(place_);
  }
  bool End(Place::Kind kind, int error = 0) {
    place_.kind = kind;
    place_.error = error;
    return true;
  }

  // Each step returns whether the walk has ended, in place_.
  bool Up() {
    if (folders_.empty()) {
      place_.path.clear();
      return !rules_.is_machine && End(Place::Kind::kOutside);
    }
    folders_.pop_back();
    names_.pop_back();
    return false;
  }

  bool Enter(const std::string& name) {
    names_.push_back(name);
    place_.path = absl::StrJoin(names_, "/");
    struct stat& status = place_.status;
    if (::fstatat(Here().number(), name.c_str(), &status,
                  AT_SYMLINK_NOFOLLOW) != 0) {
      return errno == ENOENT ? Missing() : End(Place::Kind::kFailed, errno);
    }
    if (!rules_.may(place_.path, status)) return End(Place::Kind::kRefused);
    if (S_ISLNK(status.st_mode)) return FollowLink(name);
    if (!S_ISDIR(status.st_mode)) return EndAtFile(name);
    Descriptor folder(::openat(Here().number(), name.c_str(), kFolderFlags));
    if (!folder.is_open()) return End(Place::Kind::kFailed, errno);
    // The folder that was looked at may have been replaced by another.
    struct stat opened{};
    if (::fstat(folder.number(), &opened) != 0) {
      return End(Place::Kind::kFailed, errno);
    }
    if (!rules_.may(place_.path, opened)) return End(Place::Kind::kRefused);
    folders_.push_back(std::move(folder));
    return false;
  }

  // The path includes the names behind the missing one.
  bool Missing() {
    for (const std::string& name : rest_) place_.path += "/" + name;
    return End(Place::Kind::kMissing);
  }

  bool FollowLink(const std::string& name) {
    const std::string target = ReadLinkIn(Here(), name);
    names_.pop_back();
    if (target.empty() || ++links_ > kMaxLinks) {
      return End(Place::Kind::kRefused, ELOOP);
    }
    if (target.front() == '/') {
      if (!rules_.is_machine) return LeaveFor(target);
      folders_.clear();
      names_.clear();
    }
    const std::deque<std::string> steps = SplitNames(target);
    rest_.insert(rest_.begin(), steps.begin(), steps.end());
    return false;
  }

  bool LeaveFor(const std::string& target) {
    place_.path = target;
    for (const std::string& name : rest_) place_.path += "/" + name;
    return End(Place::Kind::kOutside);
  }

  bool EndAtFile(const std::string& name) {
    if (!rest_.empty()) return Missing();
    place_.name = name;
    place_.folder = Copy(Here());
    return place_.folder.is_open() ? End(Place::Kind::kFile)
                                   : End(Place::Kind::kFailed, errno);
  }

  const Descriptor& root_;
  const WalkRules& rules_;
  std::deque<std::string> rest_;
  std::vector<Descriptor> folders_;  // open, from the root down
  std::vector<std::string> names_;   // of these; of a file one more
  int links_ = 0;
  Place place_;
};

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Place WalkPath(const Descriptor& root, const std::string& path,
               const WalkRules& rules) {
  return Walker(root, path, rules).Walk();
}

Descriptor OpenMachine() { return Descriptor(::open("/", kFolderFlags)); }

Descriptor OpenToList(const Descriptor& folder) {
  return Descriptor(
      ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

std::string ReadLinkIn(const Descriptor& folder, const std::string& name) {
  std::string target(PATH_MAX, '\0');
  const ssize_t size =
      ::readlinkat(folder.number(), name.c_str(), target.data(), target.size());
  target.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return target;
}

}  // namespace couillon::arena
