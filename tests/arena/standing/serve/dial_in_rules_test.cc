// Who may dial in, under which name, and what a caller of ArenaService sees.
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "couillon/v1/arena_service.grpc.pb.h"
#include "couillon/v1/arena_service.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "tests/arena/standing/serve/dial_in_fixture.h"
#include "tests/arena/standing/serve/serving_arena.h"
#include "tests/support/program.h"
#include "tests/support/serving_bot.h"

namespace couillon::tests {
namespace {

using grpc::StatusCode;
using testing_support::Certificate;
using testing_support::MakeCertificate;
using testing_support::ReadFile;
using testing_support::WriteFile;

class DialInRulesTest : public DialInFixture {
 protected:
  DialInRulesTest() {
    Init(open(), "64", "64");
    token_ = Admit("alice", "2");
    Serve({"--allow", "unchecked"});  // these bots answer nothing
    client_ = std::make_unique<ArenaClient>(address_, TokenIn(token_));
  }
  // The code with which Submit ends.
  StatusCode Code(const std::string& name, const std::string& version = "1") {
    const grpc::Status status = client_->Submit(name, version, answer_);
    words_ = status.error_message();
    return status.error_code();
  }
  // The status of an Attend that sends `message`, if it is not null, and then
  // waits for its end.
  grpc::Status Attend(const std::string& session,
                      const v1::PlayResponse* message) const {
    const std::unique_ptr<grpc::ClientContext> context = client_->Context();
    context->AddMetadata("couillon-session", session);
    const auto stream = client_->stub().Attend(context.get());
    if (message != nullptr) stream->Write(*message);
    v1::PlayRequest request;
    while (stream->Read(&request)) continue;
    return stream->Finish();
  }

