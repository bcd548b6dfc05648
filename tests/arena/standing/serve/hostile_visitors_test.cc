// Visitors without a token who want to end an arena that serves, or to shut out
// its authors.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/arena/front/http/raw_client.h"
#include "tests/arena/standing/serve/dial_in_fixture.h"
#include "tests/arena/standing/serve/serving_arena.h"
#include "tests/support/process_status.h"
#include "tests/support/program.h"
#include "tests/support/talking_program.h"

namespace couillon::tests {
namespace {

using testing_support::RawClient;

constexpr int kVisitors = 1500;

// Lets this process have the connections of all visitors.
void RaiseOwnLimit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

class HostileVisitorTest : public DialInFixture {
 protected:
  void SetUp() override {
    Init(open(), "32", "32");
    Submit(open(), {"random"});
    token_ = Admit("alice");
  }
  // Serves with a soft and a hard limit of descriptors.
  void ServeWithin(const std::string& limits) {
    serving_ = std::make_unique<TalkativeProgram>(std::vector<std::string>{
        "/bin/sh", "-c",
        limits + "; exec \"$0\" arena serve \"$1\" --listen 127.0.0.1:0 "
                 "--quiet --concurrency 2",
        kCouillon, open()});
    constexpr char kServing[] = "serving at ";
    ASSERT_TRUE(serving_->first_line().starts_with(kServing));
    address_ = serving_->first_line().substr(sizeof(kServing) - 1);
  }
  [[nodiscard]] int port() const {
    return std::stoi(address_.substr(address_.rfind(':') + 1));
  }
  // A bot joins and plays a round, and the arena closes as usual.
  void ExpectPlayed() {
    const auto far = Dial("greedy", token_, "far");
    ArenaClient(address_, TokenIn(token_)).AwaitPairs(1, 32);
    Stop();
  }

  std::string token_;
};

TEST_F(HostileVisitorTest, IdleConnectionsLeaveDescriptorsForTheArena) {
  RaiseOwnLimit();
  for (const char* limits : {"ulimit -Sn 1024", "ulimit -n 1024"}) {
    ASSERT_NO_FATAL_FAILURE(ServeWithin(limits));
    std::vector<std::unique_ptr<RawClient>> visitors;
    for (int i = 0; i < kVisitors; ++i) {
      visitors.push_back(std::make_unique<RawClient>(port()));
      if (i % 2 == 0) {  // those who begin to speak HTTP/2
        static_cast<void>(
            visitors.back()->Send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
      }
    }
    EXPECT_LT(testing_support::CountDescriptors(serving_->pid()), 512U);
    ExpectPlayed();
    std::filesystem::remove_all(open());
    SetUp();
  }
}

TEST_F(HostileVisitorTest, ARoundThatCannotBePlayedIsTriedAgain) {
  Submit(open(), {"greedy"});
  // In place of the folder of the round.
  const std::string round = open() + "/rounds/0001";
  std::filesystem::create_directories(open() + "/rounds");
  testing_support::WriteFile(round, "");
  testing_support::TalkingProgram serving(
      {"/bin/sh", "-c",
       "exec \"$0\" arena serve \"$1\" --listen 127.0.0.1:0 --quiet 2>&1",
       kCouillon, open()});
  const std::string said = "The arena stays open and tries again\n";
  const std::string text = serving.ReadTo(said);
  ASSERT_TRUE(text.ends_with(said)) << text;
  std::filesystem::remove(round);
  const std::size_t address = text.find("127.0.0.1:");
  ASSERT_NE(address, std::string::npos) << text;
  const ArenaClient client(text.substr(address, text.find('\n') - address),
                           TokenIn(token_));
  client.AwaitPairs(1, 32);
  serving.Signal(SIGTERM);
  serving.ReadAll();
  EXPECT_EQ(serving.Wait(), 0);
}

}  // namespace
}  // namespace couillon::tests
