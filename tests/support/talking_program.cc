#include "tests/support/talking_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <utility>

#include "engine/cards/check.h"

namespace couillon::testing_support {

TalkingProgram::TalkingProgram(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  COUILLON_CHECK(pipe2(in.data(), O_CLOEXEC) == 0);
  COUILLON_CHECK(pipe2(out.data(), O_CLOEXEC) == 0);
  std::signal(SIGPIPE, SIG_IGN);  // the program may end before it has read all
  pid_ = fork();
  COUILLON_CHECK(pid_ >= 0);
  if (pid_ == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
}

TalkingProgram::~TalkingProgram() {
  Signal(SIGKILL);
  Wait();
  CloseInput();
  close(from_);
}

bool TalkingProgram::ReadMore() {
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t size = read(from_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    read_.append(buffer.data(), static_cast<std::size_t>(size));
    return true;
  }
}

std::string TalkingProgram::ReadTo(const std::string& end) {
  while (read_.find(end) == std::string::npos) {
    if (!ReadMore()) return std::exchange(read_, "");
  }
  const std::size_t size = read_.find(end) + end.size();
  std::string text = read_.substr(0, size);
  read_.erase(0, size);
  return text;
}

std::string TalkingProgram::ReadAll() {
  while (ReadMore()) {
  }
  return std::exchange(read_, "");
}

void TalkingProgram::Write(const std::string& text) const {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t size =
        write(to_, text.data() + written, text.size() - written);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return;  // the program has ended
    written += static_cast<std::size_t>(size);
  }
}

void TalkingProgram::CloseInput() {
  if (to_ >= 0) close(to_);
  to_ = -1;
}

void TalkingProgram::Signal(int number) const {
  if (!ended_) kill(pid_, number);
}

int TalkingProgram::Wait() {
  int status = 0;
  while (!ended_) {
    if (waitpid(pid_, &status, 0) != pid_) continue;
    ended_ = true;
    exit_code_ =
        WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  return exit_code_;
}

}  // namespace couillon::testing_support
