#include "tools/options/option_names.h"

#include <map>
#include <string>

#include "arena/numbers/text/field_status.h"

namespace couillon::tools {

absl::Status WithOptionName(const absl::Status& status) {
  // The fields of LeagueRequest and its parts, and their options.
  static const std::map<std::string, std::string> kOptions = {
      {"block_items", "--block"},
      {"bot_environment", "--allow"},
      {"bots", "--bots"},
      {"deals", "--deals"},
      {"format", "--format"},
      {"isolation", "--isolation"},
      {"limits", "--limit"},
      {"matches", "--matches"},
      {"rulesets", "--ruleset"},
      {"same_deals", "--trust"},
      {"readable_paths", "--allow"},
      {"sprt", "--sprt"}};
  const std::string field = arena::FieldOf(status);
  const auto option = kOptions.find(field);
  if (option == kOptions.end()) return status;
  std::string message(status.message());
  if (message.starts_with(field)) message.erase(0, field.size());
  return {status.code(), option->second + message};
}

}  // namespace couillon::tools
