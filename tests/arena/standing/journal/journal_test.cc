// The journal of an arena, and the state that follows from it.
#include "arena/standing/journal/journal.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "arena/league/store/league_store.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/disqualified.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/submission.h"
#include "arena/table/quantity.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/standing/journal/small_arena.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

class JournalTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(CreateJournal(arena(), SmallArena(100, 40)).ok());
  }
  [[nodiscard]] std::string arena() const { return folder_.path("arena"); }
  [[nodiscard]] std::string Text() const {
    return ReadFile(JournalPath(arena()));
  }
  void Submit(const std::string& name, const std::string& builtin) const {
    v1::BotEntry bot;
    bot.set_name(name);
    bot.set_builtin(builtin);
    const auto pinned = PinBot(arena(), bot);
    ASSERT_TRUE(pinned.ok()) << pinned.status();
    const auto accepted = AcceptBot(arena(), *pinned, {});
    ASSERT_TRUE(accepted.ok()) << accepted.status();
  }
  [[nodiscard]] ArenaState State() const {
    const auto state = ReadState(arena());
    EXPECT_TRUE(state.ok()) << state.status();
    return state.ok() ? *state : ArenaState();
  }
  [[nodiscard]] std::string Error() const {
    return std::string(ReadState(arena()).status().message());
  }

  TemporaryFolder folder_;
};

TEST_F(JournalTest, IsMadeOnce) {
  EXPECT_TRUE(absl::IsAlreadyExists(CreateJournal(arena(), {})));
  EXPECT_TRUE(absl::IsNotFound(ReadJournal(folder_.path("none")).status()));
  EXPECT_TRUE(absl::IsNotFound(ExtendArena(folder_.path("none"), 7)));
  EXPECT_EQ(State().target, 100U);
}

// An editor or a copy may drop it.
TEST_F(JournalTest, TheEndOfTheLastLineMayBeMissing) {
  Submit("a", "greedy");
  const std::string whole = Text();
  WriteFile(JournalPath(arena()), whole.substr(0, whole.size() - 1));
  EXPECT_EQ(State().entrants.size(), 1U);
  Submit("b", "random");
  EXPECT_EQ(Text().substr(0, whole.size()), whole);
  EXPECT_EQ(State().entrants.size(), 2U);
}

TEST_F(JournalTest, VersionsFollowEachOther) {
  Submit("a", "greedy");
  Submit("b", "random");
  Submit("a", "heuristic");
  const ArenaState state = State();
  ASSERT_EQ(state.entrants.size(), 3U);
  EXPECT_EQ(state.entrants[0].Label(), "a v1");
  EXPECT_EQ(state.entrants[0].status, EntrantStatus::kReplaced);
  EXPECT_EQ(state.entrants[2].Label(), "a v2");
  EXPECT_EQ(state.entrants[2].status, EntrantStatus::kPlays);
  EXPECT_EQ(state.Field().entrants, (std::vector<int>{1, 2}));
}

TEST_F(JournalTest, TheSameProgramAgainIsNoNewVersion) {
  Submit("a", "greedy");
  const std::string before = Text();
  Submit("a", "greedy");
  EXPECT_EQ(Text(), before);
  ASSERT_TRUE(RetireBot(arena(), "a").ok());
  Submit("a", "greedy");  // it comes back
  EXPECT_EQ(State().entrants.back().Label(), "a v2");
}

TEST_F(JournalTest, OnlyThoseWhoPlayCanRetire) {
  Submit("a", "greedy");
  Submit("b", "random");
  ASSERT_TRUE(RetireBot(arena(), "a").ok());
  EXPECT_EQ(State().entrants[0].status, EntrantStatus::kRetired);
  const absl::Status again = RetireBot(arena(), "a");
  EXPECT_TRUE(absl::IsNotFound(again));
  EXPECT_NE(again.message().find("there are b"), std::string::npos) << again;
}

TEST_F(JournalTest, TheTargetOnlyGrows) {
  EXPECT_TRUE(absl::IsInvalidArgument(ExtendArena(arena(), 100)));
  ASSERT_TRUE(ExtendArena(arena(), 101).ok());
  EXPECT_EQ(State().target, 101U);
}

TEST_F(JournalTest, RoundsFollowFromTheJournalBeforeThem) {
  Submit("a", "greedy");
  Submit("b", "random");
  ASSERT_TRUE(*PlanNextRound(arena()));
  Submit("c", "heuristic");
  ASSERT_TRUE(*PlanNextRound(arena()));
  const ArenaState state = State();
  ASSERT_EQ(state.rounds.size(), 2U);
  EXPECT_EQ(state.rounds[0].pairings.size(), 1U);
  EXPECT_EQ(state.rounds[1].pairings.size(), 2U) << "c catches up";
  const v1::LeagueConfig round = RoundConfig(state, 2, arena());
  EXPECT_EQ(round.items(), 40U);
  ASSERT_EQ(round.bots_size(), 3);
  EXPECT_EQ(round.bots(2).name(), "c v1");
  EXPECT_EQ(round.pairings(1).first(), 1U);
  EXPECT_EQ(round.pairings(1).second(), 2U);
  int rounds = 2;
  while (*PlanNextRound(arena())) ++rounds;
  EXPECT_EQ(rounds, 4) << "40, 40 of the newcomer, then 40 and 20 of all";
  EXPECT_EQ(State().planned.at({0, 1}), 100U);
}

// Stores every unit of a round, in which nobody took a point.
void StoreRound(const ArenaState& state, int number, const std::string& arena) {
  const auto store = OpenRound(state, number, arena);
  ASSERT_TRUE(store.ok()) << store.status();
  const Schedule schedule = MakeSchedule((*store)->config());
  std::vector<UnitResult> results;
  for (std::int64_t i = 0; i < schedule.units(); ++i) {
    UnitResult& result = results.emplace_back();
    result.unit = schedule.unit(i);
    result.outcome.scores.resize(result.unit.items);
    result.outcome.points.resize(result.unit.items);
    for (const Quantity quantity : kAllQuantities) {
      result.outcome.leads[quantity] = {
          .pairs = static_cast<std::int64_t>(result.unit.items),
          .denominator = 2};
    }
  }
  const absl::Status saved = (*store)->Save(results);
  ASSERT_TRUE(saved.ok()) << saved;
}

TEST_F(JournalTest, ARoundThatIsPlayedToItsEndIsReadOnce) {
  std::filesystem::remove(JournalPath(arena()));
  v1::ArenaCreated created = SmallArena(100, 40);
  v1::LeagueConfig& settings = *created.mutable_settings();
  settings.mutable_rulesets(0)->mutable_ruleset()->mutable_table()->set_sides(
      2);
  settings.mutable_limits()->set_disqualify_after(3);
  ASSERT_TRUE(CreateJournal(arena(), created).ok());
  Submit("a", "greedy");
  Submit("b", "random");
  ASSERT_TRUE(*PlanNextRound(arena()));
  const ArenaState state = State();
  EXPECT_EQ(**PlayableRound(state, arena(), {}), 1);
  StoreRound(state, 1, arena());
  EXPECT_EQ(*PlayableRound(state, arena(), {}), std::nullopt);
  ASSERT_TRUE(NewlyDisqualified(state, arena()).ok());
  ASSERT_TRUE(MeasuredCosts(state, arena()).ok());
  const std::string store = RoundDirectory(arena(), 1) + "/league.sqlite";
  WriteFile(store, "no store");
  EXPECT_EQ(*PlayableRound(state, arena(), {}), std::nullopt);
  EXPECT_TRUE(NewlyDisqualified(state, arena()).ok());
  EXPECT_TRUE(MeasuredCosts(state, arena()).ok());
  EXPECT_TRUE(*PlanNextRound(arena(), nullptr, state.finished));
  EXPECT_FALSE(NewlyDisqualified(State(), arena()).ok())
      << "a state that remembers nothing reads it";
}

TEST_F(JournalTest, AChangedLineIsFoundAndNamed) {
  Submit("a", "greedy");
  Submit("b", "random");
  const std::string whole = Text();
  std::string changed = whole;
  changed.replace(changed.find("greedy"), 6, "random");
  WriteFile(JournalPath(arena()), changed);
  EXPECT_NE(Error().find("journal.jsonl:3: the line does not follow"),
            std::string::npos)
      << Error();
  const std::size_t second = whole.find('\n') + 1;
  WriteFile(
      JournalPath(arena()),
      whole.substr(0, second) + whole.substr(whole.find('\n', second) + 1));
  EXPECT_NE(Error().find("journal.jsonl:2: the line does not follow"),
            std::string::npos)
      << Error();
  WriteFile(JournalPath(arena()), whole + "{}\n");
  EXPECT_NE(Error().find("journal.jsonl:4"), std::string::npos) << Error();
  WriteFile(JournalPath(arena()), whole + "not JSON\n");
  EXPECT_NE(Error().find("journal.jsonl:4: the line cannot be read"),
            std::string::npos)
      << Error();
}

TEST_F(JournalTest, AnEntryThatWasCutOffDidNotHappen) {
  Submit("a", "greedy");
  const std::string whole = Text();
  Submit("b", "random");
  const std::string more = Text();
  for (const std::size_t left :
       {std::size_t{1}, std::size_t{20}, more.size() - whole.size() - 2}) {
    WriteFile(JournalPath(arena()), more.substr(0, whole.size() + left));
    EXPECT_EQ(State().entrants.size(), 1U);
    Submit("b", "random");
    EXPECT_EQ(Text(), more) << "written again as if nothing had happened";
  }
}

