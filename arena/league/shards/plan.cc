// The plan as JSON in its folder; what it says of itself is checked against the
// rest.

#include "arena/league/shards/plan.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_format.h"
#include "arena/league/shards/durable_file.h"
#include "arena/league/shards/plan_identity.h"
#include "arena/league/store/folder_content.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/stored_config.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

constexpr std::uint32_t kFormat = 1;
constexpr int kMinDigits = 5;

std::string PlanPath(const std::string& folder) {
  return (std::filesystem::path(folder) / kPlanFile).string();
}

absl::StatusOr<std::string> JsonOf(const v1::LeaguePlan& plan) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(plan, &json, options).ok()) {
    return absl::InternalError("the plan has no JSON form");
  }
  return json;
}

// OK if what the plan says of itself follows from the rest.
absl::Status CheckPlan(const std::string& path, const v1::LeaguePlan& plan) {
  if (plan.format() != kFormat) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: the plan has format %d; this program reads format %d: use the "
        "version that made it, or plan again in another folder",
        path, plan.format(), kFormat));
  }
  const absl::Status possible = CheckStoredConfig(plan.config());
  if (!possible.ok()) {
    return absl::DataLossError(absl::StrFormat(
        "%s: the configuration: %s", path, std::string(possible.message())));
  }
  const bool cut_well = plan.shards() <= kMaxShards &&
                        plan.shard_units() >= 1 && plan.units() >= 1 &&
                        CutOf(plan).shards() == plan.shards();
  // The identity covers the commitment, not the seed itself.
  const bool is_same_seed = DealSource(plan.config().seed()).commitment() ==
                            plan.config().seed_commitment();
  if (!cut_well || !is_same_seed ||
      CountPlannedUnits(plan.config()) != plan.units() ||
      PlanIdentity(plan.config(), plan.engine()) != plan.identity()) {
    return absl::DataLossError(absl::StrFormat(
        "%s: the plan was changed after it was made, so its results are of "
        "another one; restore a copy, or plan again in another folder",
        path));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPlannable(const v1::LeagueConfig& config) {
  if (config.bots().empty()) {
    return absl::FailedPreconditionError(
        "an arena cannot be planned as a whole: each of its rounds follows "
        "from the results before it; `couillon arena plan` plans the next");
  }
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_dial_in()) continue;
    return absl::FailedPreconditionError(absl::StrFormat(
        "bot %s connects to an arena, and cannot be reached from the machines "
        "of a plan; `couillon arena serve` plays it",
        bot.name()));
  }
  return absl::OkStatus();
}

std::int64_t UnitsForDeals(const v1::LeagueConfig& config,
                           std::uint64_t deals) {
  const std::uint64_t units = deals / config.block_items();
  return static_cast<std::int64_t>(std::max<std::uint64_t>(units, 1));
}

absl::StatusOr<v1::LeaguePlan> MakePlan(const v1::LeagueConfig& config,
                                        const v1::PlanEngine& engine,
                                        std::int64_t shard_units) {
  RETURN_IF_ERROR(CheckPlannable(config));
  v1::LeaguePlan plan;
  plan.set_format(kFormat);
  *plan.mutable_engine() = engine;
  *plan.mutable_config() = config;
  plan.set_units(CountPlannedUnits(config));
  plan.set_shard_units(std::min(shard_units, plan.units()));
  plan.set_shards(CutOf(plan).shards());
  plan.set_identity(PlanIdentity(config, engine));
  if (plan.shards() > kMaxShards) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "shards: %d of %d units each; expected at most %d shards: choose "
        "larger ones",
        plan.shards(), plan.shard_units(), kMaxShards));
  }
  return plan;
}

absl::Status WritePlan(const std::string& folder, const v1::LeaguePlan& plan) {
  RETURN_IF_ERROR(CheckHoldsNoArena(folder));
  RETURN_IF_ERROR(CheckStoredConfig(plan.config()));
  for (const std::string& path : {folder, ResultsFolder(folder)}) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) {
      return absl::PermissionDeniedError(absl::StrFormat(
          "%s: %s; choose another folder", path, error.message()));
    }
  }
  ASSIGN_OR_RETURN(const std::string json, JsonOf(plan));
  const std::string path = PlanPath(folder);
  ASSIGN_OR_RETURN(const bool first, WriteFirst(path, json));
  if (first) return absl::OkStatus();
  ASSIGN_OR_RETURN(const v1::LeaguePlan there, ReadPlan(folder));
  if (there.identity() == plan.identity() &&
      there.shard_units() == plan.shard_units()) {
    return absl::OkStatus();
  }
  return absl::AlreadyExistsError(
      absl::StrFormat("%s: holds another plan; choose another folder", path));
}

absl::StatusOr<v1::LeaguePlan> ReadPlan(const std::string& folder) {
  const std::string path = PlanPath(folder);
  if (!std::filesystem::exists(path)) {
    return absl::NotFoundError(absl::StrFormat(
        "%s: there is no plan in this folder (no plan.json)", folder));
  }
  RETURN_IF_ERROR(CheckPlainFile(path));
  RETURN_IF_ERROR(
      CheckNoLinks(folder, {"bundles", "results", "runs", "submit"}));
  ASSIGN_OR_RETURN(const std::string json,
                   ReadWhole(path, kMaxStoredTextBytes));
  v1::LeaguePlan plan;
  if (!ReadStoredJson(json, plan)) {
    return absl::DataLossError(absl::StrFormat("%s: is not a plan", path));
  }
  RETURN_IF_ERROR(CheckPlan(path, plan));
  return plan;
}

ShardCut CutOf(const v1::LeaguePlan& plan) {
  return {.units = plan.units(), .shard_units = plan.shard_units()};
}

std::int64_t CountUnits(const v1::LeaguePlan& plan,
                        const std::vector<std::int64_t>& shards) {
  std::int64_t units = 0;
  for (const std::int64_t shard : shards) {
    units += CutOf(plan).RunOf(shard).size();
  }
  return units;
}

std::string ResultsFolder(const std::string& folder) {
  return (std::filesystem::path(folder) / "results").string();
}

std::string ResultName(const v1::LeaguePlan& plan, std::int64_t shard) {
  const int digits = std::max(
      kMinDigits, static_cast<int>(std::to_string(plan.shards()).size()));
  return absl::StrFormat("%0*d-of-%0*d.result", digits, shard, digits,
                         plan.shards());
}

std::string ResultPath(const std::string& folder, const v1::LeaguePlan& plan,
                       std::int64_t shard) {
  return (std::filesystem::path(ResultsFolder(folder)) /
          ResultName(plan, shard))
      .string();
}

}  // namespace couillon::arena
