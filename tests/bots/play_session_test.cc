#include "bots/cpp/play_session.h"

#include <gtest/gtest.h>

#include <string>

#include "bots/cpp/baselines.h"
#include "couillon/v1/bot_service.pb.h"
#include "proto/codec.h"
#include "proto/ruleset_codec.h"
#include "tests/bots/observations.h"

namespace couillon::bots {
namespace {

class PlaySessionTest : public testing::Test {
 protected:
  void Introduce(std::uint32_t handle) {
    v1::RulesetIntroduction* introduction = request.add_rulesets();
    introduction->set_handle(handle);
    *introduction->mutable_ruleset() = wire::ToMessage(rules.ruleset);
  }
  v1::Decision& Ask(std::uint32_t handle, std::uint32_t decision_id,
                    const std::string& legal) {
    v1::Decision& decision = *request.add_decisions();
    wire::WriteDecision(rules, Playing('H', "", legal, legal), decision);
    decision.set_ruleset_handle(handle);
    decision.set_decision_id(decision_id);
    return decision;
  }
  // The message of the refusal.
  std::string Refusal() {
    const absl::Status status = session.Answer(request, response);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    return std::string(status.message());
  }

  CompiledRules rules = RulesOf("basic-gerver");
  FirstLegal strategy;
  PlaySession session{strategy};
  v1::PlayRequest request;
  v1::PlayResponse response;
};

// Keeps the results that it receives.
class Listener final : public Strategy {
 public:
  Action Decide(const CompiledRules& /*rules*/,
                const Observation& seen) override {
    return seen.legal.Nth(0);
  }
  void OnResult(const CompiledRules& rules,
                const TableResult& result) override {
    heard.push_back(rules.ruleset.id + " " +
                    std::to_string(result.half_points) + " " +
                    std::to_string(result.half_game_points) +
                    (result.forfeited ? " forfeited" : ""));
  }
  std::vector<std::string> heard;
};

TEST_F(PlaySessionTest, ResultsArriveAndAreNotAnswered) {
  Listener listener;
  PlaySession listening(listener);
  Introduce(3);
  for (const bool forfeited : {false, true}) {
    v1::TableResult& result = *request.add_results();
    result.set_ruleset_handle(3);
    result.set_half_points(forfeited ? 0 : 2);
    result.set_half_game_points(forfeited ? -6 : 4);
    result.set_forfeited(forfeited);
  }
  ASSERT_TRUE(listening.Answer(request, response).ok());
  EXPECT_EQ(listener.heard,
            (std::vector<std::string>{"basic-gerver 2 4",
                                      "basic-gerver 0 -6 forfeited"}));
  EXPECT_EQ(response.decision_ids_size(), 0);
  request.Clear();
  request.add_results()->set_ruleset_handle(9);
  EXPECT_EQ(Refusal(), "result: ruleset_handle 9 was not introduced");
}

TEST_F(PlaySessionTest, AnswersEveryDecisionOnce) {
  Introduce(1);
  Introduce(7);
  Ask(7, 12, "AS");
  Ask(1, 5, "KD AD");
  ASSERT_TRUE(session.Answer(request, response).ok());
  ASSERT_EQ(response.decision_ids_size(), 2);
  ASSERT_EQ(response.actions_size(), 2);
  EXPECT_EQ(response.decision_ids(0), 12U);
  EXPECT_EQ(response.actions(0), 31U);
  EXPECT_EQ(response.decision_ids(1), 5U);
  EXPECT_EQ(response.actions(1), 14U);
}

TEST_F(PlaySessionTest, RemembersRulesetsAndForgetsDecisions) {
  Introduce(1);
  Ask(1, 1, "AS");
  ASSERT_TRUE(session.Answer(request, response).ok());
  request.Clear();
  Ask(1, 2, "KS");
  ASSERT_TRUE(session.Answer(request, response).ok());
  ASSERT_EQ(response.decision_ids_size(), 1);
  EXPECT_EQ(response.decision_ids(0), 2U);
}

TEST_F(PlaySessionTest, RefusesAnUnknownHandle) {
  Introduce(1);
  Ask(2, 1, "AS");
  EXPECT_EQ(Refusal(), "decision: ruleset_handle 2 was not introduced");
}

TEST_F(PlaySessionTest, RefusesAHandleGivenTwice) {
  Introduce(3);
  Introduce(3);
  EXPECT_EQ(Refusal(), "ruleset: handle 3 is given twice");
}

TEST_F(PlaySessionTest, RefusesHandleZero) {
  Introduce(0);
  EXPECT_EQ(Refusal(), "ruleset: handle is 0; expected 1 or more");
}

TEST_F(PlaySessionTest, RefusesRulesThatDoNotCompile) {
  Introduce(1);
  request.mutable_rulesets(0)->mutable_ruleset()->mutable_table()->set_players(
      9);
  EXPECT_NE(Refusal().find("table.players"), std::string::npos);
}

TEST_F(PlaySessionTest, RefusesDecisionsThatContradictThemselves) {
  Introduce(1);
  Ask(1, 1, "AS").clear_trump();
  EXPECT_NE(Refusal().find("trump is not set"), std::string::npos);
  request.Clear();
  Ask(1, 1, "AS").clear_trick_leaders();
  EXPECT_NE(Refusal().find("trick_leaders"), std::string::npos);
  request.Clear();
  Ask(1, 1, "AS").set_legal_actions(std::uint64_t{1} << 40);
  EXPECT_NE(Refusal().find("legal_actions"), std::string::npos);
  request.Clear();
  Ask(1, 1, "7S");
  EXPECT_NE(Refusal().find("not in the pack"), std::string::npos);
}

}  // namespace
}  // namespace couillon::bots
