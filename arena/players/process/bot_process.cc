// The environment of the bot, the supervisor with its pipes, and the reports
// that it sends.

#include "arena/players/process/bot_process.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <span>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/players/process/constant_proc.h"
#include "arena/players/process/sandbox.h"
#include "arena/players/process/sandbox_entry.h"
#include "arena/players/process/supervisor.h"
#include "arena/players/process/system_call_filter.h"
#include "arena/players/system/bot_cgroup.h"
#include "arena/players/system/process_table.h"
#include "arena/players/system/process_watch.h"
#include "arena/players/system/socket_folder.h"

extern char** environ;  // NOLINT: the name that POSIX gives it

namespace couillon::arena {
namespace {

// Variables that locate programs and libraries, or set language and time zone.
bool IsForPrograms(const std::string& name) {
  static const std::vector<std::string> kNames = {
      "PATH",       "LANG",          "LANGUAGE",     "TZ",
      "JAVA_HOME",  "JDK_HOME",      "VIRTUAL_ENV",  "LD_LIBRARY_PATH",
      "PYENV_ROOT", "PYENV_VERSION", "CONDA_PREFIX", "NODE_PATH",
      "GEM_PATH",   "RBENV_VERSION", "PYTHONPATH",   "CLASSPATH"};
  return name.starts_with("LC_") ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// Variables that the dynamic loader and the C library obey.
bool IsForTheLoader(const std::string& name) {
  static const std::vector<std::string> kNames = {"GLIBC_TUNABLES",
                                                  "GCONV_PATH", "LOCPATH"};
  return name.starts_with("LD_") || name.starts_with("MALLOC_") ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool IsOwnVariable(const std::string& entry, const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr && entry == name + "=" + value;
}

constexpr std::size_t kTail = 4096;  // bytes of stderr kept
// The time that a supervisor may take to end everything before it is killed
// itself: a bot that is allowed to send it signals could have stopped it.
constexpr int kPatienceMs = 5000;
constexpr int kScratchFiles = 16384;  // of a sandboxed bot

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A pipe; its destructor closes the ends that were not taken.
class Pipe {
 public:
  Pipe() = default;
  ~Pipe() {
    for (const int end : ends_) {
      if (end >= 0) close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] bool Open() { return pipe2(ends_.data(), O_CLOEXEC) == 0; }
  // A socket pair that keeps message boundaries and can pass descriptors.
  [[nodiscard]] bool OpenForMessages() {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
                      ends_.data()) == 0;
  }
  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  [[nodiscard]] int TakeReadEnd() { return std::exchange(ends_[0], -1); }
  [[nodiscard]] int TakeWriteEnd() { return std::exchange(ends_[1], -1); }
  void CloseWriteEnd() { close(TakeWriteEnd()); }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

// Whether the machine had too little of something at this moment.
bool IsShortage(int error) {
  constexpr std::array kShortages = {EAGAIN, ENOMEM,  EMFILE, ENFILE,
                                     ENOSPC, ENOBUFS, EUSERS};
  return std::ranges::find(kShortages, error) != kShortages.end();
}

absl::Status CannotRun(const BotProgram& program, const StartError& error) {
  const std::string why = std::generic_category().message(error.error);
  if (IsShortage(error.error)) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "cannot run \"%s\": the machine has too little left: %s",
        program.command[0], why));
  }
  if (error.step != StartError::Step::kProgram) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "cannot run \"%s\": the sandbox is not available: %s; expected %s",
        program.command[0], why,
        error.step == StartError::Step::kProc
            ? "a /proc without covers (Docker: systempaths=unconfined)"
            : "user namespaces, and file systems in memory for users"));
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "cannot run \"%s\"%s: %s", program.command[0],
      program.directory.empty() ? "" : " in " + program.directory, why));
}

// The breach of a bot that the kernel's OOM killer has ended.
std::string MemoryBreach(const ProcessLimits& limits) {
  return absl::StrFormat("more than %d MB of memory, at most %d are allowed",
                         limits.memory_mb, limits.memory_mb);
}

std::string SignalName(int number) {
  const char* const name = sigdescr_np(number);
  return absl::StrFormat("signal %d (%s)", number,
                         name == nullptr ? "Unknown signal" : name);
}

