// Runs programs of ours as a user would, for tests of the whole thing.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace couillon::testing_support {

struct ProgramResult {
  int exit_code = -1;  // 128 + signal if it was killed
  std::string out;
  std::string err;
  // The most memory in RAM of the program, or of a child that it waited for.
  std::int64_t peak_bytes = 0;
};

// Runs the program to its end.
ProgramResult RunProgram(const std::vector<std::string>& arguments);

// Runs the program to its end on a terminal of its own, as from a shell; what
// it prints on stdout and stderr is `out`.
ProgramResult RunInTerminal(const std::vector<std::string>& arguments);

// A program in the background; killed when this goes out of scope.
class RunningProgram {
 public:
  // What it prints goes to the file `out`.
  explicit RunningProgram(const std::vector<std::string>& arguments,
                          const std::string& out = "/dev/null");
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool HasEnded();
  void Signal(int number) const;
  // Waits for the end; 128 + signal if it was killed.
  int Wait();

 private:
  pid_t pid_;
  bool ended_ = false;
  int status_ = 0;
};

// An empty folder, removed with all it holds at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string path(const std::string& name) const {
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

// A folder that an ordinary user may read and write, with programs copied into
// it, for tests that root runs as that user. What bots' processes make for
// themselves goes to its folder for temporary files.
class PublicFolder {
 public:
  PublicFolder();
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path(name);
  }
  // The copy of a program; made once.
  std::string CopyOf(const std::string& program) const;
  // The command as run by root here, or by the user "nobody" if `as_user`;
  // a user who is not root keeps their identity.
  [[nodiscard]] std::vector<std::string> Command(
      const std::vector<std::string>& command, bool as_user) const;
  // Whether nothing is left in the folder for temporary files.
  [[nodiscard]] bool NothingTemporaryIsLeft() const;

 private:
  TemporaryFolder folder_;
};

std::string ReadFile(const std::string& path);
void WriteFile(const std::string& path, const std::string& text);

// The processes that have `needle` in their command line or environment.
std::vector<pid_t> ProcessesWith(const std::string& needle);

}  // namespace couillon::testing_support
