// Which faults of a league have the same cause.

#include "arena/league/faults/fault_groups.h"

#include <gtest/gtest.h>

#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

std::string Traceback(int line, const std::string& error) {
  return "  File \"/b/bot.py\", line " + std::to_string(line) +
         ", in decide\n    x\n" + error + "\n";
}

Fault Crash(int bot, const std::string& last_stderr) {
  return {.verdict = Verdict::kCrash,
          .bot = BotIndex(bot),
          .forfeits = true,
          .detail = "bot a: its process exited with status 1",
          .last_stderr = last_stderr};
}

std::string QuestionIn(v1::Phase phase) {
  v1::Decision decision;
  decision.set_phase(phase);
  return decision.SerializeAsString();
}

std::vector<std::int64_t> Counts(const std::vector<Fault>& faults) {
  std::vector<std::int64_t> counts;
  for (const FaultGroup& group : GroupFaults(faults)) {
    counts.push_back(group.count);
  }
  return counts;
}

TEST(FaultGroupsTest, TheSameExceptionAtTheSamePlaceIsOneCause) {
  const std::vector<Fault> faults = {Crash(0, Traceback(5, "KeyError: 'SA'")),
                                     Crash(0, Traceback(6, "KeyError: 'SA'")),
                                     Crash(0, Traceback(5, "KeyError: 'SK'")),
                                     Crash(1, Traceback(5, "KeyError: 'SA'"))};
  const std::vector<FaultGroup> groups = GroupFaults(faults);
  EXPECT_EQ(Counts(faults), (std::vector<std::int64_t>{2, 1, 1}));
  EXPECT_EQ(groups[0].first, 0U);
  EXPECT_EQ(groups[0].last, 2U);
  EXPECT_EQ(groups[0].forfeits, 2);
  EXPECT_EQ(groups[0].cause.what, "KeyError: 'SA'");
  EXPECT_EQ(groups[0].cause.place, "/b/bot.py:5");
}

TEST(FaultGroupsTest, TheExampleIsTheFirstFaultWithADecision) {
  std::vector<Fault> faults(3, Crash(0, ""));
  faults[1].question = QuestionIn(v1::PHASE_PLAY);
  faults[2].question = QuestionIn(v1::PHASE_PLAY);
  const std::vector<FaultGroup> groups = GroupFaults(faults);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].example, 1U);
}

TEST(FaultGroupsTest, OtherVerdictsAreOtherCauses) {
  std::vector<Fault> faults(2, Crash(0, ""));
  faults[1].verdict = Verdict::kTimeout;
  EXPECT_EQ(Counts(faults), (std::vector<std::int64_t>{1, 1}));
}

TEST(FaultGroupsTest, NumbersAndTheDecisionAskedDoNotMakeACause) {
  std::vector<Fault> faults(2, Crash(0, ""));
  faults[0].verdict = faults[1].verdict = Verdict::kTimeout;
  faults[0].detail =
      "gave no answer for 250 ms with 1 decisions open; asked: A";
  faults[1].detail =
      "gave no answer for 20 ms with 30 decisions open; asked: B";
  EXPECT_EQ(Counts(faults), (std::vector<std::int64_t>{2}));
  // An old exception in the output is not the cause of a timeout.
  faults[1].last_stderr = Traceback(5, "KeyError: 'SA'");
  EXPECT_EQ(Counts(faults), (std::vector<std::int64_t>{2}));
}

TEST(FaultGroupsTest, IllegalActionsAreGroupedByPhase) {
  std::vector<Fault> faults(3, Crash(0, ""));
  for (std::size_t i = 0; i < 3; ++i) {
    faults[i].verdict = Verdict::kIllegalAction;
    faults[i].detail = "answered " + std::string(i + 1, 'x');
    faults[i].question = QuestionIn(i == 1 ? v1::PHASE_PLAY : v1::PHASE_TRUMP);
  }
  EXPECT_EQ(Counts(faults), (std::vector<std::int64_t>{2, 1}));
}

}  // namespace
}  // namespace couillon::arena