  std::string token_;  // file
  std::unique_ptr<ArenaClient> client_;
  v1::SubmitResponse answer_;
  std::string words_;  // of the last error
};

TEST_F(DialInRulesTest, ADescriptionIsAVersion) {
  ASSERT_EQ(Code("mine"), StatusCode::OK) << words_;
  EXPECT_EQ(answer_.label(), "mine v1");
  EXPECT_EQ(answer_.streams(), 2U) << "as many as workers";
  const std::string session = answer_.session();
  const std::string journal = ReadFile(open() + "/journal.jsonl");
  ASSERT_EQ(Code("mine"), StatusCode::OK) << words_;
  EXPECT_EQ(answer_.label(), "mine v1");
  EXPECT_EQ(answer_.session(), session);
  EXPECT_EQ(ReadFile(open() + "/journal.jsonl"), journal);
  ASSERT_EQ(Code("mine", "2"), StatusCode::OK) << words_;
  EXPECT_EQ(answer_.label(), "mine v2");
  EXPECT_NE(answer_.session(), session);
  EXPECT_EQ(Code("mine"), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(words_,
            "mine v1 has been replaced by mine v2; expected a description that "
            "no version had before");
}

TEST_F(DialInRulesTest, ANameBelongsToTheAuthorWhoHadItFirst) {
  Submit(open(), {"builtin:random"});
  ASSERT_EQ(Code("mine"), StatusCode::OK) << words_;
  EXPECT_EQ(Code("random"), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(words_,
            "the name random belongs to a bot of the organizer; expected "
            "another name");
  const ArenaClient bob(address_, TokenIn(Admit("bob")));
  const grpc::Status foreign = bob.Submit("mine", "1", answer_);
  EXPECT_EQ(foreign.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(foreign.error_message(),
            "the name mine belongs to another author; expected another name");
}

TEST_F(DialInRulesTest, ANameThatOnlyLooksDifferentIsRefused) {
  Submit(open(), {"builtin:greedy"});
  ASSERT_EQ(Code("copy"), StatusCode::OK) << words_;
  const ArenaClient bob(address_, TokenIn(Admit("bob")));
  for (const char* name : {"Copy", "copy-v2", "c\u00f6py",
                           "\u0441\u043e\u0440\u0443", "GREEDY", "greedy_v1"}) {
    const grpc::Status alike = bob.Submit(name, "1", answer_);
    EXPECT_EQ(alike.error_code(), StatusCode::FAILED_PRECONDITION) << name;
    EXPECT_NE(alike.error_message().find("looks like"), std::string::npos)
        << alike.error_message();
  }
  for (const char* name : {"gr\u0435edy", "cafe\u0301", "greedy v1", "../../x",
                           ".x", "\u05d0", "a\u3164"}) {
    EXPECT_EQ(bob.Submit(name, "1", answer_).error_code(),
              StatusCode::INVALID_ARGUMENT)
        << name;
  }
  EXPECT_EQ(Code("copy-v2"), StatusCode::OK) << "of one author: " << words_;
}

TEST_F(DialInRulesTest, AnAuthorHasAsManyBotsAsAreAllowed) {
  ASSERT_EQ(Code("one"), StatusCode::OK) << words_;
  ASSERT_EQ(Code("two"), StatusCode::OK) << words_;
  EXPECT_EQ(Code("three"), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(words_,
            "author alice has 2 bots in the arena; expected at most 2: a new "
            "one needs another to retire");
  EXPECT_EQ(Code("two", "2"), StatusCode::OK) << "a version is no bot";
  ASSERT_EQ(Arena("retire", open(), {"one"}).exit_code, 0);
  EXPECT_EQ(Code("three"), StatusCode::OK) << words_;
  EXPECT_EQ(Code("one"), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(words_, "bot one has retired");
  EXPECT_EQ(Code("one", "2"), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(words_, "bot one has retired");
}

TEST_F(DialInRulesTest, WhatIsNoBotIsRefused) {
  EXPECT_EQ(Code(""), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Code("=1+1"), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Code("mine", "\x1b[2J"), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Code("mine", std::string(201, 'x')), StatusCode::INVALID_ARGUMENT);
  v1::SubmitRequest request;
  request.set_name("mine");
  request.mutable_description()->add_rulesets("kujong");
  const grpc::Status status =
      client_->stub().Submit(client_->Context().get(), request, &answer_);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_NE(status.error_message().find("does not play the ruleset"),
            std::string::npos)
      << status.error_message();
  EXPECT_EQ(ReadFile(open() + "/journal.jsonl").find("submitted"),
            std::string::npos);
}

TEST_F(DialInRulesTest, ATokenIsNeededForEverything) {
  ASSERT_EQ(Code("mine"), StatusCode::OK) << words_;
  const v1::SubmitResponse own = answer_;
  for (const std::string& token : {std::string(), std::string("guess")}) {
    const ArenaClient stranger(address_, token);
    EXPECT_EQ(stranger.Submit("other", "1", answer_).error_code(),
              StatusCode::UNAUTHENTICATED);
    v1::StandingsResponse standings;
    EXPECT_EQ(stranger.stub()
                  .Standings(stranger.Context().get(), v1::StandingsRequest(),
                             &standings)
                  .error_code(),
              StatusCode::UNAUTHENTICATED);
    const auto context = stranger.Context();
    const auto watch = stranger.stub().Watch(context.get(), v1::WatchRequest());
    v1::WatchResponse seen;
    EXPECT_FALSE(watch->Read(&seen));
    EXPECT_EQ(watch->Finish().error_code(), StatusCode::UNAUTHENTICATED);
  }
  EXPECT_EQ(Attend("guess", nullptr).error_code(), StatusCode::UNAUTHENTICATED);
  // Another author's session is of no use.
  client_ = std::make_unique<ArenaClient>(address_, TokenIn(Admit("bob")));
  EXPECT_EQ(Attend(own.session(), nullptr).error_code(),
            StatusCode::UNAUTHENTICATED);
  // The program says it in its own words, and does not try again.
  const std::string wrong = folder_.path("wrong");
  WriteFile(wrong, "guess\n");
  const auto refused = Try(wrong, "mine");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("the arena does not know this token"),
            std::string::npos)
      << refused.err;
  EXPECT_EQ(ReadFile(open() + "/authors.json").find(TokenIn(token_)),
            std::string::npos)
      << "the token itself is stored";
}

TEST_F(DialInRulesTest, AStreamTooManyOrTooEagerEnds) {
  ASSERT_EQ(Code("mine"), StatusCode::OK) << words_;
  const std::string session = answer_.session();
  v1::PlayResponse eager;
  eager.add_decision_ids(1);
  eager.add_actions(1);
  EXPECT_EQ(Attend(session, &eager).error_code(), StatusCode::INVALID_ARGUMENT);
  // Two streams are open when the arena sees the bot.
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<
      grpc::ClientReaderWriter<v1::PlayResponse, v1::PlayRequest>>>
      streams;
  for (int i = 0; i < 2; ++i) {
    contexts.push_back(client_->Context());
    contexts.back()->AddMetadata("couillon-session", session);
    streams.push_back(client_->stub().Attend(contexts.back().get()));
    streams.back()->WaitForInitialMetadata();
  }
  EXPECT_EQ(Attend(session, nullptr).error_code(),
            StatusCode::RESOURCE_EXHAUSTED);
  client_->WatchUntil(
      [](const v1::WatchResponse& seen) { return IsPresent(seen, "mine v1"); });
  for (const auto& context : contexts) context->TryCancel();
  for (const auto& stream : streams) stream->Finish();
  client_->WatchUntil([](const v1::WatchResponse& seen) {
    return seen.entrants_size() == 1 && !IsPresent(seen, "mine v1");
  });
}

TEST_F(DialInRulesTest, AWithdrawnTokenEndsTheStreams) {
  const std::string bob = Admit("bob");
  const auto far = Dial("greedy", token_, "far");
  const ArenaClient client(address_, TokenIn(bob));
  client.WatchUntil(
      [](const v1::WatchResponse& seen) { return IsPresent(seen, "far v1"); });
  ASSERT_EQ(Arena("dismiss", open(), {"alice"}).exit_code, 0);
  EXPECT_EQ(far->Wait(), 1);
  client.WatchUntil([](const v1::WatchResponse& seen) {
    return seen.entrants_size() == 1 && !IsPresent(seen, "far v1");
  });
  EXPECT_EQ(Arena("dismiss", open(), {"alice"}).exit_code, 1);
}

TEST_F(DialInRulesTest, WhatWouldBeReadInTransitIsNotSent) {
  const std::string other = folder_.path("other");
  Init(other, "64", "64");
  const auto serve =
      Arena("serve", other, {"--listen", "0.0.0.0:0", "--for", "1s"});
  EXPECT_EQ(serve.exit_code, 1);
  EXPECT_NE(serve.err.find("--allow plaintext"), std::string::npos)
      << serve.err;
  const auto far = testing_support::RunProgram(
      Relayed({"/bin/false"}, "plaintext:192.0.2.1:7", token_));
  EXPECT_EQ(far.exit_code, 1);
  EXPECT_NE(far.err.find("the token would go to 192.0.2.1:7 without TLS"),
            std::string::npos)
      << far.err;
  const auto wrong = testing_support::RunProgram(
      Relayed({"/bin/false"}, "http://arena", token_));
  EXPECT_NE(wrong.err.find("expected HOST:PORT (TLS)"), std::string::npos)
      << wrong.err;
}

TEST_F(DialInRulesTest, OtherArenasTakeNoBotThatDialsIn) {
  Stop();
  std::filesystem::remove_all(open());
  ASSERT_EQ(
      Arena("init", open(), {"--ruleset", "fr", "--deals", "8"}).exit_code, 0);
  Serve();
  const ArenaClient carol(address_, TokenIn(Admit("carol")));
  const grpc::Status refused = carol.Submit("mine", "1", answer_);
  EXPECT_EQ(refused.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_NE(refused.error_message().find("without --allow remote"),
            std::string::npos)
      << refused.error_message();
}

TEST_F(DialInRulesTest, WrongUseOfTheCommandsIsExplained) {
  EXPECT_NE(Arena("admit", open(), {""}).err.find("author is empty"),
            std::string::npos);
  EXPECT_NE(Arena("admit", folder_.path("none"), {"alice"})
                .err.find("there is no arena"),
            std::string::npos);
  EXPECT_NE(Arena("dismiss", open(), {"carol"})
                .err.find("no author \"carol\" is admitted"),
            std::string::npos);
  EXPECT_NE(Arena("serve", open(), {"--listen", "127.0.0.1:0"})
                .err.find("another process is playing"),
            std::string::npos);
  EXPECT_NE(Arena("serve", open(),
                  {"--listen", "127.0.0.1:0", "--tls-cert", token_, "--tls-key",
                   token_})
                .err.find("not in PEM"),
            std::string::npos);
}

TEST_F(DialInRulesTest, ACertificateNeedsItsOwnKey) {
  Stop();
  const Certificate own = MakeCertificate(folder_, "arena");
  const Certificate other = MakeCertificate(folder_, "other");
  const auto served =
      Arena("serve", open(),
            {"--listen", "127.0.0.1:0", "--tls-cert", own.certificate,
             "--tls-key", other.key, "--for", "1s"});
  EXPECT_EQ(served.exit_code, 1);
  EXPECT_NE(
      served.err.find("the certificate and the key do not belong together"),
      std::string::npos)
      << served.err;
}

}  // namespace
}  // namespace couillon::tests
