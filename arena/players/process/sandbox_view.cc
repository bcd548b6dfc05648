// System folders, named paths and installations are shown; leagues and private
// files inside them are found and hidden.

#include "arena/players/process/sandbox_view.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <system_error>
#include <tuple>

#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/numbers/text/printable.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using Kind = ViewedPath::Kind;

constexpr char kStoreFile[] = "league.sqlite";
constexpr int kStoreDepth = 2;                // below a shown folder
constexpr std::size_t kMaxSearched = 20'000;  // files, to find stores
constexpr int kMaxLinks = 16;  // from a program's name to its file

bool IsIn(const fs::path& path, const fs::path& folder) {
  const fs::path inner = path.lexically_relative(folder);
  return !inner.empty() && *inner.begin() != "..";
}

// Looked up once, since getpwuid() is not thread-safe.
const std::vector<fs::path>& Homes() {
  static const std::vector<fs::path> kHomes = [] {
    std::vector<fs::path> homes = {"/root"};
    if (const char* home = std::getenv("HOME")) homes.emplace_back(home);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): once
    if (const passwd* user = getpwuid(getuid())) {
      homes.emplace_back(user->pw_dir);
    }
    std::erase_if(homes, [](const fs::path& home) { return home == "/"; });
    return homes;
  }();
  return kHomes;
}

// Folders that hold home directories or shared files: neither they nor their
// parents are shown as a whole.
bool IsShared(const fs::path& path) {
  static const std::vector<fs::path> kFolders = {
      "/home", "/tmp", "/var/tmp", "/var/lib", "/run", "/mnt",  "/media",
      "/srv",  "/opt", "/dev",     "/proc",    "/sys", "/boot", "/etc"};
  const auto holds = [&path](const fs::path& folder) {
    return IsIn(folder, path);
  };
  const std::vector<fs::path>& homes = Homes();
  return path.parent_path() == "/home" ||
         std::any_of(kFolders.begin(), kFolders.end(), holds) ||
         std::any_of(homes.begin(), homes.end(), holds);
}

// The folder that a program was installed in: /x/jdk for /x/jdk/bin/java. If
// users also keep secrets there, only the folder that holds the program.
fs::path InstallationOf(const fs::path& program) {
  static const std::vector<std::string> kWithSecrets = {
      ".local", ".cargo", ".config", ".cache", ".ssh", ".gnupg"};
  const fs::path folder = program.parent_path();
  const std::string name = folder.filename().string();
  const fs::path whole = folder.parent_path();
  const bool is_bin = name == "bin" || name == "sbin" || name == "shims";
  const bool has_secrets =
      std::find(kWithSecrets.begin(), kWithSecrets.end(),
                whole.filename().string()) != kWithSecrets.end();
  return is_bin && !has_secrets && !IsShared(whole) ? whole : folder;
}

class View {
 public:
  explicit View(const BotProgram& program) : program_(program) {
    std::error_code error;
    here_ = program.directory.empty() ? fs::current_path(error)
                                      : fs::canonical(program.directory, error);
    if (program.directory.empty()) {
      if (!IsShared(here_)) shown_.push_back(here_.string());
      ShowArguments();
    } else {
      Show(here_);
    }
    ShowProgram(here_ / program.command.front());
  }

  void Show(const fs::path& path) {
    if (IsOfTheSystem(path) || path.empty()) return;
    const fs::path name = path.lexically_normal();
    std::error_code error;
    const fs::path real = fs::canonical(name, error);
    // A link in a shown folder is there already, and nothing can be mounted on
    // it: what it leads to is shown.
    const bool is_there = std::ranges::any_of(
        shown_,
        [&name](const std::string& folder) { return IsIn(name, folder); });
    const bool is_link = !error && real != name;
    shown_.push_back((is_there && is_link ? real : name).string());
    if (!from_path_ && !IsOfTheSystem(real)) {
      named_.push_back((error ? name : real).string());
    }
  }
  [[nodiscard]] const std::vector<std::string>& shown() const { return shown_; }
  [[nodiscard]] const std::vector<std::string>& named() const { return named_; }

 private:
  [[nodiscard]] bool IsStrangers() const { return !program_.directory.empty(); }

  // Returns true if a program lies in a folder of PATH.
  [[nodiscard]] static bool IsOnPath(const fs::path& program) {
    const char* path = std::getenv("PATH");
    std::error_code error;
    for (const std::string& folder : static_cast<std::vector<std::string>>(
             absl::StrSplit(path == nullptr ? "" : path, ':'))) {
      if (!folder.empty() &&
          (program.parent_path() == folder ||
           program.parent_path() == fs::canonical(folder, error))) {
        return true;
      }
    }
    return false;
  }

