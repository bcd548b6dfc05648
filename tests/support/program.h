// Runs the project's programs as a user would, for end-to-end tests.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace couillon::testing_support {

// The programs of this build.
inline const std::string kCouillon = COUILLON_PROGRAM;
inline const std::string kBot = COUILLON_BOT_PROGRAM;
inline const std::string kBroken = COUILLON_BROKEN_BOT_PROGRAM;

struct ProgramResult {
  int exit_code = -1;  // 128 + signal if it was killed
  std::string out;
  std::string err;
  // The peak resident memory of the program, or of a child that it waited for.
  std::int64_t peak_bytes = 0;
};

// Runs the program to its end.
ProgramResult RunProgram(const std::vector<std::string>& arguments);

// Runs the program to its end on its own terminal, as from a shell; `out` holds
// stdout and stderr.
ProgramResult RunInTerminal(const std::vector<std::string>& arguments);

// A program in the background; the destructor kills it.
class RunningProgram {
 public:
  // Writes the output of the program to the file `out`.
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

// An empty folder; the destructor removes it with its content.
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

// A folder that an ordinary user may read and write, with copies of programs,
// for tests that root runs as that user. It contains the folder for the
// temporary files of bots' processes.
class PublicFolder {
 public:
  PublicFolder();
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path(name);
  }
  // The path of a copy of `program`; copies it once.
  [[nodiscard]] std::string CopyOf(const std::string& program) const;
  // The command, run as the user "nobody" if `as_user` and the test runs as
  // root.
  [[nodiscard]] std::vector<std::string> Command(
      const std::vector<std::string>& command, bool as_user) const;
  // Whether the folder for temporary files is empty.
  [[nodiscard]] bool NothingTemporaryIsLeft() const;

 private:
  TemporaryFolder folder_;
};

std::string ReadFile(const std::string& path);
void WriteFile(const std::string& path, const std::string& text);

// The processes that have `needle` in their command line or environment.
std::vector<pid_t> ProcessesWith(const std::string& needle);

}  // namespace couillon::testing_support
