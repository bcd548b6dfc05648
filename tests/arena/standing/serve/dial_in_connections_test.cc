// How a relay connects a bot to an arena: over TLS, again after a loss of the
// arena or of the bot, and what it prints.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/arena/standing/serve/cut_proxy.h"
#include "tests/arena/standing/serve/dial_in_fixture.h"
#include "tests/support/program.h"
#include "tests/support/talking_program.h"

namespace couillon::tests {
namespace {

using std::chrono::steady_clock;
using testing_support::kBroken;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TalkingProgram;

constexpr char kNothing[] = "/dev/null";

// The command of docs/remote-bots.md that makes bot.pem and bot.key.
std::string DocumentedOpenssl() {
  const std::string page = ReadFile(COUILLON_SOURCE "/docs/remote-bots.md");
  const std::size_t begin = page.find("openssl req");
  EXPECT_NE(begin, std::string::npos);
  std::size_t end = page.find('\n', begin);
  while (page[end - 1] == '\\') end = page.find('\n', end + 1);
  return page.substr(begin, end - begin);
}

class DialInConnectionTest : public DialInFixture,
                             public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "python") {
      const std::string why = testing_support::WhyNotBuilt(Python());
      if (!why.empty()) GTEST_SKIP() << why;
      relay_ = PythonRelay();
    }
    Init(open(), "64", "64");
    token_ = Admit("alice");
    const ProgramResult made =
        RunProgram({"/bin/sh", "-c",
                    "cd '" + folder_.path("") + "' && " + DocumentedOpenssl()});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  void ServeWithTls(const std::string& listen) {
    Serve({"--tls-cert", folder_.path("bot.pem"), "--tls-key",
           folder_.path("bot.key")},
          listen);
  }
  [[nodiscard]] std::string port() const {
    return address_.substr(address_.rfind(':') + 1);
  }
  // The relay of the bot, with its stderr as output.
  [[nodiscard]] std::vector<std::string> Bot(
      const std::string& arena, const std::string& roots,
      const std::string& token,
      const std::vector<std::string>& bot = {kBot, "--name", "greedy"}) const {
    std::vector<std::string> words = {"/bin/sh", "-c",
                                      "exec \"$@\" 2>&1 >/dev/null", "sh"};
    std::vector<std::string> options;
    if (roots != kNothing) options = {"--ca", roots};
    for (const std::string& word : Relayed(bot, arena, token, "far", options)) {
      words.push_back(word);
    }
    return words;
  }
  // Runs the bot, which has to end by itself; returns what it prints.
  [[nodiscard]] std::string EndOf(const std::string& arena,
                                  const std::string& roots) const {
    const ProgramResult run = RunProgram(Bot(arena, roots, token_));
    EXPECT_EQ(run.exit_code, 1) << run.out;
    return run.out;
  }
  static void ExpectIn(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }

  std::string token_;  // file
};

TEST_P(DialInConnectionTest, TheDocumentedCertificateSecuresAnArena) {
  ServeWithTls("127.0.0.1:0");
  for (const char* host : {"localhost:", "127.0.0.1:"}) {
    const std::string arena = host + port();
    TalkingProgram far(Bot(arena, folder_.path("bot.pem"), token_));
    const std::string said = "connected to the arena " + arena +
                             " as far v1; a new version is checked before it "
                             "plays\n";
    ExpectIn(far.ReadTo(said), said);
  }
}

TEST_P(DialInConnectionTest, ACertificateThatIsNotTrustedEndsIt) {
  ServeWithTls("0.0.0.0:0");
  const std::string here = "localhost:" + port();
  const std::string unknown = EndOf(here, kNothing);
  ExpectIn(unknown, "the certificate of the arena " + here + " is not trusted");
  ExpectIn(unknown, "--ca");
  const std::string other = "127.0.0.2:" + port();  // not in the certificate
  ExpectIn(EndOf(other, folder_.path("bot.pem")),
           "the certificate of the arena " + other + " is not trusted");
}

TEST_P(DialInConnectionTest, AnArenaWithoutTlsEndsABotThatExpectsIt) {
  Serve();
  ExpectIn(EndOf(address_, kNothing),
           "the arena " + address_ + " answers without TLS");
}

TEST_P(DialInConnectionTest, ItSaysThatItIsConnectedAgain) {
  Serve();
  const std::string arena = "plaintext:" + address_;
  const std::string said = "connected to the arena " + arena + " as far v1; ";
  TalkingProgram far(Bot(arena, kNothing, token_));
  ExpectIn(far.ReadTo(said), said);
  serving_->Signal(SIGKILL);
  serving_->Wait();
  const std::string lost = "tries again to play in the arena " + arena + ": ";
  ExpectIn(far.ReadTo(lost), lost);
  ASSERT_NO_FATAL_FAILURE(Serve({}, address_));
  ExpectIn(far.ReadTo(said), said);
}

TEST_P(DialInConnectionTest, ATokenThatIsMissingIsNamedWithItsFile) {
  token_ = "/no/file";
  const std::string text = EndOf("plaintext:127.0.0.1:1", kNothing);
  ExpectIn(text, "/no/file: ");
  ExpectIn(text, "No such file");
}

TEST_P(DialInConnectionTest, ABotThatEndsIsStartedAgain) {
  Submit(open(), {"builtin:random"});
  Serve();
  const std::string arena = "plaintext:" + address_;
  const std::string said = "connected to the arena " + arena + " as far v1; ";
  // Its first process ends in its first decisions.
  const std::string flag = folder_.path("started");
  TalkingProgram far(
      Bot(arena, kNothing, token_,
          {"/bin/sh", "-c",
           "[ -e " + flag + " ] && exec " + kBot + " --name greedy; touch " +
               flag + "; exec " + kBroken + " --fault crashes"}));
  ExpectIn(far.ReadTo("connected to"), "connected to");
  ExpectIn(far.ReadTo("starts it again"), "the bot has ended: signal 6");
  ExpectIn(far.ReadTo(said), said);
  ArenaClient(address_, TokenIn(token_)).AwaitPairs(1, 64);
  far.Signal(SIGINT);
  EXPECT_EQ(far.Wait(), 0);
  ExpectNoBot();
}

TEST_P(DialInConnectionTest, ABotThatCannotStartEndsIt) {
  for (const char* bot : {"/no/such", "/bin/false"}) {
    const ProgramResult run =
        RunProgram(Bot("plaintext:127.0.0.1:1", kNothing, token_, {bot}));
    EXPECT_EQ(run.exit_code, 1) << run.out;
    ExpectIn(run.out, bot);
  }
}

TEST_P(DialInConnectionTest, ABotThatIgnoresSigtermIsKilledWithItsChildren) {
  Serve();
  const std::string arena = "plaintext:" + address_;
  TalkingProgram far(Bot(arena, kNothing, token_,
                         {"/bin/sh", "-c",
                          "trap '' TERM; sleep 600 & " + kBot +
                              " --name greedy; exec sleep 600"}));
  ExpectIn(far.ReadTo("connected to"), "connected to");
  far.Signal(SIGTERM);
  EXPECT_EQ(far.Wait(), 0);
  ExpectNoBot();
}

INSTANTIATE_TEST_SUITE_P(Relays, DialInConnectionTest,
                         ::testing::Values("cpp", "python"),
                         [](const auto& relay) { return relay.param; });

TEST(DialInPausesTest, TheyGrowWithEveryConnectionThatFails) {
  CutProxy closing("127.0.0.1:1");  // ends every connection: nobody is there
  const steady_clock::time_point start = steady_clock::now();
  const testing_support::TemporaryFolder folder;
  const testing_support::RunningProgram far(
      {"/usr/bin/env", "TMPDIR=" + folder.path(""), kBot, "connect",
       "plaintext:" + closing.address(), "--", kBot, "--name", "greedy"});
  closing.AwaitConnections(5);
  // 250 ms, 500 ms, 1 s and 2 s.
  EXPECT_GE(steady_clock::now() - start, std::chrono::milliseconds(3500));
}

}  // namespace
}  // namespace couillon::tests
