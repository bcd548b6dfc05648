#include "arena/front/page/setup_json.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "arena/front/page/repeat_command.h"
#include "arena/report/policy_text.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// Lines of text.
Json PolicyJson(const v1::LeagueConfig& config) {
  const std::string text = DescribePolicy(config);
  return Json(
      std::vector<std::string>(absl::StrSplit(text, '\n', absl::SkipEmpty())));
}

// Who each bot is; null for what is unknown.
Json IdentitiesJson(const v1::LeagueConfig& config) {
  const auto known = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  Json json = Json::array();
  for (const v1::BotEntry& bot : config.bots()) {
    json.push_back(
        {{"bot", bot.name()},
         {"digest", known(bot.identity().digest())},
         {"described_name", known(bot.identity().described_name())},
         {"described_version", known(bot.identity().described_version())}});
  }
  return json;
}

Json CommandsJson(const v1::LeagueConfig& config, bool is_arena) {
  const std::optional<std::string> repeat = RepeatCommand(config);
  return {{"repeat", repeat && !is_arena ? Json(*repeat) : Json(nullptr)},
          {"verify", std::string(is_arena ? "couillon arena verify "
                                          : "couillon verify ") +
                         kAnyDirectory}};
}

}  // namespace

Json SetupJson(const v1::LeagueConfig& config, bool is_arena) {
  return {{"policy", PolicyJson(config)},
          {"identities", IdentitiesJson(config)},
          {"commands", CommandsJson(config, is_arena)}};
}

}  // namespace couillon::arena
