// Clients that want to end `couillon view`, to fill its memory, or to shut out
// everybody else.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/arena/front/http/raw_client.h"
#include "tests/arena/front/view/http_client.h"
#include "tests/support/process_status.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::GetRequest;
using testing_support::HttpConnection;
using testing_support::kCouillon;
using testing_support::PathOf;
using testing_support::PortOf;
using testing_support::RawClient;
using testing_support::RunningProgram;
using testing_support::StatusBytes;

// Many of them, each of which sends a byte and reads a few every 100 ms.
class SlowClients {
 public:
  SlowClients(int count, int port, const std::string& begin) {
    constexpr int kSmallBuffer = 4096;
    for (int i = 0; i < count; ++i) {
      clients_.push_back(
          std::make_unique<RawClient>(port, "127.0.0.1", kSmallBuffer));
      EXPECT_TRUE(clients_.back()->Send(begin));
    }
    thread_ = std::thread([this] {
      while (!stop_) {
        for (const auto& client : clients_) {
          static_cast<void>(client->Send("x"));
          client->ReadLittle();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    });
  }
  ~SlowClients() {
    stop_ = true;
    thread_.join();
  }
  SlowClients(const SlowClients&) = delete;
  SlowClients& operator=(const SlowClients&) = delete;

 private:
  std::vector<std::unique_ptr<RawClient>> clients_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

class HostileClientTest : public ::testing::Test {
 protected:
  // Serves a page of about `size` bytes.
  void View(std::size_t size = 1000) {
    const std::string page = folder_.path("page.html");
    testing_support::WriteFile(page,
                               "<!--" + std::string(size, '.') +
                                   "--><script id=\"couillon-data\" "
                                   "type=\"application/json\">null</script>");
    setenv("COUILLON_PAGE", page.c_str(), 1);
    const std::string league = folder_.path("league");
    const testing_support::ProgramResult played = testing_support::RunProgram(
        {kCouillon, "match", "builtin:random", "builtin:greedy", "--ruleset",
         "fr", "--deals", "16", "--quiet", "--out", league});
    ASSERT_EQ(played.exit_code, 0) << played.err;
    const std::string pipe = folder_.path("address");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    program_ = std::make_unique<RunningProgram>(
        std::vector<std::string>{kCouillon, "view", league}, pipe);
    std::ifstream out(pipe);
    std::getline(out, address_);
    ASSERT_TRUE(address_.starts_with("http://"));
  }
  [[nodiscard]] int port() const { return PortOf(address_); }
  [[nodiscard]] std::string Request(const std::string& more = "") const {
    return GetRequest(PathOf(address_), "127.0.0.1", more);
  }
  // What is answered to one who asks for the page.
  [[nodiscard]] std::string Page(const std::string& more = "") const {
    return HttpConnection(port(), Request(more)).ReadAll();
  }
  void ExpectServed() const {
    EXPECT_TRUE(Page().starts_with("HTTP/1.1 200 OK"));
  }
  [[nodiscard]] std::int64_t memory() const {
    return StatusBytes(program_->pid(), "VmRSS");
  }

  testing_support::TemporaryFolder folder_;
  std::unique_ptr<RunningProgram> program_;
  std::string address_;
};

TEST_F(HostileClientTest, HeadersWithoutEndAreRefusedAndFillNoMemory) {
  ASSERT_NO_FATAL_FAILURE(View());
  const std::int64_t before = memory();
  const std::string lines = "A: " + std::string(4000, 'a') + "\r\n";
  constexpr int kMaxLines = 2000;  // 8 MB
  for (const std::string& begin :
       {"GET / HTTP/1.1\r\n" + lines, std::string(9000, 'G'),
        "GET /" + std::string(20000, 'x')}) {
    const RawClient client(port());
    ASSERT_TRUE(client.Send(begin));
    int taken = 0;
    while (taken < kMaxLines && client.Send(lines)) ++taken;
    EXPECT_LT(taken, kMaxLines) << begin.substr(0, 20);
  }
  EXPECT_LT(memory() - before, 4 << 20);
  ExpectServed();
}

TEST_F(HostileClientTest, BodiesAreLimited) {
  ASSERT_NO_FATAL_FAILURE(View());
  const std::string start = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  EXPECT_EQ(
      HttpConnection(port(), start + "Content-Length: 99999\r\n\r\n").Status(),
      413);
  EXPECT_EQ(
      HttpConnection(port(), start + "Transfer-Encoding: chunked\r\n\r\n5\r\n")
          .Status(),
      411);
}

TEST_F(HostileClientTest, SlowConnectionsShutNobodyOutAndDelayNoEnd) {
  ASSERT_NO_FATAL_FAILURE(View());
  const SlowClients slow(300, port(), "GET / HTTP/1.1\r\nA: ");
  ExpectServed();
  ExpectServed();
  program_->Signal(SIGINT);
  EXPECT_EQ(program_->Wait(), 0);  // although they are still sending
}

TEST_F(HostileClientTest, SlowReadersShutNobodyOutAndDelayNoEnd) {
  ASSERT_NO_FATAL_FAILURE(View(std::size_t{4} << 20));
  const SlowClients slow(60, port(), Request());
  ExpectServed();
  ExpectServed();
  program_->Signal(SIGINT);
  EXPECT_EQ(program_->Wait(), 0);
}

TEST_F(HostileClientTest, RangesMakeNoAnswerLarger) {
  ASSERT_NO_FATAL_FAILURE(View(100'000));
  const std::size_t size = Page().size();
  std::string ranges = "Range: bytes=0-99999";
  for (int i = 0; i < 300; ++i) ranges += ",0-99999";
  EXPECT_LE(Page(ranges + "\r\n").size(), size);
  EXPECT_LE(Page("Range: bytes=1-2\r\n").size(), size);
}

}  // namespace
}  // namespace couillon::arena
