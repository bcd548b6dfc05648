// Checks of the steps before the first decision.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/referee/bot_description.h"
#include "proto/ruleset_catalog.h"

namespace couillon::arena {
namespace {

constexpr char kFixCommand[] =
    "serve couillon.v1.BotService at the address in the environment variable "
    "COUILLON_LISTEN, without TLS; to reproduce this, start the command by "
    "hand "
    "with COUILLON_LISTEN=unix:/tmp/my.sock";
constexpr char kFixProgram[] =
    "give a program that exists, by its path or by a name in PATH; a script "
    "needs the interpreter that its first line names";
constexpr char kFixAddress[] =
    "make sure that the bot is running, that it serves couillon.v1.BotService "
    "at this address, and that both sides have the same certificate and token";

CheckFinding NotStarted(const absl::Status& status,
                        const CheckSettings& settings) {
  CheckFinding finding{
      .check = "start",
      .grade = Grade::kFail,
      .seen = std::string(status.message()),
      .expected = absl::StrFormat("an answer to Describe within %d ms",
                                  settings.worker.limits.start_ms),
      .fix = settings.bot.remote ? kFixAddress : kFixCommand};
  if (!settings.bot.remote && absl::IsNotFound(status)) {
    finding.expected = "a program that can be run";
    finding.fix = kFixProgram;
  }
  return finding;
}

CheckFinding StartFinding(std::int64_t start_ms, std::int64_t limit_ms) {
  CheckFinding finding{.check = "start",
                       .seen = absl::StrFormat("ready after %d ms", start_ms)};
  if (start_ms * 2 > limit_ms) {
    finding.grade = Grade::kWarn;
    finding.expected = absl::StrFormat(
        "ready well within the start limit of %d ms, also on a busy machine",
        limit_ms);
    finding.fix =
        "load less before answering Describe, or run leagues with a longer "
        "--limit start:SECONDS";
  }
  return finding;
}

CheckFinding DescribeFinding(const BotDescription& said) {
  CheckFinding finding{
      .check = "describe",
      .seen = absl::StrFormat(
          "name \"%s\", version \"%s\", author \"%s\", SDK \"%s\", "
          "max_batch %d, max_in_flight %d",
          said.name, said.version, said.author, said.sdk, said.limits.max_batch,
          said.limits.max_in_flight)};
  if (said.name.empty() || said.version.empty()) {
    finding.grade = Grade::kWarn;
    finding.expected = "a name and a version";
    finding.fix = "set DescribeResponse.name and .version";
  }
  return finding;
}

CheckFinding RulesetsFinding(const BotDescription& said) {
  CheckFinding finding{
      .check = "rulesets",
      .seen = said.rulesets.empty()
                  ? std::string("plays all")
                  : "plays " + absl::StrJoin(said.rulesets, ", ")};
  const std::vector<std::string> known = wire::RulesetIds();
  std::vector<std::string> unknown;
  for (const std::string& id : said.rulesets) {
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      unknown.push_back(id);
    }
  }
  if (!unknown.empty()) {
    finding.grade = Grade::kWarn;
    finding.seen += "; not built in: " + absl::StrJoin(unknown, ", ");
    finding.expected = "ids as `couillon rules` lists them, without switches";
    finding.fix = "correct the ids in DescribeResponse.rulesets";
  }
  return finding;
}

}  // namespace

bool CheckHandshake(ConformanceRun& run) {
  const GrpcLimits& limits = run.settings().worker.limits;
  const absl::StatusOr<TrialBot*> bot = run.Bot();
  if (!bot.ok()) {
    run.Add(NotStarted(bot.status(), run.settings()));
    return false;
  }
  run.Add(StartFinding((*bot)->start_time().count(), limits.start_ms));
  run.Add(DescribeFinding((*bot)->description()));
  run.Add(RulesetsFinding((*bot)->description()));
  return true;
}

}  // namespace couillon::arena