  void ShowFile(const fs::path& file) {
    if (IsShared(file)) return;
    const fs::path folder = file.parent_path();
    Show(IsShared(folder) ? file : folder);
  }

  // Shows every link from the program's name to its file, and its interpreter.
  void ShowProgram(fs::path program) {
    std::error_code error;
    from_path_ = false;
    for (int step = 0; step < kMaxLinks; ++step) {
      program = program.lexically_normal();
      from_path_ = from_path_ || IsOnPath(program);
      const bool mine = !IsStrangers() || IsIn(program, here_);
      if (IsOnPath(program) || !IsStrangers()) {
        const fs::path whole = InstallationOf(program);
        IsShared(whole) ? ShowFile(program) : Show(whole);
      }
      if (!mine && !IsOnPath(program) && !IsOfTheSystem(program)) return;
      if (!fs::is_symlink(fs::symlink_status(program, error))) break;
      program = program.parent_path() / fs::read_symlink(program, error);
    }
    const fs::path real = fs::canonical(program, error);
    if (!error && !IsStrangers()) {
      const fs::path whole = InstallationOf(real);
      IsShared(whole) ? ShowFile(real) : Show(whole);
    }
    const std::string interpreter = InterpreterOf(program);
    if (interpreter.empty() || interpreter == program_.command.front() ||
        fs::path(interpreter) == program || ++interpreters_ > 2) {
      return;
    }
    ShowProgram(here_ / interpreter);
  }

  // Shows the files and folders that the arguments and the environment name.
  void ShowArguments() {
    std::vector<std::string> arguments(program_.command.begin() + 1,
                                       program_.command.end());
    arguments.insert(arguments.end(), program_.environment.begin(),
                     program_.environment.end());
    for (const std::string& argument : arguments) {
      // "--model=/m/net.bin" names a file too, and "-cp a.jar:b.jar" two.
      ShowArgument(argument);
      for (const std::string& part : static_cast<std::vector<std::string>>(
               absl::StrSplit(argument.substr(argument.find('=') + 1), ':'))) {
        ShowArgument(part);
      }
    }
  }
  void ShowArgument(const std::string& argument) {
    std::error_code error;
    const fs::path path = (here_ / argument).lexically_normal();
    if (argument.empty() || argument.size() > 4096) return;
    if (!fs::exists(path, error)) return;
    for (const fs::path& name : {path, fs::canonical(path, error)}) {
      if (fs::is_directory(name, error)) {
        if (!IsShared(name)) Show(name);
      } else {
        ShowFile(name);
      }
    }
  }

  const BotProgram& program_;
  fs::path here_;
  std::vector<std::string> shown_;
  std::vector<std::string> named_;
  bool from_path_ = false;  // PATH led to the program that is being shown
  int interpreters_ = 0;
};

// Finds leagues in shown folders; each holds the seed of its deals.
void FindStores(const fs::path& folder, int depth, std::size_t& searched,
                std::vector<std::string>& found) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(
           folder, fs::directory_options::skip_permission_denied, error)) {
    if (++searched > kMaxSearched) return;
    if (entry.is_symlink(error) || !entry.is_directory(error)) continue;
    if (fs::exists(entry.path() / kStoreFile, error)) {
      found.push_back(entry.path().string());
    } else if (depth > 1) {
      FindStores(entry.path(), depth - 1, searched, found);
    }
  }
}

// Finds the files and folders in `folder` that are not readable by others.
void FindPrivate(const fs::path& folder, std::vector<ViewedPath>& found) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(
           folder, fs::directory_options::skip_permission_denied, error)) {
    if (entry.is_symlink(error)) continue;
    const fs::perms rights = entry.status(error).permissions();
    const std::string path = entry.path().string();
    const bool readable = (rights & fs::perms::others_read) != fs::perms::none;
    if (!entry.is_directory(error)) {
      if (!readable) found.push_back({Kind::kHiddenFile, path, ""});
    } else if (readable &&
               (rights & fs::perms::others_exec) != fs::perms::none) {
      FindPrivate(entry.path(), found);
    } else {
      found.push_back({Kind::kHiddenFolder, path, ""});
    }
  }
}

const std::vector<ViewedPath>& System() {
  static const std::vector<ViewedPath> kView = [] {
    std::vector<ViewedPath> view;
    std::error_code error;
    for (const char* folder :
         {"/usr", "/etc", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
          "/libx32", "/nix/store", "/gnu/store"}) {
      const fs::file_status status = fs::symlink_status(folder, error);
      if (fs::is_symlink(status)) {
        view.push_back(
            {Kind::kLink, folder, fs::read_symlink(folder, error).string()});
      } else if (fs::is_directory(status)) {
        view.push_back({Kind::kShown, folder, ""});
      }
    }
    FindPrivate("/etc", view);
    FindPrivate("/usr/local/etc", view);
    return view;
  }();
  return kView;
}

