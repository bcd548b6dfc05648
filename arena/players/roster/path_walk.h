// Follows a path name by name. Each name is looked up beneath the folder that
// is open from the step before, and is never opened through a link, so that
// whoever replaces files and folders meanwhile gains nothing. What openat2()
// does with RESOLVE_BENEATH, on every kernel and with rules for links.
#pragma once

#include <sys/stat.h>

#include <functional>
#include <string>
#include <utility>

namespace couillon::arena {

// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

struct WalkRules {
  // True if the walk begins at "/": then absolute links are followed, and ".."
  // there stays there. Otherwise both lead outside.
  bool is_machine = false;
  // Returns true if the walk may pass this place or end there. `path` is
  // without links and relative to where the walk began. A link is shown before
  // it is followed.
  std::function<bool(const std::string& path, const struct stat& status)> may =
      [](const std::string&, const struct stat&) { return true; };
};

// The place to which a path leads.
struct Place {
  enum class Kind {
    kFile,     // anything but a folder and a link
    kFolder,   // `folder` is it
    kMissing,  // nothing is there
    kOutside,  // it leads out of the folder in which the walk began
    kRefused,  // the rules refuse it, or it has too many links
    kFailed,   // `error` says why
  };
  Kind kind = Kind::kFailed;
  int error = 0;
  // As in WalkRules. Of kOutside: the absolute path to which a link leads, or
  // empty if ".." leads there.
  std::string path;
  struct stat status = {};  // of a file or a folder
  Descriptor folder;        // of a file, the folder that contains it
  std::string name;         // of a file, in `folder`
};

// Follows `path`, relative to `root`, to the end. Folders need only be
// searchable. Requires: `root` is an open folder.
Place WalkPath(const Descriptor& root, const std::string& path,
               const WalkRules& rules);

// Opens "/".
Descriptor OpenMachine();

// Opens a folder so that its names can be read; not open on failure, with
// errno.
Descriptor OpenToList(const Descriptor& folder);

// The target of the link `name` in `folder`; empty if it is none any more.
std::string ReadLinkIn(const Descriptor& folder, const std::string& name);

}  // namespace couillon::arena
