// Seasons with bots that connect to the arena: real programs and sockets.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/disqualified.h"
#include "arena/standing/journal/open_round.h"
#include "couillon/v1/arena_service.pb.h"
#include "tests/arena/standing/serve/cut_proxy.h"
#include "tests/arena/standing/serve/dial_in_fixture.h"
#include "tests/arena/standing/serve/serving_arena.h"
#include "tests/support/program.h"
#include "tests/support/serving_bot.h"
#include "tests/support/without_marks.h"

namespace couillon::tests {
namespace {

using nlohmann::json;
using testing_support::Certificate;
using testing_support::MakeCertificate;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::WithoutMarks;

class DialInSeasonTest : public DialInFixture {
 protected:
  // The results of the same bots as processes of the referee.
  json AsProcesses(const std::string& deals, const std::string& round_items,
                   const std::vector<std::string>& bots) {
    const std::string near = folder_.path("near");
    Init(near, deals, round_items);
    Submit(near, bots);
    const auto run = Arena("run", near, {"--quiet"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return Report(near);
  }
  static void ExpectSameResults(const json& a, const json& b) {
    for (const char* part : {"rulesets", "overall", "all_rulesets"}) {
      EXPECT_EQ(WithoutMarks(a[part]), WithoutMarks(b[part])) << part;
    }
  }
};

TEST_F(DialInSeasonTest, ABotThatDialsInHasTheResultsOfAProcess) {
  Init(open(), "96", "32");
  Submit(open(), {"builtin:random", "builtin:greedy"});
  const std::string token = Admit("alice");
  Serve();
  const ArenaClient client(address_, TokenIn(token));
  const auto far = Dial("heuristic", token, "far");
  client.AwaitPairs(3, 96);
  Stop();
  far->Signal(SIGTERM);
  EXPECT_EQ(far->Wait(), 0);
  ExpectVerified(open());
  const json report = Report(open());
  EXPECT_EQ(report["arena"]["entrants"][2]["entrant"], "far v1");
  ExpectSameResults(report, AsProcesses("96", "32",
                                        {"builtin:random", "builtin:greedy",
                                         "far=" + kBot + " --name heuristic"}));
  EXPECT_EQ(ReadFile(open() + "/journal.jsonl").find("unix:"),
            std::string::npos)
      << "a place of this machine is in the journal";
}

TEST_F(DialInSeasonTest, AConnectionThatIsCutTwiceInPlayComesBack) {
  Init(open(), "12000", "12000");
  Submit(open(), {"builtin:random"});
  const std::string token = Admit("alice");
  Serve();
  CutProxy proxy(address_);
  const ArenaClient client(address_, TokenIn(token));
  // Few decisions at a time: after a cut they are asked again one by one.
  const auto far = Dial("heuristic", token, "far", proxy.address(),
                        {"--batch", "64", "--in-flight", "1"});
  for (const std::size_t cut : {1, 2}) {
    proxy.AwaitConnections(cut);
    client.WatchUntil([cut](const v1::WatchResponse& seen) {
      return IsPresent(seen, "far v1") && seen.units() > 0 &&
             seen.units_done() >= cut * seen.units() / 8;
    });
    const auto before = client.Standings();
    ASSERT_TRUE(before);
    ASSERT_LT((*before)["units_done"], (*before)["units"]) << "all is played";
    EXPECT_GE(proxy.Cut(), 1);
  }
  client.AwaitPairs(1, 12000);
  Stop();
  EXPECT_FALSE(far->HasEnded());
  ExpectVerified(open());
  const json report = Report(open());
  EXPECT_EQ(report["units_done"], report["units"]);
  // At most the decision that was open alone is lost, for each of two streams
  // at each cut, and never a whole unit.
  int forfeits = 0;
  for (const json& fault : report["faults"]) {
    EXPECT_EQ(fault["verdict"], "disconnect") << fault;
    forfeits += 1;
  }
  EXPECT_LE(forfeits, 4);
}

TEST_F(DialInSeasonTest, ABotThatIsAwayIsSkippedAndCatchesUp) {
  Init(open(), "64", "32");
  Submit(open(), {"builtin:random"});
  const std::string alice = Admit("alice");
  const std::string bob = Admit("bob");
  Serve();
  const ArenaClient client(address_, TokenIn(bob));
  auto far = Dial("heuristic", alice, "far");
  client.AwaitPairs(1, 64);
  far->Signal(SIGTERM);
  EXPECT_EQ(far->Wait(), 0);
  client.WatchUntil([](const v1::WatchResponse& seen) {
    return seen.entrants_size() == 2 && !IsPresent(seen, "far v1");
  });
  // Another bot joins meanwhile, and more is to be played.
  const auto second = Dial("greedy", bob, "second");
  client.WatchUntil([](const v1::WatchResponse& seen) {
    return IsPresent(seen, "second v1");
  });
  client.AwaitPairs(2, 64);
  ASSERT_EQ(Arena("extend", open(), {"--to", "96"}).exit_code, 0);
  client.AwaitPairs(1, 96);
  far = Dial("heuristic", alice, "far");
  client.AwaitPairs(3, 96);
  Stop();
  ExpectVerified(open());
  EXPECT_NE(ReadFile(open() + "/journal.jsonl").find("\"away\":[1]"),
            std::string::npos);
  const json report = Report(open());
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  ExpectSameResults(report, AsProcesses("96", "32",
                                        {"builtin:random",
                                         "far=" + kBot + " --name heuristic",
                                         "second=" + kBot + " --name greedy"}));
}

TEST_F(DialInSeasonTest, WhoLeavesInPlayForfeitsWhatWasOpenAndNoMore) {
  Init(open(), "12000", "12000", /*start_limit=*/"3");
  Submit(open(), {"builtin:random"});
  const std::string token = Admit("alice");
  Serve();
  const ArenaClient client(address_, TokenIn(token));
  auto far = Dial("heuristic", token, "far");
  client.WatchUntil([](const v1::WatchResponse& seen) {
    return seen.units() > 0 && seen.units_done() >= seen.units() / 8;
  });
  far->Signal(SIGKILL);
  far->Wait();
  client.WatchUntil(
      [](const v1::WatchResponse& seen) { return seen.round() == 0; });
  const json left = *client.Standings();
  EXPECT_LT(left["units_done"], left["units"]) << "all is played or forfeited";
  far = Dial("heuristic", token, "far");
  client.AwaitPairs(1, 12000);
  Stop();
  ExpectVerified(open());
  const json report = Report(open());
  EXPECT_EQ(report["units_done"], report["units"]);
  EXPECT_FALSE(report["faults"].empty());
  EXPECT_LE(report["faults"].size(), 20U);
  for (const json& fault : report["faults"]) {
    EXPECT_TRUE(fault["verdict"] == "start_failure" ||
                fault["verdict"] == "disconnect")
        << fault;
  }
  auto state = arena::ReadState(open());
  ASSERT_TRUE(state.ok()) << state.status();
  state->settings.mutable_limits()->set_disqualify_after(1);
  const auto disqualified = arena::NewlyDisqualified(*state, open());
  ASSERT_TRUE(disqualified.ok()) << disqualified.status();
  EXPECT_TRUE(disqualified->empty()) << "it plays in later rounds";
}

// The next round of a Swiss follows from this one, so everybody waits.
TEST_F(DialInSeasonTest, ARoundEndsWithoutABotForWhichItHasWaitedTooLong) {
  const auto made =
      Arena("init", open(),
            {"--ruleset", "basic-gerver", "--deals", "12000", "--block", "16",
             "--format", "swiss", "--swiss-rounds", "2", "--limit",
             "start:3,move:250", "--limit", "forfeits:100,total:1000",
             "--allow", "remote"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  Submit(open(), {"builtin:random"});
  const std::string token = Admit("alice");
  Serve();
  // It thinks, so that the round is under way when it is killed.
  const auto far = Dial("expert", token, "far");
  {
    const ArenaClient client(address_, TokenIn(token));
    client.WatchUntil([](const v1::WatchResponse& seen) {
      return seen.round() == 1 && seen.units_done() > 0 &&
             IsPresent(seen, "far v1");
    });
    far->Signal(SIGKILL);
    far->Wait();
    client.WatchUntil(
        [](const v1::WatchResponse& seen) { return seen.round() == 0; });
  }
  const auto round = [this] {
    const auto status = Arena("status", open(), {"--format", "json"});
    return json::parse(status.out)["open_round"];
  };
  const auto waited = [&round] {
    const json wait = round()["waits"][0];
    EXPECT_EQ(wait["bot"], "far v1");
    return wait["waited_seconds"].get<double>();
  };
  for (const double before = waited(); waited() < before + 1;) {
  }
  Stop();
  const auto state = arena::ReadState(open());
  ASSERT_TRUE(state.ok()) << state.status();
  ASSERT_TRUE(arena::ChargeAbsent(*state, open(), {*state->Newest("far")},
                                  std::chrono::seconds(2000))
                  .ok());
  Serve();
  while (round() != nullptr) {
  }
  Stop();
  ExpectVerified(open());
  EXPECT_NE(Report(open())["faults"].dump().find("over_budget"),
            std::string::npos);
  const auto status = Arena("status", open(), {"--format", "json"});
  EXPECT_EQ(json::parse(status.out)["entrants"][1]["status"], "plays")
      << "it was away";
}

TEST_F(DialInSeasonTest, AnArenaThatWasKilledGoesOn) {
  Init(open(), "8000", "8000");
  Submit(open(), {"builtin:random"});
  const std::string token = Admit("alice");
  Serve();
  const auto far = Dial("heuristic", token, "far");
  {
    const ArenaClient client(address_, TokenIn(token));
    client.WatchUntil([](const v1::WatchResponse& seen) {
      return seen.units() > 0 && seen.units_done() >= seen.units() / 4;
    });
  }
  serving_->Signal(SIGKILL);
  ASSERT_EQ(serving_->Wait(), 128 + SIGKILL);
  // At the same address, since the bot looks for it there.
  ASSERT_NO_FATAL_FAILURE(Serve({}, address_));
  const ArenaClient client(address_, TokenIn(token));
  client.AwaitPairs(1, 8000);
  Stop();
  EXPECT_FALSE(far->HasEnded());
  ExpectVerified(open());
  const json report = Report(open());
  EXPECT_EQ(report["arena"]["rounds"], 1) << "another round was planned";
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  ExpectSameResults(report, AsProcesses("8000", "8000",
                                        {"builtin:random",
                                         "far=" + kBot + " --name heuristic"}));
}

TEST_F(DialInSeasonTest, TwoAuthorsPlayOverTls) {
  const Certificate own = MakeCertificate(folder_, "arena");
  const Certificate other = MakeCertificate(folder_, "other");
  Init(open(), "64", "64");
  const std::string alice = Admit("alice");
  const std::string bob = Admit("bob");
  // The certificate names this address.
  Serve({"--tls-cert", own.certificate, "--tls-key", own.key}, "127.0.0.1:0");
  const std::string at =
      "localhost:" + address_.substr(address_.rfind(':') + 1);
  const auto dial = [&](const std::string& bot, const std::string& token,
                        const std::string& roots) {
    return Relayed({kBot, "--name", bot}, at, token, "", {"--ca", roots});
  };
  const auto untrusted = RunProgram(dial("greedy", alice, other.certificate));
  EXPECT_EQ(untrusted.exit_code, 1);
  EXPECT_NE(untrusted.err.find("certificate verify failed"), std::string::npos)
      << untrusted.err;
  const testing_support::RunningProgram first(
      dial("greedy", alice, own.certificate));
  const testing_support::RunningProgram second(
      dial("heuristic", bob, own.certificate));
  const ArenaClient client(at, TokenIn(bob), ReadFile(own.certificate));
  client.AwaitPairs(1, 64);
  Stop();
  ExpectVerified(open());
  const std::string status = Arena("status", open()).out;
  EXPECT_NE(status.find("greedy v1: plays"), std::string::npos) << status;
  EXPECT_NE(status.find("heuristic v1: plays"), std::string::npos) << status;
}

TEST_F(DialInSeasonTest, RunLeavesOutWhoDialsIn) {
  Init(open(), "32", "32");
  Submit(open(), {"builtin:random"});
  const std::string token = Admit("alice");
  Serve();
  const ArenaClient client(address_, TokenIn(token));
  {
    const auto far = Dial("greedy", token, "far");
    client.AwaitPairs(1, 32);
  }
  Stop();
  Submit(open(), {"builtin:greedy"});
  const auto run = Arena("run", open(), {"--quiet"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("Left out: far v1 dials in"), std::string::npos)
      << run.err;
  ExpectVerified(open());
  const json report = Report(open());
  EXPECT_EQ(report["rulesets"][0]["pairings"].size(), 2U);
  // What only the arena can do is explained.
  const auto audit = RunProgram({kCouillon, "audit", open() + "/rounds/0001"});
  EXPECT_NE(audit.exit_code, 0);
}

}  // namespace
}  // namespace couillon::tests
