// Sends the next batch while answers of the last one are due.

#include "arena/players/rpc/question_stream.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "engine/cards/status_macros.h"
#include "proto/codec.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

constexpr std::uint32_t kUnanswered = ~std::uint32_t{0};

}  // namespace

QuestionStream::QuestionStream(std::unique_ptr<TrialStream> stream,
                               std::vector<const CompiledRules*> rules,
                               std::chrono::milliseconds limit,
                               std::chrono::steady_clock::time_point deadline)
    : stream_(std::move(stream)),
      rules_(std::move(rules)),
      limit_(limit),
      deadline_(deadline),
      introduced_(rules_.size(), false) {}

std::chrono::milliseconds QuestionStream::Limit() const {
  using std::chrono::milliseconds;
  const auto left = std::chrono::duration_cast<milliseconds>(
      deadline_ - std::chrono::steady_clock::now());
  return std::max(milliseconds(1), std::min(left, limit_));
}

v1::PlayRequest QuestionStream::Message(std::span<const Question> questions,
                                        std::uint32_t first_id) {
  v1::PlayRequest request;
  for (const Question& question : questions) {
    const auto ruleset = static_cast<std::size_t>(question.ruleset);
    const CompiledRules& rules = *rules_[ruleset];
    const auto handle = static_cast<std::uint32_t>(ruleset + 1);
    if (!introduced_[ruleset]) {
      introduced_[ruleset] = true;
      v1::RulesetIntroduction& introduction = *request.add_rulesets();
      introduction.set_handle(handle);
      *introduction.mutable_ruleset() = wire::ToMessage(rules.ruleset);
      introduction.set_hash(wire::RulesetHash(rules.ruleset));
    }
    v1::Decision& decision = *request.add_decisions();
    wire::WriteDecision(rules, question.seen, decision);
    decision.set_decision_id(first_id++);
    decision.set_ruleset_handle(handle);
  }
  return request;
}

absl::Status QuestionStream::Take(const v1::PlayResponse& response,
                                  std::uint32_t first_id,
                                  std::vector<std::uint32_t>& actions) {
  if (response.decision_ids_size() != response.actions_size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("answered with %d decision_ids and %d actions",
                        response.decision_ids_size(), response.actions_size()));
  }
  for (int i = 0; i < response.actions_size(); ++i) {
    const std::uint32_t place = response.decision_ids(i) - first_id;
    if (place >= actions.size()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("answered decision_id %d, which is not open",
                          response.decision_ids(i)));
    }
    if (actions[place] != kUnanswered) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "answered decision_id %d twice", response.decision_ids(i)));
    }
    actions[place] = response.actions(i);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::uint32_t>> QuestionStream::Ask(
    std::span<const Question> questions, std::size_t batch) {
  return AskAhead(questions, batch, 1);
}

absl::StatusOr<std::vector<std::uint32_t>> QuestionStream::AskAhead(
    std::span<const Question> questions, std::size_t batch,
    std::size_t in_flight) {
  const std::uint32_t first_id = next_id_;
  next_id_ += static_cast<std::uint32_t>(questions.size());
  std::vector<std::uint32_t> actions(questions.size(), kUnanswered);
  std::size_t sent = 0;
  std::size_t answered = 0;
  while (answered < questions.size()) {
    while (sent < questions.size() && sent < answered + in_flight * batch) {
      const std::size_t size = std::min(batch, questions.size() - sent);
      RETURN_IF_ERROR(
          stream_->Send(Message(questions.subspan(sent, size),
                                first_id + static_cast<std::uint32_t>(sent)),
                        Limit()));
      sent += size;
    }
    absl::StatusOr<v1::PlayResponse> response = stream_->Receive(Limit());
    if (response.ok() && std::chrono::steady_clock::now() >= deadline_) {
      return absl::DeadlineExceededError(
          "answered too slowly for all the decisions that are asked");
    }
    if (!response.ok()) {
      return absl::Status(
          response.status().code(),
          absl::StrFormat("%s, with %d of %d decisions unanswered",
                          std::string(response.status().message()),
                          sent - answered, sent));
    }
    RETURN_IF_ERROR(Take(*response, first_id, actions));
    answered += static_cast<std::size_t>(response->actions_size());
  }
  return actions;
}

}  // namespace couillon::arena
