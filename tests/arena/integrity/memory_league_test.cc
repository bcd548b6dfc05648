// Leagues of bots that try to gain by what they remember, or by signals between
// their processes, against bots that play the same otherwise. With a protection
// off they gain, which tests the attempt; with the defaults they gain nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/broken/memory/channel.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using bots::broken::RemoveFilesOf;
using nlohmann::json;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;
const std::string kTwin = COUILLON_BOT_PROGRAM " --name greedy";
const std::string kFixture = COUILLON_BROKEN_BOT_PROGRAM " --fault ";

using Options = std::vector<std::string>;

struct MemoryCase {
  std::string fault;
  std::size_t twins = 1;
  Options unprotected;    // without the protection against this fault
  Options sandbox;        // needed by the protection
  double least_gain = 0;  // Elo: the lower end of an interval without it
};

void PrintTo(const MemoryCase& memory_case, std::ostream* out) {
  *out << memory_case.fault;
}

// Elo of the fixture against a twin, with its 95% interval.
struct Gain {
  double elo = 0;
  double low = 0;
  double high = 0;
};

void PrintTo(const Gain& gain, std::ostream* out) {
  *out << gain.elo << " [" << gain.low << ", " << gain.high << "]";
}

std::string NameOf(const ::testing::TestParamInfo<MemoryCase>& fault) {
  std::string name = fault.param.fault;
  std::erase(name, '-');
  return name;
}

// A league of the fixture and its twins.
struct FixtureLeague {
  std::string fault;
  Options twins;
  int deals = 400;
  std::string address;  // of the fixture; empty: the league starts it
};

class MemoryLeague : public ::testing::Test {
 protected:
  // The fixture against each twin, in the order of the schedule.
  std::vector<Gain> Play(const FixtureLeague& league, const Options& more) {
    EXPECT_EQ(Run(league, more), 0) << ReadFile(log_);
    const json report = json::parse(
        RunProgram({kCouillon, "report", out_, "--format", "json"}).out);
    EXPECT_TRUE(report["faults"].empty()) << report["faults"];
    std::vector<Gain> gains;
    for (const json& pairing : report["rulesets"][0]["pairings"]) {
      if (pairing["first"] != "fixture") continue;
      const json& interval = pairing["elo_interval"];
      gains.push_back(
          {.elo = pairing["elo"], .low = interval[0], .high = interval[1]});
    }
    EXPECT_EQ(gains.size(), league.twins.size());
    return gains;
  }

  // Plays a league; its exit code.
  int Run(const FixtureLeague& league, const Options& more) {
    std::filesystem::remove_all(out_);
    RunningProgram program(Command(league, more), log_);
    const int exit_code = program.Wait();
    // A bot is killed in the end, so it cannot remove the files by which it
    // tells what it holds.
    RemoveFilesOf(program.pid());
    return exit_code;
  }

  static void ExpectNothing(const std::vector<Gain>& gains) {
    for (const Gain& gain : gains) {
      EXPECT_LE(gain.low, 0) << ::testing::PrintToString(gain);
      EXPECT_GE(gain.high, 0) << ::testing::PrintToString(gain);
      EXPECT_GE(gain.low, -5) << ::testing::PrintToString(gain);
      EXPECT_LE(gain.high, 5) << ::testing::PrintToString(gain);
    }
  }

  TemporaryFolder folder_;
  const std::string out_ = folder_.path("league");

 private:
  [[nodiscard]] Options Command(const FixtureLeague& league,
                                const Options& more) const {
    Options command = {
        kCouillon, "league", "run", "--bots",
        "fixture=" + (league.address.empty() ? kFixture + league.fault
                                             : league.address)};
    for (const std::string& twin : league.twins) {
      command.push_back("twin" + std::to_string(command.size()) + "=" + twin);
    }
    for (const std::string& option :
         Options{"--ruleset", "basic-gerver", "--deals",
                 std::to_string(league.deals), "--block", "16", "--concurrency",
                 "1", "--seed", "memory", "--limit", "move:250,start:250",
                 "--quiet", "--out", out_}) {
      command.push_back(option);
    }
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }

  const std::string log_ = folder_.path("log");
};

class MemoryLeagueTest : public MemoryLeague,
                         public ::testing::WithParamInterface<MemoryCase> {
 protected:
  [[nodiscard]] static FixtureLeague LeagueOfCase() {
    return {.fault = GetParam().fault,
            .twins = Options(GetParam().twins, kTwin)};
  }
};

TEST_P(MemoryLeagueTest, GainsWithoutTheProtection) {
  const std::vector<Gain> gains = Play(LeagueOfCase(), GetParam().unprotected);
  // Against the first twins it may have nothing to remember yet.
  const auto best = std::ranges::max_element(gains, {}, &Gain::low);
  ASSERT_NE(best, gains.end());
  EXPECT_GT(best->low, GetParam().least_gain)
      << ::testing::PrintToString(gains);
}

