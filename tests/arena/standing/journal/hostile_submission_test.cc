// Submissions whose authors want files of the organizer in the arena's copy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::ProgramResult;
using testing_support::PublicFolder;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::WriteFile;

constexpr char kSecret[] = "only the organizer may read this";
constexpr uid_t kNobody = 65534;

class HostileSubmissionTest : public ::testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] ProgramResult Arena(
      const std::string& command, const std::vector<std::string>& more) const {
    const std::string program =
        GetParam() ? folder_.CopyOf(COUILLON_PROGRAM) : COUILLON_PROGRAM;
    std::vector<std::string> words = {
        "/usr/bin/timeout", "200", program, "arena", command, arena()};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(folder_.Command(words, GetParam()));
  }
  [[nodiscard]] std::string arena() const { return folder_.path("arena"); }
  [[nodiscard]] std::string secret() const { return folder_.path("secret"); }

  // A bot's directory with what is attacked with; it belongs to a user.
  std::string WriteBot(const std::string& name, const std::string& argument,
                       const std::function<void(const std::string&)>& attack) {
    std::string path = folder_.path(name);
    fs::create_directories(path + "/lib");
    WriteFile(
        path + "/bot.txtpb",
        "name: \"" + name + "\" command: [\"./run\", \"" + argument + "\"]\n");
    WriteFile(path + "/run", "#!/bin/sh\nexit 1\n");
    fs::permissions(path + "/run", fs::perms(0755));
    attack(path);
    if (::geteuid() == 0) {
      for (const std::string& own : {path, path + "/lib"}) {
        EXPECT_EQ(::lchown(own.c_str(), kNobody, kNobody), 0);
      }
    }
    return path;
  }

  PublicFolder folder_;
};

TEST_P(HostileSubmissionTest, CopiesNothingOfTheOrganizer) {
  ASSERT_EQ(Arena("init", {"--ruleset", "fr", "--deals", "8"}).exit_code, 0);
  WriteFile(secret(), kSecret);
  fs::permissions(secret(), fs::perms::owner_read);
  if (::geteuid() == 0 && GetParam()) {
    ASSERT_EQ(::chown(secret().c_str(), kNobody, kNobody), 0);
  }
  const auto link = [](const std::string& target, const std::string& name) {
    return [=](const std::string& bot) {
      fs::create_symlink(target, bot + "/" + name);
    };
  };
  const std::vector<std::string> bots = {
      WriteBot("by_link", "", link(secret(), "data")),
      WriteBot("by_journal", "",
               link("../../arena/standing/journal.jsonl", "lib/data")),
      WriteBot("by_shadow", "", link("/etc/shadow", "data")),
      WriteBot("by_folder", "lib/up/secret", link("../..", "lib/up")),
      WriteBot("by_word", "lib/../../secret", [](const std::string&) {}),
      WriteBot("by_program", "",
               [&](const std::string& bot) {
                 WriteFile(
                     bot + "/bot.txtpb",
                     "name: \"by_program\" command: [\"../by_link/run\"]");
               }),
      WriteBot("by_program_link", "",
               [&](const std::string& bot) {
                 fs::remove(bot + "/run");
                 fs::create_symlink("../by_link/run", bot + "/run");
               }),
      WriteBot("by_hard_link", "",
               [&](const std::string& bot) {
                 fs::create_hard_link(secret(), bot + "/data");
               }),
      WriteBot("by_fifo", "",
               [](const std::string& bot) {
                 fs::remove(bot + "/run");
                 ASSERT_EQ(::mkfifo((bot + "/run").c_str(), 0777), 0);
               }),
      WriteBot("by_manifest", "",
               [&](const std::string& bot) {
                 fs::remove(bot + "/bot.txtpb");
                 fs::create_symlink(secret(), bot + "/bot.txtpb");
               }),
  };
  std::vector<std::string> words = bots;
  words.insert(words.end(), {"--allow", "unchecked"});
  const ProgramResult submitted = Arena("submit", words);
  EXPECT_NE(submitted.exit_code, 124) << "it waited for something";
  for (const std::string& bot : bots) {
    const std::string name = fs::path(bot).filename();
    EXPECT_THAT(submitted.out, HasSubstr(name + ": refused"));
  }
  EXPECT_THAT(submitted.out, HasSubstr("link to " + secret()));
  EXPECT_THAT(submitted.out,
              HasSubstr("run, which a copy of its directory would not have"));
  EXPECT_THAT(submitted.out, HasSubstr("its command names ../by_link/run, "
                                       "which is outside of its directory"));
  EXPECT_THAT(submitted.out, HasSubstr("link to /etc/shadow"));
  EXPECT_THAT(submitted.out,
              HasSubstr("link to ../../arena/standing/journal.jsonl"));
  EXPECT_THAT(submitted.out, Not(HasSubstr("\"only\"")));
  for (const auto& entry : fs::recursive_directory_iterator(arena())) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(ReadFile(entry.path()).find(kSecret), std::string::npos)
        << entry.path();
  }
}

