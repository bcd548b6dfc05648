// Bots that dial in, in the journal of an arena and its list of authors.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/setup/launch.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/authors.h"
#include "arena/standing/journal/dial_in.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/submission.h"
#include "arena/standing/planner/round_robin_planner.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_protection.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/standing/journal/small_arena.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

class DialInStateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(CreateJournal(arena(), SmallArena(100, 40)).ok());
  }
  [[nodiscard]] std::string arena() const { return folder_.path("arena"); }
  void SubmitBuiltin(const std::string& name) const {
    v1::BotEntry bot;
    bot.set_name(name);
    bot.set_builtin("random");
    const auto pinned = PinBot(arena(), bot);
    ASSERT_TRUE(pinned.ok()) << pinned.status();
    const auto accepted = AcceptBot(arena(), *pinned, {});
    ASSERT_TRUE(accepted.ok()) << accepted.status();
  }
  [[nodiscard]] absl::StatusOr<DialInEntrant> Dial(
      const std::string& name, const std::string& version = "1",
      const std::string& sdk = "") const {
    DialInRequest request{.author = "alice", .most_bots = 9, .name = name};
    request.description.set_version(version);
    request.description.set_sdk(sdk);
    return SubmitDialIn(arena(), request);
  }
  [[nodiscard]] ArenaState State() const {
    const auto state = ReadState(arena());
    EXPECT_TRUE(state.ok()) << state.status();
    return state.ok() ? *state : ArenaState();
  }
  // Plans a round without the bots named.
  [[nodiscard]] bool Plan(const std::set<std::string>& away) const {
    const auto planned =
        PlanNextRound(arena(), [&away](const Entrant& entrant) {
          return away.count(entrant.bot.name()) > 0;
        });
    EXPECT_TRUE(planned.ok()) << planned.status();
    return planned.ok() && *planned;
  }

  TemporaryFolder folder_;
};

TEST_F(DialInStateTest, WhoIsAwayIsLeftOutAndCatchesUp) {
  SubmitBuiltin("near");
  SubmitBuiltin("other");
  ASSERT_TRUE(Dial("far").ok());
  ASSERT_TRUE(Plan({"far", "near"})) << "near does not dial in";
  ASSERT_EQ(State().rounds.size(), 1U);
  EXPECT_EQ(State().rounds[0].pairings,
            (std::vector<PlannedPairing>{{.first = 0, .second = 1}}));
  ASSERT_TRUE(Plan({}));
  ASSERT_EQ(State().rounds.size(), 2U);
  const RoundPlan second = State().rounds[1];
  EXPECT_EQ(second.items, 40U);
  EXPECT_EQ(second.pairings,
            (std::vector<PlannedPairing>{{.first = 0, .second = 2},
                                         {.first = 1, .second = 2}}));
}

TEST_F(DialInStateTest, ARoundThatLeavesOutAnotherBotIsDamage) {
  SubmitBuiltin("near");
  SubmitBuiltin("other");
  ASSERT_TRUE(Dial("far").ok());
  ASSERT_TRUE(Plan({"far"}));
  const absl::StatusOr<JournalEntries> entries = ReadJournal(arena());
  ASSERT_TRUE(entries.ok());
  ASSERT_TRUE(ReplayJournal(*entries).ok());
  JournalEntries changed = *entries;
  changed.back().mutable_round()->clear_away();
  EXPECT_TRUE(absl::IsDataLoss(ReplayJournal(changed).status()));
  changed.back().mutable_round()->add_away(1);
  const absl::Status status = ReplayJournal(changed).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_NE(status.message().find("leaves out entrant 1; expected one that "
                                  "plays and dials in"),
            std::string::npos)
      << status;
}

TEST_F(DialInStateTest, WhatIsPlannedForABotThatIsAwayWaits) {
  SubmitBuiltin("near");
  ASSERT_TRUE(Dial("far").ok());
  ASSERT_TRUE(Plan({}));
  SubmitBuiltin("other");
  ASSERT_TRUE(Plan({"far"}));
  const ArenaState state = State();
  const auto playable = [&](const std::set<int>& away) {
    const auto round = PlayableRound(state, arena(), away);
    EXPECT_TRUE(round.ok()) << round.status();
    return round.ok() ? *round : std::nullopt;
  };
  EXPECT_EQ(playable({}), 1);
  EXPECT_EQ(playable({1}), 2) << "the round of the others is played first";
  EXPECT_EQ(playable({0, 1}), std::nullopt);
}

// Else a bot that holds up rounds would come again and again.
TEST_F(DialInStateTest, AnAuthorHasTenDisqualifiedVersionsAtMost) {
  for (std::size_t i = 0; i < kMaxDialInDisqualified; ++i) {
    const std::string name = i % 2 == 0 ? "one" : "other";
    const auto accepted = Dial(name, std::to_string(i));
    ASSERT_TRUE(accepted.ok()) << i << ": " << accepted.status();
    v1::JournalEntry entry;
    v1::BotDisqualified& line = *entry.mutable_disqualified();
    line.set_name(name);
    line.set_version(static_cast<std::uint32_t>(i / 2 + 1));
    line.set_units(3);
    ASSERT_TRUE(UpdateJournal(arena(), [&entry](const auto& /*entries*/) {
                  return absl::StatusOr<JournalEntries>(JournalEntries{entry});
                }).ok());
  }
  for (const char* name : {"one", "third"}) {
    const absl::Status refused = Dial(name, "repaired").status();
    EXPECT_TRUE(absl::IsResourceExhausted(refused)) << refused;
    EXPECT_NE(refused.message().find("10 bots of author alice"),
              std::string::npos)
        << refused;
  }
  DialInRequest bob{.author = "bob", .most_bots = 9, .name = "bobs"};
  bob.description.set_version("1");
  EXPECT_TRUE(SubmitDialIn(arena(), bob).ok()) << "another author";
}

