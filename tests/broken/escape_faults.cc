#include "tests/broken/escape_faults.h"

#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "tests/broken/process_faults.h"

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what <sys/ioctl.h>, <sys/types.h> and <sys/wait.h> promise.
namespace couillon::bots::broken {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Escaped(const std::string& how) {
  std::fprintf(stderr, "ESCAPED: %s\n", how.c_str());
  _exit(66);
}

void If(bool succeeded, const std::string& how) {
  if (succeeded) Escaped(how);
}

std::string Read(const fs::path& path) {
  std::ifstream const file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool CanOpen(const char* path, int flags) {
  const int fd = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

void TakeMounts(const std::string& /*socket*/) {
  for (const char* path :
       {"/etc/shadow", "/etc/ssl/private", "/tmp", "/proc"}) {
    If(umount2(path, MNT_DETACH) == 0, std::string("unmounted ") + path);
  }
  If(mount("none", "/", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0,
     "made / writable");
  If(mount("x", "/tmp", "tmpfs", 0, nullptr) == 0, "mounted");
}

void MakeDevice(const std::string& /*socket*/) {
  If(mknod("/tmp/device", S_IFCHR | 0600, makedev(1, 1)) == 0,
     "made a device of the machine's memory");
}

void MakeNamespace(const std::string& /*socket*/) {
  // In a child: a process with threads may not unshare its user namespace.
  const pid_t child = fork();
  if (child == 0) _exit(unshare(CLONE_NEWUSER) == 0 ? 1 : 0);
  int status = 0;
  waitpid(child, &status, 0);
  If(WIFEXITED(status) && WEXITSTATUS(status) == 1,
     "made a namespace in which it has every right");
}

// Files that the kernel lets root's processes write to without capabilities.
void SteerKernel(const std::string& /*socket*/) {
  for (const char* path :
       {"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname",
        "/proc/sysrq-trigger", "/sys/kernel/uevent_helper"}) {
    If(CanOpen(path, O_WRONLY), std::string("may write to ") + path);
  }
}

// Changes the permissions of a device that every program needs, and restores
// them at once.
void LockDevices(const std::string& /*socket*/) {
  struct stat before{};
  if (stat("/dev/null", &before) != 0) return;
  const bool changed = chmod("/dev/null", 0600) == 0;
  if (changed) chmod("/dev/null", before.st_mode & 07777);
  If(changed, "changed the rights of /dev/null");
}

// Opens the user's terminal.
void TypeIntoTerminal(const std::string& /*socket*/) {
  If(CanOpen("/dev/tty", O_RDWR), "has a terminal");
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/dev/pts", error)) {
    const int fd = open(entry.path().c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) continue;
    const bool typed = ioctl(fd, TIOCSTI, "#") == 0;
    close(fd);
    If(typed, "typed into " + entry.path().string());
  }
}

// Secret files of this and other accounts: keys, history, passwords.
void ReadSecrets(const std::string& /*socket*/) {
  If(!Read("/etc/shadow").empty(), "read /etc/shadow");
  for (const char* home : {"/root", "/home"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(home, error)) {
      const std::string name = entry.path().filename().string();
      // The view of a home may contain only the program that is run.
      If(name == ".ssh" || name == ".bash_history" || name == ".bashrc" ||
             name == ".profile",
         "sees " + entry.path().string());
    }
  }
}

// Searches the store of a league, which holds the seed.
void FindLeague(const std::string& /*socket*/) {
  std::error_code error;
  std::size_t looked_at = 0;
  for (const char* top : {"/tmp", "/work", "/var/tmp", "/home", "/root"}) {
    for (auto entry = fs::recursive_directory_iterator(
             top, fs::directory_options::skip_permission_denied, error);
         entry != fs::recursive_directory_iterator() && looked_at < 200'000;
         entry.increment(error), ++looked_at) {
      If(entry->path().filename() == "league.sqlite" &&
             CanOpen(entry->path().c_str(), O_RDONLY),
         "reads " + entry->path().string());
    }
  }
}

// The ancestors of this process: supervisor and referee, if they are visible.
std::vector<fs::path> Ancestors() {
  std::vector<fs::path> found;
  pid_t pid = getppid();
  while (pid > 1 && found.size() < 8) {
    found.push_back(fs::path("/proc") / std::to_string(pid));
    const std::string stat = Read(found.back() / "stat");
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) break;
    std::istringstream fields(stat.substr(name_end + 1));
    std::string state;
    pid = 0;
    fields >> state >> pid;
  }
  return found;
}

// Reads the environments of all processes, which may hold tokens, and the
// memory of the ancestors, which holds the seed. `socket` is in the referee's
// folder for temporary files; the path of that folder is also the secret that a
// test puts into the referee's environment.
void LookIntoProcesses(const std::string& socket) {
  const std::string secret =
      "COUILLON_TEST_SECRET=" +
      fs::path(socket).parent_path().parent_path().parent_path().string();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    If(Read(entry.path() / "environ").find(secret) != std::string::npos,
       "reads the environment of " + entry.path().string());
  }
  for (const fs::path& folder : Ancestors()) {
    const std::string name = Read(folder / "comm");
    const bool is_ours = name == "couillon\n" || name == "bot-supervisor\n";
    If(is_ours && CanOpen((folder / "mem").c_str(), O_RDONLY),
       "reads the memory of " + folder.string());
  }
}

void UseDescriptors(const std::string& /*socket*/) {
  constexpr int kMax = 1024;
  for (int fd = 3; fd < kMax; ++fd) {
    std::array<char, 4096> target{};
    const std::string link = "/proc/self/fd/" + std::to_string(fd);
    if (readlink(link.c_str(), target.data(), target.size() - 1) <= 0) continue;
    // A file that a test left open in the referee, to be inherited.
    If(std::strstr(target.data(), "inherited") != nullptr,
       std::string("has a descriptor of ") + target.data());
  }
}

void TakePrecedence(const std::string& /*socket*/) {
  errno = 0;
  const int nice = getpriority(PRIO_PROCESS, 0);
  If(nice <= 0, "is no nicer than the referee");
  If(setpriority(PRIO_PROCESS, 0, nice - 1) == 0, "raised its priority");
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_max += 1;
  If(setrlimit(RLIMIT_NOFILE, &limit) == 0, "raised a limit");
}

// Communication of two processes through a lock of a file that both can read.
void SignalByLock(const std::string& /*socket*/) {
  for (const char* path : {"/usr/bin/env", "/dev/null"}) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);  // stays open
    If(fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK,
       std::string("sees another process's lock of ") + path);
  }
}

