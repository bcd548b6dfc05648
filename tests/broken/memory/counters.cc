#include "tests/broken/memory/counters.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

#include "tests/broken/memory/timed_counters.h"

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what is used here
namespace couillon::bots::broken {
namespace {

constexpr std::int64_t kUnreadable = -1;
constexpr char kCommonFile[] = "/usr/bin/chcon";  // not in use otherwise

// The number after `label` in a file; the first one for an empty label.
std::int64_t NumberIn(const char* path, const std::string& label) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t at = text.find(label);
  if (text.empty() || at == std::string::npos) return kUnreadable;
  const std::size_t digit = text.find_first_of("0123456789", at + label.size());
  if (digit == std::string::npos) return kUnreadable;
  return std::strtoll(text.c_str() + digit, nullptr, 10);
}

// Descriptors that are held until the counter is moved back.
std::vector<int>& Held() {
  static std::vector<int> held;
  return held;
}

void Hold(int count, int (*open_one)()) {
  for (int i = 0; i < count; ++i) Held().push_back(open_one());
}

void Release() {
  for (const int fd : std::exchange(Held(), {})) {
    if (fd >= 0) close(fd);
  }
}

void Nothing() {}

// --- Requests for asynchronous input and output.
unsigned long g_requests = 0;
void MoveRequests() { syscall(SYS_io_setup, 4096, &g_requests); }
void MoveRequestsBack() {
  syscall(SYS_io_destroy, std::exchange(g_requests, 0));
}
std::int64_t ReadRequests() { return NumberIn("/proc/sys/fs/aio-nr", ""); }

// --- Open files.
void MoveFiles() {
  Hold(800, [] { return open("/dev/null", O_RDONLY | O_CLOEXEC); });
}
std::int64_t ReadFiles() { return NumberIn("/proc/sys/fs/file-nr", ""); }

// --- Processes.
std::vector<pid_t> g_children;
void MoveProcesses() {
  for (int i = 0; i < 12; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      for (;;) pause();
    }
    g_children.push_back(child);
  }
}
void MoveProcessesBack() {
  for (const pid_t child : std::exchange(g_children, {})) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
}
std::int64_t ReadProcesses() { return NumberIn("/proc/loadavg", "/"); }
std::int64_t ReadSysinfoProcesses() {
  struct sysinfo info{};
  return sysinfo(&info) == 0 ? info.procs : kUnreadable;
}
std::int64_t InodeOf(int fd) {
  struct stat status{};
  const bool ok = fd >= 0 && fstat(fd, &status) == 0;
  if (fd >= 0) close(fd);
  return ok ? static_cast<std::int64_t>(status.st_ino) : kUnreadable;
}
// Each process of the machine gets the next number.
std::int64_t ReadProcessNumber() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  const auto number =
      InodeOf(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  waitpid(child, nullptr, 0);
  return number;
}

// --- Memory.
constexpr std::size_t kMegabytes = 8;
void* g_memory = nullptr;
void MoveMemory() {
  g_memory = mmap(nullptr, kMegabytes << 20, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}
void MoveMemoryBack() { munmap(g_memory, kMegabytes << 20); }
std::int64_t ReadMemory() { return NumberIn("/proc/meminfo", "MemFree:"); }
std::int64_t ReadSysinfoMemory() {
  struct sysinfo info{};
  sysinfo(&info);
  return static_cast<std::int64_t>(info.freeram);
}

// --- Times of a common device file.
void MoveTimes() { utimensat(AT_FDCWD, "/dev/null", nullptr, 0); }
std::int64_t ReadTimes() {
  struct stat status{};
  stat("/dev/null", &status);
  return status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
}

// --- Pages of pipes, per account.
void MovePipes() {
  for (int i = 0; i < 80; ++i) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);
    Held().insert(Held().end(), ends.begin(), ends.end());
  }
}
std::int64_t ReadPipes() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return kUnreadable;
  const int size = fcntl(ends[0], F_GETPIPE_SZ);
  close(ends[0]);
  close(ends[1]);
  return size;
}

