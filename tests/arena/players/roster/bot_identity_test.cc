// Who a bot is: what counts as a part of it, and how a change is named.
#include "arena/players/roster/bot_identity.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "arena/table/referee/bot_description.h"
#include "couillon/v1/bot_service.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/text_hash.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::TemporaryFolder;
using testing_support::WriteFile;

class BotIdentityTest : public ::testing::Test {
 protected:
  BotIdentityTest() {
    std::filesystem::create_directories(folder_.path("lib"));
    Write("run.sh", "#!/bin/sh\n");
    Write("lib/rules.txt", "always low");
    std::filesystem::permissions(folder_.path("run.sh"),
                                 std::filesystem::perms::owner_all);
    directory_.set_name("d");
    directory_.set_directory(
        std::filesystem::canonical(folder_.path("")).string());
    directory_.add_command("./run.sh");
    command_.set_name("c");
    command_.add_command(folder_.path("run.sh"));
    command_.add_command("--rules=" + folder_.path("lib/rules.txt"));
  }

  void Write(const std::string& name, const std::string& text) {
    WriteFile(folder_.path(name), text);
  }
  static std::string Digest(const v1::BotEntry& entry) {
    const auto identity = ComputeIdentity(entry);
    EXPECT_TRUE(identity.ok()) << identity.status();
    return identity.ok() ? identity->digest() : "";
  }
  // Stores the identity that `entry` has now.
  static void Store(v1::BotEntry& entry) {
    *entry.mutable_identity() = *ComputeIdentity(entry);
  }
  static std::string Change(const v1::BotEntry& entry) {
    return std::string(
        CompareIdentity(entry, *ComputeIdentity(entry)).message());
  }

  TemporaryFolder folder_;
  v1::BotEntry directory_;
  v1::BotEntry command_;
};

TEST_F(BotIdentityTest, OfADirectoryAreAllItsFiles) {
  const v1::BotIdentity identity = *ComputeIdentity(directory_);
  ASSERT_EQ(identity.files_size(), 2);
  EXPECT_EQ(identity.files(0).path(), "lib/rules.txt");
  EXPECT_EQ(identity.files(1).path(), "run.sh");
  EXPECT_EQ(identity.digest().size(), 64U);
}

TEST_F(BotIdentityTest, ADirectoryBehindALinkIsTheSameBot) {
  TemporaryFolder links;
  const std::string link = links.path("link");
  std::filesystem::create_directory_symlink(directory_.directory(), link);
  const std::string digest = Digest(directory_);
  directory_.set_directory(link);
  EXPECT_EQ(Digest(directory_), digest);
}

TEST_F(BotIdentityTest, OfACommandAreItsProgramAndTheFilesThatItNames) {
  const v1::BotIdentity identity = *ComputeIdentity(command_);
  ASSERT_EQ(identity.files_size(), 2);
  EXPECT_EQ(identity.files(0).path(), folder_.path("lib/rules.txt"));
  EXPECT_EQ(identity.files(1).path(), folder_.path("run.sh"));
}

TEST_F(BotIdentityTest, FilesOfTheSystemAreNoPartOfABot) {
  v1::BotEntry bot;
  bot.set_name("b");
  bot.add_command("sh");
  bot.add_command("/etc/hostname");
  EXPECT_EQ(ComputeIdentity(bot)->files_size(), 0);
}

TEST_F(BotIdentityTest, EveryPartOfABotChangesItsDigest) {
  const std::string before = Digest(directory_);
  EXPECT_EQ(Digest(directory_), before);

  v1::BotEntry other = directory_;
  other.add_command("x");
  EXPECT_NE(Digest(other), before) << "the command";
  other = directory_;
  other.set_version("2");
  EXPECT_NE(Digest(other), before) << "the version";
  other = directory_;
  v1::BotOption& option = *other.add_options();
  option.set_name("depth");
  option.set_value("3");
  const std::string depth3 = Digest(other);
  EXPECT_NE(depth3, before) << "an option";
  option.set_value("4");
  EXPECT_NE(Digest(other), depth3) << "the value of an option";
  v1::BotIdentity described = *ComputeIdentity(directory_);
  AddDescription(directory_, {.name = "anna", .version = "7"}, described);
  EXPECT_NE(described.digest(), before) << "its description";
  const std::string unnamed = described.digest();
  AddDescription(directory_, {.name = "anna", .version = "7", .sdk = "s 1"},
                 described);
  EXPECT_NE(described.digest(), unnamed) << "its SDK";
  other = directory_;
  other.set_name("another");
  EXPECT_EQ(Digest(other), before) << "its name in the league is no part of it";
  Write("lib/rules.txt", "always high");
  EXPECT_NE(Digest(directory_), before) << "a file";
}

TEST_F(BotIdentityTest, BundledAndRemoteBotsAreWhatTheyAreReachedBy) {
  v1::BotEntry greedy;
  greedy.set_builtin("greedy");
  v1::BotEntry random;
  random.set_builtin("random");
  EXPECT_NE(Digest(greedy), Digest(random));
  v1::BotEntry remote;
  remote.mutable_remote()->set_address("grpc://localhost:1");
  const std::string first = Digest(remote);
  remote.mutable_remote()->set_address("grpc://localhost:2");
  EXPECT_NE(Digest(remote), first);
}

