// A bot that dials in answers some decisions before it is taken in: one that
// breaks the contract is refused with the reason, and nobody else waits for it.
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "couillon/v1/arena_service.grpc.pb.h"
#include "couillon/v1/arena_service.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "tests/arena/standing/serve/dial_in_fixture.h"
#include "tests/arena/standing/serve/serving_arena.h"
#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon::tests {
namespace {

using grpc::StatusCode;
using std::chrono::steady_clock;
using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::WhyNotBuilt;
using testing_support::WriteFile;

constexpr int kStreams = 2;

// Takes a decision; false: it leaves instead.
using Answer = std::function<bool(const v1::Decision&, std::uint32_t& action)>;

// A bot in a few lines: as many streams as the arena wants, each opened again
// until Submit fails or the bot leaves.
class HandMadeBot {
 public:
  HandMadeBot(const ArenaClient& client, std::string version, Answer answer,
              int streams = kStreams)
      : client_(client),
        version_(std::move(version)),
        answer_(std::move(answer)) {
    for (int i = 0; i < streams; ++i) {
      threads_.emplace_back([this] {
        while (!left_ && PlayOnce()) continue;
      });
    }
  }
  ~HandMadeBot() { Wait(); }
  HandMadeBot(const HandMadeBot&) = delete;
  HandMadeBot& operator=(const HandMadeBot&) = delete;

  // Waits for its end; returns how the last Submit ended.
  grpc::Status Wait() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    return last_;
  }
  void Leave() {
    const std::lock_guard<std::mutex> lock(mutex_);
    left_ = true;
    for (grpc::ClientContext* context : open_) context->TryCancel();
  }

 private:
  bool PlayOnce() {
    v1::SubmitResponse submitted;
    const grpc::Status status = client_.Submit("mine", version_, submitted);
    if (!status.ok()) {
      const std::lock_guard<std::mutex> lock(mutex_);
      last_ = status;
      return false;
    }
    const std::unique_ptr<grpc::ClientContext> context = client_.Context();
    context->AddMetadata("couillon-session", submitted.session());
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (left_) return false;
      open_.push_back(context.get());
    }
    const auto stream = client_.stub().Attend(context.get());
    v1::PlayRequest request;
    while (stream->Read(&request)) {
      v1::PlayResponse response;
      for (const v1::Decision& decision : request.decisions()) {
        std::uint32_t action = 0;
        if (!answer_(decision, action)) Leave();
        response.add_decision_ids(decision.decision_id());
        response.add_actions(action);
      }
      if (request.decisions_size() > 0 && !left_) stream->Write(response);
    }
    stream->Finish();
    const std::lock_guard<std::mutex> lock(mutex_);
    std::erase(open_, context.get());
    return true;
  }

  const ArenaClient& client_;
  const std::string version_;
  const Answer answer_;
  std::mutex mutex_;  // guards the following
  std::vector<grpc::ClientContext*> open_;
  std::atomic<bool> left_ = false;
  grpc::Status last_;
  std::vector<std::thread> threads_;
};

std::uint32_t LowestLegal(const v1::Decision& decision) {
  std::uint32_t action = 0;
  while ((decision.legal_actions() >> action & 1U) == 0) ++action;
  return action;
}

bool AnswerLegally(const v1::Decision& decision, std::uint32_t& action) {
  action = LowestLegal(decision);
  return true;
}

bool AnswerIllegally(const v1::Decision& decision, std::uint32_t& action) {
  while ((decision.legal_actions() >> action & 1U) != 0) ++action;
  return true;
}

// A bot that answers legally, but nothing before it is released.
class HeldBot {
 public:
  explicit HeldBot(const ArenaClient& client)
      : bot_(client, "1",
             [this](const v1::Decision& decision, std::uint32_t& action) {
               asked_ = true;
               asked_.notify_all();
               released_.wait(false);
               return AnswerLegally(decision, action);
             }) {}
  ~HeldBot() { Release(); }
  HeldBot(const HeldBot&) = delete;
  HeldBot& operator=(const HeldBot&) = delete;

  void AwaitAsked() const { asked_.wait(false); }
  void Release() {
    released_ = true;
    released_.notify_all();
  }
  void Leave() { bot_.Leave(); }

 private:
  std::atomic<bool> asked_ = false;
  std::atomic<bool> released_ = false;
  HandMadeBot bot_;
};

