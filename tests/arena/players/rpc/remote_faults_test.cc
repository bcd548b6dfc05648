// A remote bot that fails: the results of the others are the same as without
// the failure, and the league ends although there is no process to kill.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/cards/check.h"
#include "tests/support/program.h"
#include "tests/support/serving_bot.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::Certificate;
using testing_support::CertificateText;
using testing_support::MakeCertificate;
using testing_support::ProgramResult;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::ServingBot;
using testing_support::SignCertificate;
using testing_support::TemporaryFolder;

using testing_support::kBot;
using testing_support::kCouillon;

class RemoteFaultsTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> Command(
      const std::string& far, const std::string& start_limit,
      const std::string& move_limit = "250") const {
    // On a busy machine a correct bot too may exceed a short limit; a bot
    // inside the referee has no limit.
    const bool is_short = start_limit != "250" || move_limit != "250";
    return {kCouillon,
            "league",
            "run",
            "--bots",
            is_short ? "honest=builtin:greedy"
                     : "honest=" + kBot + " --name greedy",
            "other=builtin:random",
            "far=" + far,
            "--ruleset",
            "basic-gerver",
            "--deals",
            "15000",
            "--seed",
            "remote faults",
            "--concurrency",
            "2",
            "--limit",
            "move:" + move_limit + ",start:" + start_limit,
            "--out",
            out_};
  }

  // The number of units played.
  [[nodiscard]] int UnitsPlayed() const {
    const ProgramResult status =
        RunProgram({kCouillon, "league", "status", out_});
    return status.exit_code == 0 ? std::stoi(status.out) : 0;
  }

  // Begins a league with `bot` and calls `harm` in the middle of it.
  template <typename Harm>
  void PlayAndHarm(const ServingBot& bot, const std::string& start_limit,
                   Harm harm, const std::string& move_limit = "250") {
    RunningProgram league(
        Command("grpc://" + bot.address(), start_limit, move_limit));
    const auto give_up =
        std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (UnitsPlayed() == 0) {
      ASSERT_FALSE(league.HasEnded());
      ASSERT_LT(std::chrono::steady_clock::now(), give_up);
    }
    ASSERT_FALSE(league.HasEnded());
    harm();
    const int exit_code = league.Wait();
    EXPECT_EQ(exit_code, 0);
    report_ = json::parse(
        RunProgram({kCouillon, "report", out_, "--format", "json"}).out);
    faults_ = json::parse(
        RunProgram({kCouillon, "faults", out_, "--all", "--format", "json"})
            .out)["faults"];
  }

  // The verdicts of all its faults, with or without a forfeit.
  std::set<std::string> Verdicts() {
    std::set<std::string> verdicts;
    for (const json& fault : faults_) {
      EXPECT_EQ(fault["bot"], "far");
      verdicts.insert(fault["verdict"]);
    }
    return verdicts;
  }

  // The pairings of a league without a failure.
  json Undisturbed() {
    const ServingBot bot(Bot("127.0.0.1:0"));
    EXPECT_EQ(RunProgram(Command("grpc://" + bot.address(), "250")).exit_code,
              0);
    const json report = json::parse(
        RunProgram({kCouillon, "report", out_, "--format", "json"}).out);
    std::filesystem::remove_all(out_);
    return report["rulesets"][0]["pairings"];
  }

  static std::vector<std::string> Bot(const std::string& listen) {
    return {kBot, "--name", "heuristic", "--listen", listen};
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("league");
  json report_;
  json faults_;
};

TEST_F(RemoteFaultsTest, BotThatDisappearsForfeitsItsRemainingUnits) {
  const json undisturbed = Undisturbed();
  const ServingBot bot(Bot("127.0.0.1:0"));
  PlayAndHarm(bot, "4", [&bot] { bot.Signal(SIGKILL); });
  EXPECT_EQ(Verdicts(), (std::set<std::string>{"disconnect", "start_failure"}));
  const json& pairings = report_["rulesets"][0]["pairings"];
  EXPECT_EQ(pairings[0], undisturbed[0]);
  EXPECT_GT(pairings[1]["forfeits"], 0);
}

TEST_F(RemoteFaultsTest, BotThatComesBackLosesNothing) {
  const json undisturbed = Undisturbed();
  // A bot that ends with a single open decision is the offender; the test does
  // not control the time of the kill.
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::filesystem::remove_all(out_);
    ServingBot bot(Bot("127.0.0.1:0"));
    std::unique_ptr<ServingBot> again;
    ASSERT_NO_FATAL_FAILURE(PlayAndHarm(bot, "250", [&] {
      bot.Signal(SIGKILL);
      bot.Wait();
      again = std::make_unique<ServingBot>(Bot(bot.address()));
    }));
    EXPECT_EQ(Verdicts(), std::set<std::string>{"disconnect"});
    const auto forfeits = std::count_if(
        faults_.begin(), faults_.end(),
        [](const json& fault) { return fault["forfeits"].get<bool>(); });
    EXPECT_LE(forfeits, 2) << "a worker had at most one decision to lose";
    if (forfeits > 0) continue;
    EXPECT_TRUE(report_["faults"].empty()) << report_["faults"];
    EXPECT_EQ(report_["rulesets"][0]["pairings"], undisturbed);
    return;
  }
  FAIL() << "each of ten kills cost something";
}