TEST_F(BotIdentityTest, TheFirstDifferenceIsNamed) {
  Store(directory_);
  EXPECT_EQ(Change(directory_), "");
  Write("lib/rules.txt", "always high");
  EXPECT_EQ(Change(directory_),
            "bot d is not the bot that played: the file lib/rules.txt has "
            "changed");
  Store(directory_);
  Write("new.txt", "");
  EXPECT_EQ(Change(directory_),
            "bot d is not the bot that played: the file new.txt is new");
  Store(directory_);
  std::filesystem::remove(folder_.path("new.txt"));
  EXPECT_EQ(Change(directory_),
            "bot d is not the bot that played: the file new.txt is missing");
}

TEST_F(BotIdentityTest, WhatProgramsKeepForThemselvesIsNoChange) {
  Store(directory_);
  std::filesystem::create_directories(folder_.path("lib/__pycache__"));
  std::filesystem::create_directories(folder_.path(".git"));
  Write("lib/__pycache__/rules.pyc", "x");
  Write(".git/HEAD", "x");
  EXPECT_EQ(Change(directory_), "");
}

TEST_F(BotIdentityTest, ADescriptionIsComparedOnlyIfBothHaveOne) {
  Store(directory_);
  v1::BotIdentity found = *ComputeIdentity(directory_);
  AddDescription(directory_, {.name = "anna", .version = "2"}, found);
  EXPECT_TRUE(CompareIdentity(directory_, found).ok());
  AddDescription(directory_, {.name = "anna", .version = "1"},
                 *directory_.mutable_identity());
  EXPECT_EQ(CompareIdentity(directory_, found).message(),
            "bot d is not the bot that played: it says that it is \"anna 2\", "
            "and was \"anna 1\"");
}

TEST_F(BotIdentityTest, AnSdkIsComparedOnlyIfOneIsStored) {
  Store(directory_);
  const auto says = [this](const std::string& sdk) {
    v1::BotIdentity identity = *ComputeIdentity(directory_);
    AddDescription(directory_, {.name = "anna", .version = "1", .sdk = sdk},
                   identity);
    return identity;
  };
  const auto change = [this](const v1::BotIdentity& found) {
    return std::string(CompareIdentity(directory_, found).message());
  };
  *directory_.mutable_identity() = says("");
  EXPECT_EQ(change(says("couillon-go 2")), "") << "stored by an older arena";
  *directory_.mutable_identity() = says("couillon-go 1");
  EXPECT_EQ(change(says("couillon-go 1")), "");
  EXPECT_EQ(change(says("couillon-go 2")),
            "bot d is not the bot that played: its SDK is \"couillon-go 2\", "
            "and was \"couillon-go 1\"");
  EXPECT_EQ(change(says("")),
            "bot d is not the bot that played: its SDK is not named, and was "
            "\"couillon-go 1\"");
  EXPECT_EQ(Change(directory_), "") << "it was not asked";
}

TEST_F(BotIdentityTest, WithoutAnSdkTheDigestIsThatOfBeforeThereWereSdks) {
  v1::BotEntry greedy;
  greedy.set_builtin("greedy");
  EXPECT_EQ(Digest(greedy), TextHash("6:greedy;0:;1:0;1:0;0:;0:;0:;"));
}

TEST_F(BotIdentityTest, ABotStoredWithoutAnSdkIsTheSameWithAny) {
  const auto dials_in = [](const std::string& version, const std::string& sdk) {
    v1::BotEntry entry;
    entry.set_name("d");
    v1::DescribeResponse& says =
        *entry.mutable_dial_in()->mutable_description();
    says.set_version(version);
    says.set_sdk(sdk);
    *entry.mutable_identity() = *ComputeIdentity(entry);
    AddDescription(entry, {.version = version, .sdk = sdk},
                   *entry.mutable_identity());
    return entry;
  };
  EXPECT_TRUE(IsSameBot(dials_in("1", ""), dials_in("1", "couillon-go 2")));
  EXPECT_TRUE(IsSameBot(dials_in("1", "a 1"), dials_in("1", "a 1")));
  EXPECT_FALSE(IsSameBot(dials_in("1", "a 1"), dials_in("1", "a 2")));
  EXPECT_FALSE(IsSameBot(dials_in("1", "a 1"), dials_in("1", "")));
  EXPECT_FALSE(IsSameBot(dials_in("1", ""), dials_in("2", "a 1")));
}

TEST_F(BotIdentityTest, MissingBotsAreNotOnThisMachine) {
  Store(directory_);
  v1::LeagueConfig config;
  *config.add_bots() = directory_;
  EXPECT_TRUE(CheckIdentities(config).ok());
  config.mutable_bots(0)->set_directory("/nowhere");
  EXPECT_TRUE(absl::IsNotFound(CheckIdentities(config)));
  config.mutable_bots(0)->clear_identity();
  EXPECT_TRUE(CheckIdentities(config).ok()) << "nothing to compare with";
}

}  // namespace
}  // namespace couillon::arena
