// `couillon play --web` as a real process, over real sockets.
#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/arena/front/view/http_client.h"
#include "tests/support/program.h"
#include "tests/support/talking_program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::GetRequest;
using testing_support::HttpConnection;
using testing_support::PathOf;
using testing_support::PortOf;
using testing_support::RunProgram;
using testing_support::TalkingProgram;

std::vector<std::string> Play(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {
      "/usr/bin/env", std::string("COUILLON_PAGE=") + COUILLON_STAND_IN_PAGE,
      COUILLON_PROGRAM, "play"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

class PlayServerTest : public testing::Test {
 protected:
  void Sit(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {
        "--web", "--deals",          "1", "--seed", "example",
        "--bot", "builtin:heuristic"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    program_ = std::make_unique<TalkingProgram>(Play(arguments));
    const std::string text = program_->ReadTo("\n");
    address_ = text.substr(0, text.size() - 1);
  }
  [[nodiscard]] std::string host() const {
    return "127.0.0.1:" + std::to_string(PortOf(address_));
  }
  [[nodiscard]] std::string Get(const std::string& path) const {
    HttpConnection connection(PortOf(address_),
                              GetRequest(PathOf(address_) + path, host()));
    return connection.ReadAll();
  }
  [[nodiscard]] int Post(const std::string& path,
                         const std::string& headers = "") const {
    HttpConnection connection(
        PortOf(address_), "POST " + PathOf(address_) + path +
                              " HTTP/1.1\r\nHost: " + host() +
                              "\r\nContent-Length: 0\r\n" + headers + "\r\n");
    return connection.Status();
  }
  [[nodiscard]] std::unique_ptr<HttpConnection> Listen(
      const std::string& path) const {
    return std::make_unique<HttpConnection>(
        PortOf(address_), GetRequest(PathOf(address_) + path, host()));
  }
  // The data of the page, once it asks for decision `number`.
  json AwaitDecision(int number) {
    const auto events = Listen("events?after=0");
    const std::string part =
        "\"decision\":{\"number\":" + std::to_string(number) + ",";
    EXPECT_TRUE(events->ReadUntil(part)) << events->received();
    const std::string page = Get("");
    const std::size_t begin = page.find("json\">") + 6;
    return json::parse(page.substr(begin, page.rfind("</script>") - begin),
                       nullptr, false);
  }

  std::unique_ptr<TalkingProgram> program_;
  std::string address_;
};

TEST_F(PlayServerTest, AReloadedPageHasTheWholeState) {
  Sit();
  const json data = AwaitDecision(1);
  const json& play = data["play"];
  EXPECT_EQ(play["schema"]["name"], "couillon.play");
  EXPECT_EQ(play["table"]["seats"][1]["name"], "heuristic");
  EXPECT_EQ(play["state"]["decision"]["choices"], json({"play:AS"}));
  EXPECT_EQ(Post("choose?decision=1&choice=0"), 200);
  const json next = AwaitDecision(2);
  EXPECT_EQ(next["play"]["state"]["deal"]["finished"].size(), 1U);
  EXPECT_EQ(next, AwaitDecision(2));
}

TEST_F(PlayServerTest, AStaleAnswerIsRefused) {
  Sit();
  AwaitDecision(1);
  EXPECT_EQ(Post("choose?decision=1&choice=0"), 200);
  EXPECT_EQ(Post("choose?decision=1&choice=0"), 409);
  EXPECT_EQ(Post("choose?decision=2&choice=99"), 409);
  EXPECT_EQ(Post("choose"), 409);
  EXPECT_EQ(Post("choose?decision=x&choice="), 409);
  EXPECT_EQ(Post("next?deal=0"), 409);
  EXPECT_EQ(Post("again"), 409);
  EXPECT_EQ(Post("nothing"), 404);
}

TEST_F(PlayServerTest, WithoutTheTokenOrFromElsewhereNothingIsPlayed) {
  Sit();
  AwaitDecision(1);
  const std::string right = address_;
  address_[address_.size() - 2] =
      address_[address_.size() - 2] == '0' ? '1' : '0';
  EXPECT_EQ(Post("choose?decision=1&choice=0"), 404);
  EXPECT_EQ(Post("leave"), 404);
  address_ = right;
  EXPECT_EQ(Post("leave", "Origin: http://evil.example\r\n"), 403);
  // Reading plays nothing.
  EXPECT_NE(Get("choose?decision=1&choice=0").find(" 404 "), std::string::npos);
  EXPECT_NE(Get("leave").find(" 404 "), std::string::npos);
  EXPECT_EQ(Post("choose?decision=1&choice=0"), 200);
}

TEST_F(PlayServerTest, AWholeDealIsPlayedAndAnalysed) {
  Sit();
  AwaitDecision(1);
  EXPECT_NE(Get("hint?decision=1").find("{\"action\":\"play:AS\"}"),
            std::string::npos);
  EXPECT_NE(Get("hint?decision=2").find(" 409 "), std::string::npos);
  EXPECT_NE(Get("analysis?deal=0").find(" 404 "), std::string::npos);
  const auto events = Listen("events?after=0");
  for (int decision = 1; decision <= 4; ++decision) {
    ASSERT_TRUE(events->ReadUntil(
        "\"decision\":{\"number\":" + std::to_string(decision) + ","));
    ASSERT_EQ(Post("choose?choice=0&decision=" + std::to_string(decision)),
              200);
  }
  ASSERT_TRUE(events->ReadUntil("\"end\":{\"kind\":\"played\""));
  EXPECT_NE(Get("analysis?deal=0").find("couillon.deal_analysis"),
            std::string::npos);
  EXPECT_EQ(Post("leave"), 200);
  EXPECT_EQ(program_->Wait(), 0);
}

TEST_F(PlayServerTest, LeavingShowsTheSeedAndEndsTheProgram) {
  Sit();
  AwaitDecision(1);
  const auto events = Listen("events?after=0");
  ASSERT_TRUE(events->ReadUntil("event: state"));
  EXPECT_EQ(Post("leave"), 200);
  EXPECT_TRUE(events->ReadUntil("\"end\":{\"kind\":\"left\""))
      << events->received();
  const std::string text = program_->ReadAll();
  EXPECT_EQ(program_->Wait(), 0);
  EXPECT_NE(text.find("Seed: example"), std::string::npos) << text;
}

TEST_F(PlayServerTest, ASignalEndsItAndTheBrowserLearnsOfIt) {
  Sit();
  AwaitDecision(1);
  const auto events = Listen("events?after=0");
  ASSERT_TRUE(events->ReadUntil("event: state"));
  program_->Signal(SIGINT);
  EXPECT_TRUE(events->ReadUntil("\"end\":{\"kind\":\"stopped\""))
      << events->received();
  EXPECT_EQ(program_->Wait(), 130);
}

TEST(PlayOnWebTest, AnAddressNeedsTheBrowser) {
  const auto run = RunProgram(Play({"--listen", "0"}));
  EXPECT_NE(run.exit_code, 0);
  EXPECT_NE(run.err.find("--listen is for --web"), std::string::npos)
      << run.err;
  const auto wrong = RunProgram(Play({"--web", "--listen", "a:b"}));
  EXPECT_NE(wrong.err.find("--listen: found a:b"), std::string::npos)
      << wrong.err;
}

}  // namespace
}  // namespace couillon::arena
