// Remote bots over real sockets: with the right certificate and token a league
// has the same bytes as with a process; with wrong ones there is no league; the
// token appears nowhere.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/support/serving_bot.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::Certificate;
using testing_support::MakeCertificate;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::ServingBot;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kBot;
using testing_support::kCouillon;
constexpr char kToken[] = "k3-nobody-else-knows";

class RemoteLeagueTest : public ::testing::Test {
 protected:
  // The standings mark the bot whose processes could not be divided.
  void ExpectMarked() {
    const std::string text = RunProgram({kCouillon, "report", out_}).out;
    EXPECT_NE(text.find("  far (not divided)  "), std::string::npos) << text;
    EXPECT_NE(text.find("Not divided: far."), std::string::npos) << text;
    const json report = json::parse(Report());
    for (const json& bot : report["standings"]["bots"]) {
      EXPECT_EQ(bot["processes"], bot["bot"] == "far" ? "remote" : "divided");
    }
    const std::string rows =
        RunProgram({kCouillon, "export", out_, "--what", "standings"}).out;
    EXPECT_NE(rows.find(",remote relabelled\n"), std::string::npos) << rows;
    EXPECT_NE(rows.find(",divided\n"), std::string::npos) << rows;
  }
  RemoteLeagueTest() {
    WriteFile(token_, std::string(kToken) + "\n");
    WriteFile(wrong_token_, "k4\n");
  }

  // Greedy, with a certificate and a token.
  [[nodiscard]] std::vector<std::string> GuardedBot() const {
    return {
        kBot,         "--name",         "greedy",    "--listen", "127.0.0.1:0",
        "--tls-cert", own_.certificate, "--tls-key", own_.key,   "--token-file",
        token_};
  }

  ProgramResult Play(const std::string& far,
                     const std::vector<std::string>& more = {},
                     const std::string& near = kBot + " --name random",
                     const std::string& start_limit = "250") {
    std::filesystem::remove_all(out_);
    std::vector<std::string> command = {
        kCouillon,       "league",
        "run",           "--bots",
        "near=" + near,  "far=" + far,
        "--ruleset",     "basic-gerver,troeven-3-solo",
        "--deals",       "200",
        "--block",       "32",
        "--seed",        "remote",
        "--concurrency", "2",
        "--limit",       "move:250,start:" + start_limit,
        "--out",         out_};
    command.insert(command.end(), more.begin(), more.end());
    return RunProgram(command);
  }

  std::string Report() {
    return RunProgram({kCouillon, "report", out_, "--format", "json"}).out;
  }

  // The report without what it says about memory, which differs for bots whose
  // processes cannot be divided.
  std::string Results() {
    json report = json::parse(Report());
    EXPECT_EQ(report["league"].erase("integrity"), 1U);
    for (json& bot : report["standings"]["bots"]) bot.erase("processes");
    return report.dump(2);
  }

  std::string WithAProcess(const std::vector<std::string>& more = {}) {
    EXPECT_EQ(Play(kBot + " --name greedy", more).exit_code, 0);
    return Results();
  }

