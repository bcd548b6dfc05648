#include "bots/cpp/play_session.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "bots/cpp/decision_check.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/action.h"
#include "engine/compiled_rules.h"
#include "engine/ruleset.h"
#include "proto/codec.h"
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

absl::Status PlaySession::Answer(const v1::PlayRequest& request,
                                 v1::PlayResponse& response) {
  response.Clear();
  for (const v1::RulesetIntroduction& introduction : request.rulesets()) {
    absl::Status status = Introduce(introduction);
    if (!status.ok()) return status;
  }
  response.mutable_decision_ids()->Reserve(request.decisions_size());
  response.mutable_actions()->Reserve(request.decisions_size());
  // Batches are mostly of one ruleset: look it up when it changes.
  std::uint32_t handle = 0;
  const CompiledRules* rules = nullptr;
  for (const v1::Decision& decision : request.decisions()) {
    if (rules == nullptr || decision.ruleset_handle() != handle) {
      handle = decision.ruleset_handle();
      const auto found = rules_.find(handle);
      if (found == rules_.end()) {
        return Refuse(absl::StrFormat(
            "decision: ruleset_handle %d was not introduced", handle));
      }
      rules = &found->second;
    }
    absl::Status status = wire::ReadDecision(*rules, decision, observation_);
    if (status.ok()) status = CheckDecision(*rules, observation_);
    if (!status.ok()) return status;
    const Action action = strategy_->Decide(*rules, observation_);
    response.add_decision_ids(decision.decision_id());
    response.add_actions(static_cast<std::uint32_t>(action.number()));
  }
  return absl::OkStatus();
}

}  // namespace couillon::bots
