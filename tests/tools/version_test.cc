// What --version prints, and how the build finds the commit.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

TEST(VersionTest, BothProgramsPrintVersionCommitProtocolAndBuild) {
  for (const std::string program : {COUILLON_PROGRAM, COUILLON_BOT_PROGRAM}) {
    const ProgramResult run = RunProgram({program, "--version"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::vector<std::string> lines = absl::StrSplit(run.out, '\n');
    ASSERT_EQ(lines.size(), 5U) << run.out;
    EXPECT_EQ(lines[0], std::filesystem::path(program).filename().string() +
                            " " + COUILLON_VERSION);
    EXPECT_TRUE(lines[1].starts_with("commit:   ")) << run.out;
    EXPECT_EQ(lines[2], "protocol: couillon.v1");
    EXPECT_TRUE(lines[3].starts_with("build:    ")) << run.out;
  }
}

// The build_info.cc of a tree without or with a repository.
std::string BuildInfo(const TemporaryFolder& folder,
                      const std::string& commit = "") {
  const ProgramResult run = RunProgram(
      {"/usr/bin/cmake", "-DOUTPUT=" + folder.path("out.cc"),
       "-DSOURCE=" + folder.path("tree"), "-DVERSION=1.2.3", "-DTYPE=t",
       "-DCOMPILER=c", "-DCOMMIT=" + commit, "-P", COUILLON_BUILD_INFO});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return ReadFile(folder.path("out.cc"));
}

bool Git(const std::string& tree, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(),
                   {"/usr/bin/git", "-C", tree, "-c", "user.name=a", "-c",
                    "user.email=a@localhost"});
  return RunProgram(arguments).exit_code == 0;
}

TEST(VersionTest, TarballInsideAnotherRepositoryHasNoCommit) {
  const TemporaryFolder folder;
  const std::string tree = folder.path("tree");
  std::filesystem::create_directories(tree);
  if (!Git(folder.path(""), {"init", "-q"})) GTEST_SKIP() << "no git";
  ASSERT_TRUE(
      Git(folder.path(""), {"commit", "-q", "--allow-empty", "-m", "outer"}));
  EXPECT_NE(BuildInfo(folder).find("return \"unknown\""), std::string::npos);
  EXPECT_NE(BuildInfo(folder, "abc").find("return \"abc\""), std::string::npos);
  ASSERT_TRUE(Git(tree, {"init", "-q"}));
  ASSERT_TRUE(Git(tree, {"commit", "-q", "--allow-empty", "-m", "inner"}));
  const std::string found = BuildInfo(folder, "abc");
  EXPECT_EQ(found.find("return \"unknown\""), std::string::npos);
  EXPECT_EQ(found.find("return \"abc\""), std::string::npos);
}

TEST(VersionTest, SameCommitLeavesTheSourceFileAlone) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path("tree"));
  BuildInfo(folder);
  const std::filesystem::path source = folder.path("out.cc");
  std::filesystem::last_write_time(source, {});
  BuildInfo(folder);
  EXPECT_EQ(std::filesystem::last_write_time(source),
            std::filesystem::file_time_type());
}

}  // namespace
}  // namespace couillon
