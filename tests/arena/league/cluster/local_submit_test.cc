#include "arena/league/cluster/local_submit.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string_view>

#include "absl/status/status.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

// Processes are shell scripts in the place of couillon, which get its words:
// $6 is the list of shards.
class LocalSubmitTest : public testing::Test {
 protected:
  LocalSubmitTest() { fs::create_directories(folder_.path("plan/submit")); }

  LocalRequest Request(const std::string& script) {
    const std::string program = folder_.path("program");
    WriteFile(program,
              "#!/bin/sh\nset -eu\ncd " + folder_.path("") + "\n" + script);
    fs::permissions(program, fs::perms::owner_all);
    return {.program = program,
            .plan = folder_.path("plan"),
            .missing = {0, 1, 2, 3, 4},
            .processes = 2};
  }
  static LocalSubmission Play(
      const LocalRequest& request,
      const std::function<bool()>& stop = [] { return false; }) {
    const absl::StatusOr<LocalSubmission> done = PlayHere(request, stop);
    EXPECT_TRUE(done.ok()) << done.status();
    return done.ok() ? *done : LocalSubmission{};
  }
  bool Exists(const std::string& name) {
    return fs::exists(folder_.path(name));
  }

  TemporaryFolder folder_;
};

TEST_F(LocalSubmitTest, EveryGroupIsPlayedOnce) {
  LocalRequest request = Request("mkdir \"$6\"\n");  // fails the second time
  request.group = 2;
  const LocalSubmission done = Play(request);
  EXPECT_EQ(done.done, 3);
  EXPECT_EQ(done.failed, 0);
  EXPECT_TRUE(Exists("0-1"));
  EXPECT_TRUE(Exists("2-3"));
  EXPECT_TRUE(Exists("4"));
}

TEST_F(LocalSubmitTest, AFailureStopsNoOther) {
  const LocalSubmission done =
      Play(Request("case $6 in 1) exit 75;; 2) exit 65;; esac\n"));
  EXPECT_EQ(done.done, 3);
  EXPECT_EQ(done.failed, 2);
  EXPECT_TRUE(done.different);
  EXPECT_FALSE(done.stopped);
}

TEST_F(LocalSubmitTest, WhatHangsIsStartedASecondTime) {
  const LocalSubmission done =
      Play(Request("if [ \"$6\" = 3 ] && mkdir first 2>/dev/null; then\n"
                   "  exec sleep 1000\n"
                   "fi\n"));
  EXPECT_EQ(done.done, 5);
  EXPECT_EQ(done.failed, 0);
  EXPECT_EQ(done.repeated, 1);
}

TEST_F(LocalSubmitTest, ASignalStopsAllProcesses) {
  const LocalSubmission done =
      Play(Request("mkdir \"started$6\"\nexec sleep 1000\n"),
           [this] { return Exists("started0") && Exists("started1"); });
  EXPECT_TRUE(done.stopped);
  EXPECT_EQ(done.done, 0);
  EXPECT_FALSE(Exists("started2"));
}

TEST_F(LocalSubmitTest, AMissingProgramIsNamed) {
  LocalRequest request = Request("");
  request.program = folder_.path("nothing");
  const auto done = PlayHere(request, [] { return false; });
  EXPECT_EQ(done.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(done.status().message().find(request.program),
            std::string_view::npos)
      << done.status();
}

}  // namespace
}  // namespace couillon::arena
