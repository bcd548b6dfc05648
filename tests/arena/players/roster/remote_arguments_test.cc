// The arguments of remote bots, and what is refused before anything is sent.
#include "arena/players/roster/remote_arguments.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "arena/players/roster/bot_sources.h"
#include "arena/players/roster/grpc_bot.h"
#include "arena/players/rpc/bot_address.h"
#include "arena/players/rpc/remote_bot.h"
#include "bots/cpp/bundled/bundled.h"
#include "couillon/v1/league.pb.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::TemporaryFolder;
using testing_support::WriteFile;

TEST(BotAddressTest, ReadsTheAddressAndWhetherItIsLocal) {
  struct Case {
    std::string text;
    std::string target;
    bool tls;
    bool here;
  };
  for (const Case& expected : std::vector<Case>{
           {"grpcs://bots.example:443", "dns:///bots.example:443", true, false},
           {"grpc://localhost:1", "dns:///localhost:1", false, true},
           {"grpc://127.9.8.7:65535", "dns:///127.9.8.7:65535", false, true},
           {"grpc://[::1]:50", "dns:///[::1]:50", false, true},
           {"grpc://[2001:db8::1]:50", "dns:///[2001:db8::1]:50", false, false},
           {"grpc://128.0.0.1:50", "dns:///128.0.0.1:50", false, false},
           {"grpc://localhost.evil.example:5",
            "dns:///localhost.evil.example:5", false, false},
           {"grpc://127.0.0.1.evil.example:5",
            "dns:///127.0.0.1.evil.example:5", false, false},
           {"unix:/run/bot", "unix:/run/bot", false, true}}) {
    const auto address = ParseBotAddress(expected.text);
    ASSERT_TRUE(address.ok()) << address.status();
    EXPECT_EQ(address->target, expected.target);
    EXPECT_EQ(address->tls, expected.tls) << expected.text;
    EXPECT_EQ(address->StaysHere(), expected.here) << expected.text;
  }
}

TEST(BotAddressTest, AnInvalidAddressIsNamed) {
  for (const std::string text :
       {"grpc://host", "grpc://host:", "grpc://host:0", "grpc://host:65536",
        "grpc://host:1x", "grpc://host: 1", "grpc://:1", "grpc://a b:1",
        "grpc://host/path:1", "grpc://u@host:1", "grpc://::1:50",
        "grpc://[host]:1", "grpcs://", "unix:", "unix:relative",
        "http://host:1", "host:1"}) {
    const auto address = ParseBotAddress(text);
    ASSERT_FALSE(address.ok()) << text;
    EXPECT_NE(std::string(address.status().message()).find("\"" + text + "\""),
              std::string::npos);
  }
}

v1::BotEntry Remote(const std::string& arguments) {
  const auto bots =
      ReadBots({"far=" + arguments, "builtin:random"}, bots::CheckStrategyName);
  EXPECT_TRUE(bots.ok()) << bots.status();
  return bots.ok() ? bots->front() : v1::BotEntry();
}

std::string ReadError(const std::string& arguments) {
  return std::string(
      ReadBots({"far=" + arguments, "builtin:random"}, bots::CheckStrategyName)
          .status()
          .message());
}

TEST(RemoteArgumentsTest, ArgumentsAfterTheAddressAreItsSettings) {
  const v1::BotEntry bot = Remote(
      "grpcs://bots.example:443 ca=/ca.pem server-name=a.b token-file=/t");
  EXPECT_EQ(bot.name(), "far");
  EXPECT_EQ(bot.remote().address(), "grpcs://bots.example:443");
  EXPECT_EQ(bot.remote().ca_file(), "/ca.pem");
  EXPECT_EQ(bot.remote().server_name(), "a.b");
  EXPECT_EQ(bot.remote().token_file(), "/t");
  EXPECT_TRUE(bot.command().empty());
  EXPECT_EQ(RemoteArguments(bot.remote()),
            "grpcs://bots.example:443 ca=/ca.pem server-name=a.b "
            "token-file=/t");
}

