// What `cmake --install` puts in place works in any folder, also when the
// source tree is gone, and says nothing of the machine that built it. In every
// language a bot is made from the template, built, checked and played as
// docs/write-a-bot.md says; its directory can be moved at any time.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WhyNotBuilt;
using testing_support::WriteFile;

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
             folder_.path("") + "' /mnt || exit 99; " + Line("/mnt", line)});
    return RunProgram(command);
  }
  // The same where no file system can be mounted: with the source tree in view.
  [[nodiscard]] ProgramResult RunInView(const std::string& line) const {
    return RunProgram({"/bin/sh", "-c", Line(folder_.path(""), line)});
  }

 private:
  static std::string Line(const std::string& folder, const std::string& line) {
    return "cd '" + folder +
           "' && PATH=\"$PWD/prefix/bin:$PATH\" && "
           "XDG_CACHE_HOME=\"$PWD/cache\" "
           "&& export PATH XDG_CACHE_HOME && " +
           line;
  }

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
          "chmod +x bare && COUILLON_PYTHON=./bare couillon export league "
          "--format parquet --out t.parquet");
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

// Sets the environment of builds so that they cost less: compilers do not
// optimise, and what Go, ccache and pip kept before is where it was.
constexpr char kQuickly[] =
    "kept() { env -u XDG_CACHE_HOME \"$@\" 2>/dev/null; } && "
    "echo 'set(CMAKE_CXX_FLAGS_RELEASE -O0 CACHE STRING \"\")' >quick.cmake && "
    "export CMAKE_TOOLCHAIN_FILE=\"$PWD/quick.cmake\" GOFLAGS=-ldflags=-w "
    "PIP_NO_COMPILE=1 "
    "GOCACHE=\"$(kept go env GOCACHE)\" "
    "CCACHE_DIR=\"$(kept ccache -k cache_dir)\" "
    "PIP_CACHE_DIR=\"$(kept python3 -m pip cache dir)\" && ";

// A bot made from the template of a language, and built once for all that is
// checked of it.
class InstalledLanguageTest : public InstallTest,
                              public testing::WithParamInterface<BotLanguage> {
 protected:
  void SetUp() override {
    const std::string why = WhyNotBuilt(GetParam());
    if (!why.empty()) GTEST_SKIP() << why;
    InstallTest::SetUp();
    hides_ = InstallTest::Run("true").exit_code != 99;
    files_ = FilesIn(prefix());
  }
  // Where the source tree is hidden, if it can be.
  [[nodiscard]] ProgramResult Run(const std::string& line) const {
    return hides_ ? InstallTest::Run(line) : RunInView(line);
  }
  // Makes the bot "my_bot", and renames its directory.
  void Make() const {
    const ProgramResult made =
        Run("couillon bot new --lang " + GetParam().name + " my_bot");
    ASSERT_EQ(made.exit_code, 0) << made.err;
    for (const std::string& file : FilesIn(path("my_bot"))) {
      if (!fs::is_regular_file(file)) continue;
      EXPECT_EQ(ReadFile(file).find(hides_ ? "/mnt" : path("")),
                std::string::npos)
          << file;
    }
    fs::rename(path("my_bot"), path("bot"));
  }
  // Puts what Cargo compiled in the source tree of the packages that the SDK
  // needs, but not of the SDK, where it looks for them; does not optimise what
  // it compiles.
  void KeepRustPackages() const {
    const ProgramResult kept = RunProgram(
        {"/bin/sh", "-c",
         "mkdir '" + path("rust") + "' && cd '" + path("rust") + "' && " +
             "cp -a '" + kSource + "/build/bots/rust/release' . && " +
             "cd release && rm -rf .fingerprint/*couillon* build/*couillon* "
             "deps/*couillon* deps/greedy* deps/random*"});
    ASSERT_EQ(kept.exit_code, 0) << kept.err;
    fs::create_directories(path(".cargo"));
    WriteFile(path(".cargo/config.toml"),
              "[profile.release.package]\n"
              "bot.opt-level = 0\ncouillon-bot.opt-level = 0\n");
    fs::create_directories(path("mover"));
    WriteFile(path("mover/bot.txtpb"),
              "name: \"mover\" version: \"1\" command: [\"true\"]\n"
              "build: [\"sh\", \"-c\", \"cd $COUILLON_SOURCE && "
              "mkdir -p build/bots && mv $OLDPWD/../rust build/bots\"]\n");
    const ProgramResult moved = Run("couillon bot build mover");
    ASSERT_EQ(moved.exit_code, 0) << moved.out << moved.err;
  }
  void Build() const {
    const ProgramResult built =
        Run(kQuickly + std::string("couillon bot build bot"));
    ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  }
  // Packages for Python are installed again only if their list has changed.
  void BuildPython() const {
    const std::string packages = path("bot/packages");
    fs::create_directory(packages);
    WriteFile(packages + "/.wanted", "another list\n");
    WriteFile(packages + "/mark", "");
    ASSERT_NO_FATAL_FAILURE(Build());
    EXPECT_FALSE(fs::exists(packages + "/mark"));
    WriteFile(packages + "/mark", "");
    ASSERT_NO_FATAL_FAILURE(Build());
    EXPECT_TRUE(fs::exists(packages + "/mark"));
  }
  // The SDKs are copied once, and nothing is written where others may not.
  void ExpectOneCopy() const {
    std::size_t copies = 0;
    for (const auto& entry : fs::directory_iterator(path("cache/couillon"))) {
      copies += entry.is_directory() ? 1 : 0;
    }
    EXPECT_EQ(copies, 1U);
    EXPECT_EQ(FilesIn(prefix()), files_);
  }
  // Moves the bot, and the SDKs and templates away from it.
  void Move() const {
    fs::rename(path("bot"), path("elsewhere"));
    fs::rename(path("cache"), path("hidden_cache"));
    fs::rename(path("prefix/share"), path("prefix/hidden_share"));
  }

 private:
  bool hides_ = false;
  std::vector<std::string> files_;
};

TEST_P(InstalledLanguageTest, NewBotIsBuiltMovedCheckedAndPlaysWithoutAFault) {
  ASSERT_NO_FATAL_FAILURE(Make());
  if (GetParam().name == "rust") {
    ASSERT_NO_FATAL_FAILURE(KeepRustPackages());
  }
  if (GetParam().name == "python") {
    ASSERT_NO_FATAL_FAILURE(BuildPython());
  } else {
    ASSERT_NO_FATAL_FAILURE(Build());
  }
  ExpectOneCopy();
  Move();
  const ProgramResult check =
      Run("couillon bot check elsewhere --ruleset basic-gerver,mit-malmedy "
          "--decisions 30 --limit start:250,move:250");
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  const ProgramResult run =
      Run("couillon league run --bots elsewhere builtin:random --ruleset "
          "basic-gerver,mit-malmedy --deals 64 --isolation bwrap --concurrency "
          "1 --limit start:250,move:250 --strict --keep-stderr said --out "
          "league");
  ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
  const json report =
      json::parse(Run("couillon report league --format json").out);
  EXPECT_EQ(report["league"]["bots"][0], "my_bot");
  EXPECT_EQ(report["units_done"], report["units"]);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  // Warnings at each start would hide what the bot says.
  for (const auto& file : fs::directory_iterator(path("said"))) {
    const std::string said = testing_support::ReadFile(file.path());
    EXPECT_EQ(said.find("WARNING"), std::string::npos) << said;
  }
}

INSTANTIATE_TEST_SUITE_P(All, InstalledLanguageTest,
                         testing::ValuesIn(BotLanguages()),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon
