#include "tests/support/planned_league.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/runner.h"
#include "arena/league/shards/plan.h"
#include "arena/league/store/league_store.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/schedule/league_rules.h"
#include "engine/deal/deal_source.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/bundled_links.h"

namespace couillon::testing_support {

v1::LeagueConfig LeagueOf(const std::vector<std::string>& bots,
                          const std::vector<std::string>& rulesets) {
  v1::LeagueConfig config;
  for (const std::string& name : bots) {
    v1::BotEntry& bot = *config.add_bots();
    bot.set_name(name);
    bot.mutable_identity()->set_digest("digest of " + name);
  }
  for (const std::string& id : rulesets) {
    const CompiledRules rules = *wire::FindRules(id);
    v1::LeagueRuleset& entry = *config.add_rulesets();
    entry.set_spec(id);
    *entry.mutable_ruleset() = wire::ToMessage(rules.ruleset);
    entry.set_hash(wire::RulesetHash(rules.ruleset));
  }
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_seed("planned");
  config.set_seed_commitment(DealSource("planned").commitment());
  config.set_items(20);
  config.set_block_items(4);
  config.mutable_limits()->set_max_faults(2);
  return config;
}

v1::LeaguePlan PlanOf(const v1::LeagueConfig& config,
                      std::int64_t shard_units) {
  v1::PlanEngine engine;
  engine.set_signature("of this test");
  absl::StatusOr<v1::LeaguePlan> plan =
      arena::MakePlan(config, engine, shard_units);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return *std::move(plan);
}

arena::BotLinks MakeLinks(const v1::LeagueConfig& config,
                          const std::vector<CompiledRules>& rules,
                          const OwnBots& own) {
  arena::BotLinks links;
  const std::vector<const CompiledRules*> pointers = arena::PointersTo(rules);
  for (const v1::BotEntry& bot : config.bots()) {
    const auto at = own.find(bot.name());
    arena::DecideFunction decide =
        at == own.end() ? BundledBot(bot.name()) : at->second();
    links.links.push_back(std::make_unique<arena::InProcessLink>(
        arena::LinkIndex(static_cast<int>(links.links.size())),
        std::move(decide), pointers));
  }
  return links;
}

arena::ShardsPlayed PlayShardsOf(const std::string& folder,
                                 const v1::LeaguePlan& plan,
                                 const std::vector<std::int64_t>& shards,
                                 int workers, const OwnBots& own, bool again) {
  const absl::Status written = arena::WritePlan(folder, plan);
  EXPECT_TRUE(written.ok()) << written;
  const auto rules = arena::CompileLeague(plan.config());
  EXPECT_TRUE(rules.ok()) << rules.status();
  const std::atomic<bool> stop = false;
  absl::StatusOr<arena::ShardsPlayed> played = arena::PlayShards(
      folder, plan, *rules, shards,
      {.workers = workers,
       .make_links = [&](int) { return MakeLinks(plan.config(), *rules, own); },
       .again = again,
       .on_progress = nullptr,
       .on_shard = nullptr,
       .on_unit = nullptr},
      stop);
  EXPECT_TRUE(played.ok()) << played.status();
  return played.ok() ? *std::move(played) : arena::ShardsPlayed{};
}

std::vector<std::int64_t> AllShards(const v1::LeaguePlan& plan) {
  std::vector<std::int64_t> shards(static_cast<std::size_t>(plan.shards()));
  std::iota(shards.begin(), shards.end(), 0);
  return shards;
}

std::vector<std::string> ResultPaths(const std::string& folder,
                                     const v1::LeaguePlan& plan) {
  std::vector<std::string> paths;
  for (const std::int64_t shard : AllShards(plan)) {
    paths.push_back(arena::ResultPath(folder, plan, shard));
  }
  return paths;
}

void PlayAsOne(const v1::LeagueConfig& config, int workers,
               const std::string& directory, const OwnBots& own) {
  const auto store = arena::LeagueStore::Create(directory, config);
  ASSERT_TRUE(store.ok()) << store.status();
  const auto rules = arena::CompileLeague(config);
  ASSERT_TRUE(rules.ok()) << rules.status();
  const std::atomic<bool> stop = false;
  const auto progress = arena::RunLeague(
      **store, *rules,
      {.workers = workers,
       .make_links = [&](int) { return MakeLinks(config, *rules, own); },
       .leave_out = nullptr,
       .on_progress = nullptr,
       .on_unit = nullptr},
      stop);
  ASSERT_TRUE(progress.ok()) << progress.status();
}

std::string AllForms(const std::string& directory) {
  const auto store = arena::LeagueStore::OpenToRead(directory);
  EXPECT_TRUE(store.ok()) << store.status();
  const auto report = arena::MakeReport(**store);
  EXPECT_TRUE(report.ok()) << report.status();
  return arena::RenderJson(*report) + arena::RenderText(*report) +
         arena::RenderCsv(*report);
}

}  // namespace couillon::testing_support
