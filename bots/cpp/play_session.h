// One Play stream without the transport: requests in, responses out.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "bots/cpp/strategy.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class PlayRequest;
class PlayResponse;
class RulesetIntroduction;
}  // namespace couillon::v1

namespace couillon::bots {

class PlaySession {
 public:
  // Requires: `strategy` outlives the session.
  explicit PlaySession(Strategy& strategy) : strategy_(&strategy) {}

  // Reads the rulesets of `request` and answers its decisions in `response`,
  // which is cleared first and keeps its memory. InvalidArgument if the request
  // violates the protocol: an unknown or duplicate handle, rules that do not
  // compile, a decision that is not well-formed.
  absl::Status Answer(const v1::PlayRequest& request,
                      v1::PlayResponse& response);
  // The same for a serialized request, and faster. Malformed bytes are
  // InvalidArgument too.
  absl::Status AnswerBytes(std::string_view request,
                           v1::PlayResponse& response);

 private:
  absl::Status Introduce(const v1::RulesetIntroduction& introduction);
  absl::Status AnswerPlain(v1::PlayResponse& response);
  template <typename Decision>
  absl::Status AnswerOne(const Decision& decision, v1::PlayResponse& response);

  Strategy* strategy_;
  // A cache of the last lookup: most batches have one ruleset.
  std::uint32_t handle_ = 0;
  const CompiledRules* handled_ = nullptr;
  // The parts of the current request, serialized.
  std::vector<std::string_view> introductions_;
  std::vector<std::string_view> decisions_;
  std::unordered_map<std::uint32_t, CompiledRules> rules_;  // by handle
  Observation observation_;
};

}  // namespace couillon::bots
