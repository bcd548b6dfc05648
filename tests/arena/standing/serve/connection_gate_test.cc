// Whose connections an arena keeps.
#include "arena/standing/serve/connection_gate.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <future>
#include <memory>
#include <vector>

#include "absl/strings/str_format.h"
#include "tests/arena/front/http/raw_client.h"

namespace couillon::arena {
namespace {

using testing_support::RawClient;

// Takes what passes the gate in place of gRPC.
class ConnectionGateTest : public ::testing::Test {
 protected:
  ~ConnectionGateTest() override {
    gate_.reset();
    for (const int socket : passed_) close(socket);
  }
  void Open(const GateLimits& limits) {
    auto listening = ListeningSockets::AtHost("127.0.0.1", 0);
    ASSERT_TRUE(listening.ok()) << listening.status();
    gate_ = std::make_unique<ConnectionGate>(
        *std::move(listening), limits, [this](int /*listening*/, int socket) {
          const std::lock_guard<std::mutex> lock(mutex_);
          passed_.push_back(socket);
          changed_.notify_all();
        });
    gate_->Open();
  }
  // A client whose connection is the next to pass; an author calls on it.
  std::unique_ptr<RawClient> Author(const std::string& name, std::size_t most,
                                    bool expected = true) {
    auto client = Guest();
    EXPECT_EQ(gate_->Admit(absl::StrFormat("ipv4:127.0.0.1:%d", client->port()),
                           name, most),
              expected);
    return client;
  }
  std::unique_ptr<RawClient> Guest(const std::string& from = "127.0.0.1") {
    auto client = std::make_unique<RawClient>(gate_->port(), from);
    std::unique_lock<std::mutex> lock(mutex_);
    ++expected_;
    changed_.wait(lock, [this] { return passed_.size() == expected_; });
    return client;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> passed_;
  std::size_t expected_ = 0;
  std::unique_ptr<ConnectionGate> gate_;
};

// Long enough for an author to call meanwhile.
constexpr std::chrono::milliseconds kSoon(1000);

TEST_F(ConnectionGateTest, GuestsAreEndedInTimeAndAuthorsStay) {
  Open({.guest_time = kSoon});
  const auto author = Author("alice", 1);
  EXPECT_EQ(Guest()->ReadAll(), "");
  EXPECT_TRUE(author->IsOpen());
}

TEST_F(ConnectionGateTest, ACallWithoutATokenEndsAGuestSoonerAndNoAuthor) {
  Open({.guest_time = std::chrono::hours(1), .refused_time = kSoon});
  const auto author = Author("alice", 1);
  const auto guest = Guest();
  for (const RawClient* each : {author.get(), guest.get()}) {
    gate_->Refuse(absl::StrFormat("ipv4:127.0.0.1:%d", each->port()));
  }
  EXPECT_EQ(guest->ReadAll(), "");
  EXPECT_TRUE(author->IsOpen());
}

TEST_F(ConnectionGateTest, AGuestWhoSendsTooMuchIsEndedAndNoAuthor) {
  Open({.guest_time = std::chrono::hours(1), .guest_bytes = 1000});
  const auto author = Author("alice", 1);
  const auto guest = Guest();
  const std::string few(900, 'x');
  ASSERT_TRUE(author->Send(few + few));
  ASSERT_TRUE(guest->Send(few));
  EXPECT_TRUE(guest->IsOpen());
  // What was sent is lost too: nobody reads it any more.
  static_cast<void>(guest->Send(few));
  EXPECT_EQ(guest->ReadAll(), "");
  std::array<char, 1> byte{};
  EXPECT_LE(recv(passed_.back(), byte.data(), byte.size(), MSG_DONTWAIT), 0);
  EXPECT_TRUE(author->IsOpen());
}

TEST_F(ConnectionGateTest, ManyCallsWithoutATokenEndAGuestAtOnce) {
  Open({.guest_time = std::chrono::hours(1),
        .refused_time = std::chrono::hours(1),
        .refused_calls = 2});
  const auto guest = Guest();
  const std::string peer = absl::StrFormat("ipv4:127.0.0.1:%d", guest->port());
  for (int i = 0; i < 2; ++i) gate_->Refuse(peer);
  EXPECT_TRUE(guest->IsOpen());
  EXPECT_TRUE(gate_->IsOpen(peer));
  gate_->Refuse(peer);
  EXPECT_EQ(guest->ReadAll(), "");
  EXPECT_FALSE(gate_->IsOpen(peer));
}

TEST_F(ConnectionGateTest, ItWatchesGuestsWhileOneIsPassedOn) {
  // gRPC serves a connection before it has taken it.
  std::promise<void> ended;
  const std::shared_future<void> end = ended.get_future().share();
  auto listening = ListeningSockets::AtHost("127.0.0.1", 0);
  ASSERT_TRUE(listening.ok()) << listening.status();
  gate_ = std::make_unique<ConnectionGate>(
      *std::move(listening), GateLimits{.guest_bytes = 1000},
      [this, end](int /*listening*/, int socket) {
        passed_.push_back(socket);
        end.wait();
      });
  gate_->Open();
  const RawClient guest(gate_->port());
  static_cast<void>(guest.Send(std::string(2000, 'x')));
  EXPECT_EQ(guest.ReadAll(), "");
  ended.set_value();
}

TEST_F(ConnectionGateTest, TheOldestGuestsGiveWayAndAuthorsStay) {
  Open({.most = 4, .guests = {.most = 10, .most_of_client = 2}});
  const auto author = Author("alice", 1);
  const auto first = Guest();
  const auto second = Guest();
  const auto third = Guest();
  EXPECT_EQ(first->ReadAll(), "");
  const auto other = Guest("127.0.0.2");
  EXPECT_TRUE(second->IsOpen());
  const auto more = Guest("127.0.0.3");  // the fifth connection
  EXPECT_EQ(second->ReadAll(), "");
  for (const auto& each : {&author, &third, &other, &more}) {
    EXPECT_TRUE((*each)->IsOpen());
  }
}

TEST_F(ConnectionGateTest, AnAuthorHasSoManyConnections) {
  Open({.guest_time = kSoon});
  const auto first = Author("alice", 1);
  const auto second = Author("alice", 1, false);
  const auto other = Author("bob", 1);
  EXPECT_EQ(second->ReadAll(), "");
  EXPECT_TRUE(first->IsOpen());
  EXPECT_TRUE(other->IsOpen());
}

TEST(GateLimitsTest, HalfOfTheDescriptorsIsLeft) {
  for (const int descriptors : {256, 1024, 20000, 65536}) {
    const GateLimits limits = GateLimitsFor(descriptors);
    EXPECT_LE(2 * limits.most, static_cast<std::size_t>(descriptors) / 2);
    EXPECT_LT(limits.guests.most, limits.most);
    EXPECT_GE(limits.guests.most_of_client, 8U);
  }
}

}  // namespace
}  // namespace couillon::arena