TEST_F(RemoteFaultsTest, BotThatStopsDoesNotStopTheLeague) {
  const json undisturbed = Undisturbed();
  const ServingBot bot(Bot("127.0.0.1:0"));
  PlayAndHarm(bot, "4", [&bot] { bot.Signal(SIGSTOP); }, "4");
  EXPECT_EQ(Verdicts(), (std::set<std::string>{"start_failure", "timeout"}));
  EXPECT_EQ(report_["rulesets"][0]["pairings"][0], undisturbed[0]);
}

// The refusal's text about the certificate of a bot at 127.0.0.1.
class CertificateFaultsTest : public RemoteFaultsTest {
 protected:
  std::string RefusalOf(const Certificate& certificate) {
    std::vector<std::string> command = Bot("127.0.0.1:0");
    command.insert(command.end(), {"--tls-cert", certificate.certificate,
                                   "--tls-key", certificate.key});
    const ServingBot bot(command);
    const ProgramResult run = RunProgram(
        Command("grpcs://" + bot.address() + " ca=" + ca_.certificate, "5"));
    EXPECT_EQ(run.exit_code, 1);
    return run.err;
  }

  [[nodiscard]] Certificate Signed(const CertificateText& text) const {
    return SignCertificate(folder_, "bot", text, ca_);
  }

  const std::string here_ = "DNS:localhost,IP:127.0.0.1";
  const Certificate ca_ = MakeCertificate(folder_, "ca");
};

TEST_F(CertificateFaultsTest, ExpiredSaysWhen) {
  const std::string refusal =
      RefusalOf(Signed({"20200101000000Z", "20210102030405Z", here_}));
  EXPECT_NE(refusal.find("its certificate expired on Jan  2 03:04:05 2021 GMT"),
            std::string::npos)
      << refusal;
}

TEST_F(CertificateFaultsTest, NotYetValidSaysFromWhen) {
  const std::string refusal =
      RefusalOf(Signed({"20900101000000Z", "20910101000000Z", here_}));
  EXPECT_NE(refusal.find(
                "its certificate is not valid before Jan  1 00:00:00 2090 GMT"),
            std::string::npos)
      << refusal;
}

TEST_F(CertificateFaultsTest, OfAnotherHostSaysWhichOne) {
  const std::string refusal = RefusalOf(
      Signed({"20200101000000Z", "20900101000000Z", "DNS:other.example"}));
  EXPECT_NE(refusal.find("its certificate is for another host (other.example), "
                         "not for 127.0.0.1"),
            std::string::npos)
      << refusal;
}

TEST_F(CertificateFaultsTest, OfAnUnknownIssuerSaysSo) {
  const std::string of_itself = RefusalOf(MakeCertificate(folder_, "own"));
  EXPECT_NE(of_itself.find("is self-signed and not trusted"), std::string::npos)
      << of_itself;
  const Certificate stranger = MakeCertificate(folder_, "stranger");
  const std::string of_stranger = RefusalOf(SignCertificate(
      folder_, "bot", {"20200101000000Z", "20900101000000Z", here_}, stranger));
  EXPECT_NE(of_stranger.find("the issuer of its certificate is not trusted"),
            std::string::npos)
      << of_stranger;
}

// A server that accepts connections and sends nothing.
class MuteServer {
 public:
  MuteServer() : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    COUILLON_CHECK(bind(fd_, any, size) == 0 && listen(fd_, 16) == 0 &&
                   getsockname(fd_, any, &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  ~MuteServer() { close(fd_); }
  MuteServer(const MuteServer&) = delete;
  MuteServer& operator=(const MuteServer&) = delete;
  [[nodiscard]] std::string address() const {
    return "127.0.0.1:" + std::to_string(port_);
  }

 private:
  int fd_;
  std::uint16_t port_ = 0;
};

TEST_F(RemoteFaultsTest, ServerThatSaysNothingIsGivenUpAtTheStartLimit) {
  const MuteServer mute;
  for (const std::string scheme : {"grpc://", "grpcs://"}) {
    const ProgramResult run = RunProgram(Command(scheme + mute.address(), "2"));
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("bot far (" + scheme + mute.address() +
                           "): did not answer Describe within 2100 ms"),
              std::string::npos)
        << run.err;
  }
}

}  // namespace
}  // namespace couillon
