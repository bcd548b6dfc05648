#include "tools/commands/play_on_web.h"

#include <iostream>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/front/http/listen.h"
#include "arena/front/page/page_source.h"
#include "arena/front/play_web/play_server.h"
#include "arena/front/play_web/state_board.h"
#include "arena/front/play_web/table_json.h"
#include "arena/front/play_web/web_table.h"
#include "arena/table/person/game.h"
#include "arena/table/person/person_link.h"
#include "arena/table/verdict.h"
#include "bots/cpp/bundled/bundled.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "tools/commands/shared/command.h"
#include "tools/explain/explain_rules.h"
#include "tools/options/launch_options.h"
#include "tools/words/language.h"

namespace couillon::tools {
namespace {

std::vector<arena::RulesSection> Explained(const CompiledRules& rules,
                                           Language language) {
  std::vector<arena::RulesSection> explained;
  for (ExplainedSection& section : ExplainRules(rules, language)) {
    explained.push_back({.heading = std::move(section.heading),
                         .sentences = std::move(section.sentences)});
  }
  return explained;
}

arena::TableFacts FactsOf(const WebGame& game) {
  arena::TableFacts facts{
      .rules = game.rules,
      .person = game.person,
      .names = game.names,
      .deals = game.deals,
      .explained = Explained(*game.rules, Language::kEnglish),
      .adviser = bots::StrategyNames().back()};
  for (const Language language : kLanguages) {
    if (language == Language::kEnglish) continue;
    facts.translations.push_back(
        {.language = LanguageCode(language),
         .explained = Explained(*game.rules, language)});
  }
  return facts;
}

// The exit code for the end of a game.
int CodeOf(const WebGame& game, const arena::GameEnd& end, bool left) {
  if (end.kind == arena::GameEnd::Kind::kPlayed || left) return kExitDone;
  if (*game.stop) return kExitInterrupted;
  std::cout << absl::StrFormat(
      "\n%s has failed (%s), so the game ends: %s\n", game.names[end.seat],
      std::string(arena::VerdictName(end.verdict)), end.detail);
  return kExitBotFailed;
}

// Plays one game after the other.
int PlayGames(const WebGame& game, arena::BotLinks& links,
              arena::WebTable& table) {
  std::string seed = game.seed.empty() ? FreshSeed() : game.seed;
  for (;;) {
    const DealSource deals(seed);
    std::cout << "Commitment to the seed: " << deals.commitment() << "\n"
              << std::flush;
    table.Begin(deals.commitment());
    arena::Game played({.rules = game.rules,
                        .deals = &deals,
                        .count = game.deals,
                        .link_of_seat = game.link_of_seat},
                       links, table);
    const arena::GameEnd end = played.Run(*game.stop);
    for (const auto& link : links.links) link->Finish();
    const int code = CodeOf(game, end, table.left());
    game.show_seed(seed, table.deals());
    if (!table.End(end, seed)) return code;
    seed = FreshSeed();
  }
}

}  // namespace

absl::StatusOr<int> PlayOnWeb(const WebGame& game, arena::BotLinks& links) {
  arena::PlayServerOptions options;
  if (!game.listen.empty()) {
    RETURN_IF_ERROR(arena::ReadListen(game.listen, options.listen));
  }
  ASSIGN_OR_RETURN(std::string page, arena::PageWithoutData());
  options.page = std::move(page);
  arena::TableFacts facts = FactsOf(game);
  const std::string adviser = facts.adviser;
  arena::StateBoard board(arena::kMaxWindows);
  arena::WebTable table(std::move(facts), BundledBot(adviser), *game.stop,
                        board);
  links.links.push_back(std::make_unique<arena::PersonLink>(
      game.person_link, *game.rules,
      [&table](const CompiledRules&, const Observation& seen) {
        return table.Ask(seen);
      }));
  ASSIGN_OR_RETURN(const std::unique_ptr<arena::PlayServer> server,
                   arena::PlayServer::Start(std::move(options), table, board));
  std::cout << server->address() << "\nCtrl-C ends it.\n" << std::flush;
  return PlayGames(game, links, table);
}

}  // namespace couillon::tools