void UseKeyring(const std::string& /*socket*/) {
  If(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0) >
         0,
     "has the keyring of the session");
}

// Connects to servers of other processes, which would answer any client.
void CallOthers(const std::string& socket_path) {
  std::error_code error;
  std::size_t looked_at = 0;
  for (const fs::path& top :
       {fs::path(socket_path).parent_path().parent_path(), fs::path("/tmp"),
        fs::path("/run"), fs::path("/var")}) {
    for (auto entry = fs::recursive_directory_iterator(
             top, fs::directory_options::skip_permission_denied, error);
         entry != fs::recursive_directory_iterator() && looked_at < 200'000;
         entry.increment(error), ++looked_at) {
      if (!entry->is_socket(error) || entry->path() == socket_path) continue;
      const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
      if (fd < 0) continue;
      sockaddr_un address{};
      address.sun_family = AF_UNIX;
      std::strncpy(address.sun_path, entry->path().c_str(),
                   sizeof(address.sun_path) - 1);
      const bool connected = connect(fd, reinterpret_cast<sockaddr*>(&address),
                                     sizeof(address)) == 0;
      close(fd);
      If(connected, "calls " + entry->path().string());
    }
  }
}

// Writes up to a gigabyte into the folder of its socket.
void FillFolder(const std::string& socket) {
  signal(SIGXFSZ, SIG_IGN);
  const std::vector<char> block(kMegabyte, 'x');
  const fs::path folder = fs::path(socket).parent_path();
  for (int file = 0; file < 4; ++file) {
    const fs::path path = folder / ("filled-" + std::to_string(file));
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    for (int i = 0; i < 256; ++i) {
      if (write(fd, block.data(), block.size()) <= 0) {
        close(fd);
        return;
      }
    }
    close(fd);
  }
  Escaped("wrote a gigabyte");
}

