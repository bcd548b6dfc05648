// Which rounds of an arena are played, and which units of them are left out.
#include "arena/standing/rounds/round_player.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "arena/standing/journal/dial_in.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/submission.h"
#include "arena/table/quantity.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/arena.pb.h"
#include "tests/arena/standing/journal/small_arena.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::TemporaryFolder;
using testing_support::WriteFile;

// Bots that dial in and are here, but for those that are `away` or `leaving`.
class FakeAttendance final : public Attendance {
 public:
  bool MayBegin(const std::string& label) override {
    return away.count(label) == 0;
  }
  bool CanContinue(const std::string& label) override {
    return MayBegin(label) && leaving.count(label) == 0;
  }
  void Locate(v1::BotEntry& bot) override {
    bot.mutable_remote()->set_address("unix:/here");
  }
  void BeginRun() override {}
  void EndRun(const std::function<bool()>& /*is_stopped*/) override {}

  std::set<std::string> away;
  std::set<std::string> leaving;
};

UnitResult Played(const Unit& unit) {
  UnitResult result{.unit = unit};
  result.outcome.scores.resize(unit.items);
  result.outcome.points.resize(unit.items);
  for (const Quantity quantity : kAllQuantities) {
    result.outcome.leads[quantity] = {
        .pairs = static_cast<std::int64_t>(unit.items), .denominator = 2};
  }
  return result;
}

// An arena whose pairings play 50 deals, at most 20 in a round, in units of 10:
// rounds of 20, 20 and 10. Results are made up.
class RoundPlayerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    v1::ArenaCreated created = SmallArena(50, 20);
    v1::LeagueConfig& settings = *created.mutable_settings();
    settings.mutable_rulesets(0)->mutable_ruleset()->mutable_table()->set_sides(
        2);
    ASSERT_TRUE(CreateJournal(arena(), created).ok());
  }
  [[nodiscard]] std::string arena() const { return folder_.path("arena"); }
  void Submit(const v1::BotEntry& bot) const {
    const auto pinned = PinBot(arena(), bot);
    ASSERT_TRUE(pinned.ok()) << pinned.status();
    const auto accepted = AcceptBot(arena(), *pinned, {});
    ASSERT_TRUE(accepted.ok()) << accepted.status();
  }
  void SubmitBundled(const std::string& name) const {
    v1::BotEntry bot;
    bot.set_name(name);
    bot.set_builtin("random");
    Submit(bot);
  }
  // A program in a file, which says `text`.
  void SubmitProgram(const std::string& name, const std::string& text) const {
    WriteFile(program(), "#!/bin/sh\n# " + text + "\n");
    std::filesystem::permissions(program(), std::filesystem::perms::owner_all);
    v1::BotEntry bot;
    bot.set_name(name);
    bot.add_command(program());
    Submit(bot);
  }
  void DialIn(const std::string& name) const {
    DialInRequest request{.author = "alice", .most_bots = 9, .name = name};
    request.description.set_version("1");
    ASSERT_TRUE(SubmitDialIn(arena(), request).ok());
  }
  [[nodiscard]] std::string program() const { return folder_.path("bot.sh"); }

  [[nodiscard]] RoundsRequest Request() {
    return {.directory = arena(),
            .command = "play",
            .try_bots =
                [this](const v1::LeagueConfig& round) { return Try(round); },
            .play = [this](LeagueStore& store,
                           const RoundRun& run) { return Store(store, run); },
            .is_stopped = [this] { return runs_.size() >= most_runs_; },
            .on_excluded =
                [this](Exclusion exclusion, const absl::Status& why) {
                  excluded_.emplace_back(exclusion, why.message());
                }};
  }
  absl::StatusOr<BotTrials> Try(const v1::LeagueConfig& round) {
    BotTrials trials;
    for (const v1::BotEntry& bot : round.bots()) {
      tried_.push_back(bot.name());
      trials.emplace_back(BotDescription());
      if (broken_.count(bot.name()) > 0) {
        trials.back() = absl::UnavailableError(bot.name() + " did not start");
      }
    }
    return trials;
  }
  absl::Status Store(LeagueStore& store, const RoundRun& run) {
    const Schedule schedule = MakeSchedule(store.config());
    std::vector<UnitResult> results;
    for (std::int64_t number = 0; number < schedule.units(); ++number) {
      const Unit unit = schedule.unit(number);
      if (!run.leave_out(unit)) results.push_back(Played(unit));
    }
    runs_.emplace_back(run.number, results.size());
    return store.Save(results);
  }
  RoundsEnd Play(RoundPlayer& player) {
    const absl::StatusOr<RoundsEnd> end = player.Play();
    EXPECT_TRUE(end.ok()) << end.status();
    return end.value_or(RoundsEnd::kStopped);
  }

  using Runs = std::vector<std::pair<int, std::size_t>>;
  TemporaryFolder folder_;
  FakeAttendance attendance_;
  std::set<std::string> broken_;    // labels of bots that do not start
  std::vector<std::string> tried_;  // labels
  std::vector<std::pair<Exclusion, std::string>> excluded_;
  Runs runs_;  // numbers of rounds, and units that were played
  std::size_t most_runs_ = 9;
};

