#include "tests/support/program.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/cards/check.h"

namespace couillon::testing_support {
namespace {

constexpr uid_t kNobody = 65534;

// Starts the program with stdout and stderr redirected to files.
pid_t Spawn(std::vector<std::string> arguments, const std::string& out,
            const std::string& err) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t pid = fork();
  COUILLON_CHECK(pid >= 0);
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // also if the test is killed as it hangs
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
  dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
  execv(pointers[0], pointers.data());
  _exit(127);
}

int ExitCode(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ProgramResult RunProgram(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  const pid_t pid = Spawn(arguments, folder.path("out"), folder.path("err"));
  int status = 0;
  rusage used{};
  while (wait4(pid, &status, 0, &used) < 0 && errno == EINTR) {
  }
  return {.exit_code = ExitCode(status),
          .out = ReadFile(folder.path("out")),
          .err = ReadFile(folder.path("err")),
          .peak_bytes = std::int64_t{used.ru_maxrss} * 1024};
}

ProgramResult RunInTerminal(const std::vector<std::string>& arguments) {
  int terminal = -1;
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t pid = forkpty(&terminal, nullptr, nullptr, nullptr);
  COUILLON_CHECK(pid >= 0);
  if (pid == 0) {
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  ProgramResult result;
  std::array<char, 4096> buffer{};
  // Fails once all processes have closed the terminal.
  for (;;) {
    const ssize_t size = read(terminal, buffer.data(), buffer.size());
    if (size <= 0 && errno != EINTR) break;
    if (size > 0) {
      result.out.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }
  close(terminal);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = ExitCode(status);
  return result;
}

RunningProgram::RunningProgram(const std::vector<std::string>& arguments,
                               const std::string& out)
    : pid_(Spawn(arguments, out, "/dev/null")) {}

RunningProgram::~RunningProgram() {
  Signal(SIGKILL);
  Wait();
}

bool RunningProgram::HasEnded() {
  if (!ended_ && waitpid(pid_, &status_, WNOHANG) == pid_) ended_ = true;
  return ended_;
}

void RunningProgram::Signal(int number) const {
  if (!ended_) kill(pid_, number);
}

int RunningProgram::Wait() {
  while (!ended_) {
    if (waitpid(pid_, &status_, 0) == pid_) ended_ = true;
  }
  return ExitCode(status_);
}

TemporaryFolder::TemporaryFolder() {
  std::string name =
      (std::filesystem::temp_directory_path() / "couillon-test-XXXXXX")
          .string();
  COUILLON_CHECK(mkdtemp(name.data()) != nullptr);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

PublicFolder::PublicFolder() {
  namespace fs = std::filesystem;
  for (const char* name : {"", "programs", "temporary"}) {
    const std::string path = folder_.path(name);
    fs::create_directories(path);
    chmod(path.c_str(), 0755);
    if (geteuid() == 0) {
      COUILLON_CHECK(chown(path.c_str(), kNobody, kNobody) == 0);
    }
  }
}

std::string PublicFolder::CopyOf(const std::string& program) const {
  namespace fs = std::filesystem;
  const fs::path copy =
      fs::path(path("programs")) / fs::path(program).filename();
  if (!fs::exists(copy)) fs::copy_file(program, copy);
  return copy.string();
}

std::vector<std::string> PublicFolder::Command(
    const std::vector<std::string>& command, bool as_user) const {
  std::vector<std::string> whole;
  if (as_user && geteuid() == 0) {
    const std::string nobody = std::to_string(kNobody);
    whole = {"/usr/bin/setpriv", "--reuid", nobody, "--regid", nobody,
             "--clear-groups",   "--"};
  }
  whole.insert(whole.end(), {"/usr/bin/env", "TMPDIR=" + path("temporary")});
  whole.insert(whole.end(), command.begin(), command.end());
  return whole;
}

bool PublicFolder::NothingTemporaryIsLeft() const {
  return std::filesystem::is_empty(path("temporary"));
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<pid_t> ProcessesWith(const std::string& needle) {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string folder = entry.path().string();
    if (ReadFile(folder + "/cmdline").find(needle) != std::string::npos ||
        ReadFile(folder + "/environ").find(needle) != std::string::npos) {
      found.push_back(static_cast<pid_t>(std::atoi(name.c_str())));
    }
  }
  return found;
}

}  // namespace couillon::testing_support