class DialInChecksTest : public DialInFixture {
 protected:
  DialInChecksTest() {
    Init(open(), "64", "64");
    Submit(open(), {"builtin:random"});
    token_ = Admit("alice");
    Serve();
    client_ = std::make_unique<ArenaClient>(address_, TokenIn(token_));
  }
  [[nodiscard]] grpc::Status SubmitOnce(
      const std::string& version = "1",
      const std::string& name = "mine") const {
    v1::SubmitResponse response;
    return client_->Submit(name, version, response);
  }
  // The same until it succeeds, since the arena notices a little later that a
  // bot has left; but much sooner than its check of the bot would end.
  [[nodiscard]] bool SubmitSoon(const std::string& version,
                                const std::string& name = "mine") const {
    const auto deadline = steady_clock::now() + std::chrono::minutes(2);
    while (!SubmitOnce(version, name).ok()) {
      if (steady_clock::now() > deadline) return false;
    }
    return true;
  }
  // Admits alice again, with one bot at most.
  void AllowOneBot() {
    token_ = Admit("alice", "1");
    client_ = std::make_unique<ArenaClient>(address_, TokenIn(token_));
  }
  // A bot that leaves when it is asked something has done so.
  void LeaveInTheCheck() const {
    HandMadeBot(*client_, "1", [](const v1::Decision&, std::uint32_t&) {
      return false;
    }).Wait();
  }
  [[nodiscard]] std::string Journal() const {
    return ReadFile(open() + "/journal.jsonl");
  }
  void AwaitPresent(const std::string& label) const {
    client_->WatchUntil([&label](const v1::WatchResponse& seen) {
      return IsPresent(seen, label);
    });
  }

  std::string token_;  // file
  std::unique_ptr<ArenaClient> client_;
};

TEST_F(DialInChecksTest, WhoAnswersIllegallyIsRefusedWithTheReason) {
  const grpc::Status refused =
      HandMadeBot(*client_, "1", AnswerIllegally).Wait();
  EXPECT_EQ(refused.error_code(), StatusCode::FAILED_PRECONDITION);
  const std::string reason = "illegal answers; the first: ";
  EXPECT_NE(refused.error_message().find(reason), std::string::npos)
      << refused.error_message();
  EXPECT_NE(refused.error_message().find("connect with another version"),
            std::string::npos)
      << refused.error_message();
  EXPECT_EQ(Journal().find("\"dialIn\""), std::string::npos) << Journal();
  EXPECT_NE(Arena("status", open()).out.find("mine: refused: "),
            std::string::npos);
  const nlohmann::json status =
      nlohmann::json::parse(Arena("status", open(), {"--format", "json"}).out);
  EXPECT_EQ(status["refused"][0]["author"], "alice") << status;
  EXPECT_EQ(status["refused"][0]["reason"].get<std::string>().find("\\n"),
            std::string::npos)
      << status;
  // At once, also by an arena that has been started again.
  const std::string journal = Journal();
  EXPECT_EQ(SubmitOnce().error_message(), refused.error_message());
  Stop();
  ASSERT_NO_FATAL_FAILURE(Serve({}, address_));
  client_ = std::make_unique<ArenaClient>(address_, TokenIn(token_));
  EXPECT_EQ(SubmitOnce().error_message(), refused.error_message());
  EXPECT_EQ(Journal(), journal);
  // After the repair.
  HandMadeBot repaired(*client_, "2", AnswerLegally);
  client_->AwaitPairs(1, 64);
  EXPECT_NE(Arena("status", open()).out.find("mine v1: plays"),
            std::string::npos);
  repaired.Leave();
  Stop();
  ExpectVerified(open());
  EXPECT_TRUE(Report(open())["faults"].empty());
}

TEST_F(DialInChecksTest, AnAnswerThatDependsOnTheTimeOfAskingIsRefused) {
  std::atomic<int> asked = 0;
  const grpc::Status refused =
      HandMadeBot(
          *client_, "1",
          [&asked](const v1::Decision& decision, std::uint32_t& action) {
            action = LowestLegal(decision);
            const std::uint64_t others =
                decision.legal_actions() & ~(1ULL << action);
            if (others != 0 && ++asked % 3 == 0) {
              while ((others >> action & 1U) == 0) ++action;
            }
            return true;
          })
          .Wait();
  EXPECT_NE(refused.error_message().find("decisions answered differently"),
            std::string::npos)
      << refused.error_message();
}

TEST_F(DialInChecksTest, WhoLeavesInTheMiddleIsNotAcceptedYet) {
  LeaveInTheCheck();
  HandMadeBot back(*client_, "1", AnswerLegally);
  AwaitPresent("mine v1");
  back.Leave();
  EXPECT_EQ(Journal().find("refused"), std::string::npos) << Journal();
}

TEST_F(DialInChecksTest, ARepairedVersionReplacesOneThatLeftInTheMiddle) {
  AllowOneBot();
  LeaveInTheCheck();
  ASSERT_TRUE(SubmitSoon("2"));
  HandMadeBot repaired(*client_, "2", AnswerLegally);
  AwaitPresent("mine v1");
  repaired.Leave();
  EXPECT_EQ(Journal().find("refused"), std::string::npos) << Journal();
}

TEST_F(DialInChecksTest, ABotThatLeftDoesNotCountAgainstTheLimitOfItsAuthor) {
  AllowOneBot();
  LeaveInTheCheck();
  EXPECT_TRUE(SubmitSoon("1", "another"));
}

