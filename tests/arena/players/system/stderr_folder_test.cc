// The whole stderr of bots' processes, in files.
#include "arena/players/system/stderr_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "absl/status/status.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/process/bot_program.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::ReadFile;
using testing_support::TemporaryFolder;

class StderrFolderTest : public ::testing::Test {
 protected:
  void Make(std::int64_t most_bytes) {
    auto kept = StderrFolder::Make(folder_.path("a/kept"), most_bytes);
    ASSERT_TRUE(kept.ok()) << kept.status();
    kept_ = *std::move(kept);
  }
  // Runs a shell script as the bot `name` to its end.
  std::unique_ptr<BotProcess> Run(const std::string& name,
                                  const std::string& script) {
    BotProgram program;
    program.command = {"sh", "-c", script};
    auto process = BotProcess::Spawn(
        program, "unix:/nowhere", {.stderr_folder = kept_.get(), .name = name});
    EXPECT_TRUE(process.ok()) << process.status();
    (*process)->WaitUntilEnded();
    (*process)->Kill();
    return *std::move(process);
  }
  std::string Kept(const std::string& name) {
    return ReadFile((std::filesystem::path(kept_->path()) / name).string());
  }

  TemporaryFolder folder_;
  std::unique_ptr<StderrFolder> kept_;
};

TEST_F(StderrFolderTest, AllThatAProcessWritesIsInItsFile) {
  Make(1 << 20);
  const auto process = Run("mine", "seq 10000 >&2; seq 3");
  EXPECT_EQ(process->StderrFileName(), "mine-1.txt");
  const std::string all = Kept("mine-1.txt");
  EXPECT_EQ(all.size(), 48894U);
  EXPECT_TRUE(all.starts_with("1\n2\n3\n"));
  EXPECT_TRUE(all.ends_with("\n9999\n10000\n"));
  EXPECT_EQ(process->LastStderr(), all.substr(all.size() - 4096));
}

TEST_F(StderrFolderTest, ALineSaysWhereTheOutputIsCut) {
  Make(100);
  const auto process = Run("mine", "seq 10000 >&2");
  const std::string kept = Kept("mine-1.txt");
  const std::string cut =
      "\ncouillon: cut here, after 100 bytes; the bot wrote more\n";
  EXPECT_EQ(kept.size(), 100 + cut.size());
  EXPECT_TRUE(kept.starts_with("1\n2\n3\n"));
  EXPECT_TRUE(kept.ends_with(cut)) << kept;
  EXPECT_TRUE(process->LastStderr().ends_with("\n10000\n"));
}

TEST_F(StderrFolderTest, OutputThatJustFitsIsNotCut) {
  Make(6);
  Run("mine", "printf 12345 >&2; printf 6 >&2");
  EXPECT_EQ(Kept("mine-1.txt"), "123456");
}

TEST_F(StderrFolderTest, EachProcessHasAFileOfItsOwnAndNoneIsReplaced) {
  Make(1000);
  Run("mine", "echo one >&2");
  Run("other", "echo two >&2");
  Run("mine", "echo three >&2");
  Make(1000);  // another run of the referee
  EXPECT_EQ(Run("mine", "echo four >&2")->StderrFileName(), "mine-3.txt");
  EXPECT_EQ(Kept("mine-1.txt") + Kept("other-1.txt") + Kept("mine-2.txt") +
                Kept("mine-3.txt"),
            "one\ntwo\nthree\nfour\n");
}

TEST_F(StderrFolderTest, AProcessThatWritesNothingHasNoFile) {
  Make(1000);
  EXPECT_EQ(Run("mine", "echo one")->StderrFileName(), "");
  EXPECT_TRUE(std::filesystem::is_empty(kept_->path()));
}

TEST_F(StderrFolderTest, NoNameLeadsOutOfTheFolder) {
  Make(1000);
  EXPECT_EQ(Run("../a b", "echo >&2")->StderrFileName(), "_.._a_b-1.txt");
  EXPECT_EQ(Run(".hidden", "echo >&2")->StderrFileName(), "_.hidden-1.txt");
}

TEST_F(StderrFolderTest, AFileInPlaceOfTheFolderIsRefused) {
  const auto kept = StderrFolder::Make("/proc/version", 1000);
  EXPECT_EQ(kept.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(kept.status().message().find("/proc/version"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
