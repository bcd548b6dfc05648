#include "arena/league/cluster/kubernetes_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace couillon::arena {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

KubernetesRequest Request() {
  return {.label = "0123456789ab",
          .missing = {0, 1, 2, 5, 9},
          .group = 2,
          .image = "registry.example/couillon@sha256:" + std::string(64, 'a'),
          .claim = "leagues",
          .folder = "night"};
}

Json Manifest(const KubernetesRequest& request) {
  const absl::StatusOr<std::string> text = KubernetesManifest(request);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? Json::parse(*text) : Json();
}

std::string Refusal(const KubernetesRequest& request) {
  return std::string(KubernetesManifest(request).status().message());
}

TEST(KubernetesJobTest, AGroupIsAnIndex) {
  const Json job = Manifest(Request())["items"][1];
  EXPECT_EQ(job["spec"]["completionMode"], "Indexed");
  EXPECT_EQ(job["spec"]["completions"], 3);
  EXPECT_EQ(job["spec"]["parallelism"], 3);
  const Json play = job["spec"]["template"]["spec"]["containers"][0];
  EXPECT_EQ(play["env"].back()["value"], "0-1\n2,5\n9\n");
}

TEST(KubernetesJobTest, ThePodHasNoAccountAndNoNetwork) {
  const Json items = Manifest(Request())["items"];
  const Json pod = items[1]["spec"]["template"];
  EXPECT_EQ(pod["spec"]["automountServiceAccountToken"], false);
  EXPECT_EQ(items[0]["kind"], "NetworkPolicy");
  EXPECT_EQ(items[0]["spec"]["podSelector"]["matchLabels"],
            pod["metadata"]["labels"]);
  EXPECT_FALSE(items[0]["spec"].contains("egress"));
}

TEST(KubernetesJobTest, AnotherListOfShardsIsAnotherJob) {
  KubernetesRequest fewer = Request();
  fewer.missing = {0, 1};
  EXPECT_NE(Manifest(Request())["items"][1]["metadata"]["name"],
            Manifest(fewer)["items"][1]["metadata"]["name"]);
}

TEST(KubernetesJobTest, WhatIsNotSoIsRefused) {
  KubernetesRequest request = Request();
  request.image = "couillon:latest";
  EXPECT_THAT(Refusal(request), HasSubstr("couillon:latest"));
  request = Request();
  request.folder = "../night";
  EXPECT_THAT(Refusal(request), HasSubstr("../night"));
  request = Request();
  request.claim = "";
  EXPECT_THAT(Refusal(request), HasSubstr("--claim"));
  request = Request();
  request.group = 1;
  for (int i = 10; i < 20'000; ++i) request.missing.push_back(i);
  EXPECT_THAT(Refusal(request), HasSubstr("--group"));
}

}  // namespace
}  // namespace couillon::arena