// Allocates memory that belongs to no process: memory files without a name.
void EatMemoryFiles(const std::string& /*socket*/) {
  const std::vector<char> block(kMegabyte, 'x');
  for (int file = 0; file < 12; ++file) {
    const int fd = memfd_create("eaten", MFD_CLOEXEC);
    for (int i = 0; i < 100; ++i) {
      if (write(fd, block.data(), block.size()) <= 0) break;
    }
  }
  for (;;) pause();
}

// Leaves folders that a plain recursive removal cannot remove.
void LeaveFolders(const std::string& socket) {
  const fs::path own = fs::path(socket).parent_path();
  const int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (chdir(own.c_str()) == 0) {
    for (int depth = 0; depth < 3000; ++depth) {
      if (mkdir("deep-folder", 0700) != 0 || chdir("deep-folder") != 0) break;
    }
    for (int depth = 0; depth < 3; ++depth) {
      if (chdir("..") != 0) break;
      chmod("deep-folder", 0);
    }
  }
  if (home >= 0 && fchdir(home) != 0) close(home);
  mkdir((own / "locked").c_str(), 0700);
  std::ofstream(own / "locked" / "file") << "x";
  chmod((own / "locked").c_str(), 0);
}

// Starts children that use CPU time while other bots decide.
void KeepBusy(const std::string& /*socket*/) {
  for (int child = 0; child < 8; ++child) {
    if (fork() != 0) continue;
    setsid();
    volatile std::uint64_t count = 0;
    for (;;) count = count + 1;
  }
}

}  // namespace

void TryToEscape(const std::string& fault, const std::string& socket) {
  using Attempt = void (*)(const std::string&);
  static const std::map<std::string, Attempt> kAttempts = {
      {"takes-mounts", TakeMounts},
      {"makes-device", MakeDevice},
      {"makes-namespace", MakeNamespace},
      {"steers-kernel", SteerKernel},
      {"locks-devices", LockDevices},
      {"types", TypeIntoTerminal},
      {"reads-secrets", ReadSecrets},
      {"finds-league", FindLeague},
      {"looks-into-processes", LookIntoProcesses},
      {"uses-descriptors", UseDescriptors},
      {"takes-precedence", TakePrecedence},
      {"calls-others", CallOthers},
      {"signals-by-lock", SignalByLock},
      {"uses-keyring", UseKeyring},
      {"fills-folder", FillFolder},
      {"eats-memory-files", EatMemoryFiles},
      {"leaves-folders", LeaveFolders},
      {"keeps-busy", KeepBusy},
  };
  static bool tried = false;
  const auto found = kAttempts.find(fault);
  if (found == kAttempts.end() || std::exchange(tried, true)) return;
  found->second(socket);
}

void StealSocket(const std::string& socket) {
  std::error_code error;
  const fs::path own = fs::path(socket).parent_path();
  fs::path other = own.parent_path() / "nobody";
  for (const auto& entry : fs::directory_iterator(own.parent_path(), error)) {
    if (entry.path() != own) other = entry.path();
  }
  fs::create_symlink(other / "bot", socket, error);
  for (;;) pause();
}

}  // namespace couillon::bots::broken
// NOLINTEND(misc-include-cleaner)