// Receives one message of a supervisor, with the descriptor that may come with
// it. Returns what recvmsg(2) returns.
ssize_t Receive(int fd, SupervisorReport& report, int& descriptor) {
  iovec part{&report, sizeof(report)};  // NOLINT(misc-include-cleaner): POSIX
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t size = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  const cmsghdr* const header = size > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&descriptor, CMSG_DATA(header), sizeof(descriptor));
  }
  return size;
}

// The strings that the supervisor's orders point to; they outlive the fork.
struct StartTexts {
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::string scratch_options;
  std::string user_map;
  std::string group_map;
};

StartTexts TextsFor(const BotProgram& program, const std::string& address,
                    const SpawnOptions& options) {
  std::vector<std::string> own = program.environment;
  own.push_back("COUILLON_LISTEN=" + address);
  StartTexts texts;
  const bool sandboxed = options.sandbox != nullptr;
  const std::string home =
      sandboxed || options.folder.empty() ? "/tmp" : options.folder;
  texts.environment = BotEnvironment(program.passed, own, home);
  texts.arguments = sandboxed
                        ? Sandboxed(*options.sandbox, program, options.folder)
                        : program.command;
  if (sandboxed) {
    const auto loader = TakeLoaderVariables(texts.environment);
    auto& words = texts.arguments;
    words.insert(words.begin() + 1, loader.begin(), loader.end());
    texts.scratch_options =
        absl::StrFormat("size=%dm,nr_inodes=%d,mode=0700",
                        options.sandbox->scratch_mb, kScratchFiles);
    texts.user_map = absl::StrFormat("%d %d 1", geteuid(), geteuid());
    texts.group_map = absl::StrFormat("%d %d 1", getegid(), getegid());
  }
  return texts;
}

// The memory and environment of this process hold secrets: the seed, tokens.
// While its bots live, no process of the same user can inspect it; afterwards
// a debugger or a leak checker can again.
class Secrecy {
 public:
  static void Begin() {
    const std::lock_guard<std::mutex> lock(g_mutex);
    if (++g_living == 1) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  }
  static void End() {
    const std::lock_guard<std::mutex> lock(g_mutex);
    if (--g_living == 0) prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  }

 private:
  inline static std::mutex g_mutex;
  inline static int g_living = 0;
};

// The pipes between the referee, the supervisor and the bot.
struct StartPipes {
  Pipe stderr_pipe;
  Pipe control;
  Pipe report;
  Pipe error;

  [[nodiscard]] bool Open() {
    return stderr_pipe.Open() && control.Open() && report.OpenForMessages() &&
           error.Open();
  }
  void CloseSupervisorsEnds() {
    stderr_pipe.CloseWriteEnd();
    report.CloseWriteEnd();
    error.CloseWriteEnd();
  }
};

// Starts the supervisor with its bot. Returns as fork(2) does in a parent.
pid_t StartSupervisor(const BotProgram& program, const std::string& address,
                      const SpawnOptions& options,
                      std::span<const int> cgroup_fds,
                      const StartPipes& pipes) {
  StartTexts texts = TextsFor(program, address, options);
  const std::string proc_folder = ProcFolderBeside(options.folder);
  std::vector<char*> arguments = Pointers(texts.arguments);
  std::vector<char*> environment = Pointers(texts.environment);
  const ScratchOrders scratch{.folder = options.folder.c_str(),
                              .options = texts.scratch_options.c_str(),
                              .user_map = texts.user_map.c_str(),
                              .group_map = texts.group_map.c_str(),
                              .proc = ProcOrdersFor(proc_folder),
                              .filter = SandboxedSystemCalls()};
  const bool is_here = program.directory.empty();
  const pid_t supervisor = fork();
  if (supervisor != 0) return supervisor;
  SuperviseBot({.arguments = arguments.data(),
                .environment = environment.data(),
                .directory = is_here ? nullptr : program.directory.c_str(),
                .limits = options.limits,
                .scratch = options.sandbox == nullptr ? nullptr : &scratch,
                .cgroup_fds = cgroup_fds,
                .control_fd = pipes.control.read_end(),
                .report_fd = pipes.report.write_end(),
                .stderr_fd = pipes.stderr_pipe.write_end(),
                .error_fd = pipes.error.write_end()});
}

}  // namespace

