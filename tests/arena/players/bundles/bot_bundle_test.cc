#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "arena/players/bundles/bundle_store.h"
#include "arena/players/bundles/command_files.h"
#include "arena/players/bundles/inside_path.h"
#include "arena/players/roster/bot_identity.h"
#include "couillon/v1/league.pb.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

// An entry of an archive that nobody checked.
struct Stranger {
  std::string path;
  unsigned type = AE_IFREG;
  std::string target;
};

void WriteArchive(const std::string& path,
                  const std::vector<Stranger>& entries) {
  archive* open = ::archive_write_new();
  ::archive_write_add_filter_zstd(open);
  ::archive_write_set_format_pax_restricted(open);
  ::archive_write_open_filename(open, path.c_str());
  for (const Stranger& stranger : entries) {
    archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, stranger.path.c_str());
    ::archive_entry_set_filetype(entry, stranger.type);
    ::archive_entry_set_perm(entry, 0755);
    if (stranger.type == AE_IFLNK) {
      ::archive_entry_set_symlink(entry, stranger.target.c_str());
    } else if (!stranger.target.empty()) {
      ::archive_entry_set_hardlink(entry, stranger.target.c_str());
    } else if (stranger.type == AE_IFREG) {
      ::archive_entry_set_size(entry, 1);
    }
    ::archive_write_header(open, entry);
    ::archive_write_data(open, "", 1);  // a null byte: no script
    ::archive_entry_free(entry);
  }
  ::archive_write_close(open);
  ::archive_write_free(open);
}