// A journal, a plan or a league cannot say such a name.
TEST_P(HostileSubmissionTest, FilesThatCannotBeNamedDoNotEndTheArena) {
  ASSERT_EQ(Arena("init", {"--ruleset", "fr", "--deals", "4"}).exit_code, 0);
  for (const char* name : {"\x1b]0;x\a", "\xff\xfe", "\xe2\x80\xaex"}) {
    const std::string bot = WriteBot("odd", "", [&](const std::string& path) {
      WriteFile(path + "/" + name, "x");
    });
    const ProgramResult run = Arena("submit", {bot, "--allow", "unchecked"});
    EXPECT_THAT(run.out, HasSubstr("odd: refused")) << run.err;
    EXPECT_THAT(run.out, HasSubstr("expected printable text"));
    EXPECT_EQ(Arena("status", {}).exit_code, 0);
    fs::remove_all(bot);
  }
}

// An arena that somebody sends: its folders may be links, its journal may say
// anything.
TEST_P(HostileSubmissionTest, AnArenaOfOthersWritesNothingElsewhere) {
  ASSERT_EQ(Arena("init", {"--ruleset", "fr", "--deals", "4"}).exit_code, 0);
  ASSERT_EQ(Arena("submit", {"builtin:greedy", "builtin:random"}).exit_code, 0);
  const std::string mine = folder_.path("mine");
  fs::create_directory(mine);
  fs::permissions(mine, fs::perms::all);
  fs::create_directory_symlink(mine, arena() + "/rounds");
  ProgramResult run = Arena("run", {"--quiet"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("/rounds: is a link"));
  fs::remove(arena() + "/rounds");
  fs::create_directory(arena() + "/rounds");
  fs::permissions(arena() + "/rounds", fs::perms::all);
  fs::create_directory_symlink(mine, arena() + "/rounds/0001");
  run = Arena("run", {"--quiet"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("/rounds/0001: is a link"));
  EXPECT_TRUE(fs::is_empty(mine));

  WriteFile(arena() + "/journal.jsonl",
            "{\"created\":{\"format\":\"ROUND_FORMAT_ADAPTIVE\"}}\n");
  fs::remove_all(arena() + "/rounds");
  for (const char* command : {"status", "run", "verify"}) {
    run = Arena(command, {});
    EXPECT_EQ(run.exit_code, 1) << command;
    EXPECT_THAT(run.err, HasSubstr("rulesets is 0")) << command;
  }
  fs::resize_file(arena() + "/journal.jsonl", std::uintmax_t{1} << 40);
  run = Arena("status", {});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("has 1099511627776 bytes"));
}

INSTANTIATE_TEST_SUITE_P(Accounts, HostileSubmissionTest, ::testing::Bool(),
                         [](const auto& mode) {
                           return mode.param ? "user" : "root";
                         });

}  // namespace
}  // namespace couillon