TEST_F(RoundPlayerTest, PlansAndPlaysUntilNothingIsLeft) {
  SubmitBundled("a");
  SubmitBundled("b");
  RoundPlayer player(Request(), attendance_);
  EXPECT_EQ(Play(player), RoundsEnd::kNothingToPlay);
  EXPECT_EQ(runs_, (Runs{{1, 2}, {2, 2}, {3, 1}}));
  EXPECT_TRUE(excluded_.empty());
}

TEST_F(RoundPlayerTest, StopsAfterARunWhenAsked) {
  SubmitBundled("a");
  SubmitBundled("b");
  most_runs_ = 1;
  RoundPlayer player(Request(), attendance_);
  EXPECT_EQ(Play(player), RoundsEnd::kStopped);
  EXPECT_EQ(runs_, (Runs{{1, 2}}));
}

TEST_F(RoundPlayerTest, ABotThatDoesNotStartHoldsUpItsOpponentsOnly) {
  SubmitBundled("a");
  SubmitBundled("b");
  SubmitBundled("c");
  broken_ = {"c v1"};
  RoundPlayer player(Request(), attendance_);
  EXPECT_EQ(Play(player), RoundsEnd::kNothingToPlay);
  EXPECT_EQ(runs_, (Runs{{1, 2}, {2, 2}, {3, 1}})) << "a against b";
  ASSERT_EQ(excluded_.size(), 1U) << "tried once";
  EXPECT_EQ(excluded_[0],
            (std::pair(Exclusion::kBroken, std::string("c v1 did not start"))));
  EXPECT_EQ(player.broken().count("c v1"), 1U);

  broken_.clear();
  ASSERT_TRUE(player.ChargeWait({}, std::chrono::hours(1)).ok());
  EXPECT_EQ(player.broken().size(), 1U) << "not tried again yet";
  ASSERT_TRUE(player.ChargeWait({}, {}).ok());
  EXPECT_EQ(player.broken().size(), 0U);
  EXPECT_EQ(Play(player), RoundsEnd::kNothingToPlay);
  EXPECT_EQ(runs_.size(), 6U) << "what was left of three rounds";
}

TEST_F(RoundPlayerTest, WithForfeitABotThatDoesNotStartIsPlayed) {
  SubmitBundled("a");
  SubmitBundled("b");
  broken_ = {"b v1"};
  most_runs_ = 1;
  RoundsRequest request = Request();
  request.forfeit = true;
  RoundPlayer player(std::move(request), attendance_);
  EXPECT_EQ(Play(player), RoundsEnd::kStopped);
  EXPECT_EQ(runs_, (Runs{{1, 2}}));
  ASSERT_EQ(excluded_.size(), 1U);
  EXPECT_EQ(excluded_[0].first, Exclusion::kForfeits);
}

