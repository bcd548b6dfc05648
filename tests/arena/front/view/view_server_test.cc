// The server of `couillon view`, over real sockets, while a league is played
// in the same process.
#include "arena/front/view/view_server.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "couillon/v1/league.pb.h"
#include "tests/arena/front/page/small_league.h"
#include "tests/arena/front/view/http_client.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::GetRequest;
using testing_support::HttpConnection;
using testing_support::PathOf;
using testing_support::PortOf;
using testing_support::TemporaryFolder;

constexpr char kServedPage[] =
    "<script>go()</script><script id=\"couillon-data\" "
    "type=\"application/json\">null</script>";

class ViewServerTest : public ::testing::Test {
 protected:
  ViewServerTest() { PlayUntil(2); }

  // Plays the units below `end`, of 8.
  void PlayUntil(std::int64_t end) { Play(directory_, end, false); }

  static void Play(const std::string& directory, std::int64_t end,
                   bool record) {
    v1::LeagueConfig config =
        testing_support::SmallLeague({"random", "greedy"}, {"fr"});
    config.set_record_deals(record);
    testing_support::PlayLeague(directory, config, end);
  }

  void Serve(int most_clients = 4) {
    ViewOptions options{.feed = {.directory = directory_,
                                 .now = [] { return 1'000'000'000; },
                                 .look_period = std::chrono::milliseconds(1),
                                 .report_period = std::chrono::milliseconds(1)},
                        .page = kServedPage,
                        .most_clients = most_clients};
    auto server = ViewServer::Start(std::move(options));
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  [[nodiscard]] int port() const { return PortOf(server_->address()); }
  [[nodiscard]] std::string host() const {
    return "127.0.0.1:" + std::to_string(port());
  }
  // What is answered to a request for a path below the address.
  [[nodiscard]] std::string Answer(const std::string& path,
                                   const std::string& more = "") const {
    HttpConnection connection(
        port(), GetRequest(PathOf(server_->address()) + path, host(), more));
    return connection.ReadAll();
  }
  [[nodiscard]] std::unique_ptr<HttpConnection> Listen(
      const std::string& path = "events") const {
    return std::make_unique<HttpConnection>(
        port(), GetRequest(PathOf(server_->address()) + path, host()));
  }
  void AwaitClients(int count) const {
    while (server_->clients() != count) std::this_thread::yield();
  }

  TemporaryFolder folder_;
  std::string directory_ = folder_.path("league");
  std::unique_ptr<ViewServer> server_;
};

// The data of the last event of a kind.
json DataOf(const std::string& received, const std::string& event) {
  const std::size_t at = received.rfind("event: " + event + "\n");
  if (at == std::string::npos) return nullptr;
  const std::size_t begin = received.find("data: ", at) + 6;
  return json::parse(received.substr(begin, received.find('\n', begin) - begin),
                     nullptr, false);
}

TEST_F(ViewServerTest, ThePageHasTheReportAndTheAddressOfItsEvents) {
  Serve();
  const std::string answer = Answer("");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK")) << answer;
  const std::size_t begin = answer.find("json\">") + 6;
  const json data = json::parse(
      answer.substr(begin, answer.rfind("</script>") - begin), nullptr, false);
  EXPECT_EQ(data["report"]["units_done"], 2) << answer;
  EXPECT_EQ(data["run"]["written"], "2001-09-09T01:46:40Z");
  EXPECT_EQ(data["live"]["url"], "events?after=1");
}

// The body of an answer with a document.
json DocumentIn(const std::string& answer) {
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK")) << answer;
  return json::parse(answer.substr(answer.find("\r\n\r\n") + 4), nullptr,
                     false);
}

TEST_F(ViewServerTest, RecordedDealsAreServedOneByOne) {
  directory_ = folder_.path("recorded");
  Play(directory_, 2, true);
  Serve();
  EXPECT_NE(Answer("").find("\"deals\":\"deals\""), std::string::npos);
  const json index = DocumentIn(Answer("deals"));
  EXPECT_EQ(index["schema"]["name"], "couillon.deals");
  EXPECT_EQ(index["units"].size(), 2U);
  const json unit = DocumentIn(Answer("deals/1"))["units"][0];
  EXPECT_EQ(unit["items"].size(), 8U);
  const json item = DocumentIn(Answer("deals/1/9"))["units"][0]["items"];
  ASSERT_EQ(item.size(), 1U);
  EXPECT_EQ(item[0]["item"], 9);
  EXPECT_FALSE(item[0]["tables"][0]["deals"][0]["values"].empty());
  for (const char* path : {"deals/2", "deals/1/99", "deals/x", "deals/1/9/3",
                           "deals/-1", "deals/", "dealsx"}) {
    EXPECT_TRUE(Answer(path).starts_with("HTTP/1.1 404")) << path;
  }
}

TEST_F(ViewServerTest, ALeagueWithoutRecordsServesNoDeals) {
  Serve();
  EXPECT_EQ(Answer("").find("\"deals\":\"deals\""), std::string::npos);
  EXPECT_TRUE(Answer("deals").starts_with("HTTP/1.1 404"));
}

TEST_F(ViewServerTest, NoAnswerMayBeKeptFramedOrReadByOthers) {
  Serve();
  const std::string page = Answer("");
  for (const char* header :
       {"Cache-Control: no-store", "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff", "default-src 'none'",
        "frame-ancestors 'none'",
        "Cross-Origin-Resource-Policy: same-origin"}) {
    EXPECT_NE(page.find(header), std::string::npos) << header;
  }
  EXPECT_EQ(page.find("Access-Control-Allow-Origin"), std::string::npos);
  EXPECT_NE(Answer("nothing").find("default-src 'none'"), std::string::npos);
}

TEST_F(ViewServerTest, WithoutTheTokenNothingIsShown) {
  Serve();
  std::string token = PathOf(server_->address());
  const std::string right = token;
  token[1] = token[1] == '0' ? '1' : '0';
  for (const std::string& path :
       {std::string("/"), std::string("/events"), token, token + "events",
        right.substr(0, 5) + "/", std::string("//"), std::string(8000, '/')}) {
    HttpConnection connection(port(), GetRequest(path, host()));
    ASSERT_EQ(connection.Status(), 404) << path;
    EXPECT_EQ(connection.ReadAll().find("\"report\""), std::string::npos)
        << path;
  }
}

TEST_F(ViewServerTest, ANameThatLeadsHereIsRefused) {
  Serve();
  const std::string path = PathOf(server_->address());
  for (const std::string& wrong :
       {std::string("evil.example"), "evil.example:" + std::to_string(port()),
        std::string("127.0.0.1.evil.example"), std::string("")}) {
    HttpConnection connection(port(), GetRequest(path, wrong));
    EXPECT_EQ(connection.Status(), 403) << wrong;
  }
  for (const std::string right : {"localhost:1", "127.0.0.1", "[::1]:99"}) {
    HttpConnection connection(port(), GetRequest(path, right));
    EXPECT_EQ(connection.Status(), 200) << right;
  }
}

TEST_F(ViewServerTest, AnotherOriginIsRefused) {
  Serve();
  EXPECT_NE(Answer("", "Origin: http://evil.example\r\n").find(" 403 "),
            std::string::npos);
  EXPECT_NE(Answer("", "Origin: http://" + host() + "\r\n").find(" 200 "),
            std::string::npos);
}

TEST_F(ViewServerTest, OnlyReadingIsAllowed) {
  Serve();
  HttpConnection connection(port(), "POST " + PathOf(server_->address()) +
                                        " HTTP/1.1\r\nHost: " + host() +
                                        "\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_NE(connection.ReadAll().find(" 405 "), std::string::npos);
}

TEST_F(ViewServerTest, UnitsThatArePlayedMeanwhileAreShown) {
  Serve();
  const auto client = Listen("events?after=1");
  AwaitClients(1);
  PlayUntil(8);
  ASSERT_TRUE(client->ReadUntil("\"units_done\":8,\"units\":8,\"rulesets\""))
      << client->received();
  ASSERT_TRUE(client->ReadUntil("event: progress"));
  ASSERT_TRUE(client->ReadUntil("\"seconds_left\":0"));
  const json progress = DataOf(client->received(), "progress");
  EXPECT_EQ(progress["units_done"], 8);
  EXPECT_EQ(progress["units"], 8);
  EXPECT_EQ(progress["deals"], 128);
  // One that connects again gets what it has not seen.
  const auto again = Listen("events?after=1");
  EXPECT_TRUE(again->ReadUntil("event: report\nid: ")) << again->received();
}

TEST_F(ViewServerTest, AClientThatHasTheReportIsNotSentItAgain) {
  Serve();
  const auto first = Listen("events?after=0");
  ASSERT_TRUE(first->ReadUntil("event: report\nid: 1\n"));
  const auto second = Listen("events?after=1");
  ASSERT_TRUE(second->ReadUntil("event: progress"));
  EXPECT_EQ(second->received().find("event: report"), std::string::npos);
}

TEST_F(ViewServerTest, AClientThatGoesAwayIsNoticed) {
  Serve();
  {
    const auto client = Listen();
    AwaitClients(1);
  }
  AwaitClients(0);
}

TEST_F(ViewServerTest, ManyClientsAreBoundedAndPagesAreStillServed) {
  Serve(/*most_clients=*/2);
  const auto first = Listen();
  const auto second = Listen();
  AwaitClients(2);
  EXPECT_EQ(Listen()->Status(), 503);
  EXPECT_NE(Answer("").find(" 200 "), std::string::npos);
}

TEST_F(ViewServerTest, ItEndsWithClientsThere) {
  Serve();
  const auto client = Listen();
  AwaitClients(1);
  server_.reset();
  client->ReadAll();
}

TEST_F(ViewServerTest, ALeagueThatIsNotThereIsAnError) {
  ViewOptions options{
      .feed = {.directory = folder_.path("none"), .now = [] { return 0; }},
      .page = kServedPage};
  EXPECT_EQ(ViewServer::Start(std::move(options)).status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace couillon::arena
