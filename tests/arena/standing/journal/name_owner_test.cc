// Whose a name in an arena is, and that of names that look like it.
#include "arena/standing/journal/name_owner.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/status/statusor.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/authors.h"
#include "arena/standing/journal/dial_in.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/submission.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/standing/journal/small_arena.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

class NameOwnerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(CreateJournal(arena(), SmallArena(100, 40)).ok());
  }
  [[nodiscard]] std::string arena() const { return folder_.path("arena"); }
  [[nodiscard]] absl::Status Dial(const std::string& author,
                                  const std::string& name,
                                  const std::string& version = "1") const {
    DialInRequest request{.author = author, .most_bots = 9, .name = name};
    request.description.set_version(version);
    return SubmitDialIn(arena(), request).status();
  }
  [[nodiscard]] absl::Status Submit(const std::string& name,
                                    const std::string& author = "") const {
    v1::BotEntry bot;
    bot.set_name(name);
    bot.set_author(author);
    bot.add_command("/bin/true");
    const absl::StatusOr<v1::BotEntry> pinned = PinBot(arena(), bot);
    return pinned.ok() ? AcceptBot(arena(), *pinned, {}).status()
                       : pinned.status();
  }
  // Adds a bot with any name, as an older version would have.
  void SubmitUnchecked(const std::string& name,
                       const std::string& skeleton = "") const {
    v1::JournalEntry line;
    line.mutable_submitted()->mutable_bot()->set_name(name);
    line.mutable_submitted()->mutable_bot()->add_command("/bin/true");
    line.mutable_submitted()->set_version(1);
    if (!skeleton.empty()) {
      line.mutable_submitted()->add_name_skeletons(skeleton);
    }
    const absl::Status status =
        UpdateJournal(arena(), [&line](const JournalEntries& /*entries*/) {
          return absl::StatusOr<JournalEntries>(JournalEntries{line});
        });
    ASSERT_TRUE(status.ok()) << status;
  }
  static void ExpectRefused(const absl::Status& status,
                            const std::string& reason) {
    EXPECT_NE(std::string(status.message()).find(reason), std::string::npos)
        << status;
  }

  testing_support::TemporaryFolder folder_;
};

constexpr char kLooksLike[] = "looks like";

TEST_F(NameOwnerTest, ANameThatLooksLikeThatOfAnotherAuthorIsRefused) {
  ASSERT_TRUE(Submit("greedy").ok());
  ASSERT_TRUE(Dial("alice", "copy").ok());
  for (const char* name :
       {"Greedy", "greedy-v2", "gre\u00e8dy", "\u0441\u043e\u0440\u0443"}) {
    ExpectRefused(Dial("bob", name), kLooksLike);
  }
  ExpectRefused(Submit("COPY"), kLooksLike);
  ExpectRefused(Submit("Greedy", "Bob"), kLooksLike);
  ExpectRefused(Dial("bob", "gr\u0435edy"), "of another script");
  ExpectRefused(Dial("bob", "greedy v1"), "character 7");
  ExpectRefused(Dial("bob", "../../x"), "at the beginning");
  ExpectRefused(Submit("cafe\u0301"), "normalization form");
  ASSERT_TRUE(RetireBot(arena(), "copy").ok());
  ExpectRefused(Dial("bob", "Copy"), kLooksLike);
}

TEST_F(NameOwnerTest, NamesOfOneAuthorMayLookAlike) {
  ASSERT_TRUE(Dial("alice", "mcts").ok());
  EXPECT_TRUE(Dial("alice", "mcts-v2").ok());
  EXPECT_TRUE(Dial("alice", "MCTS").ok());
  ASSERT_TRUE(Submit("other").ok());
  EXPECT_TRUE(Submit("Other-v2").ok());
}

TEST_F(NameOwnerTest, NobodyElsesDirectoryReplacesABot) {
  ASSERT_TRUE(Dial("alice", "copy").ok());
  ExpectRefused(Submit("copy", "Bob"), "belongs to author alice");
  ExpectRefused(Submit("copy"), "belongs to author alice");
  ASSERT_TRUE(Submit("other", "Bob").ok());
  ExpectRefused(Submit("other", "Eve"), "belongs to author Bob");
  ExpectRefused(Dial("bob", "other"), "belongs to a bot of the organizer");
}

TEST_F(NameOwnerTest, TheSkeletonIsTheOneThatTheJournalHas) {
  SubmitUnchecked("copy", "as-an-older-table-had-it");
  EXPECT_TRUE(Dial("bob", "Copy").ok());
  const absl::StatusOr<ArenaState> state = ReadState(arena());
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state->entrants.at(1).name_skeletons.at(0), "copy");
}

TEST_F(NameOwnerTest, NamesFromBeforeTheRuleGoOn) {
  SubmitUnchecked("gr\u0435edy bot");
  EXPECT_TRUE(Submit("gr\u0435edy bot", "Alice").ok()) << "the next version";
  const absl::StatusOr<ArenaState> state = ReadState(arena());
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state->entrants.back().version, 2U);
  ExpectRefused(Dial("bob", "greedybot"), kLooksLike);
}

TEST_F(NameOwnerTest, AuthorsCannotBeMistakenForEachOther) {
  ASSERT_TRUE(AdmitAuthor(arena(), "alice", 1).ok());
  EXPECT_TRUE(AdmitAuthor(arena(), "alice", 2).ok());
  ExpectRefused(AdmitAuthor(arena(), "Alice", 1).status(), kLooksLike);
  ExpectRefused(AdmitAuthor(arena(), "\u0430lice", 1).status(),
                "of another script");
  ExpectRefused(AdmitAuthor(arena(), "", 1).status(), "author is empty");
  ASSERT_TRUE(DismissAuthor(arena(), "alice").ok());
  EXPECT_TRUE(AdmitAuthor(arena(), "Alice", 1).ok());
}

}  // namespace
}  // namespace couillon::arena
