// What `cmake --install` puts in place works in any folder, also when the
// source tree is gone, and says nothing of the machine that built it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

namespace fs = std::filesystem;

using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WhyNotBuilt;

const std::string kSource = COUILLON_SOURCE;

// An installation, moved once after it was made.
class InstallTest : public testing::Test {
 protected:
  void SetUp() override {
    const ProgramResult run =
        RunProgram({"/usr/bin/cmake", "--install", COUILLON_BINARY, "--prefix",
                    folder_.path("before")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    fs::rename(folder_.path("before"), prefix());
  }

  [[nodiscard]] std::string prefix() const { return folder_.path("prefix"); }
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path(name);
  }

  // Runs a line of a shell in the temporary folder with the installed programs
  // on PATH, where the source tree is an empty folder. The line sees the folder
  // as /mnt: with the same paths each time, ccache knows what it compiles.
  [[nodiscard]] ProgramResult Run(const std::string& line) const {
    std::vector<std::string> command = {"/usr/bin/unshare"};
    if (getuid() != 0) {
      command.insert(command.end(), {"--user", "--map-root-user"});
    }
    command.insert(
        command.end(),
        {"--mount", "/bin/sh", "-c",
         "mount -t tmpfs none '" + kSource + "' && mount --bind '" +
             folder_.path("") + "' /mnt || exit 99; cd /mnt && " +
             "PATH=/mnt/prefix/bin:\"$PATH\" && " +
             "XDG_CACHE_HOME=/mnt/cache && export PATH XDG_CACHE_HOME && " +
             line});
    return RunProgram(command);
  }

 private:
  TemporaryFolder folder_;
};

// Which folders of the build `text` names.
std::vector<std::string> BuildFoldersIn(const std::string& text) {
  std::vector<std::string> found;
  for (const std::string folder : {COUILLON_SOURCE, COUILLON_BINARY}) {
    if (text.find(folder) != std::string::npos) found.push_back(folder);
  }
  return found;
}

TEST_F(InstallTest, NoFileNamesTheFoldersOfTheBuild) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(prefix())) {
    if (!entry.is_regular_file()) continue;
    ++files;
    EXPECT_EQ(BuildFoldersIn(ReadFile(entry.path().string())),
              std::vector<std::string>())
        << entry.path();
  }
  EXPECT_GT(files, 100U);
}

TEST_F(InstallTest, ProgramsHaveNoRunPath) {
  if (!fs::exists("/usr/bin/readelf")) GTEST_SKIP() << "no readelf";
  for (const char* name : {"couillon", "couillon-bot"}) {
    const ProgramResult run = RunProgram(
        {"/usr/bin/readelf", "--dynamic", prefix() + "/bin/" + name});
    EXPECT_NE(run.out.find("(NEEDED)"), std::string::npos) << run.err;
    EXPECT_EQ(run.out.find("PATH)"), std::string::npos) << run.out;
  }
}

TEST_F(InstallTest, WhatBuildsOfSdksMakeIsNotInstalled) {
  for (const auto& entry : fs::recursive_directory_iterator(prefix())) {
    for (const char* name :
         {"node_modules", "dist", "couillonv1", "__pycache__", "build"}) {
      EXPECT_NE(entry.path().filename(), name) << entry.path();
    }
  }
}

TEST_F(InstallTest, MatchOfProcessesInTheSandboxNeedsNoSourceTree) {
  const ProgramResult run =
      Run("couillon match 'a=couillon-bot --name greedy' "
          "'b=couillon-bot --name random' --ruleset fr --deals 20 "
          "--isolation bwrap --out league && couillon report league");
  if (run.exit_code == 99) GTEST_SKIP() << "no file system can be mounted";
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("fr, 20 deals"), std::string::npos) << run.out;
}

TEST_F(InstallTest, TheProgramThatWritesParquetIsFound) {
  const ProgramResult run =
      Run("couillon match builtin:greedy builtin:random --ruleset fr --deals 4 "
          "--quiet --out league && "
          "printf '#!/bin/sh\nexec python3 -I -S \"$@\"\n' >bare && "
          "chmod +x bare && couillon export league --format parquet --python "
          "./bare --out t.parquet");
  if (run.exit_code == 99) GTEST_SKIP() << "no file system can be mounted";
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("./bare has no pyarrow"), std::string::npos)
      << run.err;
}

TEST_F(InstallTest, PersonPlaysWithoutTheSourceTree) {
  const ProgramResult run =
      Run("yes 1 | head -n 60 | couillon play --ruleset fr --deals 1 --seed x");
  if (run.exit_code == 99) GTEST_SKIP() << "no file system can be mounted";
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("Seed: x"), std::string::npos) << run.out;
}

TEST_F(InstallTest, RulesetsAreFilesToStartFrom) {
  const ProgramResult run =
      Run("cp prefix/share/couillon/engine/rulesets/kujong.txtpb mine.txtpb && "
          "couillon rules ./mine.txtpb");
  if (run.exit_code == 99) GTEST_SKIP() << "no file system can be mounted";
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class InstalledLanguageTest : public InstallTest,
                              public testing::WithParamInterface<BotLanguage> {
};

TEST_P(InstalledLanguageTest, NewBotIsBuiltAndPlaysInTheSandbox) {
  const std::string why = WhyNotBuilt(GetParam());
  if (!why.empty()) GTEST_SKIP() << why;
  const std::vector<std::string> before = FilesIn(prefix());
  // Less to compile: Rust's packages are not optimised, and what Go and C++
  // compiled before is kept where it was.
  const ProgramResult built = Run(
      "export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 && "
      "export GOCACHE=\"$(env -u XDG_CACHE_HOME go env GOCACHE 2>/dev/null)\" "
      "&& "
      "export CCACHE_DIR=\"$(env -u XDG_CACHE_HOME ccache -k cache_dir "
      "2>/dev/null)\" && "
      "couillon bot new --lang " +
      GetParam().name +
      " mine && couillon bot build mine && couillon bot build mine");
  if (built.exit_code == 99) GTEST_SKIP() << "no file system can be mounted";
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  std::size_t copies = 0;
  for (const auto& entry : fs::directory_iterator(path("cache/couillon"))) {
    copies += entry.is_directory() ? 1 : 0;
  }
  EXPECT_EQ(copies, 1U);
  EXPECT_EQ(FilesIn(prefix()), before);  // others may not write there
  const ProgramResult run = Run(
      "couillon match builtin:random mine --ruleset basic-gerver --deals 20 "
      "--isolation bwrap --start-limit 250 --st 250 --strict --out league");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

INSTANTIATE_TEST_SUITE_P(All, InstalledLanguageTest,
                         testing::ValuesIn(BotLanguages()),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon
