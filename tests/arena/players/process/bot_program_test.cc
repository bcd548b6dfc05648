// The search for the file of a command.
#include "arena/players/process/bot_program.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv()
#include <sys/stat.h>

#include "absl/status/status.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

// NOLINTBEGIN(concurrency-mt-unsafe): there is one thread
class FindProgramTest : public ::testing::Test {
 protected:
  FindProgramTest() {
    fs::create_directories(folder_.path("a"));
    fs::create_directories(folder_.path("b"));
    setenv("PATH", (folder_.path("a") + ":" + folder_.path("b")).c_str(), 1);
  }
  ~FindProgramTest() override { setenv("PATH", path_.c_str(), 1); }
  FindProgramTest(const FindProgramTest&) = delete;
  FindProgramTest& operator=(const FindProgramTest&) = delete;

  // Writes a file that can be executed, and returns its path.
  std::string Program(const std::string& name) {
    const std::string path = folder_.path(name);
    WriteFile(path, "#!/bin/sh\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  // The message of the search for a program that is not found.
  static std::string Problem(const std::string& name,
                             const std::string& directory) {
    const absl::StatusOr<std::string> found = FindProgram(name, directory);
    EXPECT_EQ(found.status().code(), absl::StatusCode::kNotFound);
    return std::string(found.status().message());
  }

  TemporaryFolder folder_;
  std::string path_ = getenv("PATH") == nullptr ? "" : getenv("PATH");
};
// NOLINTEND(concurrency-mt-unsafe)

TEST_F(FindProgramTest, TheFirstFolderOfThePathWins) {
  const std::string second = Program("b/bot");
  EXPECT_EQ(*FindProgram("bot", ""), second);
  const std::string first = Program("a/bot");
  EXPECT_EQ(*FindProgram("bot", ""), first);
}

TEST_F(FindProgramTest, AFolderOfThatNameIsPassedOver) {
  fs::create_directories(folder_.path("a/bot"));
  const std::string second = Program("b/bot");
  EXPECT_EQ(*FindProgram("bot", ""), second);
}

TEST_F(FindProgramTest, ANameWithASlashIsInTheDirectoryOfTheBot) {
  Program("a/bot");
  EXPECT_EQ(*FindProgram("./bot", folder_.path("a")), folder_.path("a/./bot"));
  EXPECT_EQ(Problem("./bot", folder_.path("b")),
            "cannot run \"./bot\" in " + folder_.path("b") +
                ": No such file or directory");
}

TEST_F(FindProgramTest, AnAbsoluteNameIsTaken) {
  const std::string program = Program("bot");
  EXPECT_EQ(*FindProgram(program, folder_.path("a")), program);
}

TEST_F(FindProgramTest, TheReasonIsGiven) {
  EXPECT_EQ(Problem("bot", ""),
            "cannot run \"bot\": No such file or directory");
  EXPECT_EQ(
      Problem("python3 bot.py", ""),
      "cannot run \"python3 bot.py\": No such file or directory; expected "
      "the program alone: each argument is a word of its own");
  EXPECT_EQ(Problem(folder_.path("a"), ""),
            "cannot run \"" + folder_.path("a") + "\": Is a directory");
  WriteFile(folder_.path("b/bot"), "text");
  EXPECT_EQ(Problem("bot", ""), "cannot run \"bot\": Permission denied");
}

TEST_F(FindProgramTest, AScriptNeedsTheInterpreterOfItsFirstLine) {
  const std::string script = Program("bot");
  WriteFile(script, "#! /no/such/interpreter -x\n");
  EXPECT_EQ(Problem(script, ""),
            "cannot run \"" + script +
                "\": its first line names the interpreter "
                "\"/no/such/interpreter\", which does not exist");
  WriteFile(script, "#!/bin/sh\r\nexit\r\n");
  EXPECT_EQ(Problem(script, ""),
            "cannot run \"" + script +
                "\": its first line ends with a carriage return, as lines do "
                "on Windows; expected a line feed alone");
}

// A shell would take it for a script of its own.
TEST_F(FindProgramTest, AScriptNeedsAnInterpreter) {
  const std::string script = Program("bot");
  for (const char* text : {"import sys\n", "", "# !/bin/sh\n"}) {
    WriteFile(script, text);
    EXPECT_EQ(Problem(script, ""),
              "cannot run \"" + script +
                  "\": it is a script whose first line names no interpreter; "
                  "expected a first line such as \"#!/bin/sh\" or "
                  "\"#!/usr/bin/env python3\"");
  }
  WriteFile(script, std::string("\x7f"
                                "ELF\0",
                                5));
  EXPECT_EQ(*FindProgram(script, ""), script);
}

TEST_F(FindProgramTest, AFifoIsNotWaitedFor) {
  const std::string fifo = folder_.path("a/fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0755), 0);
  EXPECT_EQ(*FindProgram(fifo, ""), fifo);
  EXPECT_EQ(InterpreterOf(fifo), "");
}

TEST_F(FindProgramTest, AnInterpreterMayLieInTheDirectoryOfTheBot) {
  Program("a/tool");
  WriteFile(Program("a/bot"), "#!./tool\n");
  EXPECT_EQ(*FindProgram("./bot", folder_.path("a")), folder_.path("a/./bot"));
}

}  // namespace
}  // namespace couillon::arena
