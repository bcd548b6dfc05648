// Bots that hold up a round of an arena within their limits: by slow answers,
// by not starting any more, and in the checks of a submission.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "arena/league/setup/trial_worker.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/roster/grpc_bot.h"
#include "arena/standing/journal/journal.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::kBot;
using testing_support::kBroken;
using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::PublicFolder;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::WriteFile;

// The parameter says whether an ordinary user plays the arena.
class HeldUpRoundTest : public ::testing::TestWithParam<bool> {
 protected:
  ProgramResult Arena(const std::string& command,
                      const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"/usr/bin/env",
                                      "-C",
                                      folder_.path("programs"),
                                      Program(kCouillon),
                                      "arena",
                                      command,
                                      open()};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(folder_.Command(words, GetParam()));
  }
  [[nodiscard]] std::string Program(const std::string& path) const {
    return folder_.CopyOf(path);
  }
  // Two rounds of one unit per pairing, with limits that hold nobody up.
  void Init(const std::vector<std::string>& more) const {
    std::vector<std::string> options = {
        "--ruleset",     "basic-gerver",
        "--deals",       "32",
        "--block",       "16",
        "--round-items", "16",
        "--seed",        "slow",
        "--limit",       "start:250,move:250,unit:100000"};
    options.insert(options.end(), more.begin(), more.end());
    const ProgramResult made = Arena("init", options);
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  void Submit(const std::vector<std::string>& bots) const {
    const ProgramResult submitted = Arena("submit", bots);
    ASSERT_EQ(submitted.exit_code, 0) << submitted.out << submitted.err;
  }
  [[nodiscard]] json Status() const {
    const ProgramResult status = Arena("status", {"--format", "json"});
    EXPECT_EQ(status.exit_code, 0) << status.err;
    return json::parse(status.out, nullptr, false);
  }
  // Changes the journal as somebody would who knows its format.
  void RewriteJournal(
      const std::function<void(arena::JournalEntries&)>& change) const {
    absl::StatusOr<arena::JournalEntries> entries = arena::ReadJournal(open());
    ASSERT_TRUE(entries.ok()) << entries.status();
    change(*entries);
    std::filesystem::remove(arena::JournalPath(open()));
    const v1::ArenaCreated created = entries->front().created();
    ASSERT_TRUE(arena::CreateJournal(folder_.path("forged"), created).ok());
    entries->erase(entries->begin());
    ASSERT_TRUE(
        arena::UpdateJournal(folder_.path("forged"),
                             [&](const auto& /*before*/) { return entries; })
            .ok());
    std::filesystem::copy_file(arena::JournalPath(folder_.path("forged")),
                               arena::JournalPath(open()));
    std::filesystem::permissions(arena::JournalPath(open()),
                                 std::filesystem::perms(0644));
  }
  void ForgeDisqualification(const std::string& name, int units) const {
    RewriteJournal([&](arena::JournalEntries& entries) {
      v1::BotDisqualified& line =
          *entries.emplace_back().mutable_disqualified();
      line.set_name(name);
      line.set_version(1);
      line.set_units(static_cast<std::uint64_t>(units));
    });
  }
  [[nodiscard]] std::string open() const { return folder_.path("open"); }

  PublicFolder folder_;
};