TEST(RemoteArgumentsTest, ConflictingSettingsAreNamed) {
  EXPECT_NE(ReadError("grpcs://h:1 token=hunter2").find("found \"token\""),
            std::string::npos);
  EXPECT_EQ(ReadError("grpcs://h:1 token=hunter2").find("hunter2"),
            std::string::npos)
      << "a token is not repeated";
  EXPECT_NE(ReadError("grpc://h:1 ca=/x").find("has no TLS"),
            std::string::npos);
  EXPECT_NE(ReadError("grpcs://h:1 token-file=/x token-env=X").find("one of"),
            std::string::npos);
  EXPECT_NE(ReadError("grpcs://h:1 token-env=a.b")
                .find("is invalid; expected letters"),
            std::string::npos);
  EXPECT_NE(ReadError("grpcs://h:x").find("bot far: the address is"),
            std::string::npos);
}

std::string ReachError(const v1::BotEntry& bot) {
  return std::string(ToGrpcBot(bot).status().message());
}

TEST(RemoteBotTest, PlaintextToOthersHasToBeAllowed) {
  v1::BotEntry bot = Remote("grpc://192.0.2.1:7000");
  EXPECT_NE(ReachError(bot).find("--allow plaintext"), std::string::npos);
  AllowPlaintext(bot);
  EXPECT_TRUE(ToGrpcBot(bot).ok());
  for (const char* here : {"grpc://127.0.0.1:7000", "grpc://localhost:7000",
                           "unix:/run/bot", "grpcs://192.0.2.1:7000"}) {
    EXPECT_TRUE(ToGrpcBot(Remote(here)).ok()) << here;
  }
}

TEST(RemoteBotTest, TokenDoesNotGoToOthersWithoutTls) {
  const TemporaryFolder folder;
  const std::string file = folder.path("token");
  WriteFile(file, "secret-word\n");
  v1::BotEntry bot = Remote("grpc://192.0.2.1:7000 token-file=" + file);
  AllowPlaintext(bot);
  EXPECT_NE(ReachError(bot).find("without TLS"), std::string::npos);
  EXPECT_EQ(ReachError(bot).find("secret-word"), std::string::npos);
  const auto tls = ToGrpcBot(Remote("grpcs://192.0.2.1:1 token-file=" + file));
  ASSERT_TRUE(tls.ok()) << tls.status();
  EXPECT_EQ(tls->remote->token, "secret-word");
}

TEST(RemoteBotTest, InvalidTokenIsRefusedWithoutShowingIt) {
  const TemporaryFolder folder;
  const std::string file = folder.path("token");
  for (const char* text : {"", "\n", "two words", "two\nlines", "b\xc3\xa4r"}) {
    WriteFile(file, text);
    const std::string error =
        ReachError(Remote("grpcs://h:1 token-file=" + file));
    EXPECT_NE(error.find("are no token"), std::string::npos) << error;
    EXPECT_EQ(error.find("two"), std::string::npos) << error;
  }
  EXPECT_NE(ReachError(Remote("grpcs://h:1 token-file=/none"))
                .find("/none: cannot be read: No"),
            std::string::npos);
  EXPECT_NE(ReachError(Remote("grpcs://h:1 token-env=COUILLON_NO_SUCH"))
                .find("COUILLON_NO_SUCH is not set"),
            std::string::npos);
  setenv("COUILLON_TEST_TOKEN", "from-there", 1);
  const auto bot =
      ToGrpcBot(Remote("grpcs://h:1 token-env=COUILLON_TEST_TOKEN"));
  ASSERT_TRUE(bot.ok()) << bot.status();
  EXPECT_EQ(bot->remote->token, "from-there");
  unsetenv("COUILLON_TEST_TOKEN");
}

TEST(RemoteBotTest, TokenThatABotSendsBackIsNotShown) {
  EXPECT_EQ(WithoutSecrets("no secret-word, \x1b[31m", "secret-word"),
            "no [token], \\x1b[31m");
  EXPECT_EQ(WithoutSecrets("fine", ""), "fine");
}

}  // namespace
}  // namespace couillon::arena
