#include "tools/options/option_names.h"

#include <map>
#include <string>

namespace couillon::tools {

absl::Status WithOptionName(const absl::Status& status) {
  // The fields of LeagueRequest and its parts, and their options.
  static const std::map<std::string, std::string> kOptions = {
      {"block_items", "--block"},
      {"bot_environment", "--bot-env"},
      {"bots", "--bots"},
      {"deals", "--deals"},
      {"format", "--format"},
      {"isolation", "--isolation"},
      {"limits", "--limit"},
      {"matches", "--matches"},
      {"rulesets", "--ruleset"},
      {"same_deals", "--trust"},
      {"readable_paths", "--bot-readable"},
      {"sprt", "--sprt"}};
  const std::string message(status.message());
  const std::string field = message.substr(0, message.find_first_of(" :"));
  const auto option = kOptions.find(field);
  if (status.ok() || option == kOptions.end()) return status;
  return absl::Status(status.code(),
                      option->second + message.substr(field.size()));
}

}  // namespace couillon::tools
