// Where a server listens, who may read its page, and what the page may do.
#include <gtest/gtest.h>

#include "absl/status/status.h"
#include "arena/front/http/listen.h"
#include "arena/front/http/page_server.h"

namespace couillon::arena {
namespace {

TEST(ReadListenTest, AddressesAreReadAndOthersNamed) {
  const auto read = [](const std::string& text) {
    Listen listen;
    EXPECT_TRUE(ReadListen(text, listen).ok()) << text;
    return listen.host + " " + std::to_string(listen.port);
  };
  EXPECT_EQ(read("8080"), "127.0.0.1 8080");
  EXPECT_EQ(read("0.0.0.0"), "0.0.0.0 0");
  EXPECT_EQ(read("localhost:80"), "localhost 80");
  EXPECT_EQ(read("[::1]:80"), "::1 80");
  EXPECT_EQ(read("[::1]"), "::1 0");
  for (const char* text : {"", ":80", "a:b", "a:65536", "a:-1"}) {
    Listen listen;
    const absl::Status status = ReadListen(text, listen);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(AccessTest, TokensDiffer) {
  EXPECT_EQ(NewToken().size(), 32U);
  EXPECT_NE(NewToken(), NewToken());
  EXPECT_TRUE(SameSecret("abc", "abc"));
  EXPECT_FALSE(SameSecret("abc", "abd"));
  EXPECT_FALSE(SameSecret("abc", "ab"));
}

// The digest is that of `printf 'go()' | openssl dgst -sha256 -binary |
// base64`.
TEST(ContentPolicyTest, OnlyTheScriptsOfThePageMayRun) {
  const std::string policy = ContentPolicy("<script>go()</script>");
  EXPECT_NE(
      policy.find(
          "script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"),
      std::string::npos)
      << policy;
  EXPECT_EQ(policy.find("script-src 'unsafe"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