TEST_F(RoundPlayerTest, AVersionThatLeftAndChangedIsReportedOnceAndNotTried) {
  SubmitBundled("a");
  SubmitBundled("b");
  SubmitProgram("mine", "one");
  ASSERT_TRUE(*PlanNextRound(arena()));
  SubmitProgram("mine", "two");
  RoundPlayer player(Request(), attendance_);
  EXPECT_EQ(Play(player), RoundsEnd::kNothingToPlay);
  EXPECT_EQ(runs_[0], (std::pair(1, std::size_t{2}))) << "a against b";
  ASSERT_EQ(excluded_.size(), 1U);
  EXPECT_EQ(excluded_[0].first, Exclusion::kChanged);
  EXPECT_NE(excluded_[0].second.find("mine v1"), std::string::npos);
  for (const std::string& label : tried_) EXPECT_NE(label, "mine v1");
}

TEST_F(RoundPlayerTest, AChangedVersionIsRefusedWithTheWayOn) {
  SubmitBundled("a");
  SubmitProgram("mine", "one");
  WriteFile(program(), "#!/bin/sh\n# changed\n");
  RoundPlayer player(Request(), attendance_);
  EXPECT_EQ(Play(player), RoundsEnd::kNothingToPlay);
  ASSERT_EQ(excluded_.size(), 1U);
  EXPECT_EQ(excluded_[0].first, Exclusion::kBroken);
  EXPECT_NE(excluded_[0].second.find("retire it: play then leaves out"),
            std::string::npos)
      << excluded_[0].second;
}

TEST_F(RoundPlayerTest, ABotThatDialsInIsPlayedWhileItIsHere) {
  SubmitBundled("a");
  SubmitBundled("b");
  DialIn("far");
  const absl::StatusOr<ArenaState> state = ReadState(arena());
  ASSERT_TRUE(state.ok()) << state.status();
  const std::string far = state->entrants.back().Label();
  attendance_.leaving = {far};
  most_runs_ = 1;
  RoundPlayer player(Request(), attendance_);
  EXPECT_EQ(Play(player), RoundsEnd::kStopped);
  EXPECT_EQ(runs_, (Runs{{1, 2}})) << "a against b";

  attendance_.leaving.clear();
  most_runs_ = 2;
  EXPECT_EQ(Play(player), RoundsEnd::kStopped);
  EXPECT_EQ(runs_.back(), (std::pair(1, std::size_t{6}))) << "all pairings";

  attendance_.away = {far};
  most_runs_ = 3;
  EXPECT_EQ(Play(player), RoundsEnd::kStopped);
  EXPECT_EQ(runs_.back(), (std::pair(2, std::size_t{2}))) << "without it";
}

TEST_F(RoundPlayerTest, APreviewPlansNothing) {
  SubmitBundled("a");
  SubmitBundled("b");
  DialIn("far");
  NobodyAttends nobody;
  const absl::StatusOr<ArenaState> before = ReadState(arena());
  ASSERT_TRUE(before.ok()) << before.status();
  const auto first = PreviewRounds(*before, arena(), false, nobody);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->unfinished, std::nullopt);
  ASSERT_TRUE(first->next.has_value());
  EXPECT_EQ(first->next->pairings.size(), 1U);
  EXPECT_EQ(first->away, (std::set<int>{2}));
  EXPECT_TRUE(ReadState(arena())->rounds.empty());

  ASSERT_TRUE(*PlanNextRound(arena(), [](const Entrant&) { return true; }));
  const auto second =
      PreviewRounds(*ReadState(arena()), arena(), false, nobody);
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->unfinished, 1);
  EXPECT_TRUE(second->next.has_value()) << "a round robin needs no results";
}

}  // namespace
}  // namespace couillon::arena
