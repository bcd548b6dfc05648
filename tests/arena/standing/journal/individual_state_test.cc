// The rounds of an individual tournament in the journal of an arena.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/dial_in.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/submission.h"
#include "arena/standing/planner/season.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team_bots.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/standing/journal/small_arena.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

class IndividualStateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    v1::ArenaCreated created = SmallArena(100, 40);
    created.set_format(v1::ROUND_FORMAT_INDIVIDUAL);
    v1::LeagueConfig& settings = *created.mutable_settings();
    settings.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
    v1::Table& table =
        *settings.mutable_rulesets(0)->mutable_ruleset()->mutable_table();
    table.set_players(4);
    table.set_sides(2);
    ASSERT_TRUE(CreateJournal(arena(), created).ok());
  }
  [[nodiscard]] std::string arena() const { return folder_.path("arena"); }
  void Submit(const std::string& name) const {
    v1::BotEntry bot;
    bot.set_name(name);
    bot.set_builtin("random");
    const auto pinned = PinBot(arena(), bot);
    ASSERT_TRUE(pinned.ok()) << pinned.status();
    ASSERT_TRUE(AcceptBot(arena(), *pinned, {}).ok());
  }
  void DialIn(const std::string& name) const {
    DialInRequest request{.author = "alice", .most_bots = 9, .name = name};
    request.description.set_version("1");
    ASSERT_TRUE(SubmitDialIn(arena(), request).ok());
  }
  [[nodiscard]] bool Plan(const std::set<std::string>& away = {}) const {
    const auto planned =
        PlanNextRound(arena(), [&away](const Entrant& entrant) {
          return away.count(entrant.bot.name()) > 0;
        });
    EXPECT_TRUE(planned.ok()) << planned.status();
    return planned.ok() && *planned;
  }
  [[nodiscard]] ArenaState State() const {
    const auto state = ReadState(arena());
    EXPECT_TRUE(state.ok()) << state.status();
    return state.ok() ? *state : ArenaState();
  }
  // The state of the journal after a change of its last round.
  [[nodiscard]] absl::StatusOr<ArenaState> Changed(
      const std::function<void(v1::RoundPlanned&)>& change) const {
    absl::StatusOr<JournalEntries> entries = ReadJournal(arena());
    EXPECT_TRUE(entries.ok());
    change(*entries->back().mutable_round());
    return ReplayJournal(*entries);
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(IndividualStateTest, ARoundIsATournamentWithListedTables) {
  for (const char* name : {"a", "b", "c", "d", "e"}) Submit(name);
  ASSERT_TRUE(Plan());
  ASSERT_TRUE(RetireBot(arena(), "a").ok());
  ASSERT_TRUE(Plan());
  const ArenaState state = State();
  ASSERT_EQ(state.rounds.size(), 2U);
  EXPECT_EQ(state.rounds[0].tables.size(), 5U);
  EXPECT_EQ(state.rounds[1].tables.size(), 3U);
  const v1::LeagueConfig second = RoundConfig(state, 2, arena());
  EXPECT_TRUE(IsIndividual(second));
  ASSERT_EQ(second.bots_size(), 4);
  EXPECT_EQ(second.bots(0).name(), "b v1");
  const Schedule schedule = MakeSchedule(second);
  EXPECT_EQ(schedule.units(), 3 * 4) << "40 deals in blocks of 10";
  const Unit unit = schedule.unit(3);
  const PlannedTable& table = state.rounds[1].tables[0];
  EXPECT_EQ(unit.teams.first, (TeamBots{BotIndex(table.first[0] - 1),
                                        BotIndex(table.first[1] - 1)}));
  EXPECT_EQ(unit.first_item, table.first_item + 10);
}

TEST_F(IndividualStateTest, TheSameTeamsGoOnWhereTheyStopped) {
  for (const char* name : {"a", "b", "c", "d"}) Submit(name);
  while (Plan()) {
    ASSERT_LT(State().rounds.size(), 9U);
  }
  const ArenaState state = State();
  ASSERT_EQ(state.rounds.size(), 3U);
  for (const RoundPlan& round : state.rounds) {
    ASSERT_EQ(round.tables.size(), 3U);
    for (const PlannedTable& table : round.tables) {
      EXPECT_EQ(table.first_item,
                40U * static_cast<std::uint64_t>(&round - state.rounds.data()));
    }
  }
  EXPECT_EQ(state.Left().pairings, 0);
  ASSERT_TRUE(ExtendArena(arena(), 110).ok());
  EXPECT_EQ(State().Left().pairings, 6);
  EXPECT_EQ(State().Left().items, 60U);
}

TEST_F(IndividualStateTest, WhoIsAwayIsLeftOutAndCatchesUp) {
  for (const char* name : {"a", "b", "c", "d"}) Submit(name);
  DialIn("far");
  ASSERT_TRUE(Plan({"far"}));
  EXPECT_EQ(ListEntrants(State().rounds[0]), (std::vector<int>{0, 1, 2, 3}));
  ASSERT_TRUE(Plan());
  const ArenaState state = State();
  for (const PlannedTable& table : state.rounds[1].tables) {
    EXPECT_TRUE(table.first[1] == 4 || table.second[1] == 4) << "it catches up";
  }
  EXPECT_TRUE(CheckPlans(state, arena()).ok());
  // What can be played without it: the first round only.
  EXPECT_EQ(**PlayableRound(state, arena(), {4}), 1);
  EXPECT_TRUE(*HasUnitsLeft(state, arena(), 4));
}

TEST_F(IndividualStateTest, ARoundThatCannotBePlayedIsDamage) {
  for (const char* name : {"a", "b", "c", "d", "e"}) Submit(name);
  ASSERT_TRUE(RetireBot(arena(), "e").ok());
  ASSERT_TRUE(Plan());
  EXPECT_TRUE(Changed([](v1::RoundPlanned&) {}).ok());
  const std::vector<std::function<void(v1::RoundPlanned&)>> changes = {
      [](v1::RoundPlanned& round) { round.clear_tables(); },
      [](v1::RoundPlanned& round) { round.set_items(0); },
      [](v1::RoundPlanned& round) { round.add_byes(0); },
      [](v1::RoundPlanned& round) { round.add_pairings()->set_second(1); },
      [](v1::RoundPlanned& round) {
        round.mutable_tables(0)->set_first_item(1);
      },
      [](v1::RoundPlanned& round) {
        round.mutable_tables(0)->set_first(0, 4);  // who has left
      },
      [](v1::RoundPlanned& round) {
        round.mutable_tables(0)->set_first(0, round.tables(0).second(0));
      },
      [](v1::RoundPlanned& round) { round.mutable_tables(0)->add_first(9); }};
  for (const auto& change : changes) {
    const absl::Status status = Changed(change).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  }
}

TEST_F(IndividualStateTest, ARoundThatDoesNotFollowIsFound) {
  for (const char* name : {"a", "b", "c", "d", "e"}) Submit(name);
  ASSERT_TRUE(Plan());
  EXPECT_TRUE(CheckPlans(State(), arena()).ok());
  const auto forged = Changed(
      [](v1::RoundPlanned& round) { round.mutable_tables()->RemoveLast(); });
  ASSERT_TRUE(forged.ok()) << "it can be played";
  const absl::Status status = CheckPlans(*forged, arena());
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_NE(status.message().find(
                "round 1 is not the one that follows from the rounds before"),
            std::string::npos)
      << status;
}

}  // namespace
}  // namespace couillon::arena