class BotBundleTest : public testing::Test {
 protected:
  BotBundleTest() {
    const std::string bot = folder_.path("bot");
    fs::create_directories(bot + "/lib");
    fs::create_directories(bot + "/__pycache__");
    WriteFile(bot + "/play", "#!/bin/sh\n");
    fs::permissions(bot + "/play", fs::perms::owner_exec,
                    fs::perm_options::add);
    WriteFile(bot + "/lib/weights", std::string(100'000, 'w'));
    WriteFile(bot + "/__pycache__/x", "no part of the bot");
    fs::create_symlink("lib/weights", bot + "/weights");
    fs::create_symlink("lib/../lib/weights", bot + "/detour");
    fs::create_symlink("/usr/bin/env", bot + "/env");
    fs::create_symlink("lib", bot + "/library");
  }
  // The bot with its identity.
  v1::LeagueConfig Config() {
    v1::LeagueConfig config;
    v1::BotEntry& entry = *config.add_bots();
    entry.set_name("mine");
    entry.set_directory(folder_.path("bot"));
    entry.add_command("./play");
    const auto identity = ComputeIdentity(entry);
    EXPECT_TRUE(identity.ok()) << identity.status();
    *entry.mutable_identity() = *identity;
    return config;
  }
  [[nodiscard]] std::string Bundle(const v1::LeagueConfig& config) const {
    return folder_.path("plan/bundles/") + config.bots(0).identity().digest() +
           ".tar.zst";
  }
  [[nodiscard]] std::string plan() const { return folder_.path("plan"); }
  [[nodiscard]] std::string cache() const { return folder_.path("cache"); }
  absl::Status UnpackStrangers(const std::vector<Stranger>& entries) {
    WriteArchive(folder_.path("strange"), entries);
    const std::string to = folder_.path("to");
    fs::remove_all(to);
    fs::create_directory(to);
    return UnpackBundle(folder_.path("strange"), to);
  }

  TemporaryFolder folder_;
};

TEST_F(BotBundleTest, ACopyIsTheSameBot) {
  v1::LeagueConfig config = Config();
  ASSERT_TRUE(PackBundles(config, plan()).ok());
  fs::rename(folder_.path("bot"), folder_.path("elsewhere"));
  const absl::Status used = UseBundles(plan(), cache(), config);
  ASSERT_TRUE(used.ok()) << used;
  const std::string copy = config.bots(0).directory();
  EXPECT_EQ(copy, cache() + "/" + config.bots(0).identity().digest());
  EXPECT_TRUE(CheckIdentities(config).ok());
  EXPECT_TRUE(fs::is_symlink(copy + "/weights"));
  EXPECT_TRUE(fs::is_symlink(copy + "/library"));
  EXPECT_EQ(fs::read_symlink(copy + "/env"), "/usr/bin/env");
  EXPECT_FALSE(fs::is_symlink(copy + "/detour"));
  EXPECT_EQ(ReadFile(copy + "/detour"), std::string(100'000, 'w'));
  EXPECT_NE(fs::status(copy + "/play").permissions() & fs::perms::owner_exec,
            fs::perms::none);
  EXPECT_FALSE(fs::exists(copy + "/__pycache__"));
}

TEST_F(BotBundleTest, TheSameDirectoryMakesTheSameBytes) {
  const v1::LeagueConfig config = Config();
  ASSERT_TRUE(PackBundle(config.bots(0), folder_.path("one")).ok());
  fs::last_write_time(
      folder_.path("bot/play"),
      fs::file_time_type::clock::now() - std::chrono::hours(24));
  ASSERT_TRUE(PackBundle(config.bots(0), folder_.path("two")).ok());
  EXPECT_EQ(ReadFile(folder_.path("one")), ReadFile(folder_.path("two")));
}

TEST_F(BotBundleTest, ADamagedCopyIsMovedAsideAndUnpackedAgain) {
  v1::LeagueConfig config = Config();
  ASSERT_TRUE(PackBundles(config, plan()).ok());
  ASSERT_TRUE(UseBundles(plan(), cache(), config).ok());
  WriteFile(config.bots(0).directory() + "/play", "something else");
  const absl::Status again = UseBundles(plan(), cache(), config);
  EXPECT_TRUE(again.ok()) << again;
  EXPECT_EQ(ReadFile(config.bots(0).directory() + "/play"), "#!/bin/sh\n");
}

TEST_F(BotBundleTest, ABundleOfAnotherBotIsRefused) {
  v1::LeagueConfig config = Config();
  ASSERT_TRUE(PackBundles(config, plan()).ok());
  WriteArchive(Bundle(config), {{"play"}});
  const absl::Status used = UseBundles(plan(), cache(), config);
  EXPECT_EQ(used.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(used.message()), HasSubstr("is missing"));
}

// A bot that is a script in a shell, with data that it reads.
class CommandBundleTest : public BotBundleTest {
 protected:
  CommandBundleTest() {
    fs::create_directories(folder_.path("mine"));
    WriteFile(script(), "echo\n");
    WriteFile(data(), "weights");
    v1::BotEntry& entry = *config_.add_bots();
    entry.set_name("mine");
    entry.add_command("sh");
    entry.add_command(script());
    entry.add_command("--data=" + data());
    const auto identity = ComputeIdentity(entry);
    EXPECT_TRUE(identity.ok()) << identity.status();
    *entry.mutable_identity() = *identity;
  }
  [[nodiscard]] std::string script() const {
    return folder_.path("mine/play.sh");
  }
  [[nodiscard]] std::string data() const { return folder_.path("mine/data"); }
  [[nodiscard]] std::string Word(int number) const {
    return config_.bots(0).command(number);
  }
  absl::Status PackAndUse(const std::vector<std::string>& lost) {
    absl::Status status = PackBundles(config_, plan());
    for (const std::string& path : lost) fs::remove(path);
    return status.ok() ? UseBundles(plan(), cache(), config_) : status;
  }

  v1::LeagueConfig config_;
};

TEST_F(CommandBundleTest, TheFilesThatACommandNamesTravel) {
  const absl::Status used = PackAndUse({script(), data()});
  ASSERT_TRUE(used.ok()) << used;
  EXPECT_EQ(Word(0), "sh");  // each machine has its own
  EXPECT_THAT(Word(1), testing::StartsWith(cache()));
  EXPECT_THAT(Word(1), testing::EndsWith("/play.sh"));
  EXPECT_EQ(ReadFile(Word(1)), "echo\n");
  EXPECT_THAT(Word(2), testing::StartsWith("--data=" + cache()));
  EXPECT_EQ(fs::path(Word(1)).parent_path(),
            fs::path(Word(2).substr(7)).parent_path());
  const absl::Status same = CheckIdentities(config_);
  EXPECT_TRUE(same.ok()) << same;
}

TEST_F(CommandBundleTest, AFileThatIsThereIsUsedThere) {
  const absl::Status used = PackAndUse({data()});
  ASSERT_TRUE(used.ok()) << used;
  EXPECT_EQ(Word(1), script());
  EXPECT_EQ(ReadFile(Word(2).substr(7)), "weights");
}

TEST_F(CommandBundleTest, AFileThatHasChangedSinceIsNotUsed) {
  ASSERT_TRUE(PackBundles(config_, plan()).ok());
  WriteFile(script(), "echo other\n");
  ASSERT_TRUE(UseBundles(plan(), cache(), config_).ok());
  EXPECT_EQ(ReadFile(Word(1)), "echo\n");
}

TEST_F(CommandBundleTest, ADamagedCopyIsUnpackedAgain) {
  const v1::LeagueConfig before = config_;
  ASSERT_TRUE(PackAndUse({script()}).ok());
  WriteFile(Word(1), "echo other\n");
  config_ = before;
  ASSERT_TRUE(UseBundles(plan(), cache(), config_).ok());
  EXPECT_EQ(ReadFile(Word(1)), "echo\n");
}

TEST_F(CommandBundleTest, WhatStaysBehindIsNamed) {
  EXPECT_EQ(TravelWarning(config_.bots(0)), "");
  WriteFile(folder_.path("mine/helper.sh"), "");
  EXPECT_THAT(TravelWarning(config_.bots(0)), HasSubstr("mine/helper.sh"));
  config_.mutable_bots(0)->add_command(folder_.path("bot/lib"));
  EXPECT_THAT(TravelWarning(config_.bots(0)), HasSubstr("bot/lib"));
}

TEST_F(BotBundleTest, ATruncatedBundleIsNamed) {
  v1::LeagueConfig config = Config();
  ASSERT_TRUE(PackBundles(config, plan()).ok());
  fs::resize_file(Bundle(config), fs::file_size(Bundle(config)) / 2);
  const absl::Status used = UseBundles(plan(), cache(), config);
  EXPECT_THAT(std::string(used.message()), HasSubstr("tar.zst"));
  EXPECT_FALSE(used.ok());
}

TEST_F(BotBundleTest, AFileThatHasChangedIsNotPacked) {
  const v1::LeagueConfig config = Config();
  WriteFile(folder_.path("bot/play"), "changed");
  const absl::Status packed = PackBundles(config, plan());
  EXPECT_THAT(std::string(packed.message()), HasSubstr("bot/play"));
  EXPECT_FALSE(fs::exists(Bundle(config)));
}

TEST_F(BotBundleTest, NothingFromOutsideIsPacked) {
  WriteFile(folder_.path("secret"), "secret");
  for (const char* target : {"../secret", "/etc/shadow", ".."}) {
    fs::create_symlink(target, folder_.path("bot/out"));
    const absl::Status packed = PackBundles(Config(), plan());
    EXPECT_THAT(std::string(packed.message()), HasSubstr("bot/out")) << target;
    EXPECT_THAT(std::string(packed.message()), HasSubstr(target));
    fs::remove(folder_.path("bot/out"));
  }
}

TEST_F(BotBundleTest, ACacheThatOthersMayWriteToIsRefused) {
  v1::LeagueConfig config = Config();
  ASSERT_TRUE(PackBundles(config, plan()).ok());
  fs::create_directory(cache());
  fs::permissions(cache(), fs::perms::all);
  EXPECT_EQ(UseBundles(plan(), cache(), config).code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(BotBundleTest, NothingLeavesTheFolder) {
  for (const std::vector<Stranger>& entries :
       std::vector<std::vector<Stranger>>{
           {{"/etc/absolute"}},
           {{"../above"}},
           {{"a/../../above"}},
           {{"folder", AE_IFDIR}},
           {{"pipe", AE_IFIFO}},
           {{"hard", AE_IFREG, "/etc/passwd"}},
           {{"link", AE_IFLNK, "/root"}},
           {{"link", AE_IFLNK, "/etc/shadow"}},
           {{"link", AE_IFLNK, "/usr/../root"}},
           {{"link", AE_IFLNK, "/usr/bin"}, {"link/in"}},
           {{"link", AE_IFLNK, "a"}, {"link", AE_IFLNK, "b"}},
           {{"link", AE_IFLNK, "../above"}},
           {{"link", AE_IFLNK, "."}, {"out", AE_IFLNK, "link/../above"}},
           {{"link", AE_IFLNK, "a"}, {"link/below", AE_IFLNK, "../x"}},
           {{"twice"}, {"twice"}},
           {{"link", AE_IFLNK, "a"}, {"link"}},
           {{"link", AE_IFLNK, "a"}, {"link/in"}},
       }) {
    const absl::Status status = UnpackStrangers(entries);
    EXPECT_FALSE(status.ok()) << entries.back().path;
    EXPECT_FALSE(fs::exists(folder_.path("above")));
  }
  EXPECT_TRUE(UnpackStrangers({{"a/b"}, {"a/c", AE_IFLNK, "../a/b"}}).ok());
}

TEST(InsidePathTest, ALinkMayGoUpOnlyAsFarAsItIsDeep) {
  EXPECT_TRUE(LeadsInside("a/b/link", "../../c"));
  EXPECT_FALSE(LeadsInside("a/b/link", "../../../c"));
  EXPECT_FALSE(LeadsInside("a/b/link", "c/../../../d"));
  EXPECT_FALSE(LeadsInside("link", "/c"));
  EXPECT_FALSE(IsInside(""));
  EXPECT_FALSE(IsInside("a//b"));
}

}  // namespace
}  // namespace couillon::arena