// As many pipes of the usual size as an account may have.
void MovePipeCount() {
  for (int i = 0; i < 1100; ++i) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    Held().insert(Held().end(), ends.begin(), ends.end());
  }
}
// How many bytes a new pipe holds.
std::int64_t ReadPipeCapacity() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return kUnreadable;
  static const std::array<char, 4096> kPage{};
  std::int64_t bytes = 0;
  while (write(ends[1], kPage.data(), kPage.size()) > 0) bytes += 4096;
  close(ends[0]);
  close(ends[1]);
  return bytes;
}

// --- Descriptors in flight, per account.
bool SendDescriptors(int socket_fd, int count) {
  constexpr int kMax = 253;  // of a message
  char byte = 0;
  iovec part{.iov_base = &byte, .iov_len = 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMax * sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(static_cast<std::size_t>(count) * 4);
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(static_cast<std::size_t>(count) * 4);
  const std::vector<int> sent(static_cast<std::size_t>(count), socket_fd);
  std::memcpy(CMSG_DATA(header), sent.data(), sent.size() * sizeof(int));
  return sendmsg(socket_fd, &message, MSG_DONTWAIT) > 0;
}
void MoveFlight() {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return;
  while (SendDescriptors(ends[0], 253)) {
  }
  Held().insert(Held().end(), ends.begin(), ends.end());
}
std::int64_t ReadFlight() {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return kUnreadable;
  const bool sent = SendDescriptors(ends[0], 1);
  close(ends[0]);
  close(ends[1]);
  return sent ? 1 : 0;
}

// --- Terminals.
void MoveTerminals() {
  Hold(20, [] { return posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC); });
}
std::int64_t ReadTerminals() { return NumberIn("/proc/sys/kernel/pty/nr", ""); }

// --- Sockets.
void MoveSockets() {
  Hold(200, [] { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); });
}
std::int64_t ReadSockets() {
  return NumberIn("/proc/self/net/sockstat", "alloc");
}

// --- Pending signals, per account.
void MoveSignals() {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGRTMIN + 1);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  for (int i = 0; i < 60; ++i) sigqueue(getpid(), SIGRTMIN + 1, {});
}
void MoveSignalsBack() {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGRTMIN + 1);
  const timespec none{};
  while (sigtimedwait(&blocked, nullptr, &none) > 0) {
  }
}
std::int64_t ReadSignals() { return NumberIn("/proc/self/status", "SigQ:"); }

// --- Pages of a common file that are in memory. They are removed to move.
void EvictPage() {
  const int fd = open(kCommonFile, O_RDONLY | O_CLOEXEC);
  posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  close(fd);
}
void LoadPage() {
  const int fd = open(kCommonFile, O_RDONLY | O_CLOEXEC);
  std::array<char, 4096> page;
  [[maybe_unused]] const auto size = pread(fd, page.data(), page.size(), 8192);
  close(fd);
}
std::int64_t ReadWithoutWaiting() {
  const int fd = open(kCommonFile, O_RDONLY | O_CLOEXEC);
  std::array<char, 4096> page;
  const iovec part{.iov_base = page.data(), .iov_len = page.size()};
  const auto size = preadv2(fd, &part, 1, 8192, RWF_NOWAIT);
  close(fd);
  return size;
}
// Whether a page of the file is in memory (bit 0).
std::int64_t ReadResidency() {
  const int fd = open(kCommonFile, O_RDONLY | O_CLOEXEC);
  void* const page = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, fd, 8192);
  close(fd);
  unsigned char resident = 0;
  const bool ok = mincore(page, 4096, &resident) == 0;
  munmap(page, 4096);
  return ok ? resident & 1 : kUnreadable;
}

