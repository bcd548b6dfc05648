// The manifest part by part: volumes, the containers that unpack and play,
// failures of pods, and no network.

#include "arena/league/cluster/kubernetes_job.h"

#include <algorithm>
#include <iterator>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/bundles/inside_path.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The paths of the volumes in a pod.
constexpr char kPlan[] = "/plan";
constexpr char kBots[] = "/bots";
constexpr char kScratch[] = "/tmp";

constexpr int kUser = 1000;  // of Containerfile

absl::Status Wrong(const std::string& option, const std::string& found,
                   const std::string& expected) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\"; expected %s", option, PrintableLine(found), expected));
}

bool IsDigested(const std::string& image) {
  const std::string before = "@sha256:";
  const auto at = image.rfind(before);
  if (at == std::string::npos || at == 0) return false;
  const std::string digest = image.substr(at + before.size());
  return digest.size() == 64 &&
         digest.find_first_not_of("0123456789abcdef") == std::string::npos;
}

absl::Status Check(const KubernetesRequest& request, std::int64_t groups) {
  if (!IsDigested(request.image)) {
    return Wrong("--program", request.image,
                 "NAME@sha256: and 64 hexadecimal digits, so that every pod "
                 "runs the same program");
  }
  if (request.claim.empty()) {
    return Wrong("--claim", "",
                 "NAME/FOLDER, the PersistentVolumeClaim that has the plan "
                 "and the plan's folder in the volume");
  }
  if (!IsInside(request.folder)) {
    return Wrong("--claim", absl::StrCat(request.claim, "/", request.folder),
                 "NAME/FOLDER, where FOLDER is the plan's folder in the "
                 "volume, such as leagues/autumn");
  }
  if (groups <= kMaxIndexes) return absl::OkStatus();
  return Wrong("--group", absl::StrCat(request.group),
               absl::StrFormat("larger groups: these are %d, at most %d fit "
                               "into a job",
                               groups, kMaxIndexes));
}

// The rights of a container of ours: it only uses its volumes.
Json SecurityOfContainer() {
  return {{"allowPrivilegeEscalation", false},
          {"readOnlyRootFilesystem", true},
          {"capabilities", {{"drop", {"ALL"}}}}};
}

Json Resources(const KubernetesRequest& request) {
  // Whole processors, request and limit alike: with the kubelet's static policy
  // the pod gets them for itself, and nproc counts them.
  const Json amounts = {{"cpu", absl::StrCat(request.cpus)},
                        {"memory", request.memory}};
  return {{"requests", amounts}, {"limits", amounts}};
}

Json Mount(const std::string& volume, const std::string& path, bool writes) {
  return {{"name", volume}, {"mountPath", path}, {"readOnly", !writes}};
}

std::string PlanIn(const KubernetesRequest& request) {
  return absl::StrCat(kPlan, "/", request.folder);
}

Json Unpacking(const KubernetesRequest& request) {
  return {
      {"name", "bots"},
      {"image", request.image},
      {"command", {"couillon", "league", "unpack", "--plan", PlanIn(request)}},
      {"env", {{{"name", "COUILLON_BUNDLES"}, {"value", kBots}}}},
      {"resources", Resources(request)},
      {"securityContext", SecurityOfContainer()},
      {"volumeMounts",
       {Mount("plan", kPlan, false), Mount("bots", kBots, true),
        Mount("scratch", kScratch, true)}}};
}

// Takes the line of its index out of GROUPS, and becomes the program.
constexpr char kPlayScript[] =
    "set -eu\n"
    "shards=$(printf '%s\\n' \"$GROUPS\" | "
    "sed -n \"$((JOB_COMPLETION_INDEX + 1))p\")\n"
    "exec couillon league run --plan \"$PLAN\" --shards \"$shards\" "
    "--concurrency \"$JOBS\" --quiet \"$@\"\n";

