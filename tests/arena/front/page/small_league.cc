#include "tests/arena/front/page/small_league.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "arena/league/run/runner.h"
#include "arena/league/store/league_store.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/bundled_links.h"

namespace couillon::testing_support {
v1::LeagueConfig SmallLeague(const std::vector<std::string>& bots,
                             const std::vector<std::string>& rulesets) {
  v1::LeagueConfig config;
  for (const std::string& bot : bots) config.add_bots()->set_name(bot);
  for (const std::string& id : rulesets) {
    const CompiledRules rules = *wire::FindRules(id);
    v1::LeagueRuleset& entry = *config.add_rulesets();
    entry.set_spec(id);
    *entry.mutable_ruleset() = wire::ToMessage(rules.ruleset);
    entry.set_hash(wire::RulesetHash(rules.ruleset));
  }
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_seed("small");
  config.set_items(64);
  config.set_block_items(8);
  return config;
}

void PlayLeague(const std::string& directory, const v1::LeagueConfig& config,
                std::int64_t end) {
  auto store = std::filesystem::exists(directory)
                   ? arena::LeagueStore::OpenToPlay(directory)
                   : arena::LeagueStore::Create(directory, config);
  ASSERT_TRUE(store.ok()) << store.status();
  const auto rules = arena::CompileLeague(config);
  ASSERT_TRUE(rules.ok()) << rules.status();
  const std::vector<const CompiledRules*> pointers = arena::PointersTo(*rules);
  const arena::RunOptions options{
      .make_links =
          [&](int) { return BundledLinks(BotNamesOf(config), pointers); },
      .leave_out =
          [end](const arena::Unit& unit) { return unit.number >= end; }};
  const std::atomic<bool> stop = false;
  const auto progress = arena::RunLeague(**store, *rules, options, stop);
  ASSERT_TRUE(progress.ok()) << progress.status();
}

}  // namespace couillon::testing_support
