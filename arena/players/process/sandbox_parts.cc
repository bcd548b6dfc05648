// Why the kernel refused a step, from facts about the machine, and a fix for
// each cause.

#include "arena/players/process/sandbox_parts.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

// A cause and what helps.
struct Diagnosis {
  std::string found;
  std::string fix;
};

constexpr char kPage[] = "docs/security.md";

// The refusals that follow from a setting of the kernel for ordinary users.
std::optional<Diagnosis> OfSettings(const SandboxFacts& facts) {
  if (facts.step == SandboxStep::kUserNamespace &&
      facts.max_user_namespaces.value_or(1) == 0) {
    return Diagnosis{"user.max_user_namespaces is 0",
                     "sudo sysctl -w user.max_user_namespaces=15000"};
  }
  if (facts.is_root) return std::nullopt;
  if (facts.step == SandboxStep::kUserNamespace &&
      facts.user_namespaces.value_or(1) == 0) {
    return Diagnosis{"kernel.unprivileged_userns_clone is 0",
                     "sudo sysctl -w kernel.unprivileged_userns_clone=1"};
  }
  if (facts.step < SandboxStep::kFilter &&
      facts.apparmor_restricts.value_or(0) != 0 &&
      (facts.error == EPERM || facts.error == EACCES)) {
    return Diagnosis{
        "AppArmor restricts user namespaces, as in Ubuntu 24.04 "
        "(kernel.apparmor_restrict_unprivileged_userns is 1)",
        absl::StrFormat("install the AppArmor profile in %s, or sudo sysctl "
                        "-w kernel.apparmor_restrict_unprivileged_userns=0",
                        kPage)};
  }
  return std::nullopt;
}

// The refusals of a container.
std::optional<Diagnosis> OfContainer(const SandboxFacts& facts) {
  if (facts.step == SandboxStep::kProc && facts.has_masked_proc) {
    return Diagnosis{
        "parts of /proc are masked, as in a container, so the kernel refuses "
        "a new one",
        "start the container with --security-opt systempaths=unconfined "
        "(Podman: --security-opt unmask=ALL)"};
  }
  if (!absl::StrContains(facts.apparmor, "unconfined") &&
      !facts.apparmor.empty() && facts.error == EACCES) {
    return Diagnosis{
        absl::StrFormat("the AppArmor profile %s refuses it", facts.apparmor),
        "start the container with --security-opt apparmor=unconfined"};
  }
  if (facts.has_filter && (facts.error == EPERM || facts.error == ENOSYS)) {
    return Diagnosis{
        "the system call filter of a container refuses it",
        "start the container with --security-opt seccomp=unconfined "
        "--security-opt apparmor=unconfined --security-opt "
        "systempaths=unconfined"};
  }
  return std::nullopt;
}

// Why the kernel refused the step at which it ended.
Diagnosis Diagnose(const SandboxFacts& facts) {
  if (const auto settings = OfSettings(facts)) return *settings;
  if (const auto container = OfContainer(facts)) return *container;
  const std::string error = std::generic_category().message(facts.error);
  if (facts.error == ENOSPC || facts.error == EUSERS) {
    return {absl::StrCat("too many namespaces (", error, ")"),
            "end other programs with namespaces, or raise user.max_* in "
            "/proc/sys/user"};
  }
  if (facts.error == ENOSYS || facts.error == EINVAL) {
    return {absl::StrCat("the kernel does not have it (", error, ")"),
            "use a kernel of a current distribution"};
  }
  return {absl::StrCat("the kernel refuses it (", error, ")"),
          absl::StrFormat("see \"When the sandbox is blocked\" in %s", kPage)};
}

SandboxPart Bubblewrap(const SandboxFacts& facts) {
  SandboxPart part{.name = "bubblewrap",
                   .works = !facts.bwrap.empty(),
                   .is_required = true,
                   .found = facts.bwrap,
                   .fix = ""};
  if (part.works) return part;
  part.found = "there is no bwrap on PATH";
  part.fix = "install the package bubblewrap";
  return part;
}

SandboxPart OfSteps(const SandboxFacts& facts, const char* name,
                    SandboxStep first, SandboxStep last) {
  SandboxPart part{.name = name,
                   .works = facts.step > last,
                   .is_required = true,
                   .found = "",
                   .fix = ""};
  if (part.works) return part;
  if (facts.step < first) {
    part.found = "not tried, since what is above does not work";
    return part;
  }
  Diagnosis diagnosis = Diagnose(facts);
  part.found = std::move(diagnosis.found);
  part.fix = std::move(diagnosis.fix);
  return part;
}

SandboxPart ControlGroups(const SandboxFacts& facts) {
  SandboxPart part{.name = "control groups",
                   .works = facts.has_cgroups,
                   .is_required = false,
                   .found = "",
                   .fix = ""};
  if (part.works) return part;
  part.found =
      "this user cannot make any with limits on memory, tasks and CPU time, so "
      "the referee checks memory and processes every 100 ms instead";
  part.fix =
      "start couillon as root, or with systemd-run --user --scope -p "
      "Delegate=yes";
  return part;
}

SandboxPart Yama(const SandboxFacts& facts) {
  SandboxPart part{
      .name = "Yama",
      .works = facts.yama.value_or(0) > 0,
      .is_required = false,
      .found = facts.yama ? absl::StrFormat("kernel.yama.ptrace_scope is %d",
                                            *facts.yama)
                          : "the kernel does not have it",
      .fix = ""};
  if (part.works) return part;
  absl::StrAppend(&part.found,
                  ", so bots with --isolation none can read each other's "
                  "memory; those in the sandbox cannot");
  if (facts.yama) part.fix = "sudo sysctl -w kernel.yama.ptrace_scope=1";
  return part;
}

}  // namespace

std::vector<SandboxPart> ListSandboxParts(const SandboxFacts& facts) {
  using Step = SandboxStep;
  return {
      Bubblewrap(facts),
      OfSteps(facts, "user namespaces", Step::kUserNamespace, Step::kUserMap),
      OfSteps(facts, "file system in memory", Step::kMounts, Step::kMounts),
      OfSteps(facts, "other namespaces", Step::kNamespaces, Step::kNetwork),
      OfSteps(facts, "a /proc of its own", Step::kProc, Step::kProc),
      OfSteps(facts, "system call filter", Step::kFilter, Step::kFilter),
      ControlGroups(facts),
      Yama(facts)};
}

std::string SandboxProblem(const std::vector<SandboxPart>& parts) {
  const auto missing = std::find_if(
      parts.begin(), parts.end(),
      [](const SandboxPart& part) { return part.is_required && !part.works; });
  if (missing == parts.end()) return "";
  const bool is_installed = missing != parts.begin();
  return absl::StrFormat(
      "%s%s: %s; %s",
      is_installed ? "bubblewrap is installed, but the machine blocks " : "",
      missing->name, missing->found, missing->fix);
}

}  // namespace couillon::arena
