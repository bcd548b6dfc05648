// What a copy of a bot's directory may contain, against authors who want other
// files in it.
#include "arena/players/roster/bot_copy.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdio.h>  // NOLINT(modernize-deprecated-headers): has renameat2
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string_view>
#include <thread>

#include "tests/support/program.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

class BotCopyTest : public ::testing::Test {
 protected:
  BotCopyTest() {
    fs::create_directories(bot("lib"));
    WriteFile(bot("lib/data"), "data");
    WriteFile(folder_.path("secret"), "secret");
    fs::permissions(folder_.path("secret"), fs::perms::owner_read);
  }
  [[nodiscard]] std::string bot(const std::string& name) const {
    return folder_.path("bot") + (name.empty() ? "" : "/" + name);
  }
  [[nodiscard]] std::string copy(const std::string& name) const {
    return folder_.path("copy") + (name.empty() ? "" : "/" + name);
  }
  absl::Status Copy() {
    fs::remove_all(copy(""));
    fs::create_directory(copy(""));
    return CopyBotFolder(bot(""), copy(""));
  }
  // Copies with `name` there, and removes it.
  std::string Refusal(const std::string& name) {
    const absl::Status status = Copy();
    EXPECT_FALSE(status.ok()) << name;
    EXPECT_THAT(std::string(status.message()), HasSubstr(bot(name)));
    fs::remove(bot(name));
    return std::string(status.message());
  }

  TemporaryFolder folder_;
};

TEST_F(BotCopyTest, LinksWithinAndToTheSystemStayLinks) {
  for (const auto& [name, target] :
       std::vector<std::pair<const char*, const char*>>{
           {"python3", "/usr/bin/env"},
           {"python", "python3"},
           {"lib/up", "../lib/data"},
           {"folder", "lib"},
           {"nothing", "lib/missing"},
           {"certificates", "/etc/ssl"}}) {
    fs::create_symlink(target, bot(name));
  }
  const absl::Status status = Copy();
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(fs::read_symlink(copy("python3")), "/usr/bin/env");
  EXPECT_EQ(fs::read_symlink(copy("python")), "python3");
  EXPECT_EQ(ReadFile(copy("lib/up")), "data");
  EXPECT_EQ(fs::read_symlink(copy("nothing")), "lib/missing");
}

TEST_F(BotCopyTest, LinksThatLeadElsewhereAreRefused) {
  fs::create_symlink("/usr/share", bot("lib/system"));
  for (const std::string& target :
       {folder_.path("secret"), std::string("../secret"), std::string(".."),
        std::string("lib/../../secret"), std::string("lib/system/../../root"),
        std::string("/usr/../root"), std::string("/usr/lib/../../root/x"),
        std::string("/etc/shadow"), std::string("/proc/self/environ"),
        std::string("/etc/mtab"), std::string("/dev/zero"), std::string("/"),
        bot("lib/data")}) {
    fs::create_symlink(target, bot("link"));
    EXPECT_THAT(Refusal("link"), HasSubstr("link to " + target));
  }
  // By a folder, and by a chain.
  fs::create_symlink("..", bot("up"));
  fs::create_symlink("up/secret", bot("chain"));
  EXPECT_THAT(Refusal("chain"), HasSubstr("link to up/secret"));
  EXPECT_THAT(Refusal("up"), HasSubstr("link to .."));
  EXPECT_TRUE(Copy().ok());
}

TEST_F(BotCopyTest, WhatIsNoFileIsRefusedWithoutWaiting) {
  ASSERT_EQ(::mkfifo(bot("pipe").c_str(), 0777), 0);
  Refusal("pipe");
  if (::mknod(bot("zero").c_str(), S_IFCHR | 0666, makedev(1, 5)) == 0) {
    Refusal("zero");
  }
}

TEST_F(BotCopyTest, HardLinksToOtherFilesAreRefused) {
  fs::create_hard_link(folder_.path("secret"), bot("link"));
  Refusal("link");
  WriteFile(folder_.path("public"), "public");
  fs::create_hard_link(folder_.path("public"), bot("link"));
  EXPECT_THAT(Refusal("link"), HasSubstr("hard link"));
  // As package managers make them.
  fs::create_directories(bot("node_modules"));
  fs::create_hard_link(folder_.path("public"), bot("node_modules/link"));
  fs::create_hard_link(bot("lib/data"), bot("lib/again"));
  const absl::Status status = Copy();
  EXPECT_TRUE(status.ok()) << status;
  fs::create_hard_link(folder_.path("secret"), bot("node_modules/secret"));
  Refusal("node_modules/secret");
}

