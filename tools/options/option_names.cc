// Option names for the fields of errors.
#include "tools/options/option_names.h"

#include <map>
#include <string>

#include "arena/league/setup/config_options.h"
#include "arena/numbers/text/field_status.h"

namespace couillon::tools {

absl::Status WithOptionName(const absl::Status& status) {
  // The options of fields that are in no table.
  static const std::map<std::string, std::string> kOptions = {
      {"bot_environment", "--allow"},
      {"bots", "--bots"},
      {"deals", "--deals"},
      {"isolation", "--isolation"},
      {"limits", "--limit"},
      {"matches", "--matches"},
      {"rulesets", "--ruleset"},
      {"same_deals", "--trust"},
      {"trust", "--trust"},
      {"readable_paths", "--allow"},
      {"sprt", "--sprt"}};
  const std::string field = arena::FieldOf(status);
  std::string name;
  if (const auto option = kOptions.find(field); option != kOptions.end()) {
    name = option->second;
  }
  for (const arena::ConfigOption& option : arena::ConfigOptions()) {
    if (option.field == field) name = option.name;
  }
  if (name.empty()) return status;
  std::string message(status.message());
  if (message.starts_with(field)) message.erase(0, field.size());
  return {status.code(), name + message};
}

}  // namespace couillon::tools