TEST_F(DialInChecksTest, AnAuthorCannotHaveMoreBotsCheckedThanAllowed) {
  AllowOneBot();
  v1::SubmitResponse first;
  ASSERT_TRUE(client_->Submit("first", "1", first).ok());
  // It has no stream yet, and gives way.
  ASSERT_TRUE(SubmitOnce("1", "another").ok());
  const std::unique_ptr<grpc::ClientContext> context = client_->Context();
  context->AddMetadata("couillon-session", first.session());
  const auto stream = client_->stub().Attend(context.get());
  v1::PlayRequest request;
  EXPECT_FALSE(stream->Read(&request)) << "it is checked too";
  EXPECT_FALSE(stream->Finish().ok());

  HeldBot slow(*client_);
  slow.AwaitAsked();
  for (const char* other : {"first", "another", "third"}) {
    EXPECT_EQ(SubmitOnce("1", other).error_code(), StatusCode::UNAVAILABLE);
  }
  slow.Release();
  AwaitPresent("mine v1");
  slow.Leave();
}

TEST_F(DialInChecksTest, ServeSaysThatABotHasLeftInItsCheck) {
  Stop();
  const std::string errors = folder_.path("errors");
  serving_ = std::make_unique<TalkativeProgram>(std::vector<std::string>{
      "/bin/sh", "-c", "exec \"$@\" 2>'" + errors + "'", "sh", kCouillon,
      "arena", "serve", open(), "--listen", address_, "--concurrency", "2"});
  ASSERT_EQ(serving_->first_line(), "serving at " + address_);
  LeaveInTheCheck();
  // The next version ends the check, which the arena awaits when it closes.
  ASSERT_TRUE(SubmitSoon("2"));
  HandMadeBot repaired(*client_, "2", AnswerLegally);
  AwaitPresent("mine v1");
  // In this order: a round may be under way, and would wait for the bot.
  Stop();
  repaired.Leave();
  const std::string printed = ReadFile(errors);
  EXPECT_NE(printed.find("mine: left in the middle of its check"),
            std::string::npos)
      << printed;
}

TEST_F(DialInChecksTest, OthersPlayAndJoinWhileOneIsChecked) {
  HeldBot slow(*client_);
  const auto far = Dial("greedy", Admit("bob"), "far");
  client_->AwaitPairs(1, 64);
  EXPECT_EQ(SubmitOnce("2").error_code(), StatusCode::UNAVAILABLE)
      << "another version is being checked";
  EXPECT_EQ(Journal().find("\"mine\""), std::string::npos) << Journal();
  slow.Release();
  AwaitPresent("mine v1");
  slow.Leave();
}

TEST_F(DialInChecksTest, ABotThatComesAndGoesDoesNotHoldUpTheNextRound) {
  Stop();
  serving_ = std::make_unique<TalkativeProgram>(
      std::vector<std::string>{kCouillon, "arena", "serve", open(), "--listen",
                               address_, "--quiet", "--concurrency", "3"});
  HandMadeBot bot(*client_, "1", AnswerLegally, 3);
  client_->AwaitPairs(1, 64);
  bot.Leave();
  // One stream stays; the other ends and is opened again.
  v1::SubmitResponse submitted;
  ASSERT_TRUE(client_->Submit("mine", "1", submitted).ok());
  const auto attend = [&](grpc::ClientContext& context) {
    context.AddMetadata("couillon-session", submitted.session());
    return client_->stub().Attend(&context);
  };
  const std::unique_ptr<grpc::ClientContext> stays = client_->Context();
  const auto stream = attend(*stays);
  std::atomic<bool> stop = false;
  std::thread toggling([&] {
    while (!stop) {
      const std::unique_ptr<grpc::ClientContext> goes = client_->Context();
      const auto other = attend(*goes);
      v1::PlayResponse early;
      other->Write(early);  // ends the stream
      v1::PlayRequest request;
      while (other->Read(&request)) continue;
      other->Finish();
    }
  });
  Submit(open(), {"greedy"});
  client_->AwaitPairs(2, 64);
  stop = true;
  toggling.join();
  stays->TryCancel();
}

TEST_F(DialInChecksTest, AnArenaClosesWhileItChecks) {
  HeldBot slow(*client_);
  slow.AwaitAsked();
  Stop();
  slow.Leave();
  slow.Release();
  EXPECT_EQ(Journal().find("refused"), std::string::npos) << Journal();
}

TEST_F(DialInChecksTest, TheAuthorOfARefusedBotSeesTheReason) {
  for (const BotLanguage& language : BotLanguages()) {
    if (language.name != "python") continue;
    const std::string why = WhyNotBuilt(language);
    if (!why.empty()) GTEST_SKIP() << why;
    const std::string bot = folder_.path("bot.py");
    WriteFile(bot,
              "import sys\n"
              "sys.path.insert(0, '" COUILLON_SOURCE
              "/bots/python')\n"
              "from couillon_bot import Action, serve\n"
              "serve(lambda seen: Action.RE, name='mine', version='1')\n");
    const auto run = RunProgram(Relayed(
        {language.built.substr(0, language.built.rfind('/')) + "/bin/python",
         bot},
        "plaintext:" + address_, token_));
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("illegal answers; the first: "), std::string::npos)
        << run.err;
  }
}

}  // namespace
}  // namespace couillon::tests
