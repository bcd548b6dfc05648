// Keeps the rulesets that requests introduce, and answers each batch in the
// order of its decisions.

#include "bots/cpp/play_session.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "bots/cpp/decision_check.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/codec.h"
#include "proto/decision_bytes.h"
#include "proto/ruleset_codec.h"

namespace couillon::bots {
namespace {

absl::Status Refuse(const std::string& reason) {
  return absl::InvalidArgumentError(reason);
}

}  // namespace

absl::Status PlaySession::Introduce(
    const v1::RulesetIntroduction& introduction) {
  const std::uint32_t handle = introduction.handle();
  if (handle == 0) return Refuse("ruleset: handle is 0; expected 1 or more");
  if (rules_.contains(handle)) {
    return Refuse(absl::StrFormat("ruleset: handle %d is given twice", handle));
  }
  const absl::StatusOr<Ruleset> ruleset =
      wire::FromMessage(introduction.ruleset());
  if (!ruleset.ok()) {
    return Refuse(absl::StrFormat("ruleset of handle %d: %s", handle,
                                  ruleset.status().message()));
  }
  absl::StatusOr<CompiledRules> rules = CompileRules(*ruleset);
  if (!rules.ok()) {
    return Refuse(absl::StrFormat("ruleset %s: %s", ruleset->id,
                                  rules.status().message()));
  }
  rules_.emplace(handle, *std::move(rules));
  return absl::OkStatus();
}

template <typename Decision>
absl::Status PlaySession::AnswerOne(const Decision& decision,
                                    v1::PlayResponse& response) {
  if (handled_ == nullptr || decision.ruleset_handle() != handle_) {
    handle_ = decision.ruleset_handle();
    const auto found = rules_.find(handle_);
    handled_ = found == rules_.end() ? nullptr : &found->second;
  }
  if (handled_ == nullptr) {
    return Refuse(absl::StrFormat(
        "decision: ruleset_handle %d was not introduced", handle_));
  }
  absl::Status status = wire::ReadDecision(*handled_, decision, observation_);
  if (status.ok()) status = CheckDecision(*handled_, observation_);
  if (!status.ok()) return status;
  const Action action = strategy_->Decide(*handled_, observation_);
  response.add_decision_ids(decision.decision_id());
  response.add_actions(static_cast<std::uint32_t>(action.number()));
  return absl::OkStatus();
}

absl::Status PlaySession::Answer(const v1::PlayRequest& request,
                                 v1::PlayResponse& response) {
  response.Clear();
  for (const v1::RulesetIntroduction& introduction : request.rulesets()) {
    absl::Status status = Introduce(introduction);
    if (!status.ok()) return status;
  }
  response.mutable_decision_ids()->Reserve(request.decisions_size());
  response.mutable_actions()->Reserve(request.decisions_size());
  for (const v1::Decision& decision : request.decisions()) {
    absl::Status status = AnswerOne(decision, response);
    if (!status.ok()) return status;
  }
  for (const v1::TableResult& result : request.results()) {
    const auto found = rules_.find(result.ruleset_handle());
    if (found == rules_.end()) {
      return Refuse(
          absl::StrFormat("result: ruleset_handle %d was not introduced",
                          result.ruleset_handle()));
    }
    strategy_->OnResult(found->second, wire::ReadTableResult(result));
  }
  return absl::OkStatus();
}

absl::Status PlaySession::AnswerBytes(std::string_view request,
                                      v1::PlayResponse& response) {
  if (wire::SplitRequest(request, introductions_, decisions_)) {
    return AnswerPlain(response);
  }
  v1::PlayRequest message;
  if (message.ParseFromArray(request.data(),
                             static_cast<int>(request.size()))) {
    return Answer(message, response);
  }
  return Refuse("request: its bytes cannot be read");
}

// Answers the request in introductions_ and decisions_.
absl::Status PlaySession::AnswerPlain(v1::PlayResponse& response) {
  response.Clear();
  for (const std::string_view bytes : introductions_) {
    v1::RulesetIntroduction introduction;
    if (!introduction.ParseFromArray(bytes.data(),
                                     static_cast<int>(bytes.size()))) {
      return Refuse("ruleset: its bytes cannot be read");
    }
    absl::Status status = Introduce(introduction);
    if (!status.ok()) return status;
  }
  const auto size = static_cast<int>(decisions_.size());
  response.mutable_decision_ids()->Reserve(size);
  response.mutable_actions()->Reserve(size);
  wire::DecisionFields fields;
  for (const std::string_view bytes : decisions_) {
    absl::Status status;
    if (fields.Parse(bytes)) {
      status = AnswerOne(fields, response);
    } else {
      v1::Decision decision;
      status =
          decision.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))
              ? AnswerOne(decision, response)
              : Refuse("decision: its bytes cannot be read");
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace couillon::bots
