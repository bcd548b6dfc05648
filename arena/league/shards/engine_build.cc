// Version, commit, build and signature of the program against those of the
// plan.

#include "arena/league/shards/engine_build.h"

#include "absl/strings/str_format.h"
#include "arena/league/store/deal_file.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"

namespace couillon::arena {
namespace {

std::string CompressionOf(const v1::LeagueConfig& config) {
  return config.record_deals() ? DealCompression() : "";
}

// Returns true if a commit says all of a program.
bool SaysAll(const std::string& commit) {
  return !commit.empty() && commit != "unknown" && !commit.ends_with("-dirty");
}

}  // namespace

v1::PlanEngine DescribeEngine(const EngineBuild& build,
                              const v1::LeagueConfig& config) {
  v1::PlanEngine engine;
  engine.set_version(build.version);
  engine.set_commit(build.commit);
  engine.set_build_id(build.build_id);
  engine.set_signature(build.signature(config));
  engine.set_compression(CompressionOf(config));
  return engine;
}

absl::Status CheckEngine(const v1::LeaguePlan& plan, const EngineBuild& build) {
  const v1::PlanEngine& engine = plan.engine();
  const std::string compression = CompressionOf(plan.config());
  if (compression != engine.compression()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "this program compresses deal records with %s, and the plan was made "
        "with %s: their bytes may differ; use the same library on all machines",
        compression, engine.compression()));
  }
  if (SaysAll(build.commit) && build.commit == engine.commit()) {
    return absl::OkStatus();
  }
  if (!build.build_id.empty() && build.build_id == engine.build_id()) {
    return absl::OkStatus();
  }
  const std::string signature = build.signature(plan.config());
  if (signature == engine.signature()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "this program (version %s, commit %s) behaves differently from the one "
      "that made the plan (version %s, commit %s): its signature is %s; "
      "expected %s; use that program, or plan again",
      build.version, build.commit, engine.version(), engine.commit(), signature,
      engine.signature()));
}

}  // namespace couillon::arena
