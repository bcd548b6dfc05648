// One stream of decisions without the stream: what comes in, what goes out.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "absl/status/status.h"
#include "bots/cpp/strategy.h"
#include "engine/compiled_rules.h"
#include "engine/observation.h"

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

  // Learns the rulesets of `request` and answers its decisions in
  // `response`, which is cleared first and keeps its memory. InvalidArgument
  // if the request breaks the protocol: an unknown handle, one given twice,
  // rules that do not compile, a decision that does not hang together.
  absl::Status Answer(const v1::PlayRequest& request,
                      v1::PlayResponse& response);

 private:
  absl::Status Introduce(const v1::RulesetIntroduction& introduction);

  Strategy* strategy_;
  std::unordered_map<std::uint32_t, CompiledRules> rules_;  // by handle
  Observation observation_;
};

}  // namespace couillon::bots