std::vector<std::string> BotEnvironment(const std::vector<std::string>& passed,
                                        const std::vector<std::string>& own,
                                        const std::string& scratch) {
  std::map<std::string, std::string> variables;
  const auto set = [&variables](const std::string& entry) {
    const std::string name = entry.substr(0, entry.find('='));
    variables[name] = entry;
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (IsForPrograms(text.substr(0, text.find('=')))) set(text);
  }
  set("HOME=" + scratch);
  set("TMPDIR=" + scratch);
  for (const std::string& entry : passed) {
    if (absl::StrContains(entry, '=')) {
      set(entry);
    } else if (const char* value = std::getenv(entry.c_str())) {
      set(entry + "=" + value);
    }
  }
  for (const std::string& entry : own) set(entry);
  std::vector<std::string> environment;
  environment.reserve(variables.size());
  for (const auto& [name, entry] : variables) environment.push_back(entry);
  return environment;
}

std::vector<std::string> TakeLoaderVariables(
    std::vector<std::string>& environment) {
  std::vector<std::string> taken;
  std::erase_if(environment, [&taken](const std::string& entry) {
    const std::string name = entry.substr(0, entry.find('='));
    if (!IsForTheLoader(name) || IsOwnVariable(entry, name)) return false;
    taken.insert(taken.end(),
                 {"--setenv", name,
                  entry.substr(std::min(entry.size(), name.size() + 1))});
    return true;
  });
  return taken;
}

struct BotProcess::Ends {
  int control = -1;
  int report = -1;
  int stderr_end = -1;
};

absl::StatusOr<std::unique_ptr<BotProcess>> BotProcess::Spawn(
    const BotProgram& program, const std::string& address,
    const SpawnOptions& options) {
  if (program.command.empty()) {
    return absl::InvalidArgumentError("the command is empty");
  }
  StartPipes pipes;
  if (!pipes.Open()) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "no pipe for a bot: %s", std::generic_category().message(errno)));
  }
  std::unique_ptr<BotCgroup> cgroup =
      BotCgroup::Make(OwnCgroupPlaces(), options.limits);
  Secrecy::Begin();
  const pid_t supervisor = StartSupervisor(
      program, address, options,
      cgroup == nullptr ? std::span<const int>() : cgroup->join_fds(), pipes);
  if (supervisor < 0) {
    const int why = errno;
    Secrecy::End();
    return CannotRun(program, {.error = why});
  }
  pipes.CloseSupervisorsEnds();
  std::unique_ptr<BotProcess> process(
      new BotProcess(supervisor,
                     {.control = pipes.control.TakeWriteEnd(),
                      .report = pipes.report.TakeReadEnd(),
                      .stderr_end = pipes.stderr_pipe.TakeReadEnd()},
                     options));
  process->cgroup_ = std::move(cgroup);
  StartError start_error;
  // Closed by a successful exec, so this ends at once either way.
  if (read(pipes.error.read_end(), &start_error, sizeof(start_error)) ==
      static_cast<ssize_t>(sizeof(start_error))) {
    return CannotRun(program, start_error);
  }
  process->Begin(options);
  return process;
}

