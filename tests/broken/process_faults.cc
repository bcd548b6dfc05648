#include "tests/broken/process_faults.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "tests/broken/raw_http2.h"

namespace couillon::bots::broken {
namespace {

void EatMemory() {
  std::vector<std::vector<char>> eaten;
  for (int i = 0; i < 3000; ++i) eaten.emplace_back(kMegabyte, 'x');
  SleepForEver();
}

[[noreturn]] void LiveOn() {
  setsid();
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_IGN);
  SleepForEver();
}

// Starts children that a signal to the process group does not reach, and a
// grandchild whose parent has ended.
void LeaveChildren() {
  for (int i = 0; i < 4; ++i) {
    if (fork() != 0) continue;
    if (fork() == 0) LiveOn();
    if (i % 2 == 0) _exit(0);
    LiveOn();
  }
  std::abort();
}

void ForkWithoutEnd() {
  for (int i = 0; i < 3000; ++i) {
    if (fork() != 0) continue;
    setsid();
    SleepForEver();
  }
  SleepForEver();
}

// Writes once per process: a gigabyte at every faulty decision is only slow.
void WriteStderr() {
  static bool written = false;
  if (std::exchange(written, true)) return;
  std::vector<char> block(kMegabyte);
  std::uint32_t state = 1;
  for (char& byte : block) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  for (int i = 0; i < 1024; ++i) {
    for (std::size_t done = 0; done < block.size();) {
      const ssize_t size =
          write(STDERR_FILENO, block.data() + done, block.size() - done);
      if (size <= 0) return;
      done += static_cast<std::size_t>(size);
    }
  }
}

void FillTmp() {
  static bool filled = false;
  if (std::exchange(filled, true)) return;
  signal(SIGXFSZ, SIG_IGN);
  const std::vector<char> block(kMegabyte, 'x');
  const std::string path = "/tmp/couillon-broken-" + std::to_string(getpid());
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  for (int i = 0; i < 512; ++i) {
    if (write(fd, block.data(), block.size()) <= 0) break;
  }
  unlink(path.c_str());
  close(fd);
}

// Takes every socket in the other bots' folders.
void TakeSockets(const std::string& socket) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path house = fs::path(socket).parent_path().parent_path();
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(
           house, fs::directory_options::skip_permission_denied, error)) {
    if (entry.path() != socket && entry.is_socket(error)) {
      found.push_back(entry.path().string());
    }
  }
  for (const std::string& path : found) ListenAt(path);
}

void RemoveSocket(const std::string& socket) {
  std::error_code error;
  std::filesystem::remove_all(std::filesystem::path(socket).parent_path(),
                              error);
}

[[noreturn]] void Spin() {
  volatile std::uint64_t count = 0;
  for (;;) count = count + 1;
}

}  // namespace

void SleepForEver() {
  for (;;) pause();
}

void ServeNonsense(const std::string& socket) {
  const int fd = ListenAt(socket);
  for (;;) {
    const int peer = accept(fd, nullptr, nullptr);
    if (peer < 0) continue;
    const std::string nonsense(100'000, '\xff');
    const ssize_t written = write(peer, nonsense.data(), nonsense.size());
    (void)written;
  }
}

void MisuseProcess(const std::string& fault, const std::string& socket) {
  using Misuse = void (*)(const std::string&);
  static const std::map<std::string, Misuse> kMisuses = {
      {"crashes", [](const std::string&) { std::abort(); }},
      {"exits", [](const std::string&) { _exit(0); }},
      {"hangs", [](const std::string&) { SleepForEver(); }},
      {"stops", [](const std::string&) { raise(SIGSTOP); }},
      {"late", [](const std::string&) { sleep(2); }},
      {"eats-memory", [](const std::string&) { EatMemory(); }},
      {"children", [](const std::string&) { LeaveChildren(); }},
      {"forks", [](const std::string&) { ForkWithoutEnd(); }},
      {"writes-stderr", [](const std::string&) { WriteStderr(); }},
      {"fills-tmp", [](const std::string&) { FillTmp(); }},
      {"spins", [](const std::string&) { Spin(); }},
      {"takes-sockets", TakeSockets},
      {"removes-socket", RemoveSocket},
      {"becomes-other",
       [](const std::string&) { execlp("sleep", "sleep", "1000", nullptr); }},
      {"kills-parent", [](const std::string&) { kill(getppid(), SIGKILL); }},
      {"traces-parent",
       [](const std::string&) { ptrace(PTRACE_SEIZE, getppid(), 0, 0); }},
  };
  const auto found = kMisuses.find(fault);
  if (found != kMisuses.end()) found->second(socket);
}

}  // namespace couillon::bots::broken
