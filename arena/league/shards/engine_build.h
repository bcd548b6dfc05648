// The check that this program may play a plan: results depend on how engine,
// referee and bundled bots behave.
#pragma once

#include <functional>
#include <string>

#include "absl/status/status.h"

namespace couillon::v1 {
class LeagueConfig;
class LeaguePlan;
class PlanEngine;
}  // namespace couillon::v1

namespace couillon::arena {

// A program: its version, the commit of its sources, the build ID that the
// linker gave it (empty: none), and a function that returns its behaviour
// signature under the rulesets of a league
// (arena/measure/selftest/signature.h), which takes a part of a second per
// ruleset.
struct EngineBuild {
  std::string version;
  std::string commit;  // with "-dirty" if the sources have changed since
  std::string build_id;
  std::function<std::string(const v1::LeagueConfig& config)> signature;
};

v1::PlanEngine DescribeEngine(const EngineBuild& build,
                              const v1::LeagueConfig& config);

// OK if `build` gives the results of the program that made the plan: its commit
// is the same, without changes, or it is the same file, or its signature is the
// same. FailedPrecondition says
// what differs.
absl::Status CheckEngine(const v1::LeaguePlan& plan, const EngineBuild& build);

}  // namespace couillon::arena
