// A program that a test talks to through its standard input and output, as a
// person at a terminal would.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace couillon::testing_support {

class TalkingProgram {
 public:
  // Starts the program; its stderr goes to that of the test.
  explicit TalkingProgram(const std::vector<std::string>& arguments);
  // Kills the program if it still runs.
  ~TalkingProgram();
  TalkingProgram(const TalkingProgram&) = delete;
  TalkingProgram& operator=(const TalkingProgram&) = delete;

  // Returns what the program writes from here up to the next `end`, which is
  // included; up to its last output if it ends before.
  std::string ReadTo(const std::string& end);
  // Returns all that the program still writes.
  std::string ReadAll();
  void Write(const std::string& text) const;
  void CloseInput();
  void Signal(int number) const;
  // Waits for the end; returns the exit code, 128 + signal if it was killed.
  int Wait();

 private:
  bool ReadMore();

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string read_;  // and not yet returned
  bool ended_ = false;
  int exit_code_ = -1;
};

}  // namespace couillon::testing_support