// Returns true if a bot can find `path`, absolute and normal, in the view.
bool IsViewed(const fs::path& path, const std::vector<ViewedPath>& view) {
  bool is_viewed = false;
  for (const ViewedPath& viewed : view) {
    if (!IsIn(path, viewed.path)) continue;
    is_viewed = viewed.kind == Kind::kShown || viewed.kind == Kind::kLink;
  }
  return is_viewed;
}

// Follows a program to its file, link by link and with its interpreter, as an
// exec would. Returns the first path that is not in the view; empty: none.
std::string FirstHidden(fs::path program, const fs::path& here,
                        const std::vector<ViewedPath>& view, int steps) {
  std::error_code error;
  for (; steps < kMaxLinks; ++steps) {
    program = program.lexically_normal();
    if (!IsViewed(program, view)) return program.string();
    if (!fs::is_symlink(fs::symlink_status(program, error))) break;
    program = program.parent_path() / fs::read_symlink(program, error);
  }
  // A folder of its path may be a link.
  const fs::path real = fs::canonical(program, error);
  if (!error && !IsViewed(real, view)) return real.string();
  const std::string interpreter = InterpreterOf(program);
  if (interpreter.empty() || steps >= kMaxLinks) return "";
  return FirstHidden(here / interpreter, here, view, steps + 1);
}

}  // namespace

bool IsOfTheSystem(const std::filesystem::path& path) {
  for (const char* folder :
       {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc",
        "/nix/store", "/gnu/store"}) {
    if (IsIn(path, folder)) return true;
  }
  return false;
}

std::vector<ViewedPath> ListViewedPaths(const BotProgram& program,
                                        const SandboxPaths& paths) {
  View view(program);
  for (const std::string& path : paths.shown) view.Show(path);
  std::vector<ViewedPath> own;
  std::vector<std::string> stores;
  std::error_code error;
  for (const std::string& path : view.shown()) {
    own.push_back({Kind::kShown, path, ""});
    std::size_t searched = 0;
    if (fs::is_directory(path, error)) {
      FindStores(path, kStoreDepth, searched, stores);
    }
  }
  const auto hide = [&](const std::string& path, Kind kind) {
    const bool seen = std::any_of(
        view.shown().begin(), view.shown().end(),
        [&path](const std::string& shown) { return IsIn(path, shown); });
    if (seen || IsOfTheSystem(path)) own.push_back({kind, path, ""});
  };
  stores.insert(stores.end(), paths.hidden.begin(), paths.hidden.end());
  for (const std::string& path : stores) hide(path, Kind::kHiddenFolder);
  for (const std::string& path : paths.hidden_files) {
    hide(path, Kind::kHiddenFile);
  }
  // Outer paths first; for the same path, the entry that hides it last.
  const auto rank = [](const ViewedPath& viewed) {
    return std::tuple(std::count(viewed.path.begin(), viewed.path.end(), '/'),
                      viewed.path, viewed.kind);
  };
  std::sort(own.begin(), own.end(),
            [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  own.erase(std::unique(own.begin(), own.end(),
                        [](const ViewedPath& a, const ViewedPath& b) {
                          return a.path == b.path && a.kind == b.kind;
                        }),
            own.end());
  std::vector<ViewedPath> whole = System();
  whole.insert(whole.end(), own.begin(), own.end());
  return whole;
}

std::vector<std::string> NamedPaths(const BotProgram& program) {
  return View(program).named();
}

std::string OwnInstallation() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return InstallationOf(program).string();
}

bool IsSharedFolder(const fs::path& path) { return IsShared(path); }

bool IsBelow(const fs::path& path, const fs::path& folder) {
  return IsIn(path, folder);
}

std::string ProblemInView(const BotProgram& program,
                          const SandboxPaths& paths) {
  std::error_code error;
  const fs::path here = program.directory.empty()
                            ? fs::current_path(error)
                            : fs::canonical(program.directory, error);
  const std::vector<ViewedPath> view = ListViewedPaths(program, paths);
  std::string hidden =
      FirstHidden(here / program.command.front(), here, view, 0);
  for (std::size_t i = 1; i < program.command.size() && hidden.empty(); ++i) {
    const std::string& argument = program.command[i];
    // "--model=/m/net.bin" names a file too.
    const fs::path path =
        (here / argument.substr(argument.find('=') + 1)).lexically_normal();
    if (fs::exists(path, error) && !IsViewed(path, view)) {
      hidden = path.string();
    }
  }
  if (hidden.empty() || !fs::exists(hidden, error)) return "";
  return absl::StrFormat(
      "%s is there, but not in the sandbox: copy it into the bot's folder, or "
      "show it with --allow read:PATH",
      PrintableLine(hidden));
}

}  // namespace couillon::arena