  // The message when a league is refused.
  std::string Refusal(const std::string& far,
                      const std::vector<std::string>& more = {}) {
    // The bot is retried until the limit; the bundled bot has no limit.
    const ProgramResult run = Play(far, more, "builtin:random", "4");
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_FALSE(std::filesystem::exists(out_));
    EXPECT_EQ(run.err.find(kToken), std::string::npos);
    return run.err;
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("league");
  std::string token_ = folder_.path("token");
  std::string wrong_token_ = folder_.path("wrong");
  Certificate own_ = MakeCertificate(folder_, "own");
};

TEST_F(RemoteLeagueTest, WithTlsAndTokenItIsTheBytesOfAProcess) {
  const std::string reference = WithAProcess();
  const ServingBot bot(GuardedBot());
  const ProgramResult run =
      Play("grpcs://" + bot.address() + " ca=" + own_.certificate +
               " token-file=" + token_,
           {"--trust", "true-suits"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Results(), reference);
  const std::string status =
      RunProgram({kCouillon, "league", "status", out_}).out;
  EXPECT_NE(status.find("Remote: far at grpcs://" + bot.address() +
                        ", with a token;"),
            std::string::npos)
      << status;
  EXPECT_NE(status.find("connections; remote"), std::string::npos) << status;
  // The token is in no output and no stored file.
  EXPECT_EQ((run.out + run.err + status).find(kToken), std::string::npos);
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(out_)) {
    EXPECT_EQ(ReadFile(entry.path().string()).find(kToken), std::string::npos)
        << entry.path();
  }
}

TEST_F(RemoteLeagueTest, OnThisMachinePlaintextIsTheSame) {
  const std::string reference = WithAProcess();
  {
    const ServingBot bot({kBot, "--name", "greedy", "--listen", "127.0.0.1:0"});
    ASSERT_EQ(
        Play("grpc://" + bot.address(), {"--trust", "true-suits"}).exit_code,
        0);
    EXPECT_EQ(Results(), reference);
  }
  const std::string socket = "unix:" + folder_.path("socket");
  const ServingBot bot({kBot, "--name", "greedy", "--listen", socket});
  ASSERT_EQ(Play(socket, {"--trust", "true-suits"}).exit_code, 0);
  EXPECT_EQ(Results(), reference);
}

TEST_F(RemoteLeagueTest, ItsSuitsAreRelabelledAndEveryReportSaysSo) {
  const ServingBot bot({kBot, "--name", "greedy", "--listen", "127.0.0.1:0"});
  const std::string far = "grpc://" + bot.address();
  const std::string shown = WithAProcess();
  const std::string relabelled = WithAProcess({"--trust", "strangers"});
  EXPECT_NE(relabelled, shown) << "greedy prefers suits";
  ASSERT_EQ(Play(far, {"--trust", "strangers"}).exit_code, 0);
  EXPECT_EQ(Results(), relabelled);
  ASSERT_EQ(Play(far, {"--record", "deals"}).exit_code, 0);
  EXPECT_NE(Results(), shown);
  const json bots = json::parse(Report())["league"]["integrity"]["bots"];
  EXPECT_EQ(bots[0]["processes"], "divided");
  EXPECT_EQ(bots[0]["suits"], "true");
  EXPECT_EQ(bots[1]["processes"], "remote");
  EXPECT_EQ(bots[1]["suits"], "relabelled");
  for (const char* format : {"text", "html"}) {
    const ProgramResult report =
        RunProgram({kCouillon, "report", out_, "--format", format, "--policy"});
    EXPECT_NE(report.out.find("CANNOT BE DIVIDED, since remote: far"),
              std::string::npos)
        << report.out;
  }
  EXPECT_NE(RunProgram({kCouillon, "report", out_, "--format", "csv"})
                .out.find(",own,divided,remote relabelled"),
            std::string::npos);
  ExpectMarked();
  EXPECT_EQ(RunProgram({kCouillon, "verify", out_}).exit_code, 0);
}

TEST_F(RemoteLeagueTest, SameDealsHaveToBeForced) {
  const ServingBot bot({kBot, "--name", "greedy", "--listen", "127.0.0.1:0"});
  const std::string far = "grpc://" + bot.address();
  EXPECT_NE(
      Refusal(far, {"--trust", "same-deals"}).find("--trust: found a remote"),
      std::string::npos);
  EXPECT_EQ(Play(far, {"--trust", "own"}).exit_code, 0);
  EXPECT_EQ(json::parse(Report())["league"]["integrity"]["deals"], "same");
}

TEST_F(RemoteLeagueTest, BotFilesNameThemToo) {
  const ServingBot bot(GuardedBot());
  // Paths are relative to the list; the manifest has the address, the list the
  // certificate and the token.
  std::filesystem::create_directory(folder_.path("far"));
  WriteFile(folder_.path("far/bot.txtpb"),
            "name: \"far\" remote { address: \"grpcs://" + bot.address() +
                "\" server_name: \"bots.example\" }");
  const std::string list = folder_.path("bots.txtpb");
  WriteFile(list,
            "bots { name: \"near\" builtin: \"random\" }\n"
            "bots { directory: \"far\" remote { ca_file: \"own.pem\"\n"
            "       token_file: \"token\" } }\n");
  const ProgramResult run = RunProgram(
      {kCouillon, "league", "run", "--bots", list, "--ruleset", "basic-gerver",
       "--deals", "50", "--seed", "x", "--out", out_});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(json::parse(Report())["faults"].empty());
}

TEST_F(RemoteLeagueTest, WithoutTheRightTokenThereIsNoLeague) {
  const ServingBot bot(GuardedBot());
  const std::string far =
      "grpcs://" + bot.address() + " ca=" + own_.certificate;
  const std::string without = Refusal(far);
  EXPECT_NE(without.find("bot far (grpcs://" + bot.address() + ")"),
            std::string::npos)
      << without;
  EXPECT_NE(without.find("it expects a token"), std::string::npos) << without;
  const std::string wrong = Refusal(far + " token-file=" + wrong_token_);
  EXPECT_NE(wrong.find("it expects another token"), std::string::npos) << wrong;
  setenv("COUILLON_TEST_TOKEN", kToken, 1);
  EXPECT_EQ(Play(far + " token-env=COUILLON_TEST_TOKEN").exit_code, 0);
  unsetenv("COUILLON_TEST_TOKEN");
}

TEST_F(RemoteLeagueTest, CertificateHasToBeTheOneExpected) {
  const Certificate other = MakeCertificate(folder_, "other");
  const ServingBot bot(GuardedBot());
  const std::string far = "grpcs://" + bot.address() + " token-file=" + token_;
  for (const std::string& wrong :
       {std::string(), " ca=" + other.certificate,
        " server-name=elsewhere.example ca=" + own_.certificate}) {
    const std::string reported = Refusal(far + wrong);
    EXPECT_NE(reported.find("expected a certificate for the host"),
              std::string::npos)
        << wrong << ": " << reported;
  }
  EXPECT_EQ(
      Play(far + " server-name=bots.example ca=" + own_.certificate).exit_code,
      0);
  // Without ca= the system's roots apply, which now include this one.
  setenv("GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", own_.certificate.c_str(), 1);
  EXPECT_EQ(Play(far).exit_code, 0);
  unsetenv("GRPC_DEFAULT_SSL_ROOTS_FILE_PATH");
  EXPECT_NE(Refusal("grpc://" + bot.address()).find("did not answer Describe"),
            std::string::npos)
      << "no TLS where the bot has it";
}

TEST_F(RemoteLeagueTest, WhatCannotBeKeptIsNotPromised) {
  EXPECT_NE(Refusal("grpc://192.0.2.1:7000").find("--allow plaintext"),
            std::string::npos);
}

TEST_F(RemoteLeagueTest, OtherBotsDoNotGetTheToken) {
  const ServingBot bot(GuardedBot());
  const std::string spy = folder_.path("spy");
  const std::string seen = folder_.path("seen");
  setenv("COUILLON_TEST_TOKEN", kToken, 1);
  const auto play = [&](const std::string& token) {
    return RunProgram({kCouillon, "league", "run", "--bots", "spy=" + spy,
                       "far=grpcs://" + bot.address() +
                           " ca=" + own_.certificate + " " + token,
                       "--ruleset", "basic-gerver", "--deals", "8", "--seed",
                       "x", "--out", out_});
  };
  // The bot ends if it sees the token; then there is no league.
  const auto spy_on = [&](const std::string& probe) {
    std::filesystem::remove_all(out_);
    WriteFile(spy, "#!/bin/sh\nif " + probe + "; then exit 1; fi\nexec " +
                       kBot + " --name random\n");
    ASSERT_EQ(chmod(spy.c_str(), 0755), 0);
  };
  spy_on("env | grep -q " + std::string(kToken));
  const ProgramResult variable = play("token-env=COUILLON_TEST_TOKEN");
  EXPECT_EQ(variable.exit_code, 0) << variable.err;
  unsetenv("COUILLON_TEST_TOKEN");
  if (variable.err.find("Processes: in a sandbox") == std::string::npos) {
    GTEST_SKIP() << "bubblewrap does not work here";
  }
  spy_on("grep -q " + std::string(kToken) + " " + token_);
  const ProgramResult file = play("token-file=" + token_);
  EXPECT_EQ(file.exit_code, 0) << file.err;
}

TEST_F(RemoteLeagueTest, CheckAndAskTakeAnAddress) {
  const ServingBot bot(GuardedBot());
  const std::vector<std::string> words = {"grpcs://" + bot.address(),
                                          "ca=" + own_.certificate,
                                          "token-file=" + token_};
  std::vector<std::string> check = {kCouillon,      "bot",  "check",
                                    "--format",     "json", "--ruleset",
                                    "basic-gerver", "--"};
  check.insert(check.end(), words.begin(), words.end());
  const ProgramResult checked = RunProgram(check);
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  std::vector<std::string> skipped;
  const json verdict = json::parse(checked.out);
  for (const json& one : verdict["checks"]) {
    EXPECT_NE(one["result"], "fail") << one;
    if (one["result"] == "skipped") skipped.push_back(one["check"]);
  }
  EXPECT_EQ(skipped,
            (std::vector<std::string>{"restart", "memory", "sigterm"}));

  check.back() = "token-file=" + wrong_token_;
  const ProgramResult refused = RunProgram(check);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_NE(refused.out.find("another token"), std::string::npos)
      << refused.out;
}

}  // namespace
}  // namespace couillon