Json Playing(const KubernetesRequest& request, const std::string& groups) {
  Json command = {"/bin/sh", "-c", kPlayScript, "play"};
  for (const std::string& option : request.options) command.push_back(option);
  return {{"name", "play"},
          {"image", request.image},
          {"command", command},
          {"env",
           {{{"name", "COUILLON_BUNDLES"}, {"value", kBots}},
            {{"name", "PLAN"}, {"value", PlanIn(request)}},
            {{"name", "JOBS"}, {"value", absl::StrCat(request.cpus)}},
            {{"name", "GROUPS"}, {"value", groups}}}},
          {"resources", Resources(request)},
          {"securityContext", SecurityOfContainer()},
          {"volumeMounts",
           {Mount("plan", kPlan, true), Mount("bots", kBots, true),
            Mount("scratch", kScratch, true)}}};
}

Json Volumes(const KubernetesRequest& request) {
  return {{{"name", "plan"},
           {"persistentVolumeClaim", {{"claimName", request.claim}}}},
          {{"name", "bots"}, {"emptyDir", Json::object()}},
          {{"name", "scratch"}, {"emptyDir", Json::object()}}};
}

Json PodFailures() {
  const auto on_codes = [](const char* action, int code) {
    return Json{
        {"action", action},
        {"onExitCodes",
         {{"containerName", "play"}, {"operator", "In"}, {"values", {code}}}}};
  };
  Json disruption = {{"action", "Ignore"}};
  disruption["onPodConditions"] =
      Json::array({{{"type", "DisruptionTarget"}, {"status", "True"}}});
  return {{"rules",
           {disruption, on_codes("Ignore", 75), on_codes("FailIndex", 65)}}};
}

Json PodOf(const KubernetesRequest& request, const std::string& groups) {
  return {{"restartPolicy", "Never"},  // podFailurePolicy requires it
          {"automountServiceAccountToken", false},
          {"enableServiceLinks", false},
          {"terminationGracePeriodSeconds", 120},
          {"securityContext",
           {{"runAsNonRoot", true},
            {"runAsUser", kUser},
            {"runAsGroup", kUser},
            {"fsGroup", kUser},
            {"seccompProfile", {{"type", "RuntimeDefault"}}}}},
          {"initContainers", {Unpacking(request)}},
          {"containers", {Playing(request, groups)}},
          {"volumes", Volumes(request)}};
}

Json Metadata(const KubernetesRequest& request, const std::string& name) {
  return {{"name", name}, {"labels", {{"couillon", request.label}}}};
}

Json NoNetwork(const KubernetesRequest& request) {
  return {{"apiVersion", "networking.k8s.io/v1"},
          {"kind", "NetworkPolicy"},
          {"metadata", Metadata(request, "couillon-" + request.label)},
          {"spec",
           {{"podSelector", {{"matchLabels", {{"couillon", request.label}}}}},
            {"policyTypes", {"Ingress", "Egress"}}}}};
}

Json JobOf(const KubernetesRequest& request,
           const std::vector<ShardGroup>& groups) {
  std::string lines;
  for (const ShardGroup& group : groups) lines += ShardsText(group) + "\n";
  const std::int64_t count = std::ssize(groups);
  // Another list of missing shards is another job.
  const std::string name =
      absl::StrCat("couillon-", request.label, "-", groups.front().front(), "-",
                   request.missing.size());
  return {{"apiVersion", "batch/v1"},
          {"kind", "Job"},
          {"metadata", Metadata(request, name)},
          {"spec",
           {{"completionMode", "Indexed"},
            {"completions", count},
            {"parallelism", std::min<std::int64_t>(count, request.parallelism)},
            {"backoffLimitPerIndex", 3},
            {"podFailurePolicy", PodFailures()},
            {"template",
             {{"metadata", {{"labels", {{"couillon", request.label}}}}},
              {"spec", PodOf(request, lines)}}}}}};
}

}  // namespace

absl::StatusOr<std::string> KubernetesManifest(
    const KubernetesRequest& request) {
  const std::vector<ShardGroup> groups =
      SplitGroups(request.missing, request.group);
  RETURN_IF_ERROR(Check(request, std::ssize(groups)));
  const Json list = {{"apiVersion", "v1"},
                     {"kind", "List"},
                     {"items", {NoNetwork(request), JobOf(request, groups)}}};
  return list.dump(2) + "\n";
}

}  // namespace couillon::arena
