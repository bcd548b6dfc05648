#include "arena/players/process/sandbox_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

#include "arena/players/process/sandbox_trial.h"

namespace couillon::arena {
namespace {

// A machine on which everything works.
SandboxFacts Good() {
  return {.bwrap = "/usr/bin/bwrap",
          .max_user_namespaces = 1000,
          .yama = 1,
          .has_cgroups = true};
}

// The one line that says why there is no sandbox.
std::string Problem(const SandboxFacts& facts) {
  const std::string problem = SandboxProblem(ListSandboxParts(facts));
  EXPECT_EQ(problem.find('\n'), std::string::npos);
  return problem;
}

TEST(SandboxPartsTest, WhereAllWorksNothingIsSaid) {
  EXPECT_EQ(Problem(Good()), "");
  for (const SandboxPart& part : ListSandboxParts(Good())) {
    EXPECT_TRUE(part.works) << part.name;
    EXPECT_EQ(part.fix, "") << part.name;
  }
}

TEST(SandboxPartsTest, OnlyWhereBubblewrapIsMissingIsItToBeInstalled) {
  SandboxFacts facts = Good();
  facts.bwrap.clear();
  EXPECT_EQ(Problem(facts),
            "bubblewrap: there is no bwrap on PATH; install the package "
            "bubblewrap");
  facts = Good();
  for (int step = 0; step < static_cast<int>(SandboxStep::kEnd); ++step) {
    for (const int error : {EPERM, EACCES, ENOSPC, ENOSYS, EINVAL, EIO}) {
      facts.step = static_cast<SandboxStep>(step);
      facts.error = error;
      EXPECT_EQ(Problem(facts).find("install the package"), std::string::npos);
      EXPECT_NE(Problem(facts).find("bubblewrap is installed, but the machine "
                                    "blocks "),
                std::string::npos);
    }
  }
}

// Ubuntu 24.04: user namespaces can be made, but are good for nothing.
TEST(SandboxPartsTest, AppArmorsRestrictionIsNamedAtAnyStep) {
  SandboxFacts facts = Good();
  facts.apparmor_restricts = 1;
  for (const SandboxStep step :
       {SandboxStep::kUserNamespace, SandboxStep::kUserMap,
        SandboxStep::kMounts, SandboxStep::kNetwork}) {
    facts.step = step;
    for (const int error : {EPERM, EACCES}) {
      facts.error = error;
      EXPECT_NE(
          Problem(facts).find("kernel.apparmor_restrict_unprivileged_userns=0"),
          std::string::npos);
    }
  }
  facts.is_root = true;  // is not restricted
  EXPECT_EQ(Problem(facts).find("apparmor_restrict"), std::string::npos);
}

TEST(SandboxPartsTest, ContainersAreNamedWithTheOptionThatHelps) {
  SandboxFacts docker = Good();
  docker.has_filter = true;
  docker.apparmor = "docker-default (enforce)";
  docker.has_masked_proc = true;
  docker.step = SandboxStep::kUserNamespace;
  docker.error = EPERM;
  EXPECT_NE(Problem(docker).find("--security-opt seccomp=unconfined"),
            std::string::npos);
  docker.step = SandboxStep::kMounts;
  docker.error = EACCES;
  EXPECT_NE(Problem(docker).find("--security-opt apparmor=unconfined"),
            std::string::npos);
  docker.step = SandboxStep::kProc;
  docker.error = EPERM;
  EXPECT_NE(Problem(docker).find("--security-opt systempaths=unconfined"),
            std::string::npos);
}

TEST(SandboxPartsTest, SettingsOfTheKernelAreNamedWithTheirValue) {
  SandboxFacts facts = Good();
  facts.step = SandboxStep::kUserNamespace;
  facts.error = ENOSPC;
  facts.max_user_namespaces = 0;
  EXPECT_NE(Problem(facts).find("sysctl -w user.max_user_namespaces=15000"),
            std::string::npos);
  facts = Good();
  facts.step = SandboxStep::kUserNamespace;
  facts.error = EPERM;
  facts.user_namespaces = 0;
  EXPECT_NE(Problem(facts).find("kernel.unprivileged_userns_clone=1"),
            std::string::npos);
}

TEST(SandboxPartsTest, WhatIsNotRequiredHasAFixAndNoProblem) {
  SandboxFacts facts = Good();
  facts.has_cgroups = false;
  facts.yama = 0;
  EXPECT_EQ(Problem(facts), "");
  const std::vector<SandboxPart> parts = ListSandboxParts(facts);
  EXPECT_EQ(
      std::count_if(parts.begin(), parts.end(),
                    [](const SandboxPart& part) { return !part.fix.empty(); }),
      2);
}

TEST(SandboxPartsTest, ThePartsOfThisMachineAgreeWithItsSandbox) {
  const std::string problem =
      SandboxProblem(ListSandboxParts(FindSandboxFacts()));
  if (TrySandbox().ok()) {
    EXPECT_EQ(problem, "");
  } else {
    EXPECT_NE(problem, "");
  }
}

}  // namespace
}  // namespace couillon::arena
