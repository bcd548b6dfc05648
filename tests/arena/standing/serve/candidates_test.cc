// Bots that dial in while their check ends.
#include "arena/standing/serve/candidates.h"

#include <gtest/gtest.h>

#include <utility>

#include "arena/standing/journal/journal.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/standing/journal/small_arena.h"
#include "tests/support/program.h"

namespace couillon::tests {
namespace {

// An arena that checks one bot. A bot needs no stream, so its check begins at
// once.
class CandidatesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(arena::CreateJournal(open(), arena::SmallArena(8, 8)).ok());
    auto desk = arena::AttendanceDesk::Make({.streams = 0});
    ASSERT_TRUE(desk.ok()) << desk.status();
    desk_ = *std::move(desk);
    request_.author = "alice";
    request_.name = "mine";
    request_.description.set_name("by hand");
    request_.description.set_version("1");
  }
  // Checks the bot with this result, and waits until that is decided.
  void Decide(const absl::Status& result) {
    candidates_ = std::make_unique<arena::Candidates>(
        arena::CandidateSettings{
            .directory = open(),
            .check = [result](const v1::BotEntry&) { return result; },
            .on_accepted = [this](const std::string&) { Decided(); },
            .on_refused = [this](const std::string&,
                                 const std::string&) { Decided(); }},
        *desk_);
    const absl::StatusOr<std::string> session = candidates_->Admit(request_);
    ASSERT_TRUE(session.ok()) << session.status();
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return decided_; });
  }
  [[nodiscard]] std::string open() const { return folder_.path("open"); }

  std::unique_ptr<arena::AttendanceDesk> desk_;
  std::unique_ptr<arena::Candidates> candidates_;
  arena::DialInRequest request_;

 private:
  void Decided() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      decided_ = true;
    }
    changed_.notify_all();
  }

  const testing_support::TemporaryFolder folder_;
  std::mutex mutex_;  // guards decided_
  std::condition_variable changed_;
  bool decided_ = false;
};

// A stream of the bot submits it again as soon as the check ends its stream.
// With a session of its own it would wait for a check that never comes, and the
// arena for the stream.
TEST_F(CandidatesTest, ABotThatWasJustTakenInHasTheSessionOfTheDesk) {
  ASSERT_NO_FATAL_FAILURE(Decide(absl::OkStatus()));
  const absl::StatusOr<arena::DialInEntrant> bot =
      arena::FindDialIn(open(), request_);
  ASSERT_TRUE(bot.ok()) << bot.status();
  const absl::StatusOr<std::string> at_desk = desk_->Admit("alice", *bot);
  ASSERT_TRUE(at_desk.ok()) << at_desk.status();
  const absl::StatusOr<std::string> again = candidates_->Admit(request_);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, *at_desk);
}

TEST_F(CandidatesTest, ABotThatWasJustRefusedIsToldSo) {
  ASSERT_NO_FATAL_FAILURE(Decide(absl::InvalidArgumentError("too slow")));
  const absl::Status again = candidates_->Admit(request_).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(again)) << again;
  EXPECT_NE(again.message().find("too slow"), std::string::npos) << again;
}

}  // namespace
}  // namespace couillon::tests
