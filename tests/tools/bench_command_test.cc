// `couillon bench` on the real program, with rows of a few hundredths of a
// second: that it measures and prints, not the speed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;

using testing_support::kBot;
using testing_support::kCouillon;

ProgramResult Bench(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {kCouillon, "bench", "--seconds", "0.02"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return RunProgram(command);
}

nlohmann::json RowsOf(const ProgramResult& run) {
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.err;
  return run.exit_code == tools::kExitDone
             ? nlohmann::json::parse(run.out)["rows"]
             : nlohmann::json::array();
}

// Every row has rates, and its layers are shares of one whole.
void ExpectSound(const nlohmann::json& row) {
  SCOPED_TRACE(row.dump());
  for (const char* field :
       {"seconds", "deals_per_second", "decisions_per_second"}) {
    EXPECT_GT(row.at(field), 0) << field;
  }
  EXPECT_GT(row.at("decisions_per_second"), row.at("deals_per_second"));
  EXPECT_GT(row.at("referee_cpu_us"), 0);
  double sum = 0;
  for (const double share : row.at("layers")) {
    EXPECT_GE(share, 0);
    sum += share;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

// The layers that take any time at all.
std::vector<std::string> Busy(const nlohmann::json& row) {
  std::vector<std::string> names;
  for (const auto& [name, share] : row.at("layers").items()) {
    if (share > 0) names.push_back(name);
  }
  return names;
}

TEST(BenchCommandTest, MeasuresEveryRow) {
  const ProgramResult run = Bench({"--format", "json"});
  const nlohmann::json rows = RowsOf(run);
  std::vector<std::string> names;
  for (const auto& row : rows) {
    ExpectSound(row);
    names.push_back(row.at("name"));
  }
  EXPECT_EQ(names, (std::vector<std::string>{
                       "engine", "bulk", "in-process", "grpc-unix",
                       "grpc-divided", "grpc-tcp", "grpc-raw", "grpc-bytes",
                       "solve-card-points", "solve-game-points"}));
  const nlohmann::json all = nlohmann::json::parse(run.out);
  for (const char* field : {"cpu", "build_type", "compiler", "commit"}) {
    EXPECT_NE(all.at(field), "") << field;
  }
  EXPECT_GT(all.at("cores"), 0);
  EXPECT_EQ(all.at("ruleset"), "basic-gerver");
}

TEST(BenchCommandTest, LayersAreThoseOfTheRow) {
  const nlohmann::json rows = RowsOf(
      Bench({"--rows", "engine,bulk,in-process,grpc-unix,grpc-raw,grpc-bytes",
             "--format", "json"}));
  ASSERT_EQ(rows.size(), 6U);
  // Sorted by name, as this kind of JSON is.
  EXPECT_EQ(Busy(rows[0]), (std::vector<std::string>{"deal", "play"}));
  EXPECT_EQ(Busy(rows[1]), (std::vector<std::string>{"play"}));
  EXPECT_EQ(rows[2].at("bots_cpu_us"), 0);
  EXPECT_EQ(rows[2].at("layers").at("transport"), 0);
  EXPECT_GT(rows[2].at("layers").at("store"), 0);
  EXPECT_GT(rows[3].at("bots_cpu_us"), 0);
  for (const char* layer : {"deal", "play", "encode", "bot", "decode"}) {
    EXPECT_GT(rows[3].at("layers").at(layer), 0) << layer;
  }
  EXPECT_GT(rows[3].at("share_of_raw"), 0);
  EXPECT_GT(rows[3].at("share_of_bytes"), 0);
  EXPECT_FALSE(rows[4].contains("share_of_bytes"));
  EXPECT_FALSE(rows[5].contains("share_of_bytes"));
  EXPECT_EQ(Busy(rows[4]), (std::vector<std::string>{"transport"}));
  EXPECT_EQ(Busy(rows[5]), (std::vector<std::string>{"transport"}));
}

TEST(BenchCommandTest, TakesTheRulesetAndTheRowsAskedFor) {
  const ProgramResult run =
      Bench({"--ruleset", "mit-malmedy", "--rows", "engine"});
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.err;
  EXPECT_NE(run.out.find("mit-malmedy"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("\nengine "), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("grpc-tcp"), std::string::npos) << run.out;
}

TEST(BenchCommandTest, MeasuresABotBySizeOfBatch) {
  const nlohmann::json rows =
      RowsOf(Bench({"--bot", kBot + " --name greedy --batch 20",
                    "--concurrency", "1", "--format", "json"}));
  std::vector<int> batches;
  for (const auto& row : rows) {
    ExpectSound(row);
    EXPECT_EQ(row.at("name"), "bot");
    EXPECT_GT(row.at("layers").at("bot"), 0);
    batches.push_back(row.at("batch"));
  }
  // As asked for, but never more than the bot takes.
  EXPECT_EQ(batches, (std::vector<int>{1, 16, 20}));
}

TEST(BenchCommandTest, NamesWhatIsWrongWithABot) {
  const ProgramResult missing = Bench({"--bot", "/no/such/program"});
  EXPECT_EQ(missing.exit_code, tools::kExitError);
  EXPECT_NE(missing.err.find("/no/such/program"), std::string::npos)
      << missing.err;
  EXPECT_EQ(missing.out, "");
  const ProgramResult ends = Bench({"--bot", "/bin/false"});
  EXPECT_EQ(ends.exit_code, tools::kExitError);
  EXPECT_NE(ends.err.find("exited with status 1"), std::string::npos)
      << ends.err;
}

TEST(BenchCommandTest, NamesABotThatFailsWhileItPlays) {
  const ProgramResult run = Bench(
      {"--bot", std::string(COUILLON_BROKEN_BOT_PROGRAM) + " --fault illegal"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.err.find("illegal_action"), std::string::npos) << run.err;
}

TEST(BenchCommandTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Bench({"--rows", "moon"}).exit_code, tools::kExitUsage);
  EXPECT_EQ(Bench({"--seconds", "0"}).exit_code, tools::kExitUsage);
  const ProgramResult run = Bench({"--ruleset", "moon"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.err.find("moon"), std::string::npos) << run.err;
}

// A change of rules, dealing, refereeing or of a bundled bot changes this
// number. The commit that means to do so puts the new one here and says why.
TEST(BenchCommandTest, BehaviourIsThatOfTheSignature) {
  const ProgramResult run = RunProgram({kCouillon, "bench", "--signature"});
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.err;
  EXPECT_EQ(run.out, "fc45d56f501cbcf3\n");
}

}  // namespace
}  // namespace couillon
