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
      {"clock.budget_seconds", "--tc"},
      {"clock.increment_seconds", "--tc"},
      {"deals", "--deals"},
      {"format", "--format"},
      {"isolation", "--isolation"},
      {"margin_ms", "--timemargin"},
      {"matches", "--matches"},
      {"max_faults", "--max-faults"},
      {"move_seconds", "--st"},
      {"disqualify_after", "--disqualify-after"},
      {"tolerated_failures", "--recover"},
      {"rulesets", "--ruleset"},
      {"same_deals", "--same-deals"},
      {"seat_isolation", "--seat-isolation"},
      {"scratch_mb", "--bot-scratch"},
      {"readable_paths", "--bot-readable"},
      {"sprt", "--sprt"},
      {"start_seconds", "--start-limit"},
      {"total_budget_seconds", "--total-budget"},
      {"unit_budget_seconds", "--unit-budget"}};
  const std::string message(status.message());
  const std::string field = message.substr(0, message.find_first_of(" :"));
  const auto option = kOptions.find(field);
  if (status.ok() || option == kOptions.end()) return status;
  return absl::Status(status.code(),
                      option->second + message.substr(field.size()));
}

}  // namespace couillon::tools
