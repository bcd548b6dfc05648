// The options of a league that are fields of its configuration. One table has
// each with its name, field, values and help; the command line, the command
// that repeats a league, and errors read it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct LeagueRequest;

// A row of the table.
struct ConfigOption {
  const char* name;   // "--block"
  const char* field;  // of v1::LeagueConfig
  const char* help;
  // The values as users write them, divided by "|": those of an enum, or those
  // of a bool, false first. Empty for a flag, a number or a text.
  const char* choices = "";
  std::uint64_t least = 0;  // of a number
  std::uint64_t most = 0;
  bool is_rare = false;        // in the help of --help-all only
  bool shapes_results = true;  // part of the command that repeats a league
};

enum class ConfigKind : std::uint8_t { kFlag, kChoice, kNumber, kText };

// All options, in the order in which the help shows them.
std::span<const ConfigOption> ConfigOptions();

ConfigKind KindOf(const ConfigOption& option);

// The values of a choice.
std::vector<std::string> ListChoices(const ConfigOption& option);

// Set the field: of a flag; of a number, in its range; of a choice or text.
void SetOption(const ConfigOption& option, v1::LeagueConfig& config);
void SetOption(const ConfigOption& option, std::uint64_t number,
               v1::LeagueConfig& config);
void SetOption(const ConfigOption& option, const std::string& text,
               v1::LeagueConfig& config);

// The words that set the field as it is: name and value; of a flag the name,
// or nothing if it is not set.
std::vector<std::string> FormatOption(const ConfigOption& option,
                                      const v1::LeagueConfig& config);

// --trust: whose bots play. The words that it takes.
std::vector<std::string> TrustWords();

// Sets the fields that the words stand for; bots, format and rulesets are set
// before. InvalidArgument for words that contradict each other.
absl::Status SetTrust(const std::vector<std::string>& words,
                      LeagueRequest& request);

// The words that set these fields; empty: none.
std::vector<std::string> FormatTrust(const v1::LeagueConfig& config);

}  // namespace couillon::arena