TEST_F(JournalTest, ARoundThatNobodyWouldPlanIsRefused) {
  Submit("a", "greedy");
  Submit("b", "random");
  const auto add = [this](std::uint32_t number, std::uint64_t items) {
    return UpdateJournal(arena(), [&](const JournalEntries& /*entries*/) {
      v1::JournalEntry entry;
      entry.mutable_round()->set_number(number);
      entry.mutable_round()->set_items(items);
      v1::LeaguePairing& pairing = *entry.mutable_round()->add_pairings();
      pairing.set_second(1);
      return absl::StatusOr<JournalEntries>(JournalEntries{entry});
    });
  };
  const std::string whole = Text();
  ASSERT_TRUE(add(1, std::uint64_t{1} << 40).ok());
  EXPECT_NE(Error().find("round 1 has 109951162778 units; expected at most"),
            std::string::npos)
      << Error();
  WriteFile(JournalPath(arena()), whole);
  ASSERT_TRUE(add(1, 40).ok());
  EXPECT_EQ(State().rounds.size(), 1U) << "just what the planner plans";
  ASSERT_TRUE(add(2, 40).ok());  // the deals of the first round again
  EXPECT_NE(Error().find("round 2 is not the one that follows"),
            std::string::npos)
      << Error();
}

// No command writes such an arena; somebody may send one.
TEST_F(JournalTest, ImpossibleSettingsAreFoundAndNamed) {
  struct Case {
    std::function<void(v1::ArenaCreated&)> change;
    const char* error;
  };
  const std::uint64_t huge = std::uint64_t{1} << 63;
  const std::vector<Case> cases = {
      {[&](auto& of) { of.mutable_settings()->set_items(huge); },
       "items is 9223372036854775808; expected 1 to 1099511627776"},
      {[&](auto& of) { of.set_round_items(huge); },
       "round_items is 9223372036854775808; expected 1 to 1099511627776"},
      {[](auto& of) { of.set_rounds(1'001); },
       "rounds is 1001; expected 0 to 1000"},
      {[](auto& of) { of.set_top(4'000'000'000); },
       "top is 4000000000; expected 0 to 1000"},
      {[](auto& of) { of.mutable_settings()->clear_block_items(); },
       "block_items is 0; expected 1 to 65536"},
      {[](auto& of) { of.mutable_settings()->clear_rulesets(); },
       "rulesets is 0; expected 1 to 1024"},
      {[](auto& of) {
         of.mutable_settings()->mutable_limits()->clear_move_ms();
       },
       "limits: move is 0; expected 0.001 to 86400"},
      {[&](auto& of) {
         of.mutable_settings()->mutable_limits()->set_total_budget_ms(huge);
       },
       "limits: total is 9.22337203685478e+15; expected 0 to 1000000000"},
      {[](auto& of) { of.set_format(v1::ROUND_FORMAT_INDIVIDUAL); },
       "settings: found"},
      {[](auto& of) { of.mutable_settings()->add_bots(); }, "settings: found"}};
  for (const Case& wrong : cases) {
    v1::ArenaCreated created = SmallArena(100, 40);
    wrong.change(created);
    const TemporaryFolder folder;
    const std::string place = folder.path("sent");
    ASSERT_TRUE(CreateJournal(place, created).ok());
    const absl::Status found = ReadState(place).status();
    EXPECT_TRUE(absl::IsDataLoss(found)) << found;
    EXPECT_NE(found.message().find("sent/journal.jsonl:1: "), std::string::npos)
        << found;
    EXPECT_NE(found.message().find(wrong.error), std::string::npos) << found;
    EXPECT_EQ(ExtendArena(place, 1'000), found) << "no command goes on";
  }
}

TEST_F(JournalTest, ImpossibleEntriesAreFoundAndNamed) {
  struct Case {
    std::function<void(v1::JournalEntry&)> change;
    const char* error;
  };
  const std::uint64_t huge = std::uint64_t{1} << 63;
  const std::vector<Case> cases = {
      {[&](auto& of) { of.mutable_extended()->set_items(huge); },
       "items is 9223372036854775808; expected 0 to 1099511627776"},
      {[](auto& of) { of.mutable_extended()->set_rounds(1'001); },
       "rounds is 1001; expected 0 to 1000"},
      {[&](auto& of) { of.mutable_round()->set_items(huge); },
       "items is 9223372036854775808; expected 1 to 1099511627776"},
      {[&](auto& of) {
         of.mutable_round()->set_items(1);
         of.mutable_round()->add_costs_ns(huge);
       },
       "costs_ns is 9223372036854775808; expected 0 to 1152921504606846976"},
      {[](auto& of) { of.mutable_disqualified()->set_name("a"); },
       "units is 0; expected 1 to"},
      {[](auto& of) {
         of.mutable_submitted()->mutable_bot()->set_name("a\x1b[2J");
       },
       "bot.name"},
      {[](auto& of) {
         v1::BotEntry& bot = *of.mutable_submitted()->mutable_bot();
         bot.set_name("a");
         bot.mutable_own_limits()->set_move_ms(0);
       },
       "own limit move is 0; expected 0.001 to 86400"}};
  const std::string whole = Text();
  for (const Case& wrong : cases) {
    v1::JournalEntry entry;
    wrong.change(entry);
    ASSERT_TRUE(UpdateJournal(arena(), [&entry](const auto& /*entries*/) {
                  return absl::StatusOr<JournalEntries>(JournalEntries{entry});
                }).ok());
    for (const bool with_end : {true, false}) {
      if (!with_end) {
        const std::string text = Text();
        WriteFile(JournalPath(arena()), text.substr(0, text.size() - 1));
      }
      EXPECT_NE(Error().find("journal.jsonl:2: "), std::string::npos)
          << Error();
      EXPECT_NE(Error().find(wrong.error), std::string::npos) << Error();
    }
    WriteFile(JournalPath(arena()), whole);
  }
}

TEST_F(JournalTest, SeveralWritersLoseNothing) {
  constexpr int kWriters = 8;
  constexpr int kEach = 20;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([this] {
      for (int i = 0; i < kEach; ++i) {
        EXPECT_TRUE(RefuseBot(arena(), "bot", "a reason").ok());
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(State().refusals.size(), std::size_t{kWriters} * kEach);
}

TEST_F(JournalTest, OneProcessPlaysAtATime) {
  const auto first = LockToPlay(arena());
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_TRUE(absl::IsFailedPrecondition(LockToPlay(arena()).status()));
  EXPECT_TRUE(absl::IsNotFound(LockToPlay(folder_.path("none")).status()));
}

TEST_F(JournalTest, TheArenaKeepsACopyOfABotsDirectory) {
  std::filesystem::create_directories(folder_.path("mine/lib"));
  WriteFile(folder_.path("mine/run.sh"), "#!/bin/sh\n");
  WriteFile(folder_.path("mine/lib/rules.txt"), "low");
  std::filesystem::create_symlink("run.sh", folder_.path("mine/again.sh"));
  std::filesystem::create_symlink("lib", folder_.path("mine/library"));
  std::filesystem::permissions(folder_.path("mine/run.sh"),
                               std::filesystem::perms::owner_all);
  v1::BotEntry bot;
  bot.set_name("mine");
  bot.set_directory(std::filesystem::canonical(folder_.path("mine")).string());
  bot.add_command("./run.sh");
  const auto pinned = PinBot(arena(), bot);
  ASSERT_TRUE(pinned.ok()) << pinned.status();
  EXPECT_TRUE(pinned->directory().starts_with("bots/")) << pinned->directory();
  std::filesystem::remove_all(folder_.path("mine"));
  const std::string copy = LocatedBot(*pinned, arena()).directory();
  EXPECT_EQ(ReadFile(copy + "/lib/rules.txt"), "low");
  EXPECT_EQ(ReadFile(copy + "/library/rules.txt"), "low");
  EXPECT_EQ(ReadFile(copy + "/again.sh"), "#!/bin/sh\n");
  EXPECT_NE(std::filesystem::status(copy + "/run.sh").permissions() &
                std::filesystem::perms::owner_exec,
            std::filesystem::perms::none);
}

TEST_F(JournalTest, OnlyProgramsOfPathMayBeOutsideAndPrivate) {
  namespace fs = std::filesystem;
  for (const char* folder : {"mine", "tools"}) {
    fs::create_directories(folder_.path(folder));
  }
  WriteFile(folder_.path("mine/play"), "play");
  for (const char* name : {"tools/interpreter", "secret"}) {
    WriteFile(folder_.path(name), "#!/bin/sh\n");
    fs::permissions(folder_.path(name), fs::perms::owner_all);
  }
  // NOLINTBEGIN(concurrency-mt-unsafe): there is one thread
  const std::string before = std::getenv("PATH");
  setenv("PATH", (folder_.path("tools") + ":" + before).c_str(), 1);
  v1::BotEntry bot;
  bot.set_name("mine");
  bot.set_directory(folder_.path("mine"));
  bot.add_command("interpreter");
  bot.add_command("play");
  const auto pinned = PinBot(arena(), bot);
  EXPECT_TRUE(pinned.ok()) << pinned.status();
  bot.add_command("--data=" + folder_.path("secret"));
  EXPECT_TRUE(absl::IsInvalidArgument(PinBot(arena(), bot).status()));
  setenv("PATH", before.c_str(), 1);
  // NOLINTEND(concurrency-mt-unsafe)
}

}  // namespace
}  // namespace couillon::arena