TEST_P(MemoryLeagueTest, GainsNothingWithTheDefaults) {
  const Options& sandbox = GetParam().sandbox;
  const FixtureLeague trial = {.fault = "none", .twins = {kTwin}, .deals = 16};
  if (!sandbox.empty() && Run(trial, sandbox) != 0) {
    GTEST_SKIP() << "bubblewrap does not work here";
  }
  ExpectNothing(Play(LeagueOfCase(), sandbox));
}

const Options kSandbox = {"--isolation", "bwrap"};
const Options kNoSandbox = {"--isolation", "none"};

// Small batches keep few tables open: so one pairing has played its deals
// before another begins.
INSTANTIATE_TEST_SUITE_P(
    Fixture, MemoryLeagueTest,
    ::testing::Values(MemoryCase{.fault = "remembers-deals",
                                 .twins = 4,
                                 .unprotected = {"--trust", "same-deals",
                                                 "--limit", "batch:4"},
                                 .least_gain = 20},
                      MemoryCase{.fault = "remembers-partner",
                                 .unprotected = {"--trust", "shared-process"},
                                 .least_gain = 50},
                      MemoryCase{.fault = "remembers-seating",
                                 .unprotected = {"--trust", "shared-process"},
                                 .least_gain = 50},
                      MemoryCase{.fault = "tells-by-file",
                                 .unprotected = kNoSandbox,
                                 .sandbox = kSandbox,
                                 .least_gain = 50},
                      MemoryCase{.fault = "tells-by-network",
                                 .unprotected = kNoSandbox,
                                 .sandbox = kSandbox,
                                 .least_gain = 50}),
    NameOf);

class CounterLeagueTest : public MemoryLeague {};

// Where the counter can be moved and read, the fixture passes its hands before
// it plays, in the league as in the cold processes of the audit. So the audit
// finds only the answers for which a packet was lost.
TEST_F(CounterLeagueTest, GainsNothingInSandboxesAndItsAuditIsClean) {
  const FixtureLeague trial = {.fault = "none", .twins = {kTwin}, .deals = 16};
  if (Run(trial, kSandbox) != 0) GTEST_SKIP() << "no bubblewrap here";
  Options options = kSandbox;
  options.insert(options.end(), {"--audit", "50"});
  ExpectNothing(Play({.fault = "tells-by-counter", .twins = {kTwin}}, options));
  const json audit = json::parse(ReadFile(out_ + "/audit.json"));
  for (const json& bot : audit["bots"]) {
    EXPECT_NE(bot["verdict"], "better") << bot;
    EXPECT_NE(bot["verdict"], "changed") << bot;
  }
}

// Bots inside the referee answer at once, so the time between two questions to
// the fixture depends on its own answers alone.
const Options kBundledTwin = {"builtin:greedy"};

class TimeLeagueTest : public MemoryLeague {};

// In one process too, the seats share nothing but the time.
TEST_F(TimeLeagueTest, GainsIfTheOrderOfQuestionsShowsWhoAnswered) {
  // On a busy machine processes wait for a processor longer than a window.
  std::vector<Gain> gains;
  for (const int window_us : {8'000, 24'000}) {
    const FixtureLeague league = {
        .fault =
            "tells-by-time-of-answer --window-us " + std::to_string(window_us),
        .twins = kBundledTwin,
        .deals = 800};
    gains =
        Play(league, {"--limit", "strict:yes", "--trust", "shared-process"});
    if (!gains.empty() && gains.front().low > 0) return;
  }
  GTEST_SKIP() << "this machine is too busy to tell anything by the time: "
               << ::testing::PrintToString(gains);
}

TEST_F(TimeLeagueTest, GainsNothingWithTheDefaults) {
  const FixtureLeague league = {.fault = "tells-by-time-of-answer",
                                .twins = kBundledTwin};
  ExpectNothing(Play(league, {}));
}

TEST_F(TimeLeagueTest, GainsNothingIfOneDecisionIsAskedAtATime) {
  const FixtureLeague league = {
      .fault = "tells-by-time-of-answer", .twins = kBundledTwin, .deals = 200};
  ExpectNothing(Play(league, {"--limit", "strict:yes"}));
}

class RemoteMemoryTest : public MemoryLeague {};

// Why an arena refuses remote bots: relabelled suits are no protection.
TEST_F(RemoteMemoryTest, ABotThatCannotBeDividedGains) {
  const TemporaryFolder folder;
  const std::string address = "unix:" + folder.path("socket");
  const RunningProgram fixture({"/usr/bin/env", "COUILLON_LISTEN=" + address,
                                COUILLON_BROKEN_BOT_PROGRAM, "--fault",
                                "remembers-seating"});
  const std::vector<Gain> gains = Play({.fault = "remembers-seating",
                                        .twins = kBundledTwin,
                                        .deals = 600,
                                        .address = address},
                                       {});
  ASSERT_EQ(gains.size(), 1U);
  EXPECT_GT(gains.front().low, 0) << ::testing::PrintToString(gains);
}

}  // namespace
}  // namespace couillon