// A hard link whose other name is gone, or a file that was moved there.
TEST_F(BotCopyTest, FilesThatTheAuthorsOfAFolderCannotReadAreRefused) {
  WriteFile(bot("moved"), "moved");
  fs::permissions(bot("moved"), fs::perms::owner_read);
  fs::permissions(bot(""), fs::perms::all);
  Refusal("moved");
  fs::permissions(bot(""), fs::perms::owner_all);
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  WriteFile(bot("moved"), "moved");
  fs::permissions(bot("moved"), fs::perms::owner_read);
  ASSERT_EQ(::chown(bot("").c_str(), 65534, 65534), 0);
  Refusal("moved");
  fs::create_directory_symlink(bot(""), folder_.path("mine"));
  ASSERT_EQ(::lchown(folder_.path("mine").c_str(), 65533, 65533), 0);
  EXPECT_THAT(
      std::string(BotFolder::Open(folder_.path("mine")).status().message()),
      HasSubstr("user 65533"));
}

TEST_F(BotCopyTest, SetIdBitsAreNotCopied) {
  ASSERT_EQ(::chmod(bot("lib/data").c_str(), 06777), 0);
  ASSERT_TRUE(Copy().ok());
  EXPECT_EQ(fs::status(copy("lib/data")).permissions() & ~fs::perms(0155),
            fs::perms(0600));
}

TEST_F(BotCopyTest, AFileThatGrowsWhileItIsReadEnds) {
  const auto file = OpenFile::Named(bot("lib/data"));
  ASSERT_TRUE(file.ok()) << file.status();
  int pieces = 0;
  const absl::Status status = file->Read([&](std::string_view /*piece*/) {
    ++pieces;
    std::ofstream(bot("lib/data"), std::ios::app) << "more";
    return absl::OkStatus();
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << status;
  EXPECT_EQ(pieces, 1);
}

TEST_F(BotCopyTest, GiantsAreRefusedBeforeTheyAreRead) {
  std::ofstream(bot("giant")).close();
  fs::resize_file(bot("giant"), kMaxBotBytes + 1);
  EXPECT_THAT(std::string(Copy().message()), HasSubstr("giant"));
  fs::remove(bot("giant"));
  std::string deep = bot("");
  for (int i = 0; i <= kMaxBotDepth; ++i) deep += "/a";
  fs::create_directories(deep);
  EXPECT_THAT(std::string(Copy().message()), HasSubstr("deep"));
}

// The author exchanges a file for a link, and a folder for a link, between the
// look at them and their opening.
TEST_F(BotCopyTest, ARaceGainsNothing) {
  fs::create_directories(folder_.path("private"));
  WriteFile(folder_.path("private/data"), "secret");
  fs::create_symlink(folder_.path("secret"), folder_.path("link"));
  fs::create_symlink(folder_.path("private"), folder_.path("folder"));
  WriteFile(bot("file"), "data");
  auto source = CopySource::Open(bot(""));
  ASSERT_TRUE(source.ok()) << source.status();
  std::atomic<bool> stop = false;
  std::thread author([&] {
    const auto exchange = [](const std::string& a, const std::string& b) {
      ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE);
    };
    while (!stop) {
      exchange(bot("file"), folder_.path("link"));
      exchange(bot("lib"), folder_.path("folder"));
    }
  });
  int opened = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto file = source->OpenAt(i % 2 == 0 ? "file" : "lib/data");
    if (!file.ok()) continue;
    ++opened;
    const absl::Status status = file->Read([](std::string_view piece) {
      EXPECT_EQ(piece, "data");
      return absl::OkStatus();
    });
    EXPECT_TRUE(status.ok()) << status;
  }
  stop = true;
  author.join();
  EXPECT_GT(opened, 0);
}

}  // namespace
}  // namespace couillon::arena
