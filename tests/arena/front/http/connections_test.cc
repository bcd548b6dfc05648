// Which connections a server of pages keeps, and what it takes from them.
#include "arena/front/http/connections.h"

#include <gtest/gtest.h>

#include <condition_variable>

#include "tests/arena/front/http/raw_client.h"

namespace couillon::arena {
namespace {

using testing_support::RawClient;

constexpr char kRequest[] = "GET / HTTP/1.1\r\n\r\n";

// Answers every request with the same bytes.
class ConnectionsTest : public ::testing::Test {
 protected:
  void Serve(ConnectionLimits limits, std::string answer) {
    auto listening = ListeningSockets::AtHost("127.0.0.1", 0);
    ASSERT_TRUE(listening.ok()) << listening.status();
    connections_ = std::make_unique<Connections>(
        *std::move(listening), limits,
        [this, answer](std::shared_ptr<Exchange> exchange) {
          const std::lock_guard<std::mutex> lock(mutex_);
          waiting_.emplace_back([exchange = std::move(exchange), answer] {
            exchange->End(answer);
          });
          changed_.notify_all();
        });
  }
  // Answers `count` requests, when they have come.
  void AnswerRequests(std::size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.size() >= count; });
    const std::vector<std::function<void()>> all = std::exchange(waiting_, {});
    lock.unlock();
    for (const auto& each : all) each();
  }
  [[nodiscard]] int port() const { return connections_->port(); }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::function<void()>> waiting_;
  std::unique_ptr<Connections> connections_;
};

TEST_F(ConnectionsTest, TheOldestOfTheClientWithTheMostGivesWay) {
  Serve({.quota = {.most = 4, .most_of_client = 4}}, "answer");
  const RawClient first(port(), "127.0.0.2");
  const RawClient oldest(port(), "127.0.0.3");
  const RawClient second(port(), "127.0.0.3");
  const RawClient third(port(), "127.0.0.3");
  const RawClient honest(port(), "127.0.0.4");
  EXPECT_EQ(oldest.ReadAll(), "");
  for (const RawClient* each : {&first, &second, &third, &honest}) {
    ASSERT_TRUE(each->Send(kRequest));
    AnswerRequests(1);
    EXPECT_EQ(each->ReadAll(), "answer");
  }
}

TEST_F(ConnectionsTest, AClientGivesWayToItself) {
  Serve({.quota = {.most = 100, .most_of_client = 1}}, "answer");
  const RawClient other(port(), "127.0.0.2");
  const RawClient first(port(), "127.0.0.3");
  const RawClient second(port(), "127.0.0.3");
  EXPECT_EQ(first.ReadAll(), "");
  ASSERT_TRUE(other.Send(kRequest));
  AnswerRequests(1);
  EXPECT_EQ(other.ReadAll(), "answer");
}

TEST_F(ConnectionsTest, TheOldestUnreadAnswerGivesWay) {
  const std::string answer(std::size_t{8} << 20, 'a');
  Serve({.most_unread_bytes = answer.size() * 3 / 2}, answer);
  constexpr int kSmallBuffer = 4096;
  const RawClient first(port(), "127.0.0.1", kSmallBuffer);
  const RawClient second(port(), "127.0.0.1", kSmallBuffer);
  for (const RawClient* each : {&first, &second}) {
    ASSERT_TRUE(each->Send(kRequest));
    AnswerRequests(1);
  }
  EXPECT_EQ(second.ReadAll().size(), answer.size());
  EXPECT_LT(first.ReadAll().size(), answer.size());
}

TEST_F(ConnectionsTest, ARequestThatTakesTooLongIsRefused) {
  Serve({.request_time = std::chrono::milliseconds(1)}, "answer");
  EXPECT_TRUE(RawClient(port()).ReadAll().starts_with("HTTP/1.1 408 "));
}

TEST_F(ConnectionsTest, AnAnswerThatTakesTooLongIsBroken) {
  const std::string answer(std::size_t{8} << 20, 'a');
  Serve({.answer_time = std::chrono::milliseconds(1),
         .least_bytes_per_second = answer.size() + 1},
        answer);
  const RawClient slow(port(), "127.0.0.1", 4096);
  ASSERT_TRUE(slow.Send(kRequest));
  AnswerRequests(1);
  // Of the next client's answer the end says that the time has passed.
  EXPECT_LT(slow.ReadAll().size(), answer.size());
}

TEST(ReadRequestTest, OnlyWhatAnAnswerDependsOnIsPassedOn) {
  const RequestText request = ReadRequest(
      "GET /a HTTP/1.1\r\nhost: b\r\nRange: bytes=0-\r\nContent-Length: "
      "2\r\nOrigin: c\r\n\r\nxy");
  EXPECT_EQ(request.state, RequestState::kWhole);
  EXPECT_EQ(request.text, "GET /a HTTP/1.1\r\nhost: b\r\nOrigin: c\r\n\r\n");
}

TEST(ReadRequestTest, ARequestIsWholeWithItsBody) {
  const std::string text = "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nx";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    EXPECT_EQ(ReadRequest(text.substr(0, size)).state,
              RequestState::kIncomplete);
  }
  EXPECT_EQ(ReadRequest(text + "y").state, RequestState::kWhole);
}

}  // namespace
}  // namespace couillon::arena