// Takes the scratch folder that the first part of the sandbox has sent, and
// adds the bot to the watch.
void BotProcess::Begin(const SpawnOptions& options) {
  TakeReports(0);
  const bool sandboxed = options.sandbox != nullptr;
  if (!sandboxed && !options.folder.empty()) {
    folder_fd_ =
        open(options.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  if (watch_ == nullptr) return;
  watch_->Add(supervisor_, {.control_fd = control_fd_,
                            .limits = limits_,
                            .scratch_fd = sandboxed ? folder_fd_ : -1,
                            .cgroup = cgroup_.get(),
                            .name = options.name});
}

BotProcess::BotProcess(pid_t supervisor, const Ends& ends,
                       const SpawnOptions& options)
    : supervisor_(supervisor),
      control_fd_(ends.control),
      report_fd_(ends.report),
      stderr_fd_(ends.stderr_end),
      stop_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      watch_(options.watch),
      limits_(options.limits),
      term_grace_(options.term_grace),
      stderr_file_(options.stderr_folder, options.name),
      reader_([this] { ReadStderr(); }) {
  fcntl(stderr_fd_, F_SETFL, O_NONBLOCK);
  fcntl(report_fd_, F_SETFL, O_NONBLOCK);
}

BotProcess::~BotProcess() {
  Kill();
  Secrecy::End();
  if (folder_fd_ >= 0) close(folder_fd_);
  if (socket_fd_ >= 0) close(socket_fd_);
  close(report_fd_);
  close(stderr_fd_);
  close(stop_fd_);
}

// Reads until all writers have closed the pipe, or until stopped: a process
// that outlives even the supervisor may hold the other end open forever.
void BotProcess::ReadStderr() {
  std::array<char, 4096> buffer{};
  std::array<pollfd, 2> waits = {
      {{.fd = stderr_fd_, .events = POLLIN, .revents = 0},
       {.fd = stop_fd_, .events = POLLIN, .revents = 0}}};
  for (;;) {
    const ssize_t size = read(stderr_fd_, buffer.data(), buffer.size());
    if (size == 0) return;
    if (size < 0) {
      if ((errno != EINTR && errno != EAGAIN) || waits[1].revents != 0) return;
      poll(waits.data(), waits.size(), -1);
      continue;
    }
    stderr_file_.Write(buffer.data(), static_cast<std::size_t>(size));
    const std::lock_guard<std::mutex> lock(mutex_);
    tail_.append(buffer.data(), static_cast<std::size_t>(size));
    if (tail_.size() > kTail) tail_.erase(0, tail_.size() - kTail);
  }
}

void BotProcess::TakeReport(const SupervisorReport& report, int descriptor) {
  switch (report.kind) {
    case SupervisorReport::Kind::kScratch:
      folder_fd_ = descriptor;
      return;
    case SupervisorReport::Kind::kEnded:
      ended_ = true;
      has_status_ = true;
      wait_status_ = report.wait_status;
      return;
    case SupervisorReport::Kind::kAllEnded:
      cpu_us_ = report.cpu_us;
      return;
  }
}

// Takes the supervisor's reports, and waits at most `wait_ms` for the last.
// True once there will be no more.
bool BotProcess::TakeReports(int wait_ms) {
  for (;;) {
    SupervisorReport report;
    int descriptor = -1;
    const ssize_t size = Receive(report_fd_, report, descriptor);
    if (size == static_cast<ssize_t>(sizeof(report))) {
      TakeReport(report, descriptor);
    } else if (size >= 0) {
      ended_ = true;
      return true;
    } else if (errno == EAGAIN) {
      pollfd wait = {.fd = report_fd_, .events = POLLIN, .revents = 0};
      const int ready = poll(&wait, 1, wait_ms);
      if (ready == 0) return false;
    } else if (errno != EINTR) {
      return true;
    }
  }
}

bool BotProcess::HasEnded() {
  if (!ended_) TakeReports(0);
  return ended_;
}

void BotProcess::WaitUntilEnded() {
  while (!ended_) {
    pollfd wait = {.fd = report_fd_, .events = POLLIN, .revents = 0};
    poll(&wait, 1, -1);
    TakeReports(0);
  }
}

std::string BotProcess::HowItEnded() {
  if (!HasEnded()) return ServerIsEnding() ? "has ended" : "is still running";
  if (breach_.empty() && watch_ != nullptr) {
    breach_ = watch_->Breach(supervisor_);
  }
  if (breach_.empty() && cgroup_ != nullptr && cgroup_->RanOutOfMemory()) {
    breach_ = MemoryBreach(limits_);
  }
  if (!breach_.empty()) return "was ended: " + breach_;
  if (!has_status_) return "was ended together with its supervisor";
  if (WIFSIGNALED(wait_status_)) {
    return "was killed by " + SignalName(WTERMSIG(wait_status_));
  }
  const int status = WEXITSTATUS(wait_status_);
  // A shell or bwrap exits with 128 + signal if a signal ended its child.
  const std::string likely = status > 128 && status <= 128 + SIGSYS
                                 ? ", as after " + SignalName(status - 128)
                                 : std::string();
  return absl::StrFormat("exited with status %d%s", status, likely);
}

// The CPU time of the living processes. For a sandbox the supervisor's total
// lacks it: the first process of the PID namespace does not report it.
std::int64_t BotProcess::CpuSoFar() const {
  const auto family = std::make_unique<ProcessTable>();
  family->Read();
  family->KeepDescendantsOf(supervisor_);
  std::int64_t ticks = 0;
  for (std::size_t i = 0; i < family->size(); ++i) {
    ticks += (*family)[i].cpu_ticks;
  }
  return ticks * 1'000'000 / sysconf(_SC_CLK_TCK);
}

void BotProcess::WatchSocket(int fd) {
  socket_fd_ = fd;
  if (watch_ != nullptr) watch_->WatchSocket(supervisor_, fd);
}

bool BotProcess::ServerIsEnding() const {
  return server_ > 0 && IsEnding(server_);
}

bool BotProcess::Owns(pid_t pid) const {
  const auto family = std::make_unique<ProcessTable>();
  family->Read();
  family->KeepDescendantsOf(supervisor_);
  for (std::size_t i = 0; i < family->size(); ++i) {
    if ((*family)[i].pid == pid) return true;
  }
  return false;
}

// Repeats until it finds no new process: a stopped process starts none. After
// kLooks rounds a bot that starts processes too fast is stopped only in part.
void BotProcess::Pause() {
  if (ended_) return;
  constexpr int kLooks = 8;
  for (int look = 0; look < kLooks; ++look) {
    const std::size_t before = paused_.size();
    for (const pid_t pid : ListDescendants(supervisor_)) {
      if (std::find(paused_.begin(), paused_.end(), pid) != paused_.end()) {
        continue;
      }
      kill(pid, SIGSTOP);
      paused_.push_back(pid);
    }
    if (paused_.size() == before) return;
  }
}

void BotProcess::Resume() {
  // Children first, so that no parent sees a stopped child.
  for (auto pid = paused_.rbegin(); pid != paused_.rend(); ++pid) {
    kill(*pid, SIGCONT);
  }
  paused_.clear();
}

void BotProcess::Terminate() {
  if (all_ended_ || grace_ends_) return;
  Resume();
  cpu_before_end_us_ = CpuSoFar();
  // The first process of a sandbox is the first of its PID namespace, too: it
  // does not get the signal, and ends with the bot.
  for (const pid_t pid : ListDescendants(supervisor_)) kill(pid, SIGTERM);
  grace_ends_ = std::chrono::steady_clock::now() + term_grace_;
}

// The supervisor reports the end of the bot's first process alone, which may be
// a wrapper.
void BotProcess::WaitForGrace() {
  constexpr std::chrono::milliseconds kLook(1);
  while (std::chrono::steady_clock::now() < *grace_ends_ &&
         !ListDescendants(supervisor_).empty()) {
    std::this_thread::sleep_for(kLook);
  }
}

void BotProcess::Kill() {
  if (all_ended_) return;
  Resume();
  if (grace_ends_) WaitForGrace();
  const std::int64_t cpu_so_far = grace_ends_ ? cpu_before_end_us_ : CpuSoFar();
  if (watch_ != nullptr) {
    breach_ = watch_->Breach(supervisor_);
    watch_->Remove(supervisor_);
  }
  close(control_fd_);
  if (!TakeReports(kPatienceMs)) {
    kill(supervisor_, SIGKILL);  // its end also ends the bot
    TakeReports(kPatienceMs);
  }
  while (waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
  }
  cpu_us_ = std::max(cpu_us_, cpu_so_far);
  if (breach_.empty() && cgroup_ != nullptr && cgroup_->RanOutOfMemory()) {
    breach_ = MemoryBreach(limits_);
  }
  cgroup_.reset();
  eventfd_write(stop_fd_, 1);
  reader_.join();  // after it has read all that was written
  ended_ = true;
  all_ended_ = true;
}

std::string BotProcess::LastStderr() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return tail_;
}

}  // namespace couillon::arena
