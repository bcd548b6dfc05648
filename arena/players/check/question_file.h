// A decision in a file, which can be sent to a bot again: a
// couillon.v1.PlayRequest in text form, including the ruleset.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Returns the request that contains `decision` under `ruleset`.
v1::PlayRequest QuestionRequest(const v1::Ruleset& ruleset,
                                v1::Decision decision);

// Writes `request` to `path`, with `about` in front as a comment.
absl::Status WriteQuestionFile(const std::string& path,
                               const v1::PlayRequest& request,
                               const std::string& about);

// One decision of a request, as an observation of the engine.
struct ReadQuestion {
  CompiledRules rules;
  Observation seen;
};

// Returns decision number `at` of `request`. InvalidArgument if the request is
// not well-formed.
absl::StatusOr<ReadQuestion> QuestionAt(const v1::PlayRequest& request, int at);

}  // namespace couillon::arena