TEST_F(DialInStateTest, ARefusedDescriptionIsRefusedAgain) {
  DialInRequest request{.author = "alice", .most_bots = 9, .name = "far"};
  request.description.set_version("1");
  const auto found = FindDialIn(arena(), request);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->label, "far v1");
  EXPECT_TRUE(found->is_new);
  EXPECT_TRUE(State().entrants.empty()) << "it is only looked up";
  ASSERT_TRUE(
      RefuseDialIn(arena(), request, "checks:\n  legal: 9 illegal").ok());
  ASSERT_EQ(State().refusals.size(), 1U);
  EXPECT_EQ(State().refusals[0].author, "alice");
  EXPECT_EQ(
      FindDialIn(arena(), request).status(),
      absl::FailedPreconditionError(
          "checks: legal: 9 illegal; after a repair, connect with another "
          "version"));
  DialInRequest other = request;
  other.description.set_version("2");
  EXPECT_TRUE(FindDialIn(arena(), other).ok());
  other = request;
  other.author = "bob";
  EXPECT_TRUE(FindDialIn(arena(), other).ok()) << "the name is nobody's";
  // Unchecked it may join, and is then a version as any other.
  ASSERT_TRUE(SubmitDialIn(arena(), request).ok());
  EXPECT_TRUE(FindDialIn(arena(), request).ok());
}

TEST_F(DialInStateTest, AnAuthorHasSoManyRefusals) {
  DialInRequest request{.author = "alice", .most_bots = 9, .name = "far"};
  for (std::size_t i = 0; i < kMaxDialInRefusals; ++i) {
    request.description.set_version(absl::StrCat(i));
    ASSERT_TRUE(FindDialIn(arena(), request).ok()) << i;
    ASSERT_TRUE(RefuseDialIn(arena(), request, "no").ok());
  }
  request.description.set_version("new");
  const absl::Status status = FindDialIn(arena(), request).status();
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  request.author = "bob";
  EXPECT_TRUE(FindDialIn(arena(), request).ok());
}

TEST_F(DialInStateTest, AnotherSdkIsANewVersionUnlessNoneIsStored) {
  const auto version = [this](const std::string& name, const std::string& sdk) {
    const auto dialed = Dial(name, "1", sdk);
    EXPECT_TRUE(dialed.ok()) << dialed.status();
    return dialed.ok() ? dialed->label : "";
  };
  EXPECT_EQ(version("new", "couillon-go 1"), "new v1");
  EXPECT_EQ(version("new", "couillon-go 1"), "new v1");
  EXPECT_EQ(version("new", "couillon-go 2"), "new v2");
  EXPECT_EQ(version("old", ""), "old v1") << "as stored before SDKs had names";
  EXPECT_EQ(version("old", "couillon-go 2"), "old v1");
}

TEST_F(DialInStateTest, AnOldVersionComesBackForWhatIsPlannedOnly) {
  SubmitBuiltin("near");
  ASSERT_TRUE(Dial("far").ok());
  ASSERT_TRUE(Plan({}));
  const auto second = Dial("far", "2");
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->label, "far v2");
  const auto first = Dial("far");
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->label, "far v1");
  EXPECT_FALSE(first->is_new);
  ASSERT_TRUE(Dial("far", "3").ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(Dial("far", "2").status()))
      << "nothing was planned for it";
}

TEST_F(DialInStateTest, ABotThatDialsInIsRemote) {
  SubmitBuiltin("near");
  ASSERT_TRUE(Dial("far").ok());
  ASSERT_TRUE(Plan({}));
  const v1::LeagueConfig round = RoundConfig(State(), 1, arena());
  EXPECT_EQ(ScopeOf(round, BotIndex(1)), ProcessScope::kRemote);
  EXPECT_EQ(RelabelledBots(round), (std::vector<bool>{false, true}));
  EXPECT_TRUE(IsUnreachable(round.bots(1)));
  EXPECT_EQ(round.bots(1).remote().address(), "")
      << "where it is at a time is no part of the round";
}

TEST_F(DialInStateTest, TheFileOfAuthorsHoldsNoToken) {
  const absl::StatusOr<std::string> token = AdmitAuthor(arena(), "alice", 3);
  ASSERT_TRUE(token.ok()) << token.status();
  EXPECT_EQ(token->size(), 64U);
  const std::string file = arena() + "/authors.json";
  EXPECT_EQ(ReadFile(file).find(*token), std::string::npos);
  const auto author = AuthorWithToken(arena(), *token);
  ASSERT_TRUE(author.ok()) << author.status();
  EXPECT_EQ(author->name(), "alice");
  EXPECT_EQ(author->most_bots(), 3U);
  const absl::StatusOr<std::string> newer = AdmitAuthor(arena(), "alice", 1);
  ASSERT_TRUE(newer.ok());
  EXPECT_TRUE(
      absl::IsUnauthenticated(AuthorWithToken(arena(), *token).status()));
  EXPECT_TRUE(AuthorWithToken(arena(), *newer).ok());
  EXPECT_TRUE(absl::IsUnauthenticated(AuthorWithToken(arena(), "").status()));
  ASSERT_TRUE(DismissAuthor(arena(), "alice").ok());
  EXPECT_TRUE(
      absl::IsUnauthenticated(AuthorWithToken(arena(), *newer).status()));
  EXPECT_TRUE(absl::IsNotFound(DismissAuthor(arena(), "alice")));
  WriteFile(file, "{");
  EXPECT_TRUE(absl::IsDataLoss(ReadAuthors(arena()).status()));
}

}  // namespace
}  // namespace couillon::arena
