// Standings of an arena that serves: callers share an answer, and nobody else
// waits for it.
#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <future>
#include <memory>
#include <thread>

#include "arena/standing/journal/authors.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/serve/arena_server.h"
#include "arena/standing/serve/attendance_desk.h"
#include "arena/standing/serve/watch_board.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/arena_service.pb.h"
#include "tests/arena/standing/journal/small_arena.h"
#include "tests/arena/standing/serve/serving_arena.h"
#include "tests/support/program.h"

namespace couillon::tests {
namespace {

// Standings whose computation waits until it is allowed, once.
class SlowStandings {
 public:
  absl::StatusOr<std::string> Compute() {
    if (computed_++ == 0) {
      begun_.set_value();
      allowed_.get_future().wait();
    }
    return std::to_string(computed_);
  }
  void AwaitBegin() { begun_.get_future().wait(); }
  void Allow() { allowed_.set_value(); }

 private:
  std::promise<void> begun_;
  std::promise<void> allowed_;
  int computed_ = 0;  // of the computing thread
};

TEST(StandingsCallsTest, CallersShareAnAnswerAndAnAuthorHasTwoCallsOpen) {
  SlowStandings slow;
  std::vector<std::string> answers(4);  // read after the calls have ended
  {
    arena::StandingsCalls calls([&slow] { return slow.Compute(); });
    const auto into = [&answers](std::size_t at) {
      return [&answers, at](const absl::StatusOr<std::string>& standings) {
        answers[at] = *standings;
      };
    };
    ASSERT_TRUE(calls.Add("alice", into(0)).ok());
    slow.AwaitBegin();
    EXPECT_TRUE(calls.Add("alice", into(1)).ok());
    EXPECT_TRUE(absl::IsResourceExhausted(calls.Add("alice", into(2))));
    EXPECT_TRUE(calls.Add("bob", into(3)).ok());
    slow.Allow();
  }
  EXPECT_EQ(answers, (std::vector<std::string>{"1", "2", "", "2"}))
      << "who comes during a computation waits for the next one";
}

TEST(StandingsCallsTest, ASubmissionDoesNotWaitForStandings) {
  const testing_support::TemporaryFolder folder;
  const std::string open = folder.path("open");
  ASSERT_TRUE(arena::CreateJournal(open, arena::SmallArena(8, 8)).ok());
  const auto token = arena::AdmitAuthor(open, "alice", 3);
  ASSERT_TRUE(token.ok()) << token.status();
  auto desk = arena::AttendanceDesk::Make({.streams = 1});
  ASSERT_TRUE(desk.ok()) << desk.status();
  arena::WatchBoard board([](const std::string&) { return false; });
  SlowStandings slow;
  auto server = arena::ArenaServer::Start(
      {.listen = "unix:" + folder.path("socket")},
      {.directory = open,
       .standings = [&slow] { return slow.Compute(); },
       .on_submitted = [](const std::string&, bool) {}},
      **desk, board);
  ASSERT_TRUE(server.ok()) << server.status();
  const ArenaClient client((*server)->address(), *token);
  std::thread reader([&client] { EXPECT_TRUE(client.Standings()); });
  slow.AwaitBegin();
  v1::SubmitResponse answer;
  const grpc::Status submitted = client.Submit("mine", "1", answer);
  EXPECT_TRUE(submitted.ok()) << submitted.error_message();
  slow.Allow();
  reader.join();
  server->reset();
}

}  // namespace
}  // namespace couillon::tests