// --- Who has mapped a page of a common file.
void* MapCommon() {
  const int fd = open(kCommonFile, O_RDONLY | O_CLOEXEC);
  void* const page = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 4096);
  close(fd);
  const volatile char touched = *static_cast<volatile char*>(page);
  static_cast<void>(touched);
  return page;
}
void* g_page = nullptr;
void MoveMapping() { g_page = MapCommon(); }
void MoveMappingBack() { munmap(g_page, 4096); }
// Whether no other process has mapped it (bit 56).
std::int64_t ReadMapping() {
  void* const page = MapCommon();
  const int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  std::uint64_t entry = 0;
  const auto size =
      pread(fd, &entry, sizeof(entry),
            static_cast<off_t>(reinterpret_cast<std::uintptr_t>(page) / 4096 *
                               sizeof(entry)));
  if (fd >= 0) close(fd);
  munmap(page, 4096);
  return size == sizeof(entry) ? static_cast<std::int64_t>(entry >> 56 & 1)
                               : kUnreadable;
}

// --- Who waits at a page of a common file.
std::thread g_waiter;
void MoveWaiter() {
  g_page = MapCommon();
  auto* const word = static_cast<std::uint32_t*>(g_page);
  static std::atomic<pid_t> waiter;
  waiter = 0;
  g_waiter = std::thread([word] {
    waiter = gettid();
    const timespec most{.tv_sec = 0, .tv_nsec = 30'000'000};
    syscall(SYS_futex, word, FUTEX_WAIT, *word, &most, nullptr, 0);
  });
  // Until it sleeps: in state S of its file.
  for (int look = 0; look < 1000; ++look) {
    if (waiter == 0) continue;
    std::ifstream stat("/proc/self/task/" + std::to_string(waiter) + "/stat");
    std::string text;
    std::getline(stat, text);
    const std::size_t end = text.rfind(") ");
    if (end != std::string::npos && text[end + 2] == 'S') return;
  }
}
void MoveWaiterBack() {
  if (g_waiter.joinable()) g_waiter.join();
  munmap(g_page, 4096);
}
std::int64_t ReadWaiters() {
  void* const page = MapCommon();
  const auto woken =
      syscall(SYS_futex, page, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  munmap(page, 4096);
  return woken;
}

// --- Numbers of inodes, of event descriptors and of sockets.
void MoveInodes() {
  for (int i = 0; i < 1500; ++i) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    close(ends[0]);
    close(ends[1]);
  }
}
std::int64_t ReadInodes() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return kUnreadable;
  close(ends[1]);
  return InodeOf(ends[0]);
}
void MoveEvents() {
  Hold(200, [] { return eventfd(0, EFD_CLOEXEC); });
}
std::int64_t ReadEvents() {
  const int fd = eventfd(0, EFD_CLOEXEC);
  const std::string path = "/proc/self/fdinfo/" + std::to_string(fd);
  const std::int64_t number = NumberIn(path.c_str(), "eventfd-id:");
  close(fd);
  return number;
}
// --- Numbers of sessions.
void StartSession() {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}
void MoveSessions() {
  for (int i = 0; i < 8; ++i) StartSession();
}
// The number of a new one.
std::int64_t ReadSessions() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return kUnreadable;
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    const std::int64_t number = NumberIn("/proc/self/autogroup", "-");
    _exit(write(ends[1], &number, sizeof(number)) > 0 ? 0 : 1);
  }
  close(ends[1]);
  waitpid(child, nullptr, 0);
  std::int64_t number = kUnreadable;
  [[maybe_unused]] const auto size = read(ends[0], &number, sizeof(number));
  close(ends[0]);
  return number;
}
std::int64_t CookieOf(int fd) {
  constexpr int kCookie = 57;
  std::uint64_t cookie = 0;
  socklen_t size = sizeof(cookie);
  const bool ok = getsockopt(fd, SOL_SOCKET, kCookie, &cookie, &size) == 0;
  close(fd);
  return ok ? static_cast<std::int64_t>(cookie) : kUnreadable;
}
std::int64_t ReadCookies() {
  return CookieOf(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}
void MoveCookies() {
  for (int i = 0; i < 9000 && ReadCookies() >= 0; ++i) {
  }
}

// --- Whether a program runs, by whether it can be opened for writing.
pid_t g_program = 0;
void MoveProgram() {
  std::array<int, 2> running{-1, -1};
  if (pipe2(running.data(), O_CLOEXEC) != 0) return;
  g_program = fork();
  if (g_program == 0) {
    execl("/usr/bin/sleep", "sleep", "1000", nullptr);
    _exit(1);
  }
  close(running[1]);
  char nothing = 0;
  [[maybe_unused]] const auto size = read(running[0], &nothing, 1);
  close(running[0]);
}
void MoveProgramBack() {
  kill(g_program, SIGKILL);
  waitpid(g_program, nullptr, 0);
}
std::int64_t ReadProgram() {
  const int fd = open("/usr/bin/sleep", O_WRONLY | O_CLOEXEC);
  if (fd >= 0) close(fd);
  return fd >= 0 ? 0 : errno;
}

constexpr Counter kCounters[] = {
    {"requests", MoveRequests, MoveRequestsBack, ReadRequests},
    {"files", MoveFiles, Release, ReadFiles},
    {"processes", MoveProcesses, MoveProcessesBack, ReadProcesses},
    {"processes-by-sysinfo", MoveProcesses, MoveProcessesBack,
     ReadSysinfoProcesses},
    {"processes-by-number", MoveProcesses, MoveProcessesBack,
     ReadProcessNumber},
    {"memory", MoveMemory, MoveMemoryBack, ReadMemory},
    {"memory-by-sysinfo", MoveMemory, MoveMemoryBack, ReadSysinfoMemory},
    {"device-times", MoveTimes, Nothing, ReadTimes},
    {"pipe-pages", MovePipes, Release, ReadPipes},
    {"pipe-count", MovePipeCount, Release, ReadPipeCapacity},
    {"flight", MoveFlight, Release, ReadFlight},
    {"terminals", MoveTerminals, Release, ReadTerminals},
    {"sockets", MoveSockets, Release, ReadSockets},
    {"socket-cookies", MoveCookies, Nothing, ReadCookies},
    {"signals", MoveSignals, MoveSignalsBack, ReadSignals},
    {"page-removal", EvictPage, LoadPage, ReadWithoutWaiting},
    {"page-residency", EvictPage, LoadPage, ReadResidency},
    {"waiters", MoveWaiter, MoveWaiterBack, ReadWaiters},
    {"mapping", MoveMapping, MoveMappingBack, ReadMapping},
    {"inodes", MoveInodes, Nothing, ReadInodes},
    {"events", MoveEvents, Release, ReadEvents},
    {"sessions", MoveSessions, Nothing, ReadSessions},
    {"running-program", MoveProgram, MoveProgramBack, ReadProgram},
    {"load", MoveLoad, MoveLoadBack, ReadLoad},
    {"caches", MoveCaches, Nothing, ReadCaches},
};

std::int64_t Fulfil(std::uint8_t number, CounterRequest request) {
  const Counter& counter = kCounters[number % std::size(kCounters)];
  if (request == CounterRequest::kRead) return counter.read();
  request == CounterRequest::kMove ? counter.move() : counter.move_back();
  return 0;
}

}  // namespace

std::span<const Counter> Counters() { return kCounters; }

void ServeCounters(const std::string& path) {
  const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  const auto* const any = reinterpret_cast<const sockaddr*>(&address);
  if (server < 0 || bind(server, any, sizeof(address)) != 0) _exit(1);
  listen(server, 4);
  for (;;) {
    const int client = accept4(server, nullptr, nullptr, SOCK_CLOEXEC);
    std::array<std::uint8_t, 2> request{};
    while (recv(client, request.data(), request.size(), MSG_WAITALL) ==
           static_cast<ssize_t>(request.size())) {
      const std::int64_t answer =
          Fulfil(request[0], static_cast<CounterRequest>(request[1]));
      send(client, &answer, sizeof(answer), MSG_NOSIGNAL);
    }
    close(client);
  }
}

}  // namespace couillon::bots::broken
// NOLINTEND(misc-include-cleaner)