TEST_P(HeldUpRoundTest, ABotJustBelowItsLimitsIsDisqualifiedAndOthersPlay) {
  Init({"--limit", "total:1,forfeits:1"});
  Submit({"honest=" + Program(kBot) + " --name greedy", "builtin:random",
          "slow=" + Program(kBroken) + " --fault slow-drip", "--allow",
          "unchecked"});
  const ProgramResult run = Arena("run", {"--concurrency", "2", "--quiet"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const json status = Status();
  EXPECT_EQ(status["rounds"], 2);
  EXPECT_EQ(status["open_round"], nullptr);
  EXPECT_EQ(status["entrants"][2]["status"], "disqualified");
  const ProgramResult report = Arena("report", {"--format", "json"});
  const json faults = json::parse(report.out, nullptr, false)["faults"];
  ASSERT_EQ(faults.size(), 1U) << faults;
  EXPECT_EQ(faults[0]["bot"], "slow v1");
  EXPECT_EQ(faults[0]["verdict"], "over_budget");
  EXPECT_EQ(faults[0]["count"], 2) << "it plays in the first round only";
  EXPECT_EQ(Arena("verify", {}).exit_code, 0);
  ForgeDisqualification("honest", 1);
  const ProgramResult forged = Arena("verify", {});
  EXPECT_EQ(forged.exit_code, 1) << forged.out;
  EXPECT_NE(forged.err.find("honest v1 is disqualified for 1 forfeited units; "
                            "found 0 in one of the 2 rounds before"),
            std::string::npos)
      << forged.err;
}

// In the other formats the field of a round shows who was disqualified.
TEST_P(HeldUpRoundTest, AMissingDisqualificationIsFound) {
  Init({"--limit", "total:1,forfeits:1", "--format", "swiss", "--swiss-rounds",
        "3"});
  Submit({"builtin:greedy", "builtin:random", "builtin:first-legal",
          "slow=" + Program(kBroken) + " --fault slow-drip", "--allow",
          "unchecked"});
  ASSERT_EQ(Arena("run", {"--quiet"}).exit_code, 0);
  EXPECT_EQ(Status()["entrants"][3]["status"], "disqualified");
  ASSERT_EQ(Arena("verify", {}).exit_code, 0);
  RewriteJournal([](arena::JournalEntries& entries) {
    std::erase_if(entries, [](const v1::JournalEntry& entry) {
      return entry.has_disqualified();
    });
  });
  const ProgramResult missing = Arena("verify", {});
  EXPECT_EQ(missing.exit_code, 1) << missing.out;
  EXPECT_NE(missing.err.find("with slow v1, which had forfeited 2 units"),
            std::string::npos)
      << missing.err;
}

TEST_P(HeldUpRoundTest, ARoundThatIsStoppedGivesNoTimeBack) {
  Init({"--limit", "total:2"});
  Submit({"builtin:random", "slow=" + Program(kBroken) + " --fault slow-drip",
          "--allow", "unchecked"});
  json round;
  // A busy machine may not reach the round within a second.
  for (int attempt = 0; attempt < 20 && round.is_null(); ++attempt) {
    const ProgramResult first = Arena("run", {"--for", "1s", "--quiet"});
    EXPECT_EQ(first.exit_code, 0) << first.err;
    round = Status()["open_round"];
  }
  ASSERT_EQ(round["waits"].size(), 1U) << round;
  EXPECT_EQ(round["waits"][0]["bot"], "slow v1");
  EXPECT_EQ(round["waits"][0]["units_left"], 1);
  EXPECT_EQ(round["waits"][0]["budget_seconds"], 2.0);
  EXPECT_GT(round["waits"][0]["waited_seconds"], 0.0);
  const ProgramResult text = Arena("status", {});
  EXPECT_NE(text.out.find("slow v1: 1 units left; waited for "),
            std::string::npos)
      << text.out;
  EXPECT_EQ(Arena("run", {"--quiet"}).exit_code, 0);
  EXPECT_EQ(Status()["open_round"], nullptr);
}

TEST_P(HeldUpRoundTest, NobodyWaitsForABotThatNoLongerStarts) {
  Init({"--isolation", "none"});
  const std::string script = folder_.path("run.sh");
  const std::string broken = folder_.path("broken");
  WriteFile(script, "#!/bin/sh\n[ -e " + broken + " ] && exit 1\nexec " +
                        Program(kBot) + " --name greedy\n");
  ASSERT_EQ(chmod(script.c_str(), 0755), 0);
  const std::vector<std::string> permitted = {"--isolation", "none"};
  Submit({"builtin:random", "builtin:first-legal", "gone=" + script,
          "--isolation", "none"});
  WriteFile(broken, "");
  const ProgramResult run = Arena("run", permitted);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("Left out: bot gone v1"), std::string::npos)
      << run.err;
  EXPECT_EQ(Status()["rounds"], 2);
  EXPECT_EQ(Status()["open_round"]["units_done"], 1) << "of the others";
  std::filesystem::remove(broken);
  EXPECT_EQ(Arena("run", permitted).exit_code, 0);
  EXPECT_EQ(Status()["open_round"], nullptr);
  const ProgramResult report = Arena("report", {"--format", "json"});
  EXPECT_TRUE(json::parse(report.out, nullptr, false)["faults"].empty());
}

INSTANTIATE_TEST_SUITE_P(Accounts, HeldUpRoundTest, ::testing::Bool(),
                         [](const auto& user) {
                           return user.param ? "User" : "Root";
                         });

TEST(SubmissionChecksTest, EndInTime) {
  v1::BotEntry entry;
  entry.set_name("slow");
  for (const char* word : {"--fault", "slow-drip"}) {
    if (entry.command().empty()) entry.add_command(kBroken);
    entry.add_command(word);
  }
  const auto bot = arena::ToGrpcBot(entry);
  ASSERT_TRUE(bot.ok()) << bot.status();
  arena::TrialRequest request;
  request.limits.set_start_ms(250'000);
  request.limits.set_move_ms(250'000);
  const auto worker = arena::MakeTrialWorker(request, entry, {});
  ASSERT_TRUE(worker.ok()) << worker.status();
  const CompiledRules rules = *wire::FindRules("basic-gerver");
  arena::CheckSettings settings{.worker = worker->config,
                                .bot = *bot,
                                .specs = {"basic-gerver"},
                                .decisions = 1'000,
                                .most_seconds = 2};
  settings.worker.rules = {&rules};
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<arena::CheckFinding> findings = arena::CheckBot(settings);
  // The bot needs eight minutes for all decisions of the first check alone.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(4));
  EXPECT_TRUE(std::ranges::any_of(findings, [](const auto& finding) {
    return finding.grade == arena::Grade::kFail;
  }));
}

}  // namespace
}  // namespace couillon
